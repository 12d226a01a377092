//! Played games: everything worth keeping of a game.

use crate::ending::Ending;
use crate::statistics::Points;
use core::time::Duration;
use plywood_play::{Record, RecordedResult};
use plywood_search::{Outcome, Score, Side};

/// A finished game of a match, with all its facts: whatever is written of a game is written from this. With
/// the feature `serde` it goes from machine to machine as it is.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayedGame {
    /// The number of the game in the match, from 0. Games 2n and 2n + 1 are a pair.
    pub number: u64,
    /// The name of the game that was played.
    pub game: String,
    /// Its rules, all switches written out; empty if it has none.
    pub rules: String,
    /// The position that it began with, before the opening.
    pub position: String,
    /// The engine, 0 or 1, that was the first player.
    pub first: usize,
    /// The specs of engines 0 and 1 in this game, seeds included.
    pub engines: [String; 2],
    /// The [builds](crate::Match::builds) of the engines, 0 and 1; empty where they are not known.
    pub builds: [String; 2],
    /// The number of plies before the engines took over.
    pub opening_plies: usize,
    /// All plies, those of the opening included.
    pub moves: Vec<String>,
    /// The result.
    pub outcome: Outcome,
    /// The way in which the game ended.
    pub ending: Ending,
    /// The engines' turns, in order.
    pub turns: Vec<Turn>,
}

impl PlayedGame {
    /// The number of its pair, from 0.
    pub const fn pair(&self) -> u64 {
        self.number / 2
    }

    /// The first engine's result.
    pub fn points(&self) -> Points {
        match self.outcome.winner().map(Side::index) {
            None => Points::Draw,
            Some(side) if side == self.first => Points::Win,
            Some(_) => Points::Loss,
        }
    }

    /// The two players, the first player before the second, each by what it was asked for as.
    pub fn players(&self) -> [&str; 2] {
        [&self.engines[self.first], &self.engines[1 - self.first]].map(String::as_str)
    }

    /// The result as records have it.
    pub const fn result(&self) -> RecordedResult {
        RecordedResult::Ended(self.outcome)
    }

    /// The game as a line of text. Its tags are those by which it can be replayed, its players, their builds,
    /// and how it ended.
    pub fn record(&self) -> Record {
        let [first, second] = self.players();
        let builds = [("first-build", self.first), ("second-build", 1 - self.first)];
        let builds = builds.map(|(name, engine)| (name, self.builds[engine].as_str()));
        let [opening, reason] = [self.opening_plies.to_string(), self.ending.to_string()];
        let tags = [("game", self.game.as_str()), ("rules", &self.rules), ("position", &self.position)];
        let tags = tags.into_iter().chain([("first", first), ("second", second)]).chain(builds);
        let tags = tags.chain([("opening", opening.as_str()), ("reason", &reason)]);
        let is_said = |&(name, value): &(&str, &str)| !value.is_empty() || name == "reason";
        Record {
            line: 0,
            tags: tags.filter(is_said).map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            moves: self.moves.clone(),
            result: Some(self.result()),
        }
    }

    /// The usage of an engine, 0 or 1, in this game; `limit` is its time limit for a turn.
    pub fn usage(&self, engine: usize, limit: Option<Duration>) -> Usage {
        let turns = self.turns.iter().filter(|turn| turn.engine == engine);
        let mut usage = turns.fold(Usage::default(), |usage, turn| usage.plus(&Usage::of(turn, limit)));
        usage.forfeits = u64::from(self.ending.forfeited_by() == Some(engine));
        usage
    }
}

/// One turn of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Turn {
    /// The engine, 0 or 1.
    pub engine: usize,
    /// The number of plies played; 0 if the answer could not be played.
    pub plies: usize,
    /// The score that it reported, from its own view.
    pub score: Score,
    /// The depth that it reported, in plies.
    pub depth: u32,
    /// The nodes that it reported.
    pub nodes: u64,
    /// The time until its answer, on the match's clock.
    pub elapsed: Duration,
}

/// The usage of an engine in one or more games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The number of its turns.
    pub turns: u64,
    /// The nodes that it reported.
    pub nodes: u64,
    /// The total time.
    pub time: Duration,
    /// The longest time for one turn.
    pub longest: Duration,
    /// The greatest excess of a turn over the engine's time limit; zero if there was none.
    pub overshoot: Duration,
    /// The number of games forfeited: no move, an illegal one, or a failure.
    pub forfeits: u64,
}

impl Usage {
    fn of(turn: &Turn, limit: Option<Duration>) -> Self {
        Self {
            turns: 1,
            nodes: turn.nodes,
            time: turn.elapsed,
            longest: turn.elapsed,
            overshoot: limit.map_or(Duration::ZERO, |limit| turn.elapsed.saturating_sub(limit)),
            forfeits: 0,
        }
    }

    /// The sum of both.
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            turns: self.turns + other.turns,
            nodes: self.nodes + other.nodes,
            time: self.time + other.time,
            longest: self.longest.max(other.longest),
            overshoot: self.overshoot.max(other.overshoot),
            forfeits: self.forfeits + other.forfeits,
        }
    }
}
