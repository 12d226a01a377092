//! A player that knows only the rules.

use core::fmt;
use plywood_search::{Ended, Game, Limits, Position, Report, Score, Search};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A player that chooses legal moves with equal probability. Equal seeds give equal choices.
pub struct Random {
    seed: u64,
    rng: StdRng,
}

impl Random {
    /// Makes a player with this seed.
    pub fn new(seed: u64) -> Self {
        Self { seed, rng: StdRng::seed_from_u64(seed) }
    }
}

impl fmt::Debug for Random {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Random").field("seed", &self.seed).finish_non_exhaustive()
    }
}

impl<P: Position> Search<P> for Random {
    fn search(
        &mut self,
        game: &Game<P>,
        _limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let moves = game.legal_moves();
        let best = (!moves.is_empty()).then(|| moves[self.rng.random_range(0..moves.len())]);
        let score = match game.outcome().and_then(plywood_search::Outcome::winner) {
            None => Score::ZERO,
            Some(side) if side == game.side_to_move() => Score::WIN,
            Some(_) => Score::LOSS,
        };
        let pv: Vec<_> = best.into_iter().collect();
        let ended = if best.is_some() { Ended::Depth } else { Ended::GameOver };
        let report = Report::of_line(score, pv, ended);
        if best.is_some() {
            observe(&report);
        }
        report
    }

    fn clear(&mut self) {
        self.rng = StdRng::seed_from_u64(self.seed);
    }
}
