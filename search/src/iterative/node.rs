//! The search below the root, one node at a time. The numbers are those of the steps in `SEARCH.md`.

use super::run::{Run, Window};
use super::selective::Guess;
use super::worker::Ply;
use crate::driver::{DEAD_END, NO_LEAN, Step, Stopped, outcome_score, value_without_moves};
use crate::evaluate::{Evaluator, ForcedWin};
use crate::position::{Outcome, Position, Side};
use crate::score::Score;
use crate::table::{Bound, Entry};
use core::ops::ControlFlow;

/// How a node was reached: the parent with its state, and the move. `None` for a null move.
pub(super) type Origin<'a, P, S> = Option<((&'a P, &'a S), <P as Position>::Move)>;

/// The moves of a node that are searched before the others are generated: the table's, if it has one, in the first place.
type EarlyMoves<M> = [Option<M>; 3];

/// A node under way: where it is and what is asked of it.
pub(super) struct Node<'a, P: Position, S> {
    pub(super) position: &'a P,
    pub(super) state: &'a S,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// The window that the node was called with.
    pub(super) window: Window,
    /// Where its moves begin on the stack.
    pub(super) first: usize,
    /// What its static value says about which moves to leave out.
    pub(super) guess: Guess,
}

impl<P: Position, S> Clone for Node<'_, P, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Position, S> Copy for Node<'_, P, S> {}

impl<P: Position, S> Node<'_, P, S> {
    /// Whether an exact value is wanted, not only on which side of a bound it lies.
    pub(super) fn is_open(&self) -> bool {
        self.window.1.value() - self.window.0.value() > 1
    }
}

/// What the moves of a node have come to so far.
struct Tally<M> {
    best: Score,
    best_move: Option<M>,
    alpha: Score,
    lean: usize,
    /// The moves searched.
    searched: u32,
}

impl<P: Position, E: Evaluator<P>> Run<'_, P, E> {
    /// Step 1: makes the move `mv`, and gives its value for the player who makes it. `None` if repetition forbids it.
    #[inline]
    pub(super) fn child(
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
        self.worker.pv.clear(ply);
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
        if self.options.counter_moves {
            self.worker.plies[ply as usize].slot = Some(parent.0.history_slot(mv) as u32);
        }
        let same_side = child.side_to_move() == parent.0.side_to_move();
        let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        let value = self.node(Some((parent, mv)), &child, depth, ply, window);
        self.path.leave(entered);
        match value? {
            DEAD_END => Ok(None),
            value if same_side => Ok(Some(value)),
            value => Ok(Some(-value)),
        }
    }

    /// The value of a node for its mover if it lies within the window, else a bound on it.
    pub(super) fn node(
        &mut self,
        origin: Origin<'_, P, E::State>,
        position: &P,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.lean = NO_LEAN;
        let window = if self.options.win_distance { within_reach(window, ply) } else { window };
        if window.0 >= window.1 {
            return Ok(window.0);
        }
        if depth == 0 || ply >= self.horizon {
            return self.leaf(origin, position, ply, window);
        }
        let entry = self.probe(position, ply);
        if let Some(score) = entry.and_then(|entry| self.cutoff(&entry, depth, window)) {
            self.table_use.cutoffs += 1;
            return Ok(score);
        }
        let early = self.early_moves(position, entry, depth, ply);
        let first = self.worker.moves.len();
        if early == [None; 3]
            && let Some(outcome) = self.generate(position, [None; 3])
        {
            return Ok(outcome_score(outcome, position.side_to_move(), ply));
        }
        let state = self.state(origin, position);
        if self.options.knowledge
            && let Some(forced_win) = self.evaluator.forced_win(position, &state, &mut self.worker.scratch)
        {
            self.worker.moves.truncate(first);
            return Ok(forced_score(forced_win, position.side_to_move(), ply));
        }
        let guess = self.guess(position, &state, ply);
        let node = Node { position, state: &state, depth, ply, window, first, guess };
        let value = match self.too_good(node, origin.is_some())? {
            Some(value) => value,
            None => self.moves_of_node(self.reduced(node, early[0].is_some()), early)?,
        };
        self.worker.moves.truncate(first);
        Ok(value)
    }

    /// The evaluator's state of a position, made out of its parent's where there is one.
    #[inline]
    pub(super) fn state(&mut self, origin: Origin<'_, P, E::State>, position: &P) -> E::State {
        let scratch = &mut self.worker.scratch;
        match origin {
            Some((parent, mv)) => self.evaluator.update(parent, mv, position, scratch),
            None => self.evaluator.start(position, scratch),
        }
    }

    /// Step 3: the value of a node on the horizon.
    fn leaf(
        &mut self,
        origin: Origin<'_, P, E::State>,
        position: &P,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome_score(outcome, position.side_to_move(), ply));
        }
        let state = self.state(origin, position);
        if self.options.knowledge
            && let Some(forced_win) = self.evaluator.forced_win(position, &state, &mut self.worker.scratch)
        {
            return Ok(forced_score(forced_win, position.side_to_move(), ply));
        }
        if self.options.quiescence {
            return self.quiescence((position, &state), ply, window);
        }
        Ok(self.evaluator.evaluate(position, &state, &mut self.worker.scratch))
    }

    /// Step 5: the moves to be searched before the others are generated, all of them legal: the table's and, a ply from the horizon, where
    /// generating and ranking costs about as much as searching, the killers. Where the evaluator names candidates, killers have to wait for them.
    #[inline]
    fn early_moves(
        &self,
        position: &P,
        entry: Option<Entry<P::Move>>,
        depth: u32,
        ply: u32,
    ) -> EarlyMoves<P::Move> {
        let known = entry.and_then(|entry| entry.best).filter(|&mv| position.is_legal(mv));
        if depth > 1 || self.options.knowledge {
            return [known, None, None];
        }
        let killers = self.worker.killers.at(ply);
        let [one, two] = killers.map(|killer| killer.filter(|&mv| killer != known && position.is_legal(mv)));
        [known, one, two]
    }

    /// Steps 11 to 15: searches the moves of an interior node until one is too good: the early ones and then those that stand on the move stack.
    /// These are generated only now if there are early ones.
    fn moves_of_node(
        &mut self,
        node: Node<'_, P, E::State>,
        early: EarlyMoves<P::Move>,
    ) -> Result<Score, Stopped> {
        let Node { position, first, window, .. } = node;
        let own_index = self.path.index_of(position);
        let mut tally =
            Tally { best: DEAD_END, best_move: None, alpha: window.0, lean: NO_LEAN, searched: 0 };
        let alone = early == [None; 3] && self.worker.moves.len() == first + 1;
        for mv in early.into_iter().flatten() {
            self.try_move(node, mv, alone, &mut tally)?;
            if tally.alpha >= window.1 {
                self.reward(node, first..first, mv);
                break;
            }
        }
        if tally.alpha < window.1 {
            if early != [None; 3] {
                self.generate(position, early);
            }
            let alone = self.restrict(node) || alone;
            self.rank(node);
            let mut next = self.pick(node, first);
            for index in first..self.worker.moves.len() {
                let Some(mv) = next else { break };
                next = self.pick(node, index + 1);
                if self.is_futile(&node, mv, tally.searched, tally.best, tally.alpha) {
                    continue;
                }
                self.try_move(node, mv, alone, &mut tally)?;
                if tally.alpha >= window.1 {
                    self.reward(node, first..index, mv);
                    break;
                }
            }
        }
        if tally.best == DEAD_END {
            tally.best = value_without_moves(position, node.ply);
        }
        let leans = tally.lean < own_index;
        self.lean = if leans { tally.lean } else { NO_LEAN };
        self.store(position, node.ply, node.depth, (tally.best_move, tally.best), window, leans);
        Ok(tally.best)
    }

    /// Step 12: the value of a move; where others have been searched before, first by a null window that asks only whether it is better,
    /// and there, late in the order, less deep.
    #[inline]
    fn try_move(
        &mut self,
        node: Node<'_, P, E::State>,
        mv: P::Move,
        alone: bool,
        tally: &mut Tally<P::Move>,
    ) -> Result<(), Stopped> {
        let parent = (node.position, node.state);
        let beta = node.window.1;
        let depth = node.depth - 1 + self.extension(node.ply, alone);
        let is_later = tally.best > DEAD_END;
        let reduction = if is_later { self.reduction(&node, mv, tally.searched) } else { 0 };
        let value =
            self.scout(parent, mv, (depth, reduction), node.ply + 1, (tally.alpha, beta), is_later)?;
        tally.searched += 1;
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
                self.worker.pv.extend(node.ply, mv);
            }
        }
        Ok(())
    }

    /// The three questions about a move that is not the first: is it better, asked less deep; is it better; how good is it.
    #[inline]
    pub(super) fn scout(
        &mut self,
        parent: (&P, &E::State),
        mv: P::Move,
        (depth, reduction): (u32, u32),
        ply: u32,
        (alpha, beta): Window,
        is_later: bool,
    ) -> Result<Option<Score>, Stopped> {
        let above_alpha = Score::raw(alpha.value() + 1);
        if reduction > 0 {
            let value = self.child(parent, mv, depth.saturating_sub(reduction), ply, (alpha, above_alpha))?;
            if value.is_none_or(|value| value <= alpha) {
                return Ok(value);
            }
        }
        if is_later && above_alpha < beta {
            let value = self.child(parent, mv, depth, ply, (alpha, above_alpha))?;
            if value.is_none_or(|value| value <= alpha || value >= beta) {
                return Ok(value);
            }
        }
        self.child(parent, mv, depth, ply, (alpha, beta))
    }

    /// Puts all moves but the early ones on the stack, in no order yet; or gives the outcome, if there is one.
    #[inline]
    fn generate(&mut self, position: &P, early: EarlyMoves<P::Move>) -> Option<Outcome> {
        let moves = &mut self.worker.moves;
        position.expand(&mut |mv| {
            if !early.contains(&Some(mv)) {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        })
    }

    /// Gives the moves of a node their places in the order.
    #[inline]
    fn rank(&mut self, node: Node<'_, P, E::State>) {
        const KILLER: i32 = 6_000;
        const COUNTER: i32 = 3_000;
        let Node { position, state, ply, first, .. } = node;
        let side = position.side_to_move();
        let worker = &mut *self.worker;
        let priority = self.evaluator.priorities(position, state);
        let history = worker.history.of(side);
        let killers = worker.killers.at(ply);
        let answered = worker.plies[ply as usize].slot.filter(|_| self.options.counter_moves);
        let counter = answered.and_then(|slot| worker.counter_moves.to(side, slot));
        worker.moves.rank(first, |mv| {
            let killer = if killers.contains(&Some(mv)) { KILLER } else { 0 };
            let counter = if counter == Some(mv) { COUNTER } else { 0 };
            priority(mv) + history[position.history_slot(mv)] + killer + counter
        });
    }

    /// The best of the moves from `index` of the stack on, if there is one, with the table asked for what it leads to: that takes about
    /// as long as it takes to search the move before it.
    ///
    /// A ply from the horizon, where none of the first eight was too good, the rest come as they stand: finding the best would take longer
    /// than it could save.
    #[inline]
    fn pick(&mut self, node: Node<'_, P, E::State>, index: usize) -> Option<P::Move> {
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

    /// Step 14: remembers that `mv` refuted a node, and that the moves tried before it, in `earlier` of the stack, did not.
    fn reward(&mut self, node: Node<'_, P, E::State>, earlier: core::ops::Range<usize>, mv: P::Move) {
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
        for index in earlier {
            worker.history.update(side, position.history_slot(worker.moves.get(index)), -bonus);
        }
    }

    #[inline]
    fn probe(&mut self, position: &P, ply: u32) -> Option<Entry<P::Move>> {
        if !self.options.table {
            return None;
        }
        self.table_use.probes += 1;
        let entry = self.table.probe(position.key(), ply);
        self.table_use.hits += u64::from(entry.is_some());
        entry
    }

    /// Step 4: the score of an entry that makes searching the node needless.
    ///
    /// An entry answers only by showing that the value lies outside the window: where it lies inside, the node is part of the
    /// principal variation, which would end here.
    #[inline]
    pub(super) fn cutoff(&self, entry: &Entry<P::Move>, depth: u32, (alpha, beta): Window) -> Option<Score> {
        let (bound, score) = entry.value?;
        let fails_high = score >= beta && bound != Bound::Upper;
        let fails_low = score <= alpha && bound != Bound::Lower;
        let deep_enough = if self.options.equal_depth_only {
            entry.depth == depth
        } else {
            // A win or loss that is proven at one depth is proven at all.
            entry.depth >= depth || (fails_high && score.is_win()) || (fails_low && score.is_loss())
        };
        (deep_enough && (fails_high || fails_low)).then_some(score)
    }

    /// Step 15: writes to the table what was learnt.
    pub(super) fn store(
        &mut self,
        position: &P,
        ply: u32,
        depth: u32,
        (best, score): (Option<P::Move>, Score),
        (alpha, beta): Window,
        leans: bool,
    ) {
        if !self.options.table || (leans && best.is_none()) || score == DEAD_END {
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
        self.table.store(position.key(), ply, entry);
    }
}

/// Step 2: the window without what no line through a node `ply` plies from the root can reach, because a win or loss is that far away
/// at least.
#[inline]
fn within_reach((alpha, beta): Window, ply: u32) -> Window {
    (alpha.max(Score::loss_in(ply)), beta.min(Score::win_in(ply)))
}

/// The score of a forced win for `side`, `ply` plies from the root.
#[inline]
fn forced_score(forced_win: ForcedWin, side: Side, ply: u32) -> Score {
    outcome_score(Outcome::Win(forced_win.winner), side, ply + forced_win.plies)
}
