//! The moves of a node: which come first, the order of the others, and what other nodes learn from it.

use super::node::Node;
use super::run::Run;
use super::worker::Ply;
use crate::contract::{Hints, Knowledge, Outcome, Side};
use crate::table::Entry;
use core::ops::ControlFlow;

/// The moves of a node that are searched before the others are generated; the table's move comes first.
pub(super) type EarlyMoves<M> = [Option<M>; 3];

impl<P: Hints, K: Knowledge<P>> Run<'_, P, K> {
    /// Step 5: finds the legal moves to search before the others are generated: the table's move and, one ply
    /// from the horizon, where generating and ranking costs about as much as searching, the killers if they
    /// are enabled. Killers wait if the evaluator may name candidates.
    #[inline]
    pub(super) fn early_moves(
        &self,
        position: &P,
        entry: Option<Entry<P::Move>>,
        depth: u32,
        ply: u32,
    ) -> EarlyMoves<P::Move> {
        let known = entry.and_then(|entry| entry.best).filter(|&mv| position.is_legal(mv));
        if depth > 1 || !self.options.early_killers || self.options.knowledge {
            return [known, None, None];
        }
        let killers = self.worker.killers.at(ply);
        let [one, two] = killers.map(|killer| killer.filter(|&mv| killer != known && position.is_legal(mv)));
        [known, one, two]
    }

    /// Puts all moves but the early ones on the stack, unordered; returns the outcome if there is one.
    #[inline]
    pub(super) fn generate(&mut self, position: &P, early: EarlyMoves<P::Move>) -> Option<Outcome> {
        let moves = &mut self.worker.moves;
        position.expand(&mut |mv| {
            if !early.contains(&Some(mv)) {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        })
    }

    /// Finds the moves of a node that begin what changes the balance later in the turn.
    #[inline]
    pub(super) fn find_tactics(&mut self, position: &P, ply: u32) {
        if self.options.tactics {
            let tactics = &mut self.worker.tactics[ply as usize];
            tactics.clear();
            self.knowledge.tactics(position, &mut self.state, &mut |mv| tactics.push(mv));
        }
    }

    /// Whether a move is noisy, or begins what changes the balance later in the turn.
    #[inline]
    pub(super) fn is_tactical(&self, node: &Node<'_, P>, mv: P::Move) -> bool {
        node.position.is_noisy(mv) || self.worker.tactics[node.ply as usize].contains(&mv)
    }

    /// Ranks the moves of a node.
    #[inline]
    pub(super) fn rank(&mut self, node: Node<'_, P>) {
        const KILLER: i32 = 6_000;
        const COUNTER: i32 = 3_000;
        const TACTICS: i32 = 5_000;
        let Node { position, ply, first, .. } = node;
        let side = position.side_to_move();
        let worker = &mut *self.worker;
        let priority = self.knowledge.priorities(position, &mut self.state);
        let history = worker.history.of(side);
        let killers = worker.killers.at(ply);
        let tactics = &worker.tactics[ply as usize];
        let answered = worker.plies[ply as usize].slot.filter(|_| self.options.counter_moves);
        let counter = answered.and_then(|slot| worker.counter_moves.to(side, slot));
        worker.moves.rank(first, |mv| {
            let killer = if killers.contains(&Some(mv)) { KILLER } else { 0 };
            let counter = if counter == Some(mv) { COUNTER } else { 0 };
            let begins = if tactics.contains(&mv) { TACTICS } else { 0 };
            priority(mv) + history[position.history_slot(mv)] + killer + counter + begins
        });
    }

    /// Picks the best of the moves from `index` of the stack on, and prefetches the table entry of the
    /// position after it while the move before it is searched.
    ///
    /// One ply from the horizon, if none of the first eight moves cut off, the others come unordered: finding
    /// the best would take longer than it could save.
    #[inline]
    pub(super) fn pick(&mut self, node: Node<'_, P>, index: usize) -> Option<P::Move> {
        const SORTED: usize = 8;
        if index >= self.worker.moves.len() {
            return None;
        }
        if node.depth == 1 && index >= node.first + SORTED && !self.options.late_move_pruning {
            return Some(self.worker.moves.get(index));
        }
        let mv = self.worker.moves.pick(node.first, index);
        if node.depth > 1
            && let Some(key) = node.position.key_after(mv)
        {
            self.table.prefetch(key);
        }
        Some(mv)
    }

    /// Step 14: records that `mv` refuted a node and that the moves tried before it, in `earlier` of the
    /// stack, did not; deferred moves are not counted.
    pub(super) fn reward(&mut self, node: Node<'_, P>, earlier: core::ops::Range<usize>, mv: P::Move) {
        let Node { position, depth, ply, .. } = node;
        let side: Side = position.side_to_move();
        let bonus = (depth * depth).min(400) as i32 * 32;
        let worker = &mut *self.worker;
        if !position.is_noisy(mv) {
            worker.killers.add(ply, mv);
            if let Ply { slot: Some(slot), .. } = worker.plies[ply as usize]
                && self.options.counter_moves
            {
                worker.counter_moves.set(side, slot, mv);
            }
        }
        worker.history.update(side, position.history_slot(mv), bonus);
        let waiting = &worker.deferred[node.first_deferred..];
        let waits = |mv: &P::Move| waiting.iter().any(|(waiting, _)| waiting == mv);
        for mv in earlier.map(|index| worker.moves.get(index)).filter(|mv| !waits(mv)) {
            worker.history.update(side, position.history_slot(mv), -bonus);
        }
    }
}
