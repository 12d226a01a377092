//! Reports: what a search says after each iteration and at the end.

use crate::contract::Score;
use crate::limits::Ended;
use core::time::Duration;

/// The result after an iteration, or the answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report<M> {
    /// The best move found: always legal, and `None` only when the game is over.
    pub best: Option<M>,
    /// The value of the position for the side to move, by the deepest iteration that answered.
    pub score: Score,
    /// The depth in plies of the last finished iteration. 0 if none was finished; `score` is then the static
    /// evaluation, or the value of the best move searched so far.
    pub depth: u32,
    /// The number of nodes so far (moves made), over all iterations.
    pub nodes: u64,
    /// The time so far, by the clock of the limits; `None` if they have none.
    pub elapsed: Option<Duration>,
    /// The principal variation, which begins with the best move. All its moves are legal, with one exception:
    /// under a rule that forbids repetitions, if turns have several steps, the horizon may fall inside a turn
    /// that only a forbidden move could finish.
    pub pv: Vec<M>,
    /// The best lines in order, the principal variation first: as many as were requested, if there are enough
    /// moves.
    pub lines: Vec<Line<M>>,
    /// How often each move was visited, the most visited first, without those that never were; empty for a
    /// search that does not count visits. The results that a judgement counts as are visits too.
    pub visits: Vec<(M, u32)>,
    /// The use of the transposition table; all zero for a search without one.
    pub table: TableUse,
    /// The reason why the search ended; `None` while it runs.
    pub ended: Option<Ended>,
}

impl<M> Report<M> {
    /// The report of an answer that took no search: a value and no move.
    pub fn of_root(score: Score, ended: Option<Ended>) -> Self {
        Self {
            best: None,
            score,
            depth: 0,
            nodes: 0,
            elapsed: None,
            pv: Vec::new(),
            lines: Vec::new(),
            visits: Vec::new(),
            table: TableUse::default(),
            ended,
        }
    }
}

impl<M: Clone> Report<M> {
    /// The report of an answer that took no search and has one line, which may be empty.
    pub fn of_line(score: Score, pv: Vec<M>, ended: Ended) -> Self {
        let lines = vec![Line { score, pv: pv.clone() }];
        Self { best: pv.first().cloned(), pv, lines, ..Self::of_root(score, Some(ended)) }
    }
}

/// A line of play and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Line<M> {
    /// The value for the side to move at the root.
    pub score: Score,
    /// The moves, from the root.
    pub pv: Vec<M>,
}

/// Counts of the transposition table's use by a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TableUse {
    /// The number of positions looked up.
    pub probes: u64,
    /// The number of look-ups that found the position.
    pub hits: u64,
    /// The number of look-ups that answered for their node.
    pub cutoffs: u64,
    /// The number of positions stored.
    pub stores: u64,
    /// The share of the table that this search has filled, in thousandths, estimated from a sample.
    pub fill_permille: u32,
}
