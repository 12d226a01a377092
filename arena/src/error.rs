//! Errors of matches.

use crate::ledger::LedgerError;
use crate::openings::OpeningError;
use core::fmt;
use plywood_play::EngineError;

/// Error returned when a match cannot be played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// An engine cannot be made.
    Engine {
        /// The index of the engine, 0 or 1.
        engine: usize,
        /// The reason.
        error: EngineError,
    },
    /// No openings can be found.
    Opening(OpeningError),
    /// The games cannot start from there, with the reason.
    Start(String),
    /// The operating system could not start a thread, with its reason.
    Threads(String),
    /// Games could not be kept or read.
    Ledger(LedgerError),
    /// Games that are played elsewhere could not be had, with the reason.
    Elsewhere(String),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine { engine, error } => write!(f, "engine {}: {error}", engine + 1),
            Self::Opening(error) => error.fmt(f),
            Self::Start(reason) => write!(f, "the games cannot start there: {reason}"),
            Self::Threads(reason) => write!(f, "no thread to play on: {reason}"),
            Self::Ledger(error) => error.fmt(f),
            Self::Elsewhere(reason) => f.write_str(reason),
        }
    }
}

impl core::error::Error for MatchError {}

impl From<LedgerError> for MatchError {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}
