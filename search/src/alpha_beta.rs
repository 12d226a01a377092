//! Plain alpha-beta: the value of minimax without searching moves that cannot change it.

use crate::contract::{Game, Knowledge, Position, Score};
use crate::driver::{DEAD_END, FixedDepth, Search, Stopped, value_without_moves};
use crate::limits::Limits;
use crate::report::Report;
use core::fmt;

/// Alpha-beta (Knuth and Moore 1975, fail-soft) to a fixed depth: no ordering, no table.
///
/// It returns the value and the move of [`Minimax`](crate::Minimax) at the same depth. Set a depth limit:
/// without one it searches to [`MAX_DEPTH`](crate::MAX_DEPTH). A search that is stopped knows only the root
/// moves that it has finished.
#[derive(Clone)]
pub struct AlphaBeta<K> {
    knowledge: K,
    respects_repetition: bool,
}

impl<K> AlphaBeta<K> {
    /// A search that asks `knowledge` about positions at its depth.
    pub fn new(knowledge: K) -> Self {
        Self { knowledge, respects_repetition: true }
    }

    /// The same search without the repetition rule.
    pub fn without_repetition(self) -> Self {
        Self { respects_repetition: false, ..self }
    }
}

impl<K> fmt::Debug for AlphaBeta<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBeta")
            .field("respects_repetition", &self.respects_repetition)
            .finish_non_exhaustive()
    }
}

impl<P: Position, K: Knowledge<P>> Search<P> for AlphaBeta<K> {
    fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let setting = (game, &self.knowledge, self.respects_repetition);
        FixedDepth::search(setting, limits, observe, |run, depth| {
            node(run, game.position(), depth, 0, (-Score::INFINITY, Score::INFINITY))
        })
    }
}

/// The value of a node without an outcome for its mover if it lies within the window, else a bound on it.
fn node<P: Position, K: Knowledge<P>>(
    run: &mut FixedDepth<'_, P, K>,
    position: &P,
    depth: u32,
    ply: u32,
    (mut alpha, beta): (Score, Score),
) -> Result<Score, Stopped> {
    if depth == 0 {
        return Ok(run.evaluate(position));
    }
    let side = position.side_to_move();
    let mut best = DEAD_END;
    for mv in run.moves(position, ply) {
        let value = run.child(position, mv, ply + 1, |run, child| {
            let same_side = child.side_to_move() == side;
            let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
            node(run, child, depth - 1, ply + 1, window)
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
