//! The games of a batch, their types known: what is done with all of them is dispatched once per call.

use crate::picture::{board, each_bit, each_legal, each_one, level_planes, levels, observe};
use crate::shown::Shown;
use core::marker::PhantomData;
use plywood_play::{Arrays, Definition, Session, game_of_mut};
use plywood_search::{Outcome, Position, Rollout, Side, StopHandle};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::thread;

/// A game that refused an action or a weight, and why.
pub(crate) type Refusal = (usize, String);

/// The games of a batch. Arrays have a row for each game.
pub(crate) trait Lanes: Send + Sync {
    fn len(&self) -> usize;
    /// Plays an action in each game, -1 for none; or in no game, if one refuses its action.
    fn step(&mut self, actions: &mut [i64]) -> Result<(), Refusal>;
    /// Plays so many random moves in each game; writes how many games ended, the sum of their results goes
    /// where `results` reads it.
    fn advance(&mut self, plies: u64, ended: &mut [i32], stop: &StopHandle);
    /// Draws a legal action for each game, -1 where it is over.
    fn sample(&mut self, actions: &mut [i32]);
    /// The same with chances in proportion to the weights: a row of one per action. Uniformly where all
    /// legal actions have the weight 0.
    fn sample_by(&mut self, weights: &[f32], actions: &mut [i32]) -> Result<(), Refusal>;
    /// Shows the legal actions of a game in runs, as [`Arrays::each_legal_run`].
    fn legal(&self, place: usize, visit: &mut dyn FnMut(usize, u64));
    /// Writes legal masks into zeros.
    fn mask(&mut self, rows: &mut [bool]);
    /// Writes legal masks into what the last call of this left there; zeros at first.
    fn keep_mask(&mut self, rows: &mut [bool]);
    /// Writes observations into zeros.
    fn observe(&mut self, rows: &mut [f32]);
    /// Writes observations into what the last call of this left there; zeros at first.
    fn keep_planes(&mut self, rows: &mut [f32]);
    /// Writes boards into zeros.
    fn boards(&mut self, rows: &mut [i8]);
    /// Begins games again: all, or those of truth values.
    fn reset(&mut self, which: Option<&[bool]>);
    /// Plays the moves of a game in a session that is at the start of the games.
    fn replay(&self, place: usize, session: &mut dyn Session);
    fn to_move(&self) -> Vec<i8>;
    fn plies(&self) -> Vec<i32>;
    /// Which games ended by the last step.
    fn done(&self) -> Vec<bool>;
    /// The results for the first player of the games that ended by the last step.
    fn results(&self) -> Vec<f32>;
    fn is_over(&self, place: usize) -> bool;
}

/// How many games there are, and how they are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) size: usize,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) auto_reset: bool,
}

/// One of the games.
struct Lane<P: Position> {
    game: Rollout<P>,
    /// An action that is known to be legal now, and its move: checked or drawn, not played yet.
    next: Option<(i64, P::Move)>,
    /// The result for the first player of the game that ended by the last step.
    result: f32,
    done: bool,
    /// Whether the game is over and was not begun again.
    over: bool,
    rng: SmallRng,
    moves: Vec<P::Move>,
    mask: Shown,
    planes: Shown,
}

impl<P: Arrays> Lane<P> {
    fn new(start: &Rollout<P>, seed: u64) -> Self {
        Self {
            game: start.clone(),
            next: None,
            result: 0.0,
            done: false,
            over: false,
            rng: SmallRng::seed_from_u64(seed),
            moves: Vec::new(),
            mask: Shown::default(),
            planes: Shown::default(),
        }
    }

    /// Begins again in the same memory.
    #[inline]
    fn begin(&mut self, start: &Rollout<P>) {
        self.game.clone_from(start);
        self.moves.clear();
        (self.next, self.over) = (None, false);
    }

    /// Looks up the move of an action, and whether it is legal.
    #[inline]
    fn check(&mut self, action: i64) -> Result<(), String> {
        if action == -1 || self.next.is_some_and(|(known, _)| known == action) {
            return Ok(());
        }
        let position = self.game.position();
        let Some(mv) = usize::try_from(action).ok().and_then(|action| position.at_action(action)) else {
            return Err(format!("action {action} is none of the {} here", position.actions()));
        };
        match self.game.check(mv) {
            Ok(()) => self.next = Some((action, mv)),
            Err(reason) => return Err(format!("action {action} ({mv:?}): {reason}")),
        }
        Ok(())
    }

    /// Plays a legal move, and looks whether the game has ended.
    #[inline]
    fn play(&mut self, mv: P::Move) {
        self.next = None;
        self.moves.push(mv);
        self.game.play_unchecked(mv);
        let outcome = self.game.outcome();
        self.done = outcome.is_some();
        self.result = match outcome {
            Some(Outcome::Win(Side::First)) => 1.0,
            Some(Outcome::Win(Side::Second)) => -1.0,
            Some(Outcome::Draw) | None => 0.0,
        };
    }

    /// After the last move of a game.
    #[inline]
    fn settle(&mut self, start: &Rollout<P>, auto_reset: bool) {
        if self.done && auto_reset {
            self.begin(start);
        } else if self.done {
            self.over = true;
        }
    }

    /// Plays the action that was checked; none for -1.
    #[inline]
    fn step(&mut self, action: i64, start: &Rollout<P>, auto_reset: bool) {
        (self.done, self.result) = (false, 0.0);
        if action == -1 {
            return;
        }
        if let Some((_, mv)) = self.next {
            self.play(mv);
            self.settle(start, auto_reset);
        }
    }

    /// Plays random moves; returns how many games ended.
    fn advance(&mut self, plies: u64, start: &Rollout<P>, auto_reset: bool, stop: &StopHandle) -> i32 {
        let (mut ended, mut sum) = (0, 0.0);
        for ply in 0..plies {
            if self.over || ply % 1024 == 0 && stop.is_stopped() {
                break;
            }
            let Some(mv) = self.game.random_move(&mut self.rng) else { break };
            self.play(mv);
            sum += self.result;
            ended += i32::from(self.done);
            self.settle(start, auto_reset);
        }
        (self.done, self.result) = (ended > 0, sum);
        ended
    }

    #[inline]
    fn sample(&mut self) -> i32 {
        if self.over {
            return -1;
        }
        let Some(mv) = self.game.random_move(&mut self.rng) else { return -1 };
        let action = self.game.position().action(mv);
        self.next = Some((action as i64, mv));
        action as i32
    }

    fn sample_by(&mut self, weights: &[f32]) -> Result<i32, String> {
        let (mut total, mut wrong) = (0.0, None);
        self.each_legal(&mut |first, bits| {
            each_bit(first, bits, |action| {
                let weight = weights[action];
                if !(weight >= 0.0 && weight.is_finite()) {
                    wrong = Some((action, weight));
                }
                total += f64::from(weight);
            });
        });
        if let Some((action, weight)) = wrong {
            return Err(format!("action {action} has {weight}, which is no chance"));
        }
        if total == 0.0 {
            return Ok(self.sample());
        }
        let mut left = self.rng.random::<f64>() * total;
        let mut chosen = None;
        self.each_legal(&mut |first, bits| {
            each_bit(first, bits, |action| {
                let weight = f64::from(weights[action]);
                if weight > 0.0 && left >= 0.0 {
                    chosen = Some(action);
                }
                left -= weight;
            });
        });
        Ok(chosen.map_or(-1, |action| action as i32))
    }

    /// Writes the mask into zeros.
    #[inline]
    fn mask(&self, row: &mut [bool]) {
        self.each_legal(&mut |first, bits| each_bit(first, bits, |action| row[action] = true));
    }

    /// Writes the mask into what [`keep_mask`](Self::keep_mask) wrote last, or zeros.
    #[inline]
    fn keep_mask(&mut self, row: &mut [bool]) {
        if !self.over {
            each_legal(&self.game, &mut |first, bits| self.mask.add(first, bits));
        }
        self.mask.write(row, false, true);
    }

    /// The same for the planes of an observation.
    #[inline]
    fn keep_planes(&mut self, row: &mut [f32]) {
        let (position, shown) = (self.game.position(), &mut self.planes);
        each_one(position, &mut |first, bits| shown.add(first, bits));
        shown.write(row, 0.0, 1.0);
        for (number, (plane, value)) in level_planes(position, row).zip(levels(position)).enumerate() {
            shown.level(number, plane, value);
        }
    }

    #[inline]
    fn each_legal(&self, visit: &mut impl FnMut(usize, u64)) {
        if !self.over {
            each_legal(&self.game, visit);
        }
    }
}

/// The games of one definition.
pub(crate) struct Typed<D: Definition> {
    lanes: Vec<Lane<D::Position>>,
    start: Rollout<D::Position>,
    plan: Plan,
    definition: PhantomData<fn() -> D>,
}

impl<D: Definition> Typed<D> {
    pub(crate) fn new(start: Rollout<D::Position>, plan: Plan) -> Self {
        let seed = |number: usize| plan.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64;
        let lanes = (0..plan.size).map(|number| Lane::new(&start, seed(number))).collect();
        Self { lanes, start, plan, definition: PhantomData }
    }

    fn column<T>(&self, of: impl Fn(&Lane<D::Position>) -> T) -> Vec<T> {
        self.lanes.iter().map(of).collect()
    }
}

/// Does something with each game and its row of an array, on all threads; returns the first refusal.
fn each<P: Position, T: Send>(
    lanes: &mut [Lane<P>],
    threads: usize,
    rows: &mut [T],
    work: impl Fn(usize, &mut Lane<P>, &mut [T]) -> Result<(), String> + Sync,
) -> Result<(), Refusal> {
    let width = (rows.len() / lanes.len().max(1)).max(1);
    let on_share = |first: usize, lanes: &mut [Lane<P>], rows: &mut [T]| {
        for (place, (lane, row)) in lanes.iter_mut().zip(rows.chunks_exact_mut(width)).enumerate() {
            work(first + place, lane, row).map_err(|reason| (first + place, reason))?;
        }
        Ok(())
    };
    if threads == 1 {
        return on_share(0, lanes, rows);
    }
    let share = lanes.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let shares = lanes.chunks_mut(share).zip(rows.chunks_mut(share * width)).enumerate();
        let begin = |(number, (lanes, rows))| {
            let on_share = &on_share;
            scope.spawn(move || on_share(number * share, lanes, rows))
        };
        let workers: Vec<_> = shares.map(begin).collect();
        // The scope waits for all of them.
        let mut ends = workers.into_iter().map(|worker| worker.join().unwrap_or(Ok(())));
        ends.find(Result::is_err).unwrap_or(Ok(()))
    })
}

/// The same with work that nothing can refuse.
fn all<P: Position, T: Send>(
    lanes: &mut [Lane<P>],
    threads: usize,
    rows: &mut [T],
    work: impl Fn(&mut Lane<P>, &mut [T]) + Sync,
) {
    let done = each(lanes, threads, rows, |_, lane, row| {
        work(lane, row);
        Ok(())
    });
    debug_assert!(done.is_ok());
}

impl<D: Definition> Lanes for Typed<D> {
    fn len(&self) -> usize {
        self.lanes.len()
    }

    fn step(&mut self, actions: &mut [i64]) -> Result<(), Refusal> {
        let Self { lanes, start, plan, .. } = self;
        each(lanes, plan.threads, actions, |_, lane, action| lane.check(action[0]))?;
        all(lanes, plan.threads, actions, |lane, action| lane.step(action[0], start, plan.auto_reset));
        Ok(())
    }

    fn advance(&mut self, plies: u64, ended: &mut [i32], stop: &StopHandle) {
        let Self { lanes, start, plan, .. } = self;
        all(lanes, plan.threads, ended, |lane, ended| {
            ended[0] = lane.advance(plies, start, plan.auto_reset, stop);
        });
    }

    fn sample(&mut self, actions: &mut [i32]) {
        all(&mut self.lanes, self.plan.threads, actions, |lane, action| action[0] = lane.sample());
    }

    fn sample_by(&mut self, weights: &[f32], actions: &mut [i32]) -> Result<(), Refusal> {
        let width = weights.len() / self.lanes.len().max(1);
        each(&mut self.lanes, self.plan.threads, actions, |place, lane, action| {
            action[0] = lane.sample_by(&weights[place * width..][..width])?;
            Ok(())
        })
    }

    fn legal(&self, place: usize, visit: &mut dyn FnMut(usize, u64)) {
        self.lanes[place].each_legal(&mut |first, bits| visit(first, bits));
    }

    fn mask(&mut self, rows: &mut [bool]) {
        all(&mut self.lanes, self.plan.threads, rows, |lane, row| lane.mask(row));
    }

    fn keep_mask(&mut self, rows: &mut [bool]) {
        all(&mut self.lanes, self.plan.threads, rows, Lane::keep_mask);
    }

    fn observe(&mut self, rows: &mut [f32]) {
        all(&mut self.lanes, self.plan.threads, rows, |lane, row| observe(lane.game.position(), row));
    }

    fn keep_planes(&mut self, rows: &mut [f32]) {
        all(&mut self.lanes, self.plan.threads, rows, Lane::keep_planes);
    }

    fn boards(&mut self, rows: &mut [i8]) {
        all(&mut self.lanes, self.plan.threads, rows, |lane, row| board(lane.game.position(), row));
    }

    fn reset(&mut self, which: Option<&[bool]>) {
        for (place, lane) in self.lanes.iter_mut().enumerate() {
            if which.is_none_or(|which| which[place]) {
                lane.begin(&self.start);
                (lane.done, lane.result) = (false, 0.0);
            }
        }
    }

    fn replay(&self, place: usize, session: &mut dyn Session) {
        let Some(game) = game_of_mut::<D>(session) else { return };
        for &mv in &self.lanes[place].moves {
            // Each was legal here before.
            let _ = game.play(mv);
        }
    }

    fn to_move(&self) -> Vec<i8> {
        self.column(|lane| lane.game.position().side_to_move().index() as i8)
    }

    fn plies(&self) -> Vec<i32> {
        self.column(|lane| lane.moves.len() as i32)
    }

    fn done(&self) -> Vec<bool> {
        self.column(|lane| lane.done)
    }

    fn results(&self) -> Vec<f32> {
        self.column(|lane| lane.result)
    }

    fn is_over(&self, place: usize) -> bool {
        self.lanes[place].over
    }
}
