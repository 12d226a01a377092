//! The seed's minimax and alpha-beta, and how they counted.
//!
//! # Nodes
//!
//! One for the root, and one for every position that the search enters: an interior node, or a leaf that it
//! evaluates. A move that ends the game is looked at but not entered, and not counted.
//!
//! # The rules of a node
//!
//! - Moves are tried in the order of [`Board::moves`].
//! - A move that connects the mover's men wins, whatever it does to the other's: the node returns at once.
//!   Moves tried before it have been searched, and counted, by then.
//! - A move that connects the opponent's men alone is skipped, as if it were not legal.
//! - The root takes the last move whose value is as great as any.
//!
//! # Alpha-beta
//!
//! The root gives every move the full window, so that nothing found there helps the moves after it. Below, a
//! node of the root's side is cut when a value reaches beta, one of the other side when a value comes down to
//! alpha.

use super::board::{Board, SeedMove};
use super::evaluation::Evaluation;
use core::ops::ControlFlow;
use plywood_loa::Colour;

/// How the tree is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Every line to the depth.
    Minimax,
    /// With cuts, but without any ordering of moves and without a table.
    AlphaBeta,
}

impl Method {
    /// Both, the plain one first.
    pub const ALL: [Self; 2] = [Self::Minimax, Self::AlphaBeta];

    /// The name as it is typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alphabeta",
        }
    }

    /// The name as it is written: `alpha-beta`.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
        }
    }
}

/// A value for the root's side: an evaluation, or [`WIN`](Value::WIN) or [`LOSS`](Value::LOSS) in some number
/// of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Value(pub i32);

impl Value {
    /// More than every evaluation.
    pub const WIN: Self = Self(i32::MAX);
    /// Less than every evaluation.
    pub const LOSS: Self = Self(-i32::MAX);
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The value of the root for its side.
    pub value: Value,
    /// The move that the seed plays; `None` if it has none, or skipped them all.
    pub best: Option<SeedMove>,
    /// The nodes, by the seed's way of counting.
    pub nodes: u64,
    /// Whether the search ended because `best` wins at once. The seed did not add the nodes of such a search
    /// to its total.
    pub wins_at_once: bool,
    /// The moves of the root that were searched to the end, with their values, in the order in which they
    /// were tried.
    pub root: Vec<(SeedMove, Value)>,
}

/// What may end a search before its time. Asked now and then with the nodes so far.
pub type Budget<'a> = &'a mut dyn FnMut(u64) -> bool;

/// The result of a search that may have been ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Within {
    /// What was found up to then.
    pub found: Found,
    /// Whether the search came to its end.
    pub is_complete: bool,
}

/// Searches `board` to `depth` plies, of which there is at least one.
pub fn search(board: &Board, method: Method, evaluation: Evaluation, depth: u32) -> Found {
    search_within(board, method, evaluation, depth, &mut |_| true).found
}

/// The same, as long as `budget` answers true.
pub fn search_within(
    board: &Board,
    method: Method,
    evaluation: Evaluation,
    depth: u32,
    budget: Budget<'_>,
) -> Within {
    let mut run = Run { side: board.turn(), cuts: method == Method::AlphaBeta, evaluation, nodes: 1, budget };
    let mut found = Found { value: Value::LOSS, best: None, nodes: 0, wins_at_once: false, root: Vec::new() };
    let mut is_complete = true;
    board.each_move(&mut |mv| {
        let mut child = board.clone();
        child.play(mv);
        match leads(&child, board.turn()) {
            Leads::ToWin => {
                found.root.push((mv, Value::WIN));
                (found.value, found.best, found.wins_at_once) = (Value::WIN, Some(mv), true);
                return ControlFlow::Break(());
            }
            Leads::ToLoss => return ControlFlow::Continue(()),
            Leads::On => {}
        }
        let Some(value) = run.node(&child, depth.saturating_sub(1), (Value::LOSS, Value::WIN)) else {
            is_complete = false;
            return ControlFlow::Break(());
        };
        found.root.push((mv, value));
        if value >= found.value {
            (found.value, found.best) = (value, Some(mv));
        }
        ControlFlow::Continue(())
    });
    found.nodes = run.nodes;
    Within { found, is_complete }
}

/// Where a move leads.
#[derive(Clone, Copy)]
enum Leads {
    ToWin,
    ToLoss,
    On,
}

/// What the seed makes of a position that `mover` has moved to.
fn leads(child: &Board, mover: Colour) -> Leads {
    if child.is_connected(mover) {
        Leads::ToWin
    } else if child.is_connected(!mover) {
        Leads::ToLoss
    } else {
        Leads::On
    }
}

/// A search under way.
struct Run<'a> {
    /// The side of the root, for which all values are.
    side: Colour,
    cuts: bool,
    evaluation: Evaluation,
    nodes: u64,
    budget: Budget<'a>,
}

impl Run<'_> {
    /// Nodes between two questions to the budget.
    const PACE: u64 = 1_024;

    /// The value of a position within the window, or a bound on it; `None` if the budget is used up.
    fn node(&mut self, board: &Board, depth: u32, (mut alpha, mut beta): (Value, Value)) -> Option<Value> {
        if self.nodes.is_multiple_of(Self::PACE) && !(self.budget)(self.nodes) {
            return None;
        }
        self.nodes += 1;
        if depth == 0 {
            return Some(Value(self.evaluation.difference(board, self.side)));
        }
        let maximises = board.turn() == self.side;
        let win = if maximises { Value::WIN } else { Value::LOSS };
        let mut best = Some(if maximises { Value::LOSS } else { Value::WIN });
        board.each_move(&mut |mv| {
            let mut child = board.clone();
            child.play(mv);
            match leads(&child, board.turn()) {
                Leads::ToWin => {
                    best = Some(win);
                    return ControlFlow::Break(());
                }
                Leads::ToLoss => return ControlFlow::Continue(()),
                Leads::On => {}
            }
            let Some(value) = self.node(&child, depth - 1, (alpha, beta)) else {
                best = None;
                return ControlFlow::Break(());
            };
            if maximises {
                best = best.max(Some(value));
                alpha = alpha.max(value);
            } else {
                best = best.min(Some(value));
                beta = beta.min(value);
            }
            let is_cut = self.cuts && if maximises { beta <= value } else { value <= alpha };
            if is_cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best
    }
}
