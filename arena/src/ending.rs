//! Endings: how games came to their results.

use core::fmt;
use core::time::Duration;
use plywood_play::{EngineError, Excerpt, Fault, one_line};

/// Endings: how games came to their results.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", content = "facts", rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Ending {
    /// Ended by the rules of the game, with the game's reason.
    Rules(String),
    /// Drawn because it became too long.
    Length {
        /// The number of plies at which games are drawn.
        plies: usize,
    },
    /// Resigned for an engine whose scores were hopeless for long enough.
    Resignation {
        /// The engine, 0 or 1, that has lost.
        engine: usize,
    },
    /// Resigned by an engine.
    GaveUp {
        /// The engine, 0 or 1.
        engine: usize,
    },
    /// Drawn because both engines saw an even game for long enough.
    EvenScores,
    /// Given to whoever was proven to win it, before its end or after an engine failed or resigned.
    Proof {
        /// The engine, 0 or 1, that has lost.
        engine: usize,
        /// The game would have ended within so many plies, if that is known.
        plies: Option<u32>,
        /// How the game was broken off, as a sentence; empty if it was not.
        instead: String,
    },
    /// Lost by an engine that returned no move.
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
        /// The reason.
        reason: String,
    },
    /// Lost by an engine that exceeded its time and the margin.
    Time {
        /// The engine, 0 or 1.
        engine: usize,
        /// The excess over its time, not counting the margin.
        over: Duration,
    },
    /// Lost by an engine that panicked, or whose process ended.
    Crash {
        /// The engine, 0 or 1.
        engine: usize,
        /// What happened.
        reason: String,
    },
    /// Lost by an engine whose answer violated its protocol or was about another game.
    Failure {
        /// The engine, 0 or 1.
        engine: usize,
        /// What happened.
        reason: String,
    },
}

impl Ending {
    /// Converts an engine's error to the ending of its game. This is the only place where errors become
    /// endings.
    pub(crate) fn of_error(engine: usize, error: &EngineError) -> Self {
        match error {
            EngineError::Fault(fault) => Self::of_fault(engine, fault),
            _ => Self::Failure { engine, reason: error.to_string() },
        }
    }

    fn of_fault(engine: usize, fault: &Fault) -> Self {
        match fault {
            Fault::Resignation => Self::GaveUp { engine },
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

    /// The words that [`kind`](Self::kind) answers with.
    pub const KINDS: [&str; 11] = [
        "rules",
        "length",
        "resignation",
        "gave-up",
        "even-scores",
        "proof",
        "no-move",
        "illegal-move",
        "time",
        "crash",
        "failure",
    ];

    /// The engine, 0 or 1, that lost by something else than the rules of the game: it resigned, was given up
    /// for, or forfeited.
    pub const fn loser(&self) -> Option<usize> {
        match self {
            Self::Resignation { engine } | Self::GaveUp { engine } | Self::Proof { engine, .. } => {
                Some(*engine)
            }
            _ => self.forfeited_by(),
        }
    }

    /// The engine, 0 or 1, that forfeited the game: no answer, an invalid one, or one too late.
    pub const fn forfeited_by(&self) -> Option<usize> {
        match self {
            Self::Rules(_)
            | Self::Length { .. }
            | Self::Resignation { .. }
            | Self::GaveUp { .. }
            | Self::Proof { .. }
            | Self::EvenScores => None,
            Self::NoMove { engine }
            | Self::IllegalMove { engine, .. }
            | Self::Time { engine, .. }
            | Self::Crash { engine, .. }
            | Self::Failure { engine, .. } => Some(*engine),
        }
    }

    /// The kind as one word, one of [`KINDS`](Self::KINDS).
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Rules(_) => "rules",
            Self::Length { .. } => "length",
            Self::Resignation { .. } => "resignation",
            Self::GaveUp { .. } => "gave-up",
            Self::EvenScores => "even-scores",
            Self::Proof { .. } => "proof",
            Self::NoMove { .. } => "no-move",
            Self::IllegalMove { .. } => "illegal-move",
            Self::Time { .. } => "time",
            Self::Crash { .. } => "crash",
            Self::Failure { .. } => "failure",
        }
    }
}

/// The ending as a sentence without its full stop.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An ending from another machine may name an engine that there is not.
        let number = |engine: &usize| engine.saturating_add(1);
        match self {
            Self::Rules(reason) => f.write_str(reason),
            Self::Length { plies } => write!(f, "drawn after {plies} plies"),
            Self::Resignation { engine } => write!(f, "engine {} resigned, by its scores", number(engine)),
            Self::GaveUp { engine } => write!(f, "engine {} resigned", number(engine)),
            Self::EvenScores => f.write_str("drawn, by the scores"),
            Self::Proof { engine, plies, instead } => {
                write!(f, "adjudicated by proof: engine {} wins", 2_usize.saturating_sub(*engine))?;
                plies.map_or(Ok(()), |plies| write!(f, " within {plies} plies"))?;
                if instead.is_empty() { Ok(()) } else { write!(f, ", after {}", one_line(instead)) }
            }
            Self::NoMove { engine } => write!(f, "engine {} gave no move", number(engine)),
            Self::IllegalMove { engine, answer, reason } => {
                write!(f, "engine {} answered `{}`: {}", number(engine), Excerpt(answer), one_line(reason))
            }
            Self::Time { engine, over } => {
                write!(f, "engine {} overstepped its time by {:.3} s", number(engine), over.as_secs_f64())
            }
            Self::Crash { engine, reason } => {
                write!(f, "engine {} crashed: {}", number(engine), one_line(reason))
            }
            Self::Failure { engine, reason } => {
                write!(f, "engine {} failed: {}", number(engine), one_line(reason))
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// An ending of each kind, with text that is hard on whatever writes it.
    pub(crate) fn one_of_each() -> [Ending; Ending::KINDS.len()] {
        let text = || "it's \"so\"; DROP TABLE games; -- \u{1f4a3}".to_owned();
        [
            Ending::Rules(text()),
            Ending::Length { plies: 12 },
            Ending::Resignation { engine: 1 },
            Ending::GaveUp { engine: 0 },
            Ending::EvenScores,
            Ending::Proof { engine: 1, plies: Some(7), instead: text() },
            Ending::NoMove { engine: 0 },
            Ending::IllegalMove { engine: 1, answer: text(), reason: text() },
            Ending::Time { engine: 0, over: Duration::from_nanos(1_234_567_891) },
            Ending::Crash { engine: 1, reason: text() },
            Ending::Failure { engine: 0, reason: text() },
        ]
    }

    #[test]
    fn every_kind_is_listed_and_names_its_loser() {
        assert_eq!(one_of_each().each_ref().map(Ending::kind), Ending::KINDS);
        let losers = one_of_each().each_ref().map(Ending::loser);
        let expected =
            [None, None, Some(1), Some(0), None, Some(1), Some(0), Some(1), Some(0), Some(1), Some(0)];
        assert_eq!(losers, expected);
    }
}
