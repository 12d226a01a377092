//! The search by lines: a node's moves are whole lines of a turn that serve a purpose, and after them all
//! single moves (after Wu, "Designing a Winning Arimaa Program", 2015).
//!
//! | at a node | in this order |
//! |---|---|
//! | the table's line, killers | as long as they were when they were found |
//! | lines that gain ([`Purpose::Gain`]) | cost as much depth as they have moves |
//! | lines that guard, threaten, press, or end the turn | the same; candidates under a threat |
//! | all moves ([`Purpose::Plain`]) | one ply more, unless they prove better |
//!
//! On the horizon the turn goes on with lines that serve a purpose, as far as the [`Stage`] asks, or the
//! position is judged as it stands. Nothing else is skipped or reduced.

use super::node::Origin;
use super::run::{Run, Window};
use crate::contract::{ForcedWin, Hints, Knowledge, Outcome, Purpose, Score};
use crate::driver::{DEAD_END, Entered, NO_LEAN, Stopped, outcome_score, value_without_moves};
use crate::table::Entry;
use core::ops::ControlFlow;
use smallvec::SmallVec;

/// The moves of the longest line that is tried.
pub(super) const LONGEST_LINE: usize = 16;

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

/// Adds a line, unless it is empty or too long to be tried.
fn add<M: Copy>(lines: &mut Vec<Ranked<M>>, moves: &[M], rank: i32, more: u32) {
    if (1..=LONGEST_LINE).contains(&moves.len()) {
        lines.push(Ranked { moves: Moves::from_slice(moves), rank, more });
    }
}

/// Where a line of play is on the horizon.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The turn under way is finished: with lines that gain, guard or threaten, or it ends here.
    Rest,
    /// A turn begins: with lines that gain or threaten, or it is judged as it stands.
    First,
    /// The turn after one that was finished or began on the horizon: lines that gain, or it is judged.
    Second,
    /// The turn after that.
    Third,
    /// It is judged as it stands.
    Last,
}

impl Stage {
    /// The stage of the next turn.
    const fn next(self) -> Self {
        match self {
            Self::Rest => Self::Second,
            Self::First | Self::Second => Self::Third,
            Self::Third | Self::Last => Self::Last,
        }
    }

    /// What the keys of its table entries differ by.
    const fn salt(self) -> u64 {
        (self as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
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
        self.judged(origin, position, ply, window, |run, window| {
            let begins = origin.0.side_to_move() != position.side_to_move();
            let is_threatened = run.knowledge.is_threatened(position, &mut run.state);
            let extends = begins && is_threatened && depth.is_some() && ply < run.longest_line;
            match depth.unwrap_or(0) + u32::from(extends) {
                0 => {
                    let stage = if begins { Stage::First } else { Stage::Rest };
                    run.horizon_by_lines(position, stage, is_threatened, ply, window)
                }
                depth => {
                    let may_pass = begins && !is_threatened && origin.1.is_some();
                    run.lines_of_node(position, depth, ply, window, (is_threatened, may_pass))
                }
            }
        })
    }

    /// The outcome of a position, a certain win, or what `value` makes of it and of the window that is left.
    fn judged(
        &mut self,
        origin: Origin<'_, P>,
        position: &P,
        ply: u32,
        window: Window,
        value: impl FnOnce(&mut Self, Window) -> Result<Score, Stopped>,
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
            None => value(self, window),
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
            && let Some(score) = self.pass_by_lines(position, depth, ply, window.1)?
        {
            return Ok(score);
        }
        let own_index = self.path.index_of(position);
        let mut tally =
            Tally { best: DEAD_END, best_line: Moves::new(), alpha: window.0, lean: NO_LEAN, count: 0 };
        let first = self.worker.lines.len();
        for step in 0..4 {
            let begin = self.worker.lines.len();
            match step {
                0 => self.find_known_lines(position, entry, ply),
                1 => self.find_lines(position, &[Purpose::Gain], false),
                2 if is_threatened => self.find_candidates(position),
                2 => {
                    let quiet = [Purpose::Guard, Purpose::Threat, Purpose::Press, Purpose::Rest];
                    self.find_lines(position, &quiet, true);
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

    /// Lets the opponent move twice: a whole turn is given up.
    fn pass_by_lines(
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
        let ply = ply + self.turn_length.min(LONGEST_LINE as u32);
        let left = depth.checked_sub(self.turn_length + 1);
        self.worker.pv.clear(ply);
        let entered = self.path.enter_null(&passed);
        let window = (-beta, Score::raw(1 - beta.value()));
        let value = self.node_by_lines((position, None), &passed, left, ply, window);
        self.path.leave(entered);
        let value = value?;
        if value == DEAD_END || -value < beta {
            return Ok(None);
        }
        // A win that begins with a pass is not a proof.
        Ok(Some(if value.is_decisive() { beta } else { -value }))
    }

    /// Tries the lines from `begin` on, the best first. Returns whether one cuts off.
    fn try_lines(
        &mut self,
        (position, depth, ply): (&P, u32, u32),
        (first, begin): (usize, usize),
        beta: Score,
        tally: &mut Tally<P::Move>,
    ) -> Result<bool, Stopped> {
        for index in begin..self.worker.lines.len() {
            let line = self.pick_line(index);
            if self.worker.lines[first..begin].iter().any(|earlier| earlier.moves == line.moves) {
                continue;
            }
            let window = (tally.alpha, beta);
            let value = self.scout_line(position, &line, depth, ply, window, tally.count > 0)?;
            tally.count += 1;
            let Some(value) = value else {
                tally.lean = tally.lean.min(self.lean);
                continue;
            };
            tally.lean = if value >= beta { self.lean } else { tally.lean.min(self.lean) };
            if value > tally.best {
                tally.best = value;
                if value > tally.alpha {
                    tally.alpha = value;
                    tally.best_line = self.note_line(position, &line.moves, ply);
                }
            }
            if tally.alpha >= beta {
                self.reward_line(position, (first, index), depth, ply, &tally.best_line.clone());
                return Ok(true);
            }
        }
        Ok(false)
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
        (alpha, beta): Window,
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
            None => {
                self.last_of_line((parent, &position), (*last, early.len() as u32), ahead, ply, (alpha, beta))
            }
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
        (alpha, beta): Window,
    ) -> Result<Option<Score>, Stopped> {
        let len = earlier + 1;
        let ply = ply + len;
        let mut child = parent.clone();
        child.play_unchecked(mv);
        self.worker.pv.clear(ply);
        let entered = match self.enter(parent, mv, &child) {
            Ok(entered) => entered,
            Err(value) => return Ok(value),
        };
        let same_side = child.side_to_move() == parent.side_to_move();
        let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        let origin = (parent, Some(mv));
        let value = match ahead {
            Ahead::Node { depth, more } => {
                // A turn that ends early costs all of its moves.
                let cost = if same_side { len } else { len.max(node.moves_left()) };
                let depth = depth.checked_sub(cost);
                let depth = depth.map(|depth| depth.saturating_sub(more));
                self.node_by_lines(origin, &child, depth, ply, window)
            }
            Ahead::Horizon(stage) => {
                let stage = if same_side { stage } else { stage.next() };
                self.judged(origin, &child, ply, window, |run, window| {
                    let is_threatened = run.knowledge.is_threatened(&child, &mut run.state);
                    run.horizon_by_lines(&child, stage, is_threatened, ply, window)
                })
            }
        };
        self.path.leave(entered);
        match value? {
            DEAD_END => Ok(None),
            value if same_side => Ok(Some(value)),
            value => Ok(Some(-value)),
        }
    }

    /// The value of a position on the horizon.
    fn horizon_by_lines(
        &mut self,
        position: &P,
        stage: Stage,
        is_threatened: bool,
        ply: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        if stage == Stage::Last {
            return Ok(self.static_score(position));
        }
        let key = position.key() ^ stage.salt();
        let known = if self.options.table { self.table.probe(key, ply) } else { None };
        if let Some(score) = known.and_then(|entry| self.cutoff(&entry, 0, window)) {
            return Ok(score);
        }
        let own_index = self.path.index_of(position);
        let first = self.worker.lines.len();
        let mut tally =
            Tally { best: DEAD_END, best_line: Moves::new(), alpha: window.0, lean: NO_LEAN, count: 0 };
        if is_threatened {
            if let Some(win) = self.find_answers(position) {
                self.worker.lines.truncate(first);
                let (side, plies) = (position.side_to_move(), ply + win.plies);
                return Ok(outcome_score(Outcome::Win(win.winner), side, plies));
            }
            if self.worker.lines.len() == first {
                return Ok(self.static_score(position));
            }
        } else {
            self.stand(position, stage, ply, window, &mut tally)?;
            if tally.best < window.1 {
                let purposes: &[Purpose] = match stage {
                    Stage::Rest => &[Purpose::Gain, Purpose::Guard, Purpose::Threat],
                    Stage::First => &[Purpose::Gain, Purpose::Threat],
                    _ => &[Purpose::Gain],
                };
                self.find_lines(position, purposes, true);
            }
        }
        if let Some(best) = known.and_then(|entry| entry.best) {
            let lines = &mut self.worker.lines[first..];
            lines.iter_mut().filter(|line| line.moves[0] == best).for_each(|line| line.rank += 20_000);
        }
        let beta = window.1;
        for index in first..self.worker.lines.len() {
            if tally.alpha >= beta {
                break;
            }
            let line = self.pick_line(index);
            let value = self.line(position, &line.moves, Ahead::Horizon(stage), ply, (tally.alpha, beta))?;
            let Some(value) = value else {
                tally.lean = tally.lean.min(self.lean);
                continue;
            };
            tally.lean = if value >= beta { self.lean } else { tally.lean.min(self.lean) };
            if value > tally.best {
                tally.best = value;
                if value > tally.alpha {
                    tally.alpha = value;
                    tally.best_line = self.note_line(position, &line.moves, ply);
                }
            }
        }
        self.worker.lines.truncate(first);
        // Not all moves were tried: others may avoid a loss.
        tally.best = tally.best.max(-Score::MAX_HEURISTIC);
        let leans = tally.lean < own_index;
        self.lean = if leans { tally.lean } else { NO_LEAN };
        self.store_at(key, (ply, 0), (tally.best_line.first().copied(), tally.best), window, leans);
        Ok(tally.best)
    }

    /// The value if nothing more is done: as the position stands, or of ending a turn under way.
    fn stand(
        &mut self,
        position: &P,
        stage: Stage,
        ply: u32,
        window: Window,
        tally: &mut Tally<P::Move>,
    ) -> Result<(), Stopped> {
        let first = self.worker.lines.len();
        if stage == Stage::Rest {
            self.find_lines(position, &[Purpose::Rest], false);
        }
        tally.best = match self.worker.lines.get(first).cloned() {
            Some(line) => {
                self.worker.lines.truncate(first);
                let rest = self.knowledge.rest(position);
                let less = |score: Score| {
                    if score.is_decisive() { score } else { Score::heuristic(score.value() - rest) }
                };
                let window = (less(window.0), less(window.1));
                let value = self.line(position, &line.moves, Ahead::Horizon(stage), ply, window)?;
                tally.lean = self.lean;
                match value {
                    Some(value) if value.is_decisive() => value,
                    Some(value) => Score::heuristic(value.value() + rest),
                    None => self.static_score(position),
                }
            }
            None => self.static_score(position),
        };
        tally.alpha = tally.alpha.max(tally.best);
        Ok(())
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

    /// Finds the table's line and the killers of this ply.
    fn find_known_lines(&mut self, position: &P, entry: Option<Entry<P::Move>>, ply: u32) {
        let mut line = Moves::new();
        let mut after = position.clone();
        let mut next = entry.and_then(|entry| entry.best);
        while let Some(mv) = next.filter(|&mv| after.is_legal(mv)) {
            line.push(mv);
            after.play_unchecked(mv);
            let goes_on = after.side_to_move() == position.side_to_move()
                && after.outcome().is_none()
                && line.len() < LONGEST_LINE;
            next =
                if goes_on { self.table.probe(after.key(), ply).and_then(|entry| entry.best) } else { None };
        }
        let killers = self.worker.killing_lines[ply as usize].clone();
        for (place, moves) in core::iter::once(line).chain(killers).enumerate() {
            if place == 0 || is_legal(position, &moves) {
                add(&mut self.worker.lines, &moves, -(place as i32), 0);
            }
        }
    }

    /// Finds lines of these purposes, ranked by experience or in the order in which they are shown.
    fn find_lines(&mut self, position: &P, purposes: &[Purpose], by_experience: bool) {
        let history = self.worker.history.of(position.side_to_move());
        let lines = &mut self.worker.lines;
        for &purpose in purposes {
            let gains = if purpose == Purpose::Gain { 1 << 20 } else { 0 };
            let mut place = 0;
            self.knowledge.lines(position, &mut self.state, purpose, &mut |moves| {
                place += 1;
                let first = moves.first().filter(|_| by_experience);
                let learnt = first.map_or(0, |&mv| history[position.history_slot(mv)]);
                let rank = learnt + gains - place * if gains > 0 { 1 << 10 } else { 1 };
                add(lines, moves, rank, 0);
            });
        }
    }

    /// Finds the single moves that may be part of an answer to a threat.
    fn find_candidates(&mut self, position: &P) {
        let history = self.worker.history.of(position.side_to_move());
        let lines = &mut self.worker.lines;
        let candidates = self.knowledge.candidates(position, &mut self.state);
        let is_one = candidates.map(|candidates| candidates.is_one);
        let _ = position.generate(&mut |mv| {
            if is_one.as_ref().is_none_or(|is_one| is_one(mv)) {
                let rank = history[position.history_slot(mv)];
                add(lines, &[mv], rank, 0);
            }
            ControlFlow::Continue(())
        });
    }

    /// Finds all moves, or what the knowledge shows in their place, which are searched less deep at first.
    fn find_plain_lines(&mut self, position: &P) {
        let lines = &mut self.worker.lines;
        let first = lines.len();
        let mut visit = |moves: &[P::Move]| add(lines, moves, 0, 1);
        self.knowledge.lines(position, &mut self.state, Purpose::Plain, &mut visit);
        if self.worker.lines.len() == first {
            let lines = &mut self.worker.lines;
            let _ = position.generate(&mut |mv| {
                add(lines, &[mv], 0, 1);
                ControlFlow::Continue(())
            });
        }
        let priority = self.knowledge.priorities(position, &mut self.state);
        let history = self.worker.history.of(position.side_to_move());
        for line in &mut self.worker.lines[first..] {
            line.rank = priority(line.moves[0]) + history[position.history_slot(line.moves[0])];
        }
    }

    /// Finds the shortest answers to a threat, or the opponent's certain win.
    fn find_answers(&mut self, position: &P) -> Option<ForcedWin> {
        let history = self.worker.history.of(position.side_to_move());
        let lines = &mut self.worker.lines;
        self.knowledge.answers(position, &mut self.state, &mut |moves| {
            let rank = moves.first().map_or(0, |&mv| history[position.history_slot(mv)]);
            add(lines, moves, rank, 0);
        })
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

/// Whether the moves of a line are legal one after the other, and within one turn.
fn is_legal<P: Hints>(position: &P, moves: &[P::Move]) -> bool {
    let (side, mut after) = (position.side_to_move(), position.clone());
    moves.iter().all(|&mv| {
        let is_legal = after.side_to_move() == side && after.outcome().is_none() && after.is_legal(mv);
        if is_legal {
            after.play_unchecked(mv);
        }
        is_legal
    })
}
