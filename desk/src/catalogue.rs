//! The catalogue: games and engines.

use crate::levels::{Level, levels};
use crate::settings::Settings;
use plywood_play::{AnyGame, Board, ENGINES, Named, PieceKind, Shape, Switch};
use serde::Serialize;

/// The whole catalogue.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Catalogue {
    /// The version of plywood.
    version: &'static str,
    /// Every game that is drawn.
    games: Vec<GameFacts>,
    /// Every engine.
    engines: Vec<NamedFacts>,
    /// The limits of a request.
    limits: LimitFacts,
}

/// The facts about a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct GameFacts {
    /// The name as requests have it.
    name: &'static str,
    /// The name as people read it.
    title: &'static str,
    /// The goal of the game, in one line.
    summary: &'static str,
    /// The names of the first and the second player.
    players: [&'static str; 2],
    /// The options of the rules.
    switches: Vec<SwitchFacts>,
    /// The evaluations of engines.
    evaluations: Vec<NamedFacts>,
    /// The kinds of pieces.
    kinds: &'static [PieceKind],
    /// The colours of the first and the second player at the start.
    colours: [&'static str; 2],
    /// The shape of the cells.
    shape: Shape,
    /// The steps of the longest turn, where turns have several.
    steps: Option<u32>,
    /// Opponents, the weakest first.
    levels: Vec<Level>,
}

/// A name with its meaning.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NamedFacts {
    /// The name as requests have it.
    name: &'static str,
    /// Its meaning in one line.
    summary: &'static str,
}

/// An option of the rules.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SwitchFacts {
    /// The name of the switch.
    name: &'static str,
    /// Its meaning in one line.
    summary: &'static str,
    /// The values that it can have, the default first.
    values: &'static [&'static str],
    /// The value that it has if none is given.
    default: &'static str,
}

/// The limits of a request.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LimitFacts {
    /// The most threads of a search.
    threads: usize,
    /// The largest table of a search.
    hash_bytes: usize,
    /// The longest search.
    seconds: u64,
    /// The most plies of a line.
    plies: usize,
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
            levels: levels(game.levels(), game.strongest(), settings.threads),
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
            plies: settings.plies,
        }
    }
}
