//! Steps, pushes and pulls as single actions on a board, for small searches that only ask whether something
//! can be done.

use crate::rules::board::Board;
use crate::rules::geometry::sources;
use crate::rules::movement::Movement;
use crate::rules::position::Arimaa;
use crate::rules::progress::Open;
use crate::rules::squares::{Direction, Square};
use plywood_search::Side;

/// Whether `holds` is true of a board that one action of `side` leads to, and of the number of steps that it
/// costs: 1 for a step, 2 for a push or pull, which are left out if only one step remains.
///
/// Only actions that begin or end in the set `near` are tried; one of two steps counts if either does.
pub(super) fn any(
    board: &Board,
    side: Side,
    steps: u32,
    near: u64,
    mut holds: impl FnMut(&Board, u32) -> bool,
) -> bool {
    let movement = Movement::of(board, side);
    for direction in Direction::ALL {
        let near_either = near | sources(near, direction);
        let steppers = movement.steps(direction);
        for from in Square::all_of(steppers & near_either) {
            if from.next(direction).is_some_and(|to| holds(&board.after(from.index(), to.index()), 1)) {
                return true;
            }
        }
        if steps < 2 {
            continue;
        }
        for from in Square::all_of(steppers) {
            if from.next(direction).is_some_and(|to| any_pull(board, side, (from, to), near, &mut holds)) {
                return true;
            }
        }
        for from in Square::all_of(movement.with_room(movement.pushable(), direction)) {
            if from.next(direction).is_some_and(|to| any_push(board, side, (from, to), near, &mut holds)) {
                return true;
            }
        }
    }
    false
}

/// Whether `holds` is true after a pull that the step `from` to `to` begins.
#[inline]
fn any_pull(
    board: &Board,
    side: Side,
    (from, to): (Square, Square),
    near: u64,
    holds: &mut impl FnMut(&Board, u32) -> bool,
) -> bool {
    let mut victims = board.weaker_beside(!side, from.index(), board.strength_on(from.index()));
    if (from.bit() | to.bit()) & near == 0 {
        victims &= near;
    }
    if victims == 0 {
        return false;
    }
    let stepped = board.after(from.index(), to.index());
    // A victim that stood on a trap may have fallen when the puller left.
    Square::all_of(victims & stepped.men(!side))
        .any(|victim| holds(&stepped.after(victim.index(), from.index()), 2))
}

/// Whether `holds` is true after a push of the enemy's piece on `from` to `to`.
#[inline]
fn any_push(
    board: &Board,
    side: Side,
    (from, to): (Square, Square),
    near: u64,
    holds: &mut impl FnMut(&Board, u32) -> bool,
) -> bool {
    let strength = board.strength_on(from.index());
    let pushed = board.after(from.index(), to.index());
    let mut pushers = pushed.stronger_beside(side, from.index(), strength);
    if (from.bit() | to.bit()) & near == 0 {
        pushers &= near;
    }
    pushed.unfrozen(pushers).any(|pusher| holds(&pushed.after(pusher.index(), from.index()), 2))
}

/// Whether `holds` is true of the board at hand, or of one that what the last step has left open leads to,
/// with those of so many steps, one at least, that are left there.
///
/// A push that has been begun has to be finished first.
pub(super) fn after_open(position: &Arimaa, steps: u32, holds: impl Fn(&Board, u32) -> bool) -> bool {
    let board = position.board();
    let followed_by = |square: u8, movers: u64| {
        let to = usize::from(square);
        Square::all_of(movers).any(|from| holds(&board.after(from.index(), to), steps - 1))
    };
    match position.progress().open {
        Open::Nothing => holds(board, steps),
        Open::Pull { square, victims } => {
            holds(board, steps)
                || followed_by(square, victims & board.men(!plywood_search::Position::side_to_move(position)))
        }
        Open::Push { square, pushers } => followed_by(square, pushers),
    }
}
