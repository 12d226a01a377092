//! Our games as the published crate `minimax` wants them, for searches side by side on the same boards.

use plywood_search::{Outcome, Position};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// A game as the other crate wants it.
pub(crate) struct Theirs<P>(PhantomData<P>);

impl<P: Position> minimax::Game for Theirs<P> {
    type S = P;
    type M = P::Move;

    fn generate_moves(state: &P, moves: &mut Vec<P::Move>) -> Option<minimax::Winner> {
        let outcome = state.expand(&mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        winner(state, outcome)
    }

    fn apply(state: &mut P, mv: P::Move) -> Option<P> {
        let mut child = state.clone();
        child.play_unchecked(mv);
        Some(child)
    }

    fn get_winner(state: &P) -> Option<minimax::Winner> {
        winner(state, state.outcome())
    }

    fn zobrist_hash(state: &P) -> u64 {
        state.key()
    }
}

fn winner<P: Position>(state: &P, outcome: Option<Outcome>) -> Option<minimax::Winner> {
    Some(match outcome? {
        Outcome::Draw => minimax::Winner::Draw,
        Outcome::Win(side) if side == state.side_to_move() => minimax::Winner::PlayerToMove,
        Outcome::Win(_) => minimax::Winner::PlayerJustMoved,
    })
}
