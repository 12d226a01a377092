//! Which moves to try first.

use super::placement::place;
use crate::rules::moves::{Action, Move};
use crate::rules::pieces::{Colour, Kind};
use crate::rules::position::Arimaa;
use crate::rules::progress::Open;
use crate::rules::squares::Square;
use plywood_search::Position;

/// How early to try the legal moves of a position; greater is earlier.
#[inline]
pub(super) fn priorities(position: &Arimaa) -> impl Fn(Move) -> i32 {
    const PASS: i32 = 800;
    let last = position.steps().last().map(|mv| mv.action());
    let mover = position.turn();
    move |mv| match mv.action() {
        Action::Pass => PASS,
        Action::Place { .. } => 0,
        Action::Step { piece, from, direction } => {
            let Some(to) = from.next(direction) else { return 0 };
            let falls = capture(position, (from, to));
            let sign = if piece.colour == mover { 1 } else { -1 };
            let moved = sign * 24 * gain(piece.colour, piece.kind, from, to);
            let kind = if piece.colour == mover {
                own_step(piece.kind, from, to, last)
            } else {
                enemy_step(position, piece.kind)
            };
            falls + moved + kind
        }
    }
}

/// How much better a piece of a kind stands after a step.
#[inline]
fn gain(colour: Colour, kind: Kind, from: Square, to: Square) -> i32 {
    let seen = |square: Square| match colour {
        Colour::Gold => square.index(),
        Colour::Silver => square.index() ^ 0o70,
    };
    place(kind as usize, seen(to)) - place(kind as usize, seen(from))
}

/// Captures come first, the greater the earlier; what costs an own piece comes last.
#[inline]
fn capture(position: &Arimaa, (from, to): (Square, Square)) -> i32 {
    const ENEMY: i32 = 12_000;
    const OWN: i32 = -9_000;
    let board = position.board();
    let fallen = board.fallen_after(from.index(), to.index());
    if fallen == 0 {
        return 0;
    }
    let enemy = board.men(!position.side_to_move());
    let steps_in = fallen & to.bit() != 0;
    let square = if steps_in { from.index() } else { fallen.trailing_zeros() as usize };
    let strength = board.strength_on(square) as i32;
    if enemy >> square & 1 == 1 { ENEMY + 1_000 * strength } else { OWN - 1_000 * strength }
}

/// The piece that moved last goes on rather than another, and does not go back.
#[inline]
fn own_step(kind: Kind, from: Square, to: Square, last: Option<Action>) -> i32 {
    const GOES_ON: i32 = 600;
    const GOES_BACK: i32 = -5_000;
    const STRONG: [i32; 6] = [-300, 0, 100, 300, 400, 500];
    let follows = match last {
        Some(Action::Step { from: began, direction, .. }) if began.next(direction) == Some(from) => {
            if began == to { GOES_BACK } else { GOES_ON }
        }
        _ => 0,
    };
    STRONG[kind as usize] + follows
}

/// Pulls that complete what was begun, and pushes, the stronger the victim the earlier.
#[inline]
fn enemy_step(position: &Arimaa, kind: Kind) -> i32 {
    const PULL: i32 = 1_200;
    const PUSH: i32 = 200;
    let strength = i32::from(kind.strength());
    match position.progress().open {
        Open::Pull { .. } => PULL + 100 * strength,
        Open::Push { .. } | Open::Nothing => PUSH + 100 * strength,
    }
}
