//! Whether the enemy can be made to lose a piece in this turn.

use super::actions::{after_open, any};
use crate::board::Board;
use crate::geometry::{TRAPS, adjacent, neighbours};
use crate::position::Arimaa;
use crate::squares::Square;
use plywood_search::{Position, Side};

/// Whether the side to move can end this turn with fewer enemy pieces on the board than it has now.
pub(super) fn is_possible(position: &Arimaa) -> bool {
    let side = position.side_to_move();
    let enemies = position.board().men(!side).count_ones();
    after_open(position, |board, steps| captures(board, side, steps, enemies))
}

/// Whether `side` can bring the enemy below so many pieces in so many steps.
fn captures(board: &Board, side: Side, steps: u32, enemies: u32) -> bool {
    if board.men(!side).count_ones() < enemies {
        return true;
    }
    if steps == 0 {
        return false;
    }
    let unsupported = board.unsupported();
    let near = if unsupported != 0 { u64::MAX } else { squares_that_matter(board, side, steps) };
    near != 0 && any(board, side, steps, near, |after, cost| captures(after, side, steps - cost, enemies))
}

/// The squares near enough to a trap, into which something of the enemy's might fall in so many steps, for the first of them to begin
/// or end there. Empty if there is no such trap.
///
/// A push or pull, of two steps, moves one enemy by one square. All enemies next to the trap but one have to be moved away, and that one
/// into it, or if one stands in the trap, all of them away.
fn squares_that_matter(board: &Board, side: Side, steps: u32) -> u64 {
    let enemy = board.men(!side);
    let moves = steps / 2;
    let mut targets = 0;
    for trap in Square::all_of(TRAPS) {
        let beside = neighbours(trap.index());
        let defenders = (beside & enemy).count_ones();
        let within_two = adjacent(beside) & enemy;
        let is_near = defenders > 0 || within_two != 0 && moves > 1;
        if moves > 0 && is_near && defenders <= moves {
            targets |= beside | trap.bit();
        }
    }
    let reach = 2 * steps - 2;
    if targets == 0 { 0 } else { (0..reach).fold(targets, |near, _| near | adjacent(near)) }
}
