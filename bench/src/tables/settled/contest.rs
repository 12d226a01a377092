//! The matches that settle what was claimed.

use super::Settings;
use crate::tables::TablesError;
use core::fmt;
use core::time::Duration;
use plywood_arena::{Match, MatchError, Openings};
use plywood_play::{Spec, TextError};

/// What a match is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// The heuristics of Lines of Action against each other.
    Heuristics,
    /// The same against a Monte-Carlo player.
    MonteCarlo,
    /// The evaluation of a seed against ours.
    Evaluation,
}

/// What the seed said of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// The first won both of two games.
    First,
    /// The second did.
    Second,
    /// Points of the first, of ten games.
    OfTen(u32),
    /// Nothing: there was nothing to compare with.
    None,
}

impl Claim {
    /// The share of the points that the first engine made, 0 to 1.
    pub fn share(self) -> Option<f64> {
        match self {
            Self::First => Some(1.0),
            Self::Second => Some(0.0),
            Self::OfTen(points) => Some(f64::from(points) / 10.0),
            Self::None => None,
        }
    }

    /// Whether the first engine was better, if one was.
    pub fn favours_first(self) -> Option<bool> {
        match self {
            Self::First => Some(true),
            Self::Second => Some(false),
            Self::OfTen(points) => (points != 5).then_some(points > 5),
            Self::None => None,
        }
    }
}

/// `2-0`, `9-1` and the like, from the side of the first engine.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("2-0"),
            Self::Second => f.write_str("0-2"),
            Self::OfTen(points) => write!(f, "{points}-{}", 10 - points),
            Self::None => f.write_str("-"),
        }
    }
}

/// One match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contest {
    /// What it is for.
    pub group: Group,
    /// The name of the game.
    pub game: &'static str,
    /// What the engines are called in the report.
    pub names: [String; 2],
    /// The engines.
    pub engines: [String; 2],
    /// The random plies at the beginning.
    pub opening_plies: u32,
    /// What the seed said.
    pub claim: Claim,
}

/// The heuristics of Lines of Action, in the seed's order.
const HEURISTICS: [&str; 4] = ["h1", "h2", "h3", "h4"];
/// Its two games a pairing: whether the first has won both.
const WON_BY_FIRST: [([usize; 2], bool); 6] =
    [([0, 1], false), ([0, 2], true), ([0, 3], false), ([1, 2], true), ([1, 3], true), ([2, 3], false)];
/// The Monte-Carlo player, as near to the seed's opponent as ours comes: plain tree search, playouts of
/// twenty plies.
const MONTE_CARLO: &str = "mcts:playout=20,rave=0,solver=off,book=off,hash=64MB";
/// Its points in ten games against the Monte-Carlo player.
const AGAINST_MONTE_CARLO: [u32; 4] = [5, 9, 8, 4];

impl Contest {
    /// All, in the order in which they are played.
    pub fn all(settings: &Settings) -> Vec<Self> {
        let time = format!("time={}ms", settings.time.as_micros() as f64 / 1_000.0);
        let heuristics = WON_BY_FIRST.iter().map(|&(pair, won)| Self {
            group: Group::Heuristics,
            game: "loa",
            names: pair.map(|number| HEURISTICS[number].to_owned()),
            engines: pair.map(|number| format!("ids:eval={},{time},hash=16MB", HEURISTICS[number])),
            opening_plies: 4,
            claim: if won { Claim::First } else { Claim::Second },
        });
        let monte_carlo = HEURISTICS.iter().zip(AGAINST_MONTE_CARLO).map(|(heuristic, points)| Self {
            group: Group::MonteCarlo,
            game: "loa",
            names: [(*heuristic).to_owned(), "Monte-Carlo".to_owned()],
            engines: [format!("ids:eval={heuristic},{time},hash=16MB"), format!("{MONTE_CARLO},{time}")],
            opening_plies: 4,
            claim: Claim::OfTen(points),
        });
        let evaluation = |game, old: &str, opening_plies| Self {
            group: Group::Evaluation,
            game,
            names: [old.to_owned(), "default".to_owned()],
            engines: [old, "default"].map(|evaluation| format!("pvs:eval={evaluation},{time},hash=32MB")),
            opening_plies,
            claim: Claim::None,
        };
        // Two stones of Hex; both setups of Arimaa.
        let evaluations = [evaluation("hex", "distance", 2), evaluation("arimaa", "seed", 32)];
        heuristics.chain(monte_carlo).chain(evaluations).collect()
    }

    /// `loa, h1 - h2`.
    pub fn title(&self) -> String {
        format!("{}, {} - {}", self.game, self.names[0], self.names[1])
    }

    /// The match, under these settings.
    ///
    /// # Errors
    ///
    /// If the game is not registered, or an engine's text cannot be read.
    pub fn game(&self, settings: &Settings) -> Result<Match, TablesError> {
        let start = plywood_registry::find(self.game).and_then(|game| game.session("", None));
        let start = start.map_err(|error| MatchError::Start(error.to_string()))?;
        let spec = |text: &String| text.parse::<Spec>();
        let bad = |error: TextError| MatchError::Start(error.to_string());
        let engines = [spec(&self.engines[0]).map_err(bad)?, spec(&self.engines[1]).map_err(bad)?];
        let mut game = Match::new(start, engines);
        game.games = settings.games;
        game.openings = Openings::Random { plies: self.opening_plies };
        game.seed = settings.seed;
        game.concurrency = settings.threads;
        game.builds = [settings.build, settings.build].map(str::to_owned);
        Ok(game)
    }
}

/// A time for a move as people write it.
pub(super) fn time_text(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_can_be_played() {
        let settings = Settings::new(true);
        let contests = Contest::all(&settings);
        assert_eq!(contests.len(), 12);
        for contest in contests {
            contest.game(&settings).unwrap().check().unwrap();
        }
    }

    #[test]
    fn the_seed_s_results_are_those_it_published() {
        // H2 beats H1, H3 and H4; H1 beats H3; H4 beats H1 and H3.
        let claims: Vec<_> = Contest::all(&Settings::new(true))
            .into_iter()
            .map(|c| (c.title(), c.claim.to_string()))
            .collect();
        let of =
            |title: &str| claims.iter().find(|(known, _)| known == title).map(|(_, claim)| claim.as_str());
        for (title, claim) in [
            ("loa, h1 - h2", "0-2"),
            ("loa, h2 - h3", "2-0"),
            ("loa, h2 - h4", "2-0"),
            ("loa, h1 - h3", "2-0"),
            ("loa, h1 - h4", "0-2"),
            ("loa, h3 - h4", "0-2"),
            ("loa, h2 - Monte-Carlo", "9-1"),
            ("loa, h4 - Monte-Carlo", "4-6"),
            ("hex, distance - default", "-"),
        ] {
            assert_eq!(of(title), Some(claim), "{title}");
        }
    }
}
