//! Proofs by regions: a win is put together from promises that hold apart from each other.

use core::fmt;
use plywood_search::Position;

/// A source of winning moves.
pub type Reply<'a, P> = &'a mut dyn FnMut(&P) -> Option<<P as Position>::Move>;

/// What a proof by regions says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regions<M> {
    /// The number of facts in it.
    pub facts: u64,
    /// The number of plies that the win takes at most.
    pub plies: u32,
    /// The winning move, if the winner is to move and the proof names one.
    pub first: Option<M>,
}

/// Error returned when checking a proof by regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegionsError {
    /// The game has no such proofs of this position.
    NoSuchProofs,
    /// A fact does not follow.
    Fact {
        /// Its number, counted from 0.
        number: u64,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The last fact is not the win of this position; the reason.
    End(&'static str),
    /// The check was stopped.
    Stopped,
}

impl fmt::Display for RegionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchProofs => f.write_str("this position has no proofs by regions"),
            Self::Fact { number, reason } => write!(f, "fact {number}: {reason}"),
            Self::End(reason) => write!(f, "the last fact is not the win: {reason}"),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl core::error::Error for RegionsError {}
