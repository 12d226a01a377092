//! Plain alpha-beta, as in the textbook: the value of minimax without looking at what cannot change it.

use crate::driver::{DEAD_END, FixedDepth, Search, Stopped, outcome_score, value_without_moves};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::Limits;
use crate::position::Position;
use crate::report::Report;
use crate::score::Score;
use core::fmt;

/// Alpha-beta (Knuth and Moore 1975, fail-soft) to a fixed depth: no ordering, no table.
///
/// It gives the value and the move of [`Minimax`](crate::Minimax) at the same depth. Set a depth: without one it goes to
/// [`MAX_DEPTH`](crate::MAX_DEPTH), and a search that is cut short knows only the root moves it had finished.
#[derive(Clone)]
pub struct AlphaBeta<E> {
    evaluator: E,
    respects_repetition: bool,
}

impl<E> AlphaBeta<E> {
    /// A search that asks `evaluator` about positions at its depth.
    pub fn new(evaluator: E) -> Self {
        Self { evaluator, respects_repetition: true }
    }

    /// The same search, but positions may recur as often as they like.
    pub fn without_repetition(self) -> Self {
        Self { respects_repetition: false, ..self }
    }
}

impl<E> fmt::Debug for AlphaBeta<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBeta")
            .field("respects_repetition", &self.respects_repetition)
            .finish_non_exhaustive()
    }
}

impl<P: Position, E: Evaluator<P>> Search<P> for AlphaBeta<E> {
    fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let setting = (game, &self.evaluator, self.respects_repetition);
        FixedDepth::search(setting, limits, observe, |run, state, depth| {
            node(run, (game.position(), state), depth, 0, (-Score::INFINITY, Score::INFINITY))
        })
    }
}

/// The value of a node for its mover if it lies within the window, else a bound on it.
fn node<P: Position, E: Evaluator<P>>(
    run: &mut FixedDepth<'_, P, E>,
    (position, state): (&P, &E::State),
    depth: u32,
    ply: u32,
    (mut alpha, beta): (Score, Score),
) -> Result<Score, Stopped> {
    if let Some(outcome) = position.outcome() {
        return Ok(outcome_score(outcome, position.side_to_move(), ply));
    }
    if depth == 0 {
        return Ok(run.evaluator.evaluate(position, state, &mut run.scratch));
    }
    let side = position.side_to_move();
    let mut best = DEAD_END;
    for mv in run.moves(position, ply) {
        let value = run.child((position, state), mv, ply + 1, |run, child, state| {
            let same_side = child.side_to_move() == side;
            let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
            node(run, (child, state), depth - 1, ply + 1, window)
        })?;
        let Some(value) = value else { continue };
        if value > best {
            best = value;
            if value > alpha {
                alpha = value;
                run.pv.extend(ply, mv);
            }
            if alpha >= beta {
                break;
            }
        }
    }
    Ok(if best == DEAD_END { value_without_moves(position, ply) } else { best })
}
