//! Perft: counting the leaves of the game tree, the test of a move generator and the measure of its speed.

use crate::limits::{Ended, Limits};
use crate::position::Position;
use crate::watch::Watch;
use core::ops::ControlFlow;

/// The number of positions after `depth` plies of legal play, history aside.
///
/// A finished position is a leaf at its own depth and nowhere else: it has no successors. The last ply is counted, not played
/// ("bulk counting").
///
/// ```
/// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
/// use plywood_search::perft;
///
/// assert_eq!(perft(&tic_tac_toe::TicTacToe::default(), 3), 9 * 8 * 7);
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if position.outcome().is_some() => 0,
        1 => position.count_moves() as u64,
        _ => {
            let mut leaves = 0;
            let _ = position.generate(&mut |mv| {
                let mut child = position.clone();
                child.play(mv);
                leaves += perft(&child, depth - 1);
                ControlFlow::Continue(())
            });
            leaves
        }
    }
}

/// [`perft`] of each legal move, in order of generation: where two generators disagree, this leads to the move.
///
/// Nothing at depth 0 or in a finished position.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let leaves_after = |mv| {
        let mut child = position.clone();
        child.play(mv);
        (mv, perft(&child, rest))
    };
    position.legal_moves().into_iter().map(leaves_after).collect()
}

/// [`perft`] that ends when its limits say so; their depth is not looked at. A node is a move made.
///
/// # Errors
///
/// If it was ended early, with the reason.
pub fn perft_within<P: Position>(position: &P, depth: u32, limits: &Limits) -> Result<u64, Ended> {
    let mut watch = Watch::start(limits);
    count(position, depth, &mut watch).ok_or_else(|| watch.ended().unwrap_or(Ended::Stopped))
}

fn count<P: Position>(position: &P, depth: u32, watch: &mut Watch<'_>) -> Option<u64> {
    if depth <= 1 || position.outcome().is_some() {
        return Some(perft(position, depth));
    }
    let mut leaves = Some(0);
    let _ = position.generate(&mut |mv| {
        leaves = leaves.filter(|_| watch.count_node()).and_then(|sum| {
            let mut child = position.clone();
            child.play(mv);
            Some(sum + count(&child, depth - 1, watch)?)
        });
        if leaves.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    leaves
}
