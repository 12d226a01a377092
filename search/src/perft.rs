//! Perft: counts of the leaves of the game tree, which test a move generator and measure its speed.

use crate::contract::Position;
use crate::limits::{Ended, Limits, MAX_DEPTH};
use crate::watch::Watch;
use core::ops::ControlFlow;

/// Counts the positions after `depth` plies of legal play, ignoring history.
///
/// A finished position counts only at its own depth, because it has no successors. The moves of the last ply
/// are counted, not played ("bulk counting").
///
/// ```
/// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
/// use plywood_search::perft;
///
/// assert_eq!(perft(&tic_tac_toe::TicTacToe::default(), 3), 9 * 8 * 7);
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    count(position, depth.min(MAX_DEPTH), &mut || true).unwrap_or(0)
}

/// Counts the leaves for as long as `go_on`, which is asked before each move, says so.
fn count<P: Position>(position: &P, depth: u32, go_on: &mut impl FnMut() -> bool) -> Option<u64> {
    match depth {
        0 => Some(1),
        _ if position.outcome().is_some() => Some(0),
        1 => Some(position.count_moves() as u64),
        2 => last_two_plies(position, go_on),
        _ => {
            let mut sum = Some(0);
            let _ = position.generate(&mut |mv| {
                sum = sum.filter(|_| go_on()).and_then(|sum| {
                    // Played where it lies: a position that is moved after it was written waits for its
                    // writes.
                    let mut child = position.clone();
                    child.play_unchecked(mv);
                    Some(sum + count(&child, depth - 1, go_on)?)
                });
                if sum.is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            sum
        }
    }
}

/// The moves after each move: a loop without recursion, so that nothing is computed of the positions between
/// that a count does not need, such as their keys.
fn last_two_plies<P: Position>(position: &P, go_on: &mut impl FnMut() -> bool) -> Option<u64> {
    let mut sum = 0;
    let flow = position.generate(&mut |mv| {
        if !go_on() {
            return ControlFlow::Break(());
        }
        let mut child = position.clone();
        child.play_unchecked(mv);
        if child.outcome().is_none() {
            sum += child.count_moves() as u64;
        }
        ControlFlow::Continue(())
    });
    flow.is_continue().then_some(sum)
}

fn after<P: Position>(position: &P, mv: P::Move) -> P {
    let mut child = position.clone();
    child.play_unchecked(mv);
    child
}

/// [`perft`] of each legal move, in order of generation. If two generators disagree, this finds the move.
///
/// Empty at depth 0 and in a finished position.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let Some(rest) = depth.min(MAX_DEPTH).checked_sub(1) else { return Vec::new() };
    position.legal_moves().into_iter().map(|mv| (mv, perft(&after(position, mv), rest))).collect()
}

/// [`perft`] within limits; their depth is ignored. A node is a move made.
///
/// # Errors
///
/// If a limit ended the count, with the reason.
pub fn perft_within<P: Position>(position: &P, depth: u32, limits: &Limits) -> Result<u64, Ended> {
    let mut watch = Watch::start(limits);
    count(position, depth.min(MAX_DEPTH), &mut || watch.count_node()).ok_or_else(|| reason(&watch))
}

/// [`divide`] that ends when its limits, which hold for all moves together, say so.
///
/// # Errors
///
/// If a limit ended the count, with the reason.
pub fn divide_within<P: Position>(
    position: &P,
    depth: u32,
    limits: &Limits,
) -> Result<Vec<(P::Move, u64)>, Ended> {
    let Some(rest) = depth.min(MAX_DEPTH).checked_sub(1) else { return Ok(Vec::new()) };
    let mut watch = Watch::start(limits);
    let counted = |mv| Some((mv, count(&after(position, mv), rest, &mut || watch.count_node())?));
    let divided: Option<_> = position.legal_moves().into_iter().map(counted).collect();
    divided.ok_or_else(|| reason(&watch))
}

fn reason(watch: &Watch<'_>) -> Ended {
    watch.ended().unwrap_or(Ended::Stopped)
}
