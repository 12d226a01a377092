//! What is asked of a proof-number search, and what it answers.

use crate::contract::{Numbers, Side};
use crate::limits::Ended;
use core::time::Duration;

/// Does this side win, whatever the other one does?
///
/// A draw is no win. The position is looked at as if the game began with it: what happened before plays no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Question {
    /// The side that is to win.
    pub attacker: Side,
    /// Within how many plies, or `None` for any number.
    pub within: Option<u32>,
}

impl Question {
    /// Whether `attacker` wins.
    pub const fn wins(attacker: Side) -> Self {
        Self { attacker, within: None }
    }

    /// Whether `attacker` wins within so many plies.
    pub const fn wins_within(attacker: Side, plies: u32) -> Self {
        Self { attacker, within: Some(plies) }
    }
}

/// The answer to a [`Question`].
///
/// "Cannot" is about repetition that is good for nothing: a line that comes back to a position is no win, whether the rules draw it or let it
/// go on for ever. Under a rule that makes repetition *illegal* a proof holds all the same, since the moves of the proof never repeat a
/// position and forbidding the other side some of its moves takes nothing from the attacker; a refutation holds only if it is not
/// [`by_repetition`](Self::CannotWin::by_repetition), for the attacker might win by leaving the other side no move but forbidden ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// The attacker wins.
    Wins {
        /// Within so many plies at most. `None` if the proof is longer than the table counts, 253 plies.
        within: Option<u32>,
    },
    /// The attacker cannot force a win, or not within the plies asked for.
    CannotWin {
        /// Whether the other side needs positions to occur again.
        by_repetition: bool,
    },
    /// The limits ended the search first.
    Unknown,
}

/// How far a proof-number search has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The numbers of the position asked about.
    pub numbers: Numbers,
    /// Nodes of this call so far: the number of moves made.
    pub nodes: u64,
    /// The time of this call so far, on the clock of the limits; zero if they have none.
    pub elapsed: Duration,
}

/// What a proof-number search has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict<M> {
    /// The answer.
    pub answer: Answer,
    /// The move that wins, or that keeps the attacker from winning, if the side to move has one.
    pub best: Option<M>,
    /// The numbers that the position had last while it was open, nodes and time.
    pub progress: Progress,
    /// What ended the search: [`Ended::Proven`] or [`Ended::GameOver`] with an answer, else the limit. [`Ended::Depth`] if lines of a thousand
    /// plies were not enough.
    pub ended: Ended,
}
