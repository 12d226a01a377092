//! Workers: the memory of one thread, kept from call to call.

use super::lines::{Moves, Ranked};
use super::values::Values;
use crate::contract::{Hints, Position};
use crate::limits::MAX_DEPTH;
use crate::ordering::{CounterMoves, HistoryTable, Killers, MoveStack};
use crate::principal_variation::PvTable;
use smallvec::SmallVec;

/// Moves that begin what changes the balance later in the turn: few, as a rule.
pub(super) type Tactics<M> = SmallVec<[M; 8]>;

/// The memory of one thread.
pub(super) struct Worker<P: Position> {
    pub(super) moves: MoveStack<P::Move>,
    /// The deferred moves of the nodes on the path, with their places in the order.
    pub(super) deferred: Vec<(P::Move, u32)>,
    pub(super) killers: Killers<P::Move>,
    pub(super) counter_moves: CounterMoves<P::Move>,
    pub(super) history: HistoryTable,
    pub(super) pv: PvTable<P::Move>,
    /// The static values of positions met before.
    pub(super) values: Values,
    /// The moves at each ply of the current path that begin what changes the balance later in the turn.
    pub(super) tactics: Box<[Tactics<P::Move>]>,
    /// In a search by lines: the lines of the nodes on the path, and the two latest that refuted a node at
    /// each ply.
    pub(super) lines: Vec<Ranked<P::Move>>,
    pub(super) killing_lines: Box<[[Moves<P::Move>; 2]]>,
    /// The records of each ply of the current path.
    pub(super) plies: Box<[Ply]>,
}

/// What a node records for its descendants.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ply {
    /// The history slot of the move that led here, if there is one.
    pub(super) slot: Option<u32>,
    /// The static value for the mover, if it was computed.
    pub(super) static_value: Option<i32>,
    /// Whether the first player is to move.
    pub(super) first_moves: bool,
}

impl<P: Hints> Worker<P> {
    pub(super) fn new() -> Self {
        Self {
            moves: MoveStack::new(),
            deferred: Vec::new(),
            killers: Killers::new(MAX_DEPTH),
            counter_moves: CounterMoves::new::<P>(),
            history: HistoryTable::new::<P>(),
            pv: PvTable::new(),
            values: Values::default(),
            tactics: vec![Tactics::new(); MAX_DEPTH as usize + 2].into_boxed_slice(),
            lines: Vec::new(),
            killing_lines: if P::HAS_LONG_TURNS {
                vec![[Moves::new(), Moves::new()]; MAX_DEPTH as usize + 2].into_boxed_slice()
            } else {
                Box::default()
            },
            plies: vec![Ply::default(); MAX_DEPTH as usize + 2].into_boxed_slice(),
        }
    }

    /// Makes ready for another search: what was learnt about other positions goes.
    pub(super) fn begin(&mut self) {
        self.killers.clear();
        if P::HAS_LONG_TURNS {
            self.killing_lines.iter_mut().flatten().for_each(Moves::clear);
            self.lines.clear();
        }
        self.history.clear();
        self.moves.truncate(0);
        self.deferred.clear();
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.clear();
        self.counter_moves.clear();
        self.values = Values::default();
        self.history.clear();
    }
}
