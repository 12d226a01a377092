//! Whether a rabbit can reach its goal rank in this turn.

use super::actions::{after_open, any};
use super::walk::{Prospect, prospect, rabbits_near_goal, walks_to_goal};
use crate::board::Board;
use crate::geometry::{GOALS, adjacent};
use crate::position::{Arimaa, LONGEST_TURN};
use crate::squares::Square;
use plywood_search::{Position, Side};

/// Whether the side to move can end this turn with a rabbit on its goal rank.
#[inline]
pub(super) fn can_be_reached(position: &Arimaa) -> bool {
    let side = position.side_to_move();
    let rabbits = rabbits_near_goal(position.board(), side, position.steps_left());
    rabbits != 0 && after_open(position, |board, steps| reaches(board, side, steps))
}

/// Whether `side` could end a turn of its own with a rabbit on its goal rank, if it began one on the board as it stands.
pub(super) fn is_threatened(position: &Arimaa, side: Side) -> bool {
    reaches(position.board(), side, u32::from(LONGEST_TURN))
}

/// Whether a rabbit of `side` reaches its goal rank in so many steps.
fn reaches(board: &Board, side: Side, steps: u32) -> bool {
    let rabbits = rabbits_near_goal(board, side, steps);
    if rabbits & GOALS[side.index()] != 0 {
        return true;
    }
    if rabbits == 0 {
        return false;
    }
    if board.unsupported() != 0 {
        // Set up so: what stands unsupported on a trap falls with the first step, whatever that is.
        return reaches_after_any(board, side, steps, u64::MAX);
    }
    if Square::all_of(rabbits).any(|rabbit| walks_to_goal(board, side, rabbit.bit(), steps)) {
        return true;
    }
    if steps < 2 {
        return false;
    }
    prospect(board, side, steps)
        .is_some_and(|prospect| reaches_after_any(board, side, steps, squares_that_matter(prospect)))
}

#[inline]
fn reaches_after_any(board: &Board, side: Side, steps: u32, near: u64) -> bool {
    steps > 0 && any(board, side, steps, near, |after, cost| reaches(after, side, steps - cost))
}

/// The squares near enough to a way for the first action to begin or end there.
///
/// The last single step that helps begins or ends on a way or next to one; of the last push or pull the enemy stands at most two squares
/// from one (beside the trap that it keeps another from falling into). A step that helps another action brings its piece, makes room,
/// supports it, or frees a piece that acts, and so begins or ends at most two squares farther out than that action does.
#[inline]
fn squares_that_matter(Prospect { ways, helping }: Prospect) -> u64 {
    (0..2 * helping - 1).fold(ways, |near, _| near | adjacent(near))
}
