//! A game that was played, and everything worth keeping of it.

use crate::ending::Ending;
use crate::statistics::Points;
use core::time::Duration;
use plywood_play::{Record, RecordedResult};
use plywood_search::{Outcome, Score, Side};

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedGame {
    /// Its number in the match, from 0. Games 2n and 2n + 1 are a pair.
    pub number: u64,
    /// Which of the two engines, 0 or 1, was the first player.
    pub first: usize,
    /// The result.
    pub outcome: Outcome,
    /// How it came about.
    pub ending: Ending,
    /// The number of plies that were played before the engines took over.
    pub opening_plies: usize,
    /// The turns that the engines thought about, in order.
    pub turns: Vec<Turn>,
    /// The game as text, with tags for the game, rules and position it began with, the engines, the opening and the ending.
    pub record: Record,
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

    /// What an engine, 0 or 1, used in this game; `limit` is its limit in time for a turn.
    pub fn usage(&self, engine: usize, limit: Option<Duration>) -> Usage {
        let turns = self.turns.iter().filter(|turn| turn.engine == engine);
        let mut usage = turns.fold(Usage::default(), |usage, turn| usage.plus(&Usage::of(turn, limit)));
        usage.forfeits = u64::from(self.ending.forfeited_by() == Some(engine));
        usage
    }
}

/// The parts of a record: a game as it is known when it is over, whether it has just been played or comes out of a store.
pub(crate) struct RecordParts {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) position: String,
    /// The first player, and the second.
    pub(crate) players: [String; 2],
    pub(crate) opening_plies: usize,
    pub(crate) moves: Vec<String>,
}

impl RecordParts {
    /// The record of a game that ended like this. Its tags are those by which it can be replayed, its players, and how it ended.
    pub(crate) fn record(self, outcome: Outcome, ending: &Ending) -> Record {
        let [first, second] = self.players;
        let rules = (!self.rules.is_empty()).then_some(("rules", self.rules));
        let tags = [("game", self.game)].into_iter().chain(rules).chain([
            ("position", self.position),
            ("first", first),
            ("second", second),
            ("opening", self.opening_plies.to_string()),
            ("reason", ending.to_string()),
        ]);
        Record {
            line: 0,
            tags: tags.map(|(name, value)| (name.to_owned(), value)).collect(),
            moves: self.moves,
            result: Some(RecordedResult::Ended(outcome)),
        }
    }
}

/// One engine's thinking about one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The engine, 0 or 1.
    pub engine: usize,
    /// The number of plies that it played; 0 if its answer could not be played.
    pub plies: usize,
    /// The value it saw, from its own side.
    pub score: Score,
    /// The depth it reported, in plies.
    pub depth: u32,
    /// The nodes it reported.
    pub nodes: u64,
    /// The time until its answer, on the match's clock.
    pub elapsed: Duration,
}

/// What an engine used in one or more games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Turns it thought about.
    pub turns: u64,
    /// Nodes, as it reported them.
    pub nodes: u64,
    /// Time in all.
    pub time: Duration,
    /// The longest time for one turn.
    pub longest: Duration,
    /// The most by which a turn took longer than the engine's limit in time; zero if none did, or there is no limit.
    pub overshoot: Duration,
    /// Games lost by giving no move or an illegal one, or by a failure.
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

    /// Both together.
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
