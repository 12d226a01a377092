//! What can be wrong with a match.

use crate::ledger::LedgerError;
use crate::openings::OpeningError;
use core::fmt;
use plywood_play::EngineError;

/// Why a match cannot be played, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// There is no such engine.
    Engine {
        /// Which of the two, 0 or 1.
        engine: usize,
        /// What is wrong with it.
        error: EngineError,
    },
    /// There are no openings of that kind.
    Opening(OpeningError),
    /// The games cannot start from there, with the reason.
    Start(String),
    /// The operating system gave no thread, with its reason.
    Threads(String),
    /// Games could not be kept, or those that are kept not be read.
    Ledger(LedgerError),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine { engine, error } => write!(f, "engine {}: {error}", engine + 1),
            Self::Opening(error) => error.fmt(f),
            Self::Start(reason) => write!(f, "the games cannot start there: {reason}"),
            Self::Threads(reason) => write!(f, "no thread to play on: {reason}"),
            Self::Ledger(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MatchError {}

impl From<LedgerError> for MatchError {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}
