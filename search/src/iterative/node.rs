//! The search below the root, one node at a time. Step numbers refer to `SEARCH.md`.

use super::moves::EarlyMoves;
use super::run::{Run, Window};
use super::selective::Guess;
use crate::contract::{ForcedWin, Hints, Knowledge, Outcome, Position, Score, Side};
use crate::driver::{DEAD_END, Entered, NO_LEAN, Step, Stopped, outcome_score, value_without_moves};
use crate::table::{Bound, Entry};

/// How a node was reached: the parent and the move, `None` for a null move.
pub(super) type Origin<'a, P> = (&'a P, Option<<P as Position>::Move>);

/// A node being searched.
pub(super) struct Node<'a, P> {
    pub(super) position: &'a P,
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// The window at the call.
    pub(super) window: Window,
    /// The index of its first move on the stack.
    pub(super) first: usize,
    /// The index of its first deferred move.
    pub(super) first_deferred: usize,
    /// What its static value says about pruning.
    pub(super) guess: Guess,
}

impl<P> Clone for Node<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Node<'_, P> {}

impl<'a, P> Node<'a, P> {
    fn new(position: &'a P, depth: u32, ply: u32, window: Window) -> Self {
        Self { position, depth, ply, window, first: 0, first_deferred: 0, guess: Guess::default() }
    }

    /// Whether the exact value is wanted, not only a bound.
    pub(super) fn is_open(&self) -> bool {
        self.window.1.value() - self.window.0.value() > 1
    }
}

/// The result of the moves of a node so far.
struct Tally<M> {
    best: Score,
    best_move: Option<M>,
    alpha: Score,
    lean: usize,
    /// The number of moves so far, searched or deferred: the next move's place in the order.
    place: u32,
}

impl<P: Hints, K: Knowledge<P>> Run<'_, P, K> {
    /// Step 1: makes the move `mv` and returns its value for the player who makes it; `None` if repetition
    /// forbids it.
    #[inline]
    pub(super) fn child(
        &mut self,
        parent: &P,
        mv: P::Move,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        if !self.watch.count_node() {
            return Err(Stopped);
        }
        self.made(parent, mv, ply, window, |run, child, window| {
            if run.options.counter_moves {
                run.worker.plies[ply as usize].slot = Some(parent.history_slot(mv) as u32);
            }
            run.node((parent, Some(mv)), child, depth, ply, window)
        })
    }

    /// Makes the move `mv` and returns what `value` makes of the position after it, for the player who makes
    /// the move; `None` if repetition forbids it.
    #[inline]
    pub(super) fn made(
        &mut self,
        parent: &P,
        mv: P::Move,
        ply: u32,
        (alpha, beta): Window,
        value: impl FnOnce(&mut Self, &P, Window) -> Result<Score, Stopped>,
    ) -> Result<Option<Score>, Stopped> {
        let mut child = parent.clone();
        child.play_unchecked(mv);
        self.worker.pv.clear(ply);
        let entered = match self.enter(parent, mv, &child) {
            Ok(entered) => entered,
            Err(value) => return Ok(value),
        };
        let same_side = child.side_to_move() == parent.side_to_move();
        let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        let value = value(self, &child, window);
        self.path.leave(entered);
        match value? {
            DEAD_END => Ok(None),
            value if same_side => Ok(Some(value)),
            value => Ok(Some(-value)),
        }
    }

    /// Adds the child to the path; or gives the value of the move if repetition decides it, `None` if that
    /// forbids it.
    #[inline]
    pub(super) fn enter(&mut self, parent: &P, mv: P::Move, child: &P) -> Result<Entered, Option<Score>> {
        let (index, value) = match self.path.enter(parent, mv, child) {
            Step::Entered(entered) => return Ok(entered),
            Step::Illegal(index) => (index, None),
            Step::Drawn(index) => (index, Some(Score::ZERO)),
        };
        self.lean = index;
        Err(value)
    }

    /// The value of a node for its mover if the value lies within the window, else a bound on it.
    pub(super) fn node(
        &mut self,
        origin: Origin<'_, P>,
        position: &P,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        if self.goes_by_lines() {
            return self.node_by_lines(origin, position, Some(depth), ply, window);
        }
        self.lean = NO_LEAN;
        let window = if self.options.win_distance { within_reach(window, ply) } else { window };
        if window.0 >= window.1 {
            return Ok(window.0);
        }
        if depth == 0 || ply >= self.horizon {
            return self.leaf(origin, position, ply, window);
        }
        self.interior(origin, Node::new(position, depth, ply, window), false)
    }

    /// A node that is not a leaf; `is_known` if the state of what is known has come to it already.
    fn interior(
        &mut self,
        origin: Origin<'_, P>,
        node: Node<'_, P>,
        is_known: bool,
    ) -> Result<Score, Stopped> {
        let Node { position, depth, ply, window, .. } = node;
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
        let first_deferred = self.worker.deferred.len();
        let node = Node { first, first_deferred, ..node };
        let may_pass = origin.1.is_some();
        let value = if is_known {
            self.judge(node, early, may_pass)
        } else {
            self.knowledge.advance(&mut self.state, origin.0, origin.1, position);
            let value = match self.certainty(position, ply) {
                Some(score) => Ok(score),
                None => self.judge(node, early, may_pass),
            };
            self.knowledge.retreat(&mut self.state);
            value
        };
        self.worker.moves.truncate(first);
        value
    }

    /// Steps 6 to 15: judges a node by its static value, and else by its moves.
    #[inline]
    fn judge(
        &mut self,
        node: Node<'_, P>,
        early: EarlyMoves<P::Move>,
        may_pass: bool,
    ) -> Result<Score, Stopped> {
        let node = Node { guess: self.guess(node.position, node.ply), ..node };
        if let Some(value) = self.too_good(node, may_pass)? {
            return Ok(value);
        }
        let node = self.reduced(node, early[0].is_some());
        let Node { position, ply, depth, window, .. } = node;
        self.unless_answered((position, ply, depth, window), |run| run.moves_of_node(node, early))
    }

    /// Step 6: the score of a position whose winner is known for certain.
    #[inline]
    pub(super) fn certainty(&mut self, position: &P, ply: u32) -> Option<Score> {
        if !self.options.knowledge {
            return None;
        }
        let forced_win = self.knowledge.forced_win(position, &mut self.state)?;
        Some(forced_score(forced_win, position.side_to_move(), ply))
    }

    /// Step 3: the value of a node on the horizon, searched a ply further if the mover is to answer a threat
    /// first.
    fn leaf(
        &mut self,
        origin: Origin<'_, P>,
        position: &P,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome_score(outcome, position.side_to_move(), ply));
        }
        self.knowledge.advance(&mut self.state, origin.0, origin.1, position);
        let value = if let Some(score) = self.certainty(position, ply) {
            Ok(score)
        } else if self.must_answer(position, ply) {
            self.interior(origin, Node::new(position, 1, ply, window), true)
        } else if self.options.quiescence {
            self.quiescence(position, ply, window)
        } else {
            Ok(self.static_score(position))
        };
        self.knowledge.retreat(&mut self.state);
        value
    }

    /// Steps 11 to 15: searches the moves of an interior node until one cuts off: first the early moves, then
    /// those on the move stack, which are generated only then if there are early ones.
    pub(super) fn moves_of_node(
        &mut self,
        node: Node<'_, P>,
        mut early: EarlyMoves<P::Move>,
    ) -> Result<Score, Stopped> {
        let Node { position, first, window, .. } = node;
        let own_index = self.path.index_of(position);
        let mut tally = Tally { best: DEAD_END, best_move: None, alpha: window.0, lean: NO_LEAN, place: 0 };
        // Until they are looked for, those of the last node of this ply must not count.
        self.worker.tactics[node.ply as usize].clear();
        let is_complete = self.restrict(node, &mut early);
        let count = early.iter().flatten().count() + self.worker.moves.len() - first;
        let alone = is_complete && count == 1;
        for mv in early.into_iter().flatten() {
            self.try_move(node, (mv, tally.place), alone, &mut tally)?;
            tally.place += 1;
            if tally.alpha >= window.1 {
                self.reward(node, first..first, mv);
                break;
            }
        }
        if tally.alpha < window.1 {
            if !is_complete {
                self.generate(position, early);
            }
            self.find_tactics(position, node.ply);
            self.rank(node);
            let mut next = self.pick(node, first);
            for index in first..self.worker.moves.len() {
                let Some(mv) = next else { break };
                next = self.pick(node, index + 1);
                if self.is_futile(&node, mv, tally.place, tally.best, tally.alpha) {
                    continue;
                }
                let place = tally.place;
                tally.place += 1;
                if place > 0 && self.is_busy(position, &[mv], node.depth) {
                    self.worker.deferred.push((mv, place));
                    continue;
                }
                self.try_move(node, (mv, place), alone, &mut tally)?;
                if tally.alpha >= window.1 {
                    self.reward(node, first..index, mv);
                    break;
                }
            }
            self.try_deferred(node, &mut tally)?;
        }
        if tally.best == DEAD_END {
            tally.best = value_without_moves(position, node.ply);
        }
        let leans = tally.lean < own_index;
        self.lean = if leans { tally.lean } else { NO_LEAN };
        self.store(position, node.ply, node.depth, (tally.best_move, tally.best), window, leans);
        Ok(tally.best)
    }

    /// Searches the deferred moves.
    fn try_deferred(&mut self, node: Node<'_, P>, tally: &mut Tally<P::Move>) -> Result<(), Stopped> {
        for index in node.first_deferred..self.worker.deferred.len() {
            if tally.alpha >= node.window.1 {
                break;
            }
            let (mv, place) = self.worker.deferred[index];
            self.try_move(node, (mv, place), false, tally)?;
            if tally.alpha >= node.window.1 {
                self.reward(node, node.first..node.first, mv);
            }
        }
        self.worker.deferred.truncate(node.first_deferred);
        Ok(())
    }

    /// Step 12: searches a move with its place in the order. After the first move, a null window first asks
    /// only whether the move is better, late in the order with reduced depth.
    #[inline]
    fn try_move(
        &mut self,
        node: Node<'_, P>,
        (mv, place): (P::Move, u32),
        alone: bool,
        tally: &mut Tally<P::Move>,
    ) -> Result<(), Stopped> {
        let parent = node.position;
        let beta = node.window.1;
        let depth = node.depth - 1 + self.extension(node.ply, alone);
        let is_later = tally.best > DEAD_END;
        let reduction = if is_later { self.reduction(&node, mv, place) } else { 0 };
        if is_later {
            self.give_way(node.depth)?;
        }
        let window = (tally.alpha, beta);
        let value = self.while_busy((node.position, &[mv], node.depth), |run| {
            run.scout(parent, mv, (depth, reduction), node.ply + 1, window, is_later)
        })?;
        let Some(value) = value else {
            tally.lean = tally.lean.min(self.lean);
            return Ok(());
        };
        // A cut-off needs no other move's value, so it depends on no other position either.
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

    /// Asks up to three questions about a later move: is it better, at reduced depth; is it better; how good
    /// is it.
    #[inline]
    pub(super) fn scout(
        &mut self,
        parent: &P,
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

    #[inline]
    pub(super) fn probe(&mut self, position: &P, ply: u32) -> Option<Entry<P::Move>> {
        if !self.options.table {
            return None;
        }
        self.table_use.probes += 1;
        let entry = self.table.probe(position.key(), ply);
        self.table_use.hits += u64::from(entry.is_some());
        entry
    }

    /// Step 4: the score of a table entry that answers for the node.
    ///
    /// An entry answers only if it shows that the value lies outside the window. A value inside it belongs to
    /// the principal variation, which would end here.
    #[inline]
    pub(super) fn cutoff(&self, entry: &Entry<P::Move>, depth: u32, (alpha, beta): Window) -> Option<Score> {
        let (bound, score) = entry.value?;
        let fails_high = score >= beta && bound != Bound::Upper;
        let fails_low = score <= alpha && bound != Bound::Lower;
        let deep_enough = if self.options.equal_depth_only {
            entry.depth == depth
        } else {
            // A win or loss proven at one depth is proven at every depth.
            entry.depth >= depth || (fails_high && score.is_win()) || (fails_low && score.is_loss())
        };
        (deep_enough && (fails_high || fails_low)).then_some(score)
    }

    /// Step 15: stores the result in the table.
    pub(super) fn store(
        &mut self,
        position: &P,
        ply: u32,
        depth: u32,
        result: (Option<P::Move>, Score),
        window: Window,
        leans: bool,
    ) {
        self.store_at(position.key(), (ply, depth), result, window, leans);
    }

    /// The same under a key of its own.
    pub(super) fn store_at(
        &mut self,
        key: u64,
        (ply, depth): (u32, u32),
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
        self.table.store(key, ply, entry);
    }
}

/// Step 2: removes from the window the scores that no line through a node `ply` plies from the root can
/// reach, because a win or loss is at least that far away.
#[inline]
pub(super) fn within_reach((alpha, beta): Window, ply: u32) -> Window {
    (alpha.max(Score::loss_in(ply)), beta.min(Score::win_in(ply)))
}

/// The score of a forced win for `side`, `ply` plies from the root.
#[inline]
fn forced_score(forced_win: ForcedWin, side: Side, ply: u32) -> Score {
    outcome_score(Outcome::Win(forced_win.winner), side, ply + forced_win.plies)
}
