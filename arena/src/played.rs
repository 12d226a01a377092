//! A game that was played, and everything worth keeping of it.

use crate::statistics::Points;
use core::fmt;
use core::time::Duration;
use plywood_play::{EngineError, Fault, Record};
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

/// How a game came to its result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// By the rules of the game, with the reason that the game gives.
    Rules(String),
    /// Drawn because it has become too long.
    Length {
        /// The number of plies at which games are drawn.
        plies: usize,
    },
    /// Lost by an engine that gave no move.
    NoMove {
        /// The engine, 0 or 1.
        engine: usize,
    },
    /// Lost by an engine whose answer was not a legal turn.
    IllegalMove {
        /// The engine, 0 or 1.
        engine: usize,
        /// The answer.
        answer: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Lost by an engine that broke down.
    Failure {
        /// The engine, 0 or 1.
        engine: usize,
        /// What happened.
        reason: String,
    },
    /// Lost by an engine that gave up.
    Resignation {
        /// The engine, 0 or 1.
        engine: usize,
    },
    /// Lost by an engine that needed more time than it had, the margin included.
    Time {
        /// The engine, 0 or 1.
        engine: usize,
        /// By how much its time was exceeded, the margin left aside.
        over: Duration,
    },
    /// Lost by an engine whose process ended.
    Crash {
        /// The engine, 0 or 1.
        engine: usize,
        /// What happened.
        reason: String,
    },
}

impl Ending {
    /// What an engine's error does to its game. This is the one place where errors become endings.
    pub(crate) fn of_error(engine: usize, error: &EngineError) -> Self {
        match error {
            EngineError::Fault(fault) => Self::of_fault(engine, fault),
            _ => Self::Failure { engine, reason: error.to_string() },
        }
    }

    fn of_fault(engine: usize, fault: &Fault) -> Self {
        match fault {
            Fault::Resignation => Self::Resignation { engine },
            Fault::Late { limit, elapsed } => Self::Time { engine, over: elapsed.saturating_sub(*limit) },
            Fault::IllegalMove { answer, reason } => {
                Self::IllegalMove { engine, answer: answer.clone(), reason: reason.clone() }
            }
            Fault::Start(_) | Fault::Crash { .. } | Fault::Exit => {
                Self::Crash { engine, reason: fault.to_string() }
            }
            Fault::Hang { .. } | Fault::Garbage(_) | Fault::Flood { .. } | Fault::Refusal { .. } => {
                Self::Failure { engine, reason: fault.to_string() }
            }
        }
    }

    /// The engine, 0 or 1, that lost by something else than the rules of the game or its own will.
    pub const fn forfeited_by(&self) -> Option<usize> {
        match self {
            Self::Rules(_) | Self::Length { .. } | Self::Resignation { .. } => None,
            Self::NoMove { engine }
            | Self::IllegalMove { engine, .. }
            | Self::Time { engine, .. }
            | Self::Crash { engine, .. }
            | Self::Failure { engine, .. } => Some(*engine),
        }
    }
}

/// The ending as a sentence without its full stop.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(reason) => f.write_str(reason),
            Self::Length { plies } => write!(f, "drawn after {plies} plies"),
            Self::NoMove { engine } => write!(f, "engine {} gave no move", engine + 1),
            Self::IllegalMove { engine, answer, reason } => {
                write!(f, "engine {} answered `{answer}`: {reason}", engine + 1)
            }
            Self::Failure { engine, reason } => write!(f, "engine {} failed: {reason}", engine + 1),
            Self::Resignation { engine } => write!(f, "engine {} resigned", engine + 1),
            Self::Time { engine, over } => {
                write!(f, "engine {} overstepped its time by {:.3} s", engine + 1, over.as_secs_f64())
            }
            Self::Crash { engine, reason } => write!(f, "engine {} crashed: {reason}", engine + 1),
        }
    }
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
