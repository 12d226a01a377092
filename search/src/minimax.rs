//! Plain minimax: every line to its end or to the depth, nothing left out. The oracle that other searches are held against.

use crate::driver::{DEAD_END, FixedDepth, Search, Stopped, outcome_score, value_without_moves};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::Limits;
use crate::position::Position;
use crate::report::Report;
use crate::score::Score;
use core::fmt;

/// Minimax to a fixed depth: no pruning, no ordering, no table.
///
/// Moves are tried in order of generation, and of equal moves the first is best. Set a depth: without one it goes to
/// [`MAX_DEPTH`](crate::MAX_DEPTH), and a search that is cut short knows only the root moves it had finished.
#[derive(Clone)]
pub struct Minimax<E> {
    evaluator: E,
    respects_repetition: bool,
}

impl<E> Minimax<E> {
    /// A search that asks `evaluator` about positions at its depth.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, respects_repetition: true }
    }

    /// The same search, but positions may recur as often as they like.
    pub fn without_repetition(self) -> Self {
        Self { respects_repetition: false, ..self }
    }
}

impl<E> fmt::Debug for Minimax<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Minimax")
            .field("respects_repetition", &self.respects_repetition)
            .finish_non_exhaustive()
    }
}

impl<P: Position, E: Evaluator<P>> Search<P> for Minimax<E> {
    fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let setting = (game, &self.evaluator, self.respects_repetition);
        FixedDepth::search(setting, limits, observe, |run, state, depth| {
            node(run, (game.position(), state), depth, 0)
        })
    }
}

/// The value of a node for its mover.
fn node<P: Position, E: Evaluator<P>>(
    run: &mut FixedDepth<'_, P, E>,
    (position, state): (&P, &E::State),
    depth: u32,
    ply: u32,
) -> Result<Score, Stopped> {
    if let Some(outcome) = position.outcome() {
        return Ok(outcome_score(outcome, position.side_to_move(), ply));
    }
    if depth == 0 {
        return Ok(run.evaluator.evaluate(position, state, &mut run.scratch));
    }
    let mut best = DEAD_END;
    for mv in run.moves(position, ply) {
        let value = run.child((position, state), mv, ply + 1, |run, child, state| {
            node(run, (child, state), depth - 1, ply + 1)
        })?;
        if let Some(value) = value
            && value > best
        {
            best = value;
            run.pv.extend(ply, mv);
        }
    }
    Ok(if best == DEAD_END { value_without_moves(position, ply) } else { best })
}
