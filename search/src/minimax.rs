//! Plain minimax: every line to its end or to the depth limit. It is the oracle for all other searches.

use crate::contract::{Game, Knowledge, Position, Score};
use crate::driver::{DEAD_END, FixedDepth, Search, Stopped, value_without_moves};
use crate::limits::Limits;
use crate::report::Report;
use core::fmt;

/// Minimax to a fixed depth: no pruning, no ordering, no table.
///
/// Moves are tried in order of generation; the first of equal moves is best. Set a depth limit: without one
/// it searches to [`MAX_DEPTH`](crate::MAX_DEPTH). A search that is stopped knows only the root moves that it
/// has finished.
#[derive(Clone)]
pub struct Minimax<K> {
    knowledge: K,
    respects_repetition: bool,
}

impl<K> Minimax<K> {
    /// A search that asks `knowledge` about positions at its depth.
    pub fn new(knowledge: K) -> Self {
        Self { knowledge, respects_repetition: true }
    }

    /// The same search without the repetition rule.
    pub fn without_repetition(self) -> Self {
        Self { respects_repetition: false, ..self }
    }
}

impl<K> fmt::Debug for Minimax<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Minimax")
            .field("respects_repetition", &self.respects_repetition)
            .finish_non_exhaustive()
    }
}

impl<P: Position, K: Knowledge<P>> Search<P> for Minimax<K> {
    fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let setting = (game, &self.knowledge, self.respects_repetition);
        FixedDepth::search(setting, limits, observe, |run, depth| node(run, game.position(), depth, 0))
    }
}

/// The value of a node without an outcome for its mover.
fn node<P: Position, K: Knowledge<P>>(
    run: &mut FixedDepth<'_, P, K>,
    position: &P,
    depth: u32,
    ply: u32,
) -> Result<Score, Stopped> {
    if depth == 0 {
        return Ok(run.evaluate(position));
    }
    let mut best = DEAD_END;
    for mv in run.moves(position, ply) {
        let value = run.child(position, mv, ply + 1, |run, child| node(run, child, depth - 1, ply + 1))?;
        if let Some(value) = value
            && value > best
        {
            best = value;
            run.pv.extend(ply, mv);
        }
    }
    Ok(if best == DEAD_END { value_without_moves(position, ply) } else { best })
}
