//! What the next two placements decide, for certain: a placement that wins, or a threat that no placement parries.
//!
//! The sets of squares say where to look; the rules themselves, by playing the placement, say whether it wins. So all this holds under every
//! switch. Ways to win that the sets miss are left to the search.

use super::chances::{Chances, ejectors};
use crate::board::{PIECES, Player, bits};
use crate::geometry::BOARD;
use crate::moves::Move;
use crate::position::Gekitai;
use plywood_search::{ForcedWin, Outcome, Position};

/// Who wins within two plies, as far as the sets of squares show it. `ours` and `theirs` are the squares on which a placement of the side to
/// move, or of its opponent, makes a line.
pub(super) fn win(position: &Gekitai, ours: u64, theirs: u64) -> Option<ForcedWin> {
    let side = position.side_to_move();
    if wins_on(position, likely_wins(position, position.turn(), ours)) {
        return Some(ForcedWin { winner: side, plies: 1 });
    }
    let threats = likely_wins(position, !position.turn(), theirs);
    if threats == 0 {
        return None;
    }
    let rest = position.empty() & !threats;
    let mut moves = bits(threats).chain(bits(rest)).map(Move::at);
    if moves.any(|mv| parries(position, mv)) { None } else { Some(ForcedWin { winner: !side, plies: 2 }) }
}

/// Which placements keep the opponent from winning with the next one; `None` if it could not anyway.
pub(super) fn candidates(position: &Gekitai, theirs: u64) -> Option<impl Fn(Move) -> bool + use<>> {
    let position = (likely_wins(position, !position.turn(), theirs) != 0).then(|| position.clone())?;
    Some(move |mv| parries(&position, mv))
}

/// Whether the side to move wins by a placement on one of these squares.
#[inline]
fn wins_on(position: &Gekitai, squares: u64) -> bool {
    let won = Some(Outcome::Win(position.side_to_move()));
    bits(squares).any(|square| {
        let mut child = position.clone();
        child.play(Move::at(square));
        child.outcome() == won
    })
}

/// Whether the opponent has not won, and cannot with its next placement, after this one.
fn parries(position: &Gekitai, mv: Move) -> bool {
    let mut child = position.clone();
    child.play(mv);
    if let Some(outcome) = child.outcome() {
        return outcome != Outcome::Win(child.side_to_move());
    }
    let own = child.pieces(child.turn());
    let lines = Chances::of(own, BOARD & !child.empty()).lines();
    !wins_on(&child, likely_wins(&child, child.turn(), lines))
}

/// The squares on which a placement of `player` makes a line, which are `lines`, or puts the eighth piece on the board.
#[inline]
fn likely_wins(position: &Gekitai, player: Player, lines: u64) -> u64 {
    let own = position.pieces(player);
    let empty = position.empty();
    if own.count_ones() == PIECES - 1 { lines | empty & !ejectors(own, BOARD & !empty) } else { lines }
}
