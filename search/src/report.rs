//! What a search says: while it runs, once an iteration; at the end, once more.

use crate::contract::Score;
use crate::limits::Ended;
use core::time::Duration;

/// The state of knowledge after an iteration, or the answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report<M> {
    /// The best move found: always legal, and `None` only when the game is over.
    pub best: Option<M>,
    /// The value of the position for the side to move, by the deepest iteration that answered.
    pub score: Score,
    /// The depth in plies of the last iteration that was finished; 0 if none was, and then `score` is the static evaluation, or what the best of
    /// the moves searched so far is worth.
    pub depth: u32,
    /// Nodes so far: the number of moves made, over all iterations.
    pub nodes: u64,
    /// Time so far, on the clock of the limits; zero if they have none.
    pub elapsed: Duration,
    /// The principal variation, which begins with the best move. Every move of it is legal, with one exception: under a rule that forbids
    /// repetitions, where turns have several steps, the horizon may fall inside a turn that only a forbidden move could finish.
    pub pv: Vec<M>,
    /// The best lines in order, the principal variation first: as many as were asked for, as far as there are moves.
    pub lines: Vec<Line<M>>,
    /// How the transposition table was used; all zero for a search without one.
    pub table: TableUse,
    /// What ended the search, or `None` while it goes on.
    pub ended: Option<Ended>,
}

impl<M> Report<M> {
    /// The report of a search that has only its root's value to tell.
    pub(crate) fn of_root(score: Score, ended: Option<Ended>) -> Self {
        Self {
            best: None,
            score,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            pv: Vec::new(),
            lines: Vec::new(),
            table: TableUse::default(),
            ended,
        }
    }
}

/// A line of play and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line<M> {
    /// The value for the side to move at the root.
    pub score: Score,
    /// The moves, from the root.
    pub pv: Vec<M>,
}

/// How often a search asked its transposition table, and what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TableUse {
    /// Positions looked up.
    pub probes: u64,
    /// Look-ups that found the position.
    pub hits: u64,
    /// Look-ups whose bound answered at once.
    pub cutoffs: u64,
    /// Positions written.
    pub stores: u64,
    /// Share of the table in use by this search, in thousandths, estimated from a sample.
    pub fill_permille: u32,
}
