//! A rabbit that needs just one step of another piece on its way to the goal rank.

use super::field::{Field, ahead, bits};
use crate::rules::geometry::{GOALS, TRAPS, adjacent, sources};
use crate::rules::squares::Direction;

/// How the rabbit on a square reaches the goal rank straight ahead, so many steps away, with the help of one
/// step by another piece, before or between its own: the squares of its way, and those that the other piece
/// leaves and enters. Empty if it does not. Exact.
pub(super) fn helped_once(field: &Field, rabbit: u64, distance: u32) -> u64 {
    let (mut field, mut rabbit, mut way) = (*field, rabbit, rabbit);
    for left in (1..=distance).rev() {
        let help = helped_now(&field, rabbit, left);
        if help != 0 {
            return way | help;
        }
        match walked(&field, rabbit) {
            Some(after) => (field, rabbit) = (after, rabbit << 8),
            None => return 0,
        }
        way |= rabbit;
    }
    0
}

/// The board after the rabbit's step forward, if it can make it and stay on the board.
#[inline]
fn walked(field: &Field, rabbit: u64) -> Option<Field> {
    let to = rabbit << 8;
    let beside = adjacent(rabbit);
    let is_frozen = beside & field.enemy & field.officers() != 0 && beside & field.own == 0;
    if is_frozen || to & field.empty() == 0 {
        return None;
    }
    let after = field.after(rabbit, to);
    (after.own & to != 0).then_some(after)
}

/// The squares ahead of a rabbit, so many.
#[inline]
fn path_of(rabbit: u64, distance: u32) -> u64 {
    (1..=distance).fold(0, |path, step| path | rabbit << (8 * step))
}

/// The squares used if the rabbit arrives with help that comes now.
#[inline]
fn helped_now(field: &Field, rabbit: u64, distance: u32) -> u64 {
    let path = path_of(rabbit, distance);
    if path & field.enemy != 0 {
        return 0;
    }
    let others = field.own & !rabbit;
    let in_the_way = path & others;
    let comes = |from: u64, to: u64| {
        let after = field.after(from, to);
        after.own & rabbit != 0 && goes_straight(&after, rabbit, distance)
    };
    if in_the_way != 0 {
        if in_the_way & (in_the_way - 1) != 0 || !can_step(field, in_the_way) {
            return 0;
        }
        let place = Direction::ALL.into_iter().find_map(|direction| {
            let has_room = field.steppers(in_the_way, direction) != 0;
            let to = ahead(in_the_way, direction);
            (has_room && to & path == 0 && comes(in_the_way, to)).then_some(to)
        });
        return place.map_or(0, |to| path | in_the_way | to);
    }
    let places = bits(trouble(field, rabbit, path, others))
        .fold(field.empty() & !path, |places, square| places & adjacent(square));
    let step = bits(places).find_map(|place| {
        Direction::ALL.into_iter().find_map(|direction| {
            let from = sources(place, direction) & others;
            let can_come = from != 0 && field.steppers(from, direction) != 0 && can_step(field, from);
            (can_come && comes(from, place)).then_some(from | place)
        })
    });
    step.map_or(0, |squares| path | squares)
}

/// The squares on the way at which the rabbit would freeze or fall, if nobody came.
///
/// A friend on a trap whom only this rabbit defends keeps it from freezing, but falls with its first step.
#[inline]
fn trouble(field: &Field, rabbit: u64, path: u64, others: u64) -> u64 {
    let staying = others & !(TRAPS & !adjacent(others));
    let threatened = adjacent(field.enemy & field.officers());
    // The last square is the goal, where nothing can happen to it.
    let on_the_way = path & (threatened & !GOALS[0] | TRAPS) & !adjacent(staying);
    rabbit & threatened & !adjacent(others) | on_the_way
}

/// Whether an own piece is not frozen.
#[inline]
fn can_step(field: &Field, piece: u64) -> bool {
    let beside = adjacent(piece);
    beside & field.own != 0 || beside & field.enemy & field.at_least()[field.strength_on(piece) + 1] == 0
}

/// Whether the rabbit walks straight ahead, so many steps, without help.
#[inline]
fn goes_straight(field: &Field, rabbit: u64, distance: u32) -> bool {
    let path = path_of(rabbit, distance);
    let others = field.own & !rabbit;
    path & !field.empty() == 0 && trouble(field, rabbit, path, others) == 0
}
