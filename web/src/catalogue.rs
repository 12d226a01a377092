//! The catalogue: games and engines.

use crate::levels::{Level, levels};
use crate::settings::Settings;
use plywood_play::{AnyGame, Board, ENGINES, Named, PieceKind, Shape, Switch};
use serde::Serialize;

/// The whole catalogue.
#[derive(Debug, Serialize)]
pub(crate) struct Catalogue {
    version: &'static str,
    games: Vec<GameFacts>,
    engines: Vec<NamedFacts>,
    limits: LimitFacts,
}

#[derive(Debug, Serialize)]
struct GameFacts {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    players: [&'static str; 2],
    switches: Vec<SwitchFacts>,
    evaluations: Vec<NamedFacts>,
    kinds: &'static [PieceKind],
    colours: [&'static str; 2],
    shape: Shape,
    steps: Option<u32>,
    levels: Vec<Level>,
}

#[derive(Debug, Serialize)]
struct NamedFacts {
    name: &'static str,
    summary: &'static str,
}

#[derive(Debug, Serialize)]
struct SwitchFacts {
    name: &'static str,
    summary: &'static str,
    values: &'static [&'static str],
    default: &'static str,
}

#[derive(Debug, Serialize)]
struct LimitFacts {
    threads: usize,
    hash_bytes: usize,
    seconds: u64,
    searches: usize,
    sessions: usize,
    plies: usize,
    idle_seconds: u64,
}

impl Catalogue {
    /// Every registered game that is drawn.
    pub(crate) fn of(settings: &Settings) -> Self {
        let game = |game: &&'static dyn AnyGame| {
            let board = game.session("", None).ok()?.board()?;
            Some(GameFacts::of(*game, &board, settings))
        };
        Self {
            version: env!("CARGO_PKG_VERSION"),
            games: plywood_registry::games().iter().filter_map(game).collect(),
            engines: ENGINES.iter().map(NamedFacts::from).collect(),
            limits: settings.into(),
        }
    }
}

impl GameFacts {
    fn of(game: &dyn AnyGame, board: &Board, settings: &Settings) -> Self {
        let info = game.info();
        Self {
            name: info.name,
            title: info.title,
            summary: info.summary,
            players: info.players,
            switches: info.switches.iter().map(SwitchFacts::from).collect(),
            evaluations: info.evaluations.iter().map(NamedFacts::from).collect(),
            kinds: game.kinds(),
            colours: board.colours,
            shape: board.shape,
            steps: game.steps(),
            levels: levels(game.levels(), settings.threads),
        }
    }
}

impl From<&Named> for NamedFacts {
    fn from(named: &Named) -> Self {
        Self { name: named.name, summary: named.summary }
    }
}

impl From<&Switch> for SwitchFacts {
    fn from(switch: &Switch) -> Self {
        let default = switch.values.first().copied().unwrap_or_default();
        Self { name: switch.name, summary: switch.summary, values: switch.values, default }
    }
}

impl From<&Settings> for LimitFacts {
    fn from(settings: &Settings) -> Self {
        Self {
            threads: settings.threads,
            hash_bytes: settings.hash,
            seconds: settings.longest_search.as_secs(),
            searches: settings.search_threads,
            sessions: settings.sessions,
            plies: settings.plies,
            idle_seconds: settings.idle.as_secs(),
        }
    }
}
