//! The search below the root: one node, its moves, and what the table says and learns of it.

use super::{Iterative, Run, Window};
use crate::driver::{DEAD_END, NO_LEAN, Step, Stopped, outcome_score, value_without_moves};
use crate::evaluate::Evaluator;
use crate::position::{Outcome, Position, Side};
use crate::score::Score;
use crate::table::{Bound, Entry};
use core::ops::ControlFlow;

/// What the moves of a node have come to so far.
struct Tally<M> {
    best: Score,
    best_move: Option<M>,
    alpha: Score,
    lean: usize,
}

impl<P: Position, E: Evaluator<P>> Run<'_, P, E> {
    /// The value of a move; where others have been tried before, first by a null window that asks only whether it is better.
    #[inline]
    pub(super) fn scout(
        &mut self,
        parent: (&P, &E::State),
        mv: P::Move,
        depth: u32,
        ply: u32,
        (alpha, beta): Window,
        is_later: bool,
    ) -> Result<Option<Score>, Stopped> {
        let above_alpha = Score::raw(alpha.value() + 1);
        if is_later && above_alpha < beta {
            let value = self.child(parent, mv, depth, ply, (alpha, above_alpha))?;
            if value.is_none_or(|value| value <= alpha || value >= beta) {
                return Ok(value);
            }
        }
        self.child(parent, mv, depth, ply, (alpha, beta))
    }

    /// The value of the move `mv` for the player who makes it. `None` if repetition forbids it.
    #[inline]
    fn child(
        &mut self,
        parent: (&P, &E::State),
        mv: P::Move,
        depth: u32,
        ply: u32,
        (alpha, beta): Window,
    ) -> Result<Option<Score>, Stopped> {
        if !self.watch.count_node() {
            return Err(Stopped);
        }
        let mut child = parent.0.clone();
        child.play(mv);
        self.search.pv.clear(ply);
        let entered = match self.path.enter(parent.0, mv, &child) {
            Step::Illegal(index) => {
                self.lean = index;
                return Ok(None);
            }
            Step::Drawn(index) => {
                self.lean = index;
                return Ok(Some(Score::ZERO));
            }
            Step::Entered(entered) => entered,
        };
        let same_side = child.side_to_move() == parent.0.side_to_move();
        let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        let value = self.node(parent, mv, &child, depth, ply, window);
        self.path.leave(entered);
        match value? {
            DEAD_END => Ok(None),
            value if same_side => Ok(Some(value)),
            value => Ok(Some(-value)),
        }
    }

    /// The value of a node for its mover if it lies within the window, else a bound on it.
    fn node(
        &mut self,
        parent: (&P, &E::State),
        mv: P::Move,
        position: &P,
        depth: u32,
        ply: u32,
        (alpha, beta): Window,
    ) -> Result<Score, Stopped> {
        self.lean = NO_LEAN;
        if depth == 0 {
            return Ok(self.leaf(parent, mv, position, ply));
        }
        let entry = self.probe(position, ply);
        if let Some(score) = entry.and_then(|entry| self.cutoff(&entry, depth, (alpha, beta))) {
            self.table_use.cutoffs += 1;
            return Ok(score);
        }
        let known = entry.and_then(|entry| entry.best).filter(|&mv| position.is_legal(mv));
        let first = self.search.moves.len();
        if known.is_none()
            && let Some(outcome) = self.generate(position, None)
        {
            return Ok(outcome_score(outcome, position.side_to_move(), ply));
        }
        let state = self.search.evaluator.update(parent, mv, position, &mut self.search.scratch);
        let value = self.moves_of_node((position, &state), known, first, depth, ply, (alpha, beta));
        self.search.moves.truncate(first);
        value
    }

    fn leaf(&mut self, parent: (&P, &E::State), mv: P::Move, position: &P, ply: u32) -> Score {
        if let Some(outcome) = position.outcome() {
            return outcome_score(outcome, position.side_to_move(), ply);
        }
        let Iterative { evaluator, scratch, .. } = &mut *self.search;
        let state = evaluator.update(parent, mv, position, scratch);
        evaluator.evaluate(position, &state, scratch)
    }

    /// Searches the moves of an interior node until one is too good: the table's move, before the others are generated, or else those
    /// that stand on the move stack from `first` on.
    fn moves_of_node(
        &mut self,
        node: (&P, &E::State),
        known: Option<P::Move>,
        first: usize,
        depth: u32,
        ply: u32,
        (lower, beta): Window,
    ) -> Result<Score, Stopped> {
        let position = node.0;
        let own_index = self.path.index_of(position);
        let mut tally = Tally { best: DEAD_END, best_move: None, alpha: lower, lean: NO_LEAN };
        if let Some(mv) = known {
            self.try_move(node, mv, depth, ply, beta, &mut tally)?;
            if tally.alpha >= beta {
                self.reward(position, depth, ply, first..first, mv);
            } else {
                self.generate(position, known);
            }
        }
        if tally.alpha < beta {
            self.rank(node, ply, first);
            for index in first..self.search.moves.len() {
                let mv = self.search.moves.pick(index);
                self.try_move(node, mv, depth, ply, beta, &mut tally)?;
                if tally.alpha >= beta {
                    self.reward(position, depth, ply, first..index, mv);
                    break;
                }
            }
        }
        if tally.best == DEAD_END {
            tally.best = value_without_moves(position, ply);
        }
        let leans = tally.lean < own_index;
        self.lean = if leans { tally.lean } else { NO_LEAN };
        self.store(position, ply, depth, (tally.best_move, tally.best), (lower, beta), leans);
        Ok(tally.best)
    }

    #[inline]
    fn try_move(
        &mut self,
        node: (&P, &E::State),
        mv: P::Move,
        depth: u32,
        ply: u32,
        beta: Score,
        tally: &mut Tally<P::Move>,
    ) -> Result<(), Stopped> {
        let value = self.scout(node, mv, depth - 1, ply + 1, (tally.alpha, beta), tally.best > DEAD_END)?;
        let Some(value) = value else {
            tally.lean = tally.lean.min(self.lean);
            return Ok(());
        };
        // A cut-off needs no other move's value, so it leans on nothing else either.
        tally.lean = if value >= beta { self.lean } else { tally.lean.min(self.lean) };
        if value > tally.best {
            tally.best = value;
            if value > tally.alpha {
                tally.alpha = value;
                tally.best_move = Some(mv);
                self.search.pv.extend(ply, mv);
            }
        }
        Ok(())
    }

    /// Puts all moves but `known` on the stack, in no order yet; or gives the outcome, if there is one.
    #[inline]
    fn generate(&mut self, position: &P, known: Option<P::Move>) -> Option<Outcome> {
        let moves = &mut self.search.moves;
        position.expand(&mut |mv| {
            if Some(mv) != known {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        })
    }

    /// Gives the moves from `first` on their places in the order.
    #[inline]
    fn rank(&mut self, (position, state): (&P, &E::State), ply: u32, first: usize) {
        const KILLER: i32 = 6_000;
        let Iterative { evaluator, moves, killers, history, .. } = &mut *self.search;
        let priority = evaluator.priorities(position, state);
        let history = history.of(position.side_to_move());
        let killers = killers.at(ply);
        moves.rank(first, |mv| {
            let killer = if killers.contains(&Some(mv)) { KILLER } else { 0 };
            priority(mv) + history[position.history_slot(mv)] + killer
        });
    }

    /// Remembers that `mv` refuted a node, and that the moves tried before it, in `earlier` of the stack, did not.
    fn reward(&mut self, position: &P, depth: u32, ply: u32, earlier: core::ops::Range<usize>, mv: P::Move) {
        let side: Side = position.side_to_move();
        let bonus = (depth * depth).min(400) as i32 * 4;
        let Iterative { moves, killers, history, .. } = &mut *self.search;
        if !position.is_noisy(mv) {
            killers.add(ply, mv);
        }
        history.update(side, position.history_slot(mv), bonus);
        for index in earlier {
            history.update(side, position.history_slot(moves.get(index)), -bonus);
        }
    }

    #[inline]
    fn probe(&mut self, position: &P, ply: u32) -> Option<Entry<P::Move>> {
        if !self.search.options.table {
            return None;
        }
        self.table_use.probes += 1;
        let entry = self.search.table.probe(position.key(), ply);
        self.table_use.hits += u64::from(entry.is_some());
        entry
    }

    /// The score of an entry that makes searching the node needless.
    ///
    /// An entry answers only by showing that the value lies outside the window: where it lies inside, the node is part of the
    /// principal variation, which would end here.
    #[inline]
    fn cutoff(&self, entry: &Entry<P::Move>, depth: u32, (alpha, beta): Window) -> Option<Score> {
        let (bound, score) = entry.value?;
        let fails_high = score >= beta && bound != Bound::Upper;
        let fails_low = score <= alpha && bound != Bound::Lower;
        let deep_enough = if self.search.options.equal_depth_only {
            entry.depth == depth
        } else {
            // A win or loss that is proven at one depth is proven at all.
            entry.depth >= depth || (fails_high && score.is_win()) || (fails_low && score.is_loss())
        };
        (deep_enough && (fails_high || fails_low)).then_some(score)
    }

    pub(super) fn store(
        &mut self,
        position: &P,
        ply: u32,
        depth: u32,
        (best, score): (Option<P::Move>, Score),
        (alpha, beta): Window,
        leans: bool,
    ) {
        if !self.search.options.table || (leans && best.is_none()) || score == DEAD_END {
            return;
        }
        let bound = if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = if leans {
            Entry { best, value: None, depth: 0 }
        } else {
            Entry { best, value: Some((bound, score)), depth }
        };
        self.table_use.stores += 1;
        self.search.table.store(position.key(), ply, entry);
    }
}
