//! Selective features: what the search leaves out without proof. Each is an option of
//! [`SearchOptions`](crate::SearchOptions) and a step of `SEARCH.md`.
//!
//! None affects proven results: a position counts as lost only if every move was searched and lost.

use super::moves::EarlyMoves;
use super::node::Node;
use super::run::Run;
use super::worker::Worker;
use crate::contract::{Hints, Knowledge, Parameter, Score};
use crate::driver::{DEAD_END, Stopped};
use core::ops::ControlFlow;

/// What the static value of a node says before any move is searched.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Guess {
    /// The static value for the mover, if it was computed.
    pub(super) value: Option<i32>,
    /// Whether it is better than when this player was last to move.
    pub(super) improving: bool,
}

/// The greatest depth at which futility prunes.
const FUTILITY_DEPTH: u32 = 4;
/// The greatest depth at which late quiet moves are skipped.
const LATE_MOVE_DEPTH: u32 = 3;
/// The least depth of a null move, of an internal reduction, of a reduced move.
const NULL_DEPTH: u32 = 3;
const INTERNAL_DEPTH: u32 = 4;
const REDUCTION_DEPTH: u32 = 3;

impl<P: Hints, K: Knowledge<P>> Run<'_, P, K> {
    /// Step 6: computes the static value if a later step needs it, and whether it has improved.
    #[inline]
    pub(super) fn guess(&mut self, position: &P, ply: u32) -> Guess {
        if !self.options.prunes() {
            return Guess::default();
        }
        let value = self.static_score(position).value();
        let first_moves = position.side_to_move() == crate::contract::Side::First;
        let plies = &mut self.worker.plies;
        plies[ply as usize].static_value = Some(value);
        plies[ply as usize].first_moves = first_moves;
        let before =
            plies[..ply as usize].iter().rev().take(8).find(|before| before.first_moves == first_moves);
        let improving = before.and_then(|before| before.static_value).is_none_or(|before| value > before);
        Guess { value: Some(value), improving }
    }

    /// The static value of the position that the search has come to.
    #[inline]
    pub(super) fn static_score(&mut self, position: &P) -> Score {
        let Some(key) = self.knowledge.value_key(position) else {
            return self.knowledge.evaluate(position, &mut self.state);
        };
        if let Some(score) = self.worker.values.get(key) {
            return score;
        }
        let score = self.knowledge.evaluate(position, &mut self.state);
        self.worker.values.set(key, score);
        score
    }

    /// Steps 7 and 8: the score of a node that is too good to be searched. A guess is never a proven score,
    /// and is not made about one.
    #[inline]
    pub(super) fn too_good(&mut self, node: Node<'_, P>, may_pass: bool) -> Result<Option<Score>, Stopped> {
        let beta = node.window.1;
        let Some(value) = node.guess.value.filter(|&value| value >= beta.value()) else { return Ok(None) };
        if node.is_open() || beta.is_decisive() {
            return Ok(None);
        }
        let depth = node.depth as i32 - i32::from(node.guess.improving);
        if node.depth <= FUTILITY_DEPTH && self.exceeds(value, self.margin * depth, beta) {
            return Ok(Some(Score::heuristic(value)));
        }
        if self.options.null_move && may_pass && node.depth >= NULL_DEPTH {
            return self.null_move(node);
        }
        Ok(None)
    }

    /// Whether a value lies so far above the window that no move is expected to lose that much.
    pub(super) const fn exceeds(&self, value: i32, margin: i32, beta: Score) -> bool {
        self.options.reverse_futility && self.margin > 0 && value - margin >= beta.value()
    }

    /// Step 8: lets the opponent move twice (Beal 1989; Goetsch and Campbell 1990; Donninger 1993). If a
    /// reduced search finds the position still too good, the node is cut off.
    fn null_move(&mut self, node: Node<'_, P>) -> Result<Option<Score>, Stopped> {
        let reduction = (self.parameters.get(Parameter::NullReduction) as u32 + 25 * node.depth) / 100;
        let depth = node.depth - 1 - reduction.min(node.depth - 1);
        self.pass(node.position, depth, node.ply + 1, node.window.1)
    }

    /// The score after a pass, so deep and at this ply, if it is not below beta.
    pub(super) fn pass(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let Some(passed) = position.null_move() else { return Ok(None) };
        if passed.outcome().is_some() {
            return Ok(None);
        }
        if !self.watch.count_node() {
            return Err(Stopped);
        }
        let below_beta = Score::raw(beta.value() - 1);
        self.worker.pv.clear(ply);
        self.worker.plies[ply as usize].slot = None;
        let entered = self.path.enter_null(&passed);
        let value = self.node((position, None), &passed, depth, ply, (-beta, -below_beta));
        self.path.leave(entered);
        let value = value?;
        if value == DEAD_END || -value < beta {
            return Ok(None);
        }
        // A win that begins with a pass is not a proof.
        Ok(Some(if value.is_decisive() { beta } else { -value }))
    }

    /// Step 9: reduces a node without a table move by one ply; the next iteration knows more ("internal
    /// iterative reduction", Rebel, after Schroeder).
    #[inline]
    pub(super) fn reduced<'a>(&self, node: Node<'a, P>, has_table_move: bool) -> Node<'a, P> {
        let reduces = self.options.internal_reductions && !has_table_move && node.depth >= INTERNAL_DEPTH;
        Node { depth: node.depth - u32::from(reduces), ..node }
    }

    /// Step 10: keeps only the candidates among the moves, where the knowledge names them, the table's move
    /// included. Returns whether all moves that are not early are on the stack.
    ///
    /// Where candidates are named, they are counted before the first move is searched, at the price of
    /// generating them: a single one is searched deeper.
    #[inline]
    pub(super) fn restrict(&mut self, node: Node<'_, P>, early: &mut EarlyMoves<P::Move>) -> bool {
        let is_complete = *early == [None; 3];
        if !self.options.knowledge {
            return is_complete;
        }
        let Some(candidates) = self.knowledge.candidates(node.position, &mut self.state) else {
            return is_complete;
        };
        let moves = &mut self.worker.moves;
        if !is_complete {
            let _ = node.position.generate(&mut |mv| {
                if !early.contains(&Some(mv)) {
                    moves.push(mv);
                }
                ControlFlow::Continue(())
            });
        }
        let is_one = candidates.is_one;
        *early = early.map(|mv| mv.filter(|&mv| is_one(mv)));
        if !moves.retain(node.first, is_one) && *early != [None; 3] {
            moves.truncate(node.first);
        }
        true
    }

    /// Step 11: whether to skip a quiet move near the horizon, because enough moves come before it or the
    /// position is too bad for a quiet move to help.
    #[inline]
    pub(super) fn is_futile(
        &self,
        node: &Node<'_, P>,
        mv: P::Move,
        place: u32,
        best: Score,
        alpha: Score,
    ) -> bool {
        if best == DEAD_END || best.is_loss() || node.depth > FUTILITY_DEPTH || node.is_open() {
            return false;
        }
        let late = (3 + 3 * node.depth * node.depth) * self.parameters.get(Parameter::LateMoves) as u32 / 100;
        let late = if node.guess.improving { late } else { late / 2 };
        let is_late = self.options.late_move_pruning && node.depth <= LATE_MOVE_DEPTH && place >= late;
        let is_hopeless = self.options.futility
            && self.margin > 0
            && node
                .guess
                .value
                .is_some_and(|value| value + self.margin * (1 + node.depth as i32) <= alpha.value());
        (is_late || is_hopeless) && !self.is_tactical(node, mv)
    }

    /// Step 12: the reduction of a later move in plies (after Heinz 1999 and Romstad).
    #[inline]
    pub(super) fn reduction(&mut self, node: &Node<'_, P>, mv: P::Move, place: u32) -> u32 {
        const FIRST_MOVES: u32 = 2;
        if !self.options.late_move_reductions
            || node.depth < REDUCTION_DEPTH
            || place < FIRST_MOVES
            || self.is_tactical(node, mv)
            || (self.options.threats && self.knowledge.threatens(node.position, &mut self.state, mv))
        {
            return 0;
        }
        let side = node.position.side_to_move();
        let history = self.worker.history.of(side)[node.position.history_slot(mv)];
        let of = |parameter| self.parameters.get(parameter);
        let growth = PRODUCTS[node.depth.min(31) as usize][place.min(63) as usize];
        // In units of 1/65 536 ply, rounded down.
        let base = (of(Parameter::ReductionBase) << 16) / 100;
        let mut reduction = (base + growth * of(Parameter::ReductionSlope) / 100) >> 16;
        reduction -= i32::from(node.is_open());
        reduction -= history * of(Parameter::ReductionHistory) / (100 * crate::ordering::HistoryTable::LIMIT);
        reduction -= i32::from(self.worker.killers.at(node.ply).contains(&Some(mv)));
        reduction += i32::from(!node.guess.improving && self.options.prunes());
        reduction.clamp(0, node.depth as i32 - 2) as u32
    }

    /// Extends a node with a single move by one ply, as long as the line is shorter than twice the depth.
    #[inline]
    pub(super) fn extension(&self, ply: u32, alone: bool) -> u32 {
        u32::from(alone && self.options.knowledge && ply < self.longest_line)
    }

    /// Step 3, at the horizon: whether the mover has to answer a threat before the position is evaluated.
    #[inline]
    pub(super) fn must_answer(&mut self, position: &P, ply: u32) -> bool {
        self.options.threats
            && ply < self.longest_line
            && self.knowledge.is_threatened(position, &mut self.state)
    }

    /// Step 3, at the horizon: searches noisy moves, and those that begin such ones, until none is left; a
    /// player may also stand pat.
    pub(super) fn quiescence(
        &mut self,
        position: &P,
        ply: u32,
        (mut alpha, beta): (Score, Score),
    ) -> Result<Score, Stopped> {
        let mut best = self.static_score(position);
        if best >= beta || ply >= self.horizon {
            return Ok(best);
        }
        alpha = alpha.max(best);
        let first = self.worker.moves.len();
        self.find_tactics(position, ply);
        let Worker { moves, tactics, .. } = &mut *self.worker;
        let tactics = &tactics[ply as usize];
        let _ = position.generate(&mut |mv| {
            if position.is_noisy(mv) || tactics.contains(&mv) {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        });
        let priority = self.knowledge.priorities(position, &mut self.state);
        self.worker.moves.rank(first, priority);
        let mut lean = crate::driver::NO_LEAN;
        for index in first..self.worker.moves.len() {
            let mv = self.worker.moves.pick(first, index);
            let value = self.child(position, mv, 0, ply + 1, (alpha, beta))?;
            lean = lean.min(self.lean);
            let Some(value) = value else { continue };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.worker.moves.truncate(first);
        self.lean = lean;
        Ok(best)
    }
}

/// `ln(depth) x ln(moves)` in units of 1/65 536, by depth and number of earlier moves: what a late-move
/// reduction grows with in most programs.
static PRODUCTS: [[i32; 64]; 32] = {
    let mut table = [[0; 64]; 32];
    let mut depth = 1;
    while depth < 32 {
        let mut moves = 1;
        while moves < 64 {
            table[depth][moves] = LOGARITHMS[depth] as i32 * LOGARITHMS[moves] as i32;
            moves += 1;
        }
        depth += 1;
    }
    table
};

/// Natural logarithms of 0 to 63 in units of 1/256, of 0 taken as 0.
static LOGARITHMS: [u16; 64] = {
    let mut table = [0; 64];
    let mut number = 1;
    while number < 64 {
        table[number] = logarithm(number as u64);
        number += 1;
    }
    table
};

/// The natural logarithm of a number in units of 1/256: the sum of the harmonic differences `1/k`, by the
/// trapezoid rule.
const fn logarithm(number: u64) -> u16 {
    const STEPS: u64 = 64;
    let mut sum = 0;
    let mut step = 0;
    while step < (number - 1) * STEPS {
        // The slope of the logarithm in the middle of the step.
        sum += (1 << 32) / (2 * STEPS + 2 * step + 1) * 2;
        step += 1;
    }
    ((sum + (1 << 23)) >> 24) as u16
}
