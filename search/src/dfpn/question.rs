//! Questions to a proof-number search, and its answers.

use crate::contract::{Numbers, Side};
use crate::limits::Ended;
use core::time::Duration;

/// The question whether a side wins, whatever the other side plays.
///
/// A draw is not a win. The position is treated as the start of a game: its history plays no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The side that should win.
    pub attacker: Side,
    /// The greatest number of plies; `None` for any number.
    pub within: Option<u32>,
}

impl Question {
    /// Whether `attacker` wins.
    pub const fn wins(attacker: Side) -> Self {
        Self { attacker, within: None }
    }

    /// Whether `attacker` wins within this number of plies.
    pub const fn wins_within(attacker: Side, plies: u32) -> Self {
        Self { attacker, within: Some(plies) }
    }
}

/// The answer to a [`Question`].
///
/// `CannotWin` treats repetition as a failure to win: a line that returns to a position is not a win, whether
/// the rules draw it or let it continue. Under a rule that makes repetition *illegal*, a proof still holds:
/// its moves never repeat a position, and forbidding moves of the other side takes nothing from the attacker.
/// A refutation then holds only if it is not [`by_repetition`](Self::CannotWin::by_repetition), because the
/// attacker might win by leaving the other side only forbidden moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The attacker wins.
    Wins {
        /// The number of plies within which it wins; `None` if the proof is longer than 253 plies, which the
        /// table cannot count.
        within: Option<u32>,
    },
    /// The attacker cannot force a win, or not within the plies of the question.
    CannotWin {
        /// Whether the other side depends on repetitions.
        by_repetition: bool,
    },
    /// The limits ended the search first.
    Unknown,
}

/// The progress of a proof-number search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The numbers of the position asked about.
    pub numbers: Numbers,
    /// Nodes of this call so far: the number of moves made.
    pub nodes: u64,
    /// The time of this call so far, on the clock of the limits; `None` if they have none.
    pub elapsed: Option<Duration>,
}

/// The result of a proof-number search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict<M> {
    /// The answer.
    pub answer: Answer,
    /// The move that wins, or that keeps the attacker from winning, if the side to move has one.
    pub best: Option<M>,
    /// The last numbers of the position while it was open, the nodes and the time.
    pub progress: Progress,
    /// The reason why the search ended: [`Ended::Proven`] or [`Ended::GameOver`] with an answer, else the
    /// limit. [`Ended::Depth`] if lines of a thousand plies were not enough.
    pub ended: Ended,
}
