//! The search by lines: a node's moves are whole lines of a turn that serve a purpose, and after them all
//! single moves (after Wu, "Designing a Winning Arimaa Program", 2015).
//!
//! | at a node | in this order |
//! |---|---|
//! | the table's line, killers | as long as they were when they were found |
//! | lines that gain ([`Purpose::Gain`]) | cost as much depth as they have moves |
//! | lines that guard, threaten, attack, press, go on or end the turn | the same; candidates under a threat |
//! | all moves ([`Purpose::Plain`]) | one ply more, unless they prove better |
//!
//! A certain win that the knowledge sees beyond the turn ([`Knowledge::look_ahead`]) ends a node.
//!
//! On the horizon the turn goes on with lines that serve a purpose, as far as the [`Stage`] asks, or the
//! position is judged as it stands. Lines in vain ([`Hints::is_in_vain`]) are skipped. Within a turn of the
//! horizon, [`Quiet`] lines are skipped where the value is too low for them to matter, and a node whose value
//! is too high is left; late single moves are skipped a little farther from it too, and then reduced. Nothing
//! else is.

mod find;
mod horizon;

use super::node::Origin;
use super::run::{Run, Window};
use crate::contract::{Hints, Knowledge, Outcome, Purpose, Score};
use crate::driver::{DEAD_END, Entered, NO_LEAN, Stopped, outcome_score, value_without_moves};
use horizon::Stage;
use smallvec::SmallVec;

/// The moves of the longest line that is tried.
pub(super) const LONGEST_LINE: usize = 16;

/// Of the single moves of a node, so many are tried as the others are; later ones are passed over, or
/// searched less deep at first.
const EARLY: usize = 8;

/// The least depth at which later ones are tried.
const LATE_DEPTH: u32 = 6;

/// How much less deep that is, beside the ply by which all single moves are.
const LATE_REDUCTION: u32 = 2;

/// The moves of a line.
pub(super) type Moves<M> = SmallVec<[M; 4]>;

/// A line at a node, with its rank among those found with it: greater is earlier.
#[derive(Clone, Debug)]
pub(super) struct Ranked<M> {
    moves: Moves<M>,
    rank: i32,
    /// What it costs beside its moves.
    more: u32,
}

/// Lines that gain nothing, by how much they may improve a position: in per cent of the margin of futility
/// pruning.
#[derive(Clone, Copy)]
enum Quiet {
    /// They serve another purpose.
    Line = 40,
    /// They are single moves.
    Move = 16,
}

impl Quiet {
    /// How much that is, of this margin.
    const fn gain(self, margin: i32) -> i32 {
        margin * self as i32 / 100
    }
}

/// What comes after a line.
#[derive(Clone, Copy)]
enum Ahead {
    /// A node; the one before it has this depth, of which so much more is taken than the line costs.
    Node { depth: u32, more: u32 },
    /// The horizon, at the stage that is under way.
    Horizon(Stage),
}

/// The result of the lines of a node so far.
struct Tally<M> {
    best: Score,
    best_line: Moves<M>,
    alpha: Score,
    lean: usize,
    /// The number of lines searched.
    count: u32,
}

impl<M> Tally<M> {
    fn new(alpha: Score) -> Self {
        Self { best: DEAD_END, best_line: Moves::new(), alpha, lean: NO_LEAN, count: 0 }
    }
}

impl<P: Hints, K: Knowledge<P>> Run<'_, P, K> {
    /// The value of a node for its mover if it lies within the window, else a bound on it. `depth` is `None`
    /// beyond the horizon.
    pub(super) fn node_by_lines(
        &mut self,
        origin: Origin<'_, P>,
        position: &P,
        depth: Option<u32>,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.judged(origin, position, ply, window, |run, is_threatened, window| {
            let begins = origin.0.side_to_move() != position.side_to_move();
            let extends = begins && is_threatened && depth.is_some() && ply < run.longest_line;
            match depth.unwrap_or(0) + u32::from(extends) {
                0 => {
                    let stage = Stage::beginning(begins);
                    run.horizon_by_lines(position, stage, is_threatened, ply, window)
                }
                depth => {
                    let may_pass = begins && !is_threatened && origin.1.is_some();
                    run.unless_answered((position, ply, depth, window), |run| {
                        run.lines_of_node(position, depth, ply, window, (is_threatened, may_pass))
                    })
                }
            }
        })
    }

    /// The outcome of a position, a certain win, or what `value` makes of it, of whether the mover is
    /// threatened, and of the window that is left.
    fn judged(
        &mut self,
        origin: Origin<'_, P>,
        position: &P,
        ply: u32,
        window: Window,
        value: impl FnOnce(&mut Self, bool, Window) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        self.lean = NO_LEAN;
        let window = if self.options.win_distance { super::node::within_reach(window, ply) } else { window };
        if window.0 >= window.1 {
            return Ok(window.0);
        }
        if let Some(outcome) = position.outcome() {
            return Ok(outcome_score(outcome, position.side_to_move(), ply));
        }
        self.knowledge.advance(&mut self.state, origin.0, origin.1, position);
        let value = match self.certainty(position, ply) {
            Some(score) => Ok(score),
            None if ply >= self.horizon => Ok(self.static_score(position)),
            None => {
                let is_threatened = self.knowledge.is_threatened(position, &mut self.state);
                value(self, is_threatened, window)
            }
        };
        self.knowledge.retreat(&mut self.state);
        value
    }

    /// A node that is not on the horizon.
    fn lines_of_node(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        window: Window,
        (is_threatened, may_pass): (bool, bool),
    ) -> Result<Score, Stopped> {
        let entry = self.probe(position, ply);
        if let Some(score) = entry.and_then(|entry| self.cutoff(&entry, depth, window)) {
            self.table_use.cutoffs += 1;
            return Ok(score);
        }
        // The sums of a network follow the line step by step: the value is seldom needed by itself.
        let value = self.static_score(position);
        if self.options.null_move
            && may_pass
            && depth > self.turn_length
            && value >= window.1
            && !window.1.is_decisive()
            && let Some(score) = self.pass_turn(position, depth, ply, window.1)?
        {
            return Ok(score);
        }
        if self.is_too_good(depth, value, window.1) && !is_threatened {
            return Ok(value);
        }
        let own_index = self.path.index_of(position);
        let mut tally = Tally::new(window.0);
        let first = self.worker.lines.len();
        for step in 0..4 {
            let begin = self.worker.lines.len();
            let quiet = if step == 3 { Quiet::Move } else { Quiet::Line };
            // A threat is looked at first, a win of the mover's only where lines that are known do not do.
            let looks = step == u32::from(!is_threatened);
            if looks && self.look_ahead((position, ply), window.1, &mut tally) {
                break;
            }
            if step > 1
                && !is_threatened
                && depth < self.turn_length
                && let Some(bound) = self.hopeless(|_| value, quiet, tally.alpha)
            {
                tally.best = tally.best.max(bound);
                break;
            }
            match step {
                0 => self.find_known_lines(position, entry, ply),
                1 => self.find_lines(position, &[Purpose::Gain], false),
                2 if is_threatened => self.find_candidates(position),
                2 => {
                    use Purpose::{Attack, Follow, Guard, Press, Rest, Threat};
                    self.find_lines(position, &[Guard, Threat, Attack, Press, Follow, Rest], true);
                }
                _ if is_threatened => {}
                _ => self.find_plain_lines(position),
            }
            if self.try_lines((position, depth, ply), (first, begin), window.1, &mut tally)? {
                break;
            }
        }
        self.worker.lines.truncate(first);
        if tally.best == DEAD_END {
            tally.best = value_without_moves(position, ply);
        }
        let leans = tally.lean < own_index;
        self.lean = if leans { tally.lean } else { NO_LEAN };
        self.store_line(position, (ply, depth), &tally.best_line, tally.best, window, leans);
        Ok(tally.best)
    }

    /// Notes a certain win of either side that the knowledge sees beyond the turn. Returns whether it does.
    fn look_ahead(&mut self, (position, ply): (&P, u32), beta: Score, tally: &mut Tally<P::Move>) -> bool {
        let mut turn = Moves::new();
        let visit = &mut |moves: &[P::Move]| turn = Moves::from_slice(moves);
        let Some(win) = self.knowledge.look_ahead(position, &mut self.state, visit) else { return false };
        let score = outcome_score(Outcome::Win(win.winner), position.side_to_move(), ply + win.plies);
        self.lean = NO_LEAN;
        self.worker.pv.clear(ply + turn.len() as u32);
        self.note_value((position, ply), &turn, Some(score), beta, tally);
        true
    }

    /// Whether a value near the horizon exceeds the window by a margin (reverse futility pruning).
    fn is_too_good(&self, depth: u32, value: Score, beta: Score) -> bool {
        let is_heuristic = !value.is_decisive() && !beta.is_decisive();
        let margin = Quiet::Line.gain(self.margin);
        depth < self.turn_length && is_heuristic && self.exceeds(value.value(), margin, beta)
    }

    /// A bound on what quiet lines make of a position of this value, if they are not expected to bring it
    /// above `alpha` (futility pruning). The value is asked for only where it may matter.
    fn hopeless(
        &mut self,
        value: impl FnOnce(&mut Self) -> Score,
        quiet: Quiet,
        alpha: Score,
    ) -> Option<Score> {
        if !self.options.futility || self.margin == 0 || alpha.is_decisive() {
            return None;
        }
        let value = value(self);
        let bound = Score::heuristic(value.value() + quiet.gain(self.margin));
        (!value.is_decisive() && bound <= alpha).then_some(bound)
    }

    /// Lets the opponent move twice, at the price of the longest turn and a ply.
    fn pass_turn(
        &mut self,
        position: &P,
        depth: u32,
        ply: u32,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let ply = (ply + self.turn_length).min(self.horizon);
        self.pass(position, depth - self.turn_length - 1, ply, beta)
    }

    /// Tries the lines from `begin` on, the best first; those that another thread is at come last. Returns
    /// whether one cuts off.
    fn try_lines(
        &mut self,
        node: (&P, u32, u32),
        (first, begin): (usize, usize),
        beta: Score,
        tally: &mut Tally<P::Move>,
    ) -> Result<bool, Stopped> {
        let (position, depth, _) = node;
        let mut deferred = Vec::new();
        for index in begin..self.worker.lines.len() {
            let mut line = self.pick_line(index);
            if line.more > 0 && index - begin >= EARLY {
                // A loss of which the horizon is not sure has this very score.
                let avoids_loss = tally.best > -Score::MAX_HEURISTIC;
                if self.options.late_move_pruning && depth < LATE_DEPTH && avoids_loss {
                    break;
                }
                line.more += if self.options.late_move_reductions { LATE_REDUCTION } else { 0 };
            }
            if self.worker.lines[first..begin].iter().any(|earlier| earlier.moves == line.moves) {
                continue;
            }
            if tally.count > 0 && self.is_busy(position, &line.moves, depth) {
                deferred.push(line);
            } else if self.try_line(node, (first, index), &line, beta, tally)? {
                return Ok(true);
            }
        }
        for line in deferred {
            if self.try_line(node, (first, begin), &line, beta, tally)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tries a line, before which those from `first` to `index` were tried. Returns whether it cuts off.
    fn try_line(
        &mut self,
        (position, depth, ply): (&P, u32, u32),
        tried: (usize, usize),
        line: &Ranked<P::Move>,
        beta: Score,
        tally: &mut Tally<P::Move>,
    ) -> Result<bool, Stopped> {
        let window = (tally.alpha, beta);
        let is_later = tally.count > 0;
        if is_later {
            self.give_way(depth)?;
        }
        let value = self.while_busy((position, &line.moves, depth), |run| {
            run.scout_line(position, line, depth, ply, window, is_later)
        })?;
        tally.count += 1;
        self.note_value((position, ply), &line.moves, value, beta, tally);
        let cuts_off = tally.alpha >= beta;
        if cuts_off {
            self.reward_line(position, tried, depth, ply, &tally.best_line.clone());
        }
        Ok(cuts_off)
    }

    /// Asks up to three questions about a line, as [`scout`](Self::scout) does about a move.
    fn scout_line(
        &mut self,
        position: &P,
        line: &Ranked<P::Move>,
        depth: u32,
        ply: u32,
        (alpha, beta): Window,
        is_later: bool,
    ) -> Result<Option<Score>, Stopped> {
        let above_alpha = Score::raw(alpha.value() + 1);
        if line.more > 0 || is_later && above_alpha < beta {
            let ahead = Ahead::Node { depth, more: line.more };
            let value = self.line(position, &line.moves, ahead, ply, (alpha, above_alpha))?;
            if value.is_none_or(|value| value <= alpha || line.more == 0 && value >= beta) {
                return Ok(value);
            }
        }
        self.line(position, &line.moves, Ahead::Node { depth, more: 0 }, ply, (alpha, beta))
    }

    /// Makes a line and returns its value for the player who makes it; `None` if repetition forbids it. It
    /// counts as one node.
    fn line(
        &mut self,
        parent: &P,
        moves: &[P::Move],
        ahead: Ahead,
        ply: u32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        if !self.watch.count_node() {
            return Err(Stopped);
        }
        let [early @ .., last] = moves else { return Ok(None) };
        let mut position = parent.clone();
        let mut entered: SmallVec<[Entered; 4]> = SmallVec::new();
        let mut decided = None;
        for (place, &mv) in early.iter().enumerate() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            self.worker.pv.clear(ply + place as u32 + 1);
            match self.enter(&position, mv, &child) {
                Ok(step) => entered.push(step),
                Err(value) => {
                    decided = Some(value);
                    break;
                }
            }
            self.knowledge.advance(&mut self.state, &position, Some(mv), &child);
            position = child;
        }
        let value = match decided {
            Some(value) => Ok(value),
            None => self.last_of_line((parent, &position), (*last, early.len() as u32), ahead, ply, window),
        };
        for &step in entered.iter().rev() {
            self.knowledge.retreat(&mut self.state);
            self.path.leave(step);
        }
        value
    }

    /// Makes the last move of a line, after so many others, which began at `node`.
    fn last_of_line(
        &mut self,
        (node, parent): (&P, &P),
        (mv, earlier): (P::Move, u32),
        ahead: Ahead,
        ply: u32,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let len = earlier + 1;
        let ply = ply + len;
        self.made(parent, mv, ply, window, |run, child, window| {
            let origin = (parent, Some(mv));
            let same_side = child.side_to_move() == parent.side_to_move();
            if same_side && child.is_in_vain() {
                run.lean = NO_LEAN;
                return Ok(DEAD_END);
            }
            match ahead {
                Ahead::Node { depth, more } => {
                    // A turn that ends early costs all of its moves.
                    let cost = if same_side { len } else { len.max(node.moves_left()) };
                    let depth = depth.checked_sub(cost).map(|depth| depth.saturating_sub(more));
                    let is_node = depth.is_some_and(|depth| depth > 0);
                    let salt = if is_node { 0 } else { Stage::beginning(!same_side).salt() };
                    run.table.prefetch(child.key() ^ salt);
                    run.node_by_lines(origin, child, depth, ply, window)
                }
                Ahead::Horizon(stage) => {
                    let stage = if same_side { stage } else { stage.next() };
                    run.table.prefetch(child.key() ^ stage.salt());
                    run.judged(origin, child, ply, window, |run, is_threatened, window| {
                        run.horizon_by_lines(child, stage, is_threatened, ply, window)
                    })
                }
            }
        })
    }

    /// Notes the value of a line; `None` if repetition forbids it.
    fn note_value(
        &mut self,
        (position, ply): (&P, u32),
        moves: &[P::Move],
        value: Option<Score>,
        beta: Score,
        tally: &mut Tally<P::Move>,
    ) {
        // A cut-off needs no other line's value, so it depends on no other position either.
        let cuts_off = value.is_some_and(|value| value >= beta);
        tally.lean = if cuts_off { self.lean } else { tally.lean.min(self.lean) };
        let Some(value) = value.filter(|&value| value > tally.best) else { return };
        tally.best = value;
        if value > tally.alpha {
            tally.alpha = value;
            tally.best_line = self.note_line(position, moves, ply);
        }
    }

    /// Takes the best of the lines from `index` on there, and copies it.
    fn pick_line(&mut self, index: usize) -> Ranked<P::Move> {
        let rest = self.worker.lines[index..].iter().enumerate();
        let best =
            rest.max_by_key(|(place, line)| (line.rank, usize::MAX - place)).map_or(0, |(place, _)| place);
        self.worker.lines.swap(index, index + best);
        self.worker.lines[index].clone()
    }

    /// Notes the best line of a node, and returns it with what follows in the same turn.
    fn note_line(&mut self, position: &P, moves: &[P::Move], ply: u32) -> Moves<P::Move> {
        for (place, &mv) in moves.iter().enumerate().rev() {
            self.worker.pv.extend(ply + place as u32, mv);
        }
        let mut after = position.clone();
        let side = position.side_to_move();
        let in_turn = |mv: &&P::Move| {
            let is_in_turn = after.side_to_move() == side;
            if is_in_turn {
                after.play_unchecked(**mv);
            }
            is_in_turn
        };
        self.worker.pv.line(ply).iter().take(LONGEST_LINE).take_while(in_turn).copied().collect()
    }

    /// Records that a line refuted a node, and that those before it, from `first` to `index`, did not.
    fn reward_line(
        &mut self,
        position: &P,
        (first, index): (usize, usize),
        depth: u32,
        ply: u32,
        moves: &Moves<P::Move>,
    ) {
        let side = position.side_to_move();
        let bonus = (depth * depth).min(400) as i32 * 32;
        let worker = &mut *self.worker;
        let killers = &mut worker.killing_lines[ply as usize];
        if killers[0] != *moves {
            killers.swap(0, 1);
            killers[0].clone_from(moves);
        }
        worker.history.update(side, position.history_slot(moves[0]), bonus);
        for earlier in &worker.lines[first..index] {
            worker.history.update(side, position.history_slot(earlier.moves[0]), -bonus);
        }
    }

    /// Stores the result of a node, and along its best line the moves that follow.
    fn store_line(
        &mut self,
        position: &P,
        (ply, depth): (u32, u32),
        line: &[P::Move],
        score: Score,
        window: Window,
        leans: bool,
    ) {
        self.store(position, ply, depth, (line.first().copied(), score), window, leans);
        let mut after = position.clone();
        for (place, pair) in line.windows(2).enumerate() {
            after.play_unchecked(pair[0]);
            let (ply, depth) = (ply + place as u32 + 1, depth.saturating_sub(place as u32 + 1));
            // The mover has this score at least.
            self.store(&after, ply, depth, (Some(pair[1]), score), (-Score::INFINITY, score), leans);
        }
    }
}
