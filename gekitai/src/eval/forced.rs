//! What the next two placements decide, for certain: a placement that wins, or a threat that no placement parries.
//!
//! The sets of squares say where to look; the rules themselves, by playing the placement, say whether it wins. So all this holds under every
//! switch. Ways to win that the sets miss are left to the search.

use super::chances::{Chances, ejectors};
use crate::board::{PIECES, bits};
use crate::geometry::BOARD;
use crate::moves::Move;
use crate::position::Gekitai;
use plywood_search::{ForcedWin, Outcome, Position};

/// Who wins within two plies, as far as the sets of squares show it.
pub(super) fn forced_win(position: &Gekitai) -> Option<ForcedWin> {
    let side = position.side_to_move();
    if wins_now(position) {
        return Some(ForcedWin { winner: side, plies: 1 });
    }
    let threats = threats(position)?;
    let rest = position.empty() & !threats;
    let mut moves = bits(threats).chain(bits(rest)).map(Move::at);
    if moves.any(|mv| parries(position, mv)) { None } else { Some(ForcedWin { winner: !side, plies: 2 }) }
}

/// Which placements keep the opponent from winning with the next one; `None` if it could not anyway.
pub(super) fn candidates(position: &Gekitai) -> Option<impl Fn(Move) -> bool> {
    threats(position)?;
    let position = position.clone();
    Some(move |mv| parries(&position, mv))
}

/// The squares on which the opponent would seem to win if it were to move; `None` if there are none.
#[inline]
fn threats(position: &Gekitai) -> Option<u64> {
    let squares = likely_wins(position.pieces(!position.turn()), position.empty());
    (squares != 0).then_some(squares)
}

/// Whether the side to move wins with its next placement.
#[inline]
fn wins_now(position: &Gekitai) -> bool {
    let won = Some(Outcome::Win(position.side_to_move()));
    bits(likely_wins(position.pieces(position.turn()), position.empty())).any(|square| {
        let mut child = position.clone();
        child.play(Move::at(square));
        child.outcome() == won
    })
}

/// Whether the opponent has not won, and cannot with its next placement, after this one.
fn parries(position: &Gekitai, mv: Move) -> bool {
    let mut child = position.clone();
    child.play(mv);
    match child.outcome() {
        Some(outcome) => outcome != Outcome::Win(child.side_to_move()),
        None => !wins_now(&child),
    }
}

/// The squares on which a placement of `own` makes a line, or puts the eighth piece on the board.
#[inline]
fn likely_wins(own: u64, empty: u64) -> u64 {
    let occupied = BOARD & !empty;
    let lines = Chances::of(own, occupied).lines();
    if own.count_ones() == PIECES - 1 { lines | empty & !ejectors(own, occupied) } else { lines }
}
