//! Whether a rabbit can reach its goal rank in this turn.
//!
//! One rabbit is looked at after the other. Of the steps at hand, those that its way forward needs are its
//! own; the rest, three at most, are to spare, for ways round and for help by other pieces:
//!
//! - none to spare, or a way round: the rabbit walks alone, which sets of squares show ([`walk`]);
//! - one: a single step of another piece clears the way, keeps the rabbit from freezing, or holds a trap
//!   ([`helped_once`]);
//! - two or three: the first action is tried, as far as it is near the way, unless a bound shows that nothing
//!   can come of it.

use super::actions::{after_open, any};
use super::field::{Field, ahead, bits};
use super::help::helped_once;
use super::walk::{Prospect, prospect, rabbit_sources, rabbits_near_goal, rank, walk};
use crate::rules::board::Board;
use crate::rules::geometry::{GOALS, TRAPS, adjacent, sources};
use crate::rules::position::{Arimaa, LONGEST_TURN};
use crate::rules::squares::Direction;
use plywood_search::{Position, Side};

/// The rank that rabbits want to reach, in a [`Field`].
const GOAL: u64 = GOALS[0];

/// Whether the side to move can end this turn with a rabbit on its goal rank.
#[inline]
pub(super) fn can_be_reached(position: &Arimaa) -> bool {
    let side = position.side_to_move();
    let rabbits = rabbits_near_goal(position.board(), side, position.steps_left());
    rabbits != 0
        && after_open(position, position.steps_left(), |board, steps| squares_used(board, side, steps) != 0)
}

/// The squares that `side` would use to end a turn of its own with a rabbit on its goal rank, if it began one
/// on the board as it stands: those that pieces leave and enter in one such turn. Empty if there is none.
#[inline]
pub(super) fn threat(board: &Board, side: Side) -> u64 {
    squares_used(board, side, u32::from(LONGEST_TURN))
}

/// Whether a rabbit of `side` has two steps to spare in a turn, or three.
#[inline]
pub(super) fn is_costly(board: &Board, side: Side) -> bool {
    rabbits_near_goal(board, side, u32::from(LONGEST_TURN) - 2) != 0
}

/// Whether so many steps of `side`, while the enemy makes none, might bring one of its rabbits to its goal
/// rank: a bound, which the steps that they take there never exceed.
///
/// A rabbit steps to an empty square, or to one that another step has emptied. One step moves one piece, and
/// may besides take away the piece on a trap that it has defended, so that traps count as empty.
#[inline]
pub(super) fn might_be_reached(board: &Board, side: Side, steps: u32) -> bool {
    let rabbits = board.men(side) & !board.at_least()[2];
    let filled = board.occupied() & !TRAPS;
    northward(rabbits, side) & near_enough(northward(filled, side), 0, steps) != 0
}

/// The rabbits of `side` that so many steps are likely to bring to the goal rank, as the pieces stand: one in
/// the way costs a step more, an enemy two, and to free a frozen rabbit costs one.
pub(super) fn likely_rabbits(board: &Board, side: Side, steps: u32) -> u64 {
    let rabbits = board.men(side) & !board.at_least()[2];
    let [rabbits, frozen] = [rabbits, rabbits & board.frozen(side)].map(|set| northward(set, side));
    let [own, enemy] = [side, !side].map(|side_of| northward(board.men(side_of) & !TRAPS, side));
    let [free, freed] = [steps, steps.saturating_sub(1)].map(|steps| near_enough(own, enemy, steps));
    northward(rabbits & !frozen & free | frozen & freed, side)
}

/// The squares around the ways of these rabbits of `side`: up to two files to either side.
pub(super) fn around_ways(rabbits: u64, side: Side) -> u64 {
    let rabbits = northward(rabbits, side);
    let ways = (0..7).fold(rabbits | beside(rabbits), |ways, _| ways | ways << 8);
    northward(ways | adjacent(ways), side)
}

/// The squares to the left and right.
const fn beside(squares: u64) -> u64 {
    const WEST_FILE: u64 = 0x0101_0101_0101_0101;
    (squares & !(WEST_FILE << 7)) << 1 | (squares & !WEST_FILE) >> 1
}

/// The fewest steps that bring a rabbit of `side` to its goal rank, if they are so many at most.
pub(super) fn distance(board: &Board, side: Side, most: u32) -> Option<u32> {
    (1..=most).find(|&steps| squares_used(board, side, steps) != 0)
}

/// A set as a side sees it that plays north, or back again.
#[inline]
const fn northward(set: u64, side: Side) -> u64 {
    match side {
        Side::First => set,
        Side::Second => set.swap_bytes(),
    }
}

/// The squares from which a rabbit needs so many steps at most, if to enter one of the set `once` takes one
/// step more than to enter others, one of `twice` two.
#[inline]
fn near_enough(once: u64, twice: u64, steps: u32) -> u64 {
    let open = !(once | twice);
    // The squares from which so many steps are enough, one fewer, and two fewer.
    let (mut enough, mut with_one_fewer, mut with_two_fewer) = (GOAL, 0, 0);
    for _ in 0..steps {
        let entered = enough & open | with_one_fewer & once | with_two_fewer & twice;
        (enough, with_one_fewer, with_two_fewer) = (enough | rabbit_sources(entered), enough, with_one_fewer);
    }
    enough
}

/// The squares that are used when a rabbit of `side` reaches its goal rank in so many steps; empty if it does
/// not.
#[inline]
fn squares_used(board: &Board, side: Side, steps: u32) -> u64 {
    let rabbits = rabbits_near_goal(board, side, steps);
    if rabbits == 0 {
        return 0;
    }
    if rabbits & GOALS[side.index()] != 0 {
        return rabbits & GOALS[side.index()];
    }
    // An own piece in the way costs a step at least, an enemy two. A pull leaves its victim where the puller
    // stood, and a push its pusher where the victim stood: neither clears two squares, but for a trap.
    let [own, enemy] = [side, !side].map(|side_of| northward(board.men(side_of) & !TRAPS, side));
    let rabbits = northward(rabbits, side) & near_enough(own, enemy, steps);
    if rabbits == 0 {
        return 0;
    }
    if board.unsupported() != 0 {
        // Set up so: what stands unsupported on a trap falls with the first step, whatever that is.
        let reaches = |after: &Board, cost| squares_used(after, side, steps - cost) != 0;
        return if steps > 0 && any(board, side, steps, u64::MAX, reaches) { u64::MAX } else { 0 };
    }
    let field = Field::of(board, side);
    northward(first(bits(rabbits), |rabbit| arrival(&field, rabbit, steps)), side)
}

/// The first set that is not empty, among those that `find` makes of the items.
#[inline]
fn first<T>(items: impl IntoIterator<Item = T>, find: impl FnMut(T) -> u64) -> u64 {
    items.into_iter().map(find).find(|&squares| squares != 0).unwrap_or(0)
}

/// The squares used when the rabbit on a square reaches the goal rank in so many steps of its own and of
/// others; empty if it does not. Nothing stands unsupported on a trap.
fn arrival(field: &Field, rabbit: u64, steps: u32) -> u64 {
    let distance = 7 - rank(rabbit);
    if distance > steps {
        return 0;
    }
    if distance == 0 {
        return rabbit;
    }
    let way = walk(field, rabbit, steps);
    if way != 0 {
        return way;
    }
    match steps - distance {
        0 => 0,
        1 => helped_once(field, rabbit, distance),
        _ => prospect(field, rabbit, steps).map_or(0, |prospect| helped(field, rabbit, steps, prospect)),
    }
}

/// The same where the rabbit does not walk alone, and two steps or three are to spare.
fn helped(field: &Field, rabbit: u64, steps: u32, Prospect { ways, helping }: Prospect) -> u64 {
    let at_least = field.at_least();
    let free = field.free(&at_least);
    if free & rabbit != 0 {
        let squares = steps_on(field, rabbit, steps);
        if squares != 0 {
            return squares;
        }
    }
    let near = near(ways, helping);
    let others = free & !rabbit;
    let squares = first(Direction::ALL, |direction| {
        let steppers = field.steppers(others, direction);
        let is_near = near | sources(near, direction);
        first(bits(steppers & is_near), |from| {
            let to = ahead(from, direction);
            let after = field.after(from, to);
            if after.own & rabbit == 0 { 0 } else { with(from | to, arrival(&after, rabbit, steps - 1)) }
        })
    });
    if squares == 0 && helping >= 2 { displaced(field, (rabbit, others), steps, near) } else { squares }
}

/// All of the squares, if there are some of the second set.
#[inline]
const fn with(squares: u64, others: u64) -> u64 {
    if others == 0 { 0 } else { squares | others }
}

/// The squares near enough to a way for the first action to begin or end there.
///
/// The last single step that helps begins or ends on a way or next to one; of the last push or pull the enemy
/// stands at most two squares from one (beside the trap that it keeps another from falling into). A step that
/// helps another action brings its piece, makes room, supports it, or frees a piece that acts, and so begins
/// or ends at most two squares farther out than that action does.
#[inline]
fn near(ways: u64, helping: u32) -> u64 {
    (0..2 * helping - 1).fold(ways, |near, _| near | adjacent(near))
}

/// The squares used when the rabbit arrives after a step of its own.
#[inline]
fn steps_on(field: &Field, rabbit: u64, steps: u32) -> u64 {
    first([Direction::North, Direction::East, Direction::West], |direction| {
        if rabbit & sources(field.empty(), direction) == 0 {
            return 0;
        }
        let to = ahead(rabbit, direction);
        let after = field.after(rabbit, to);
        if after.own & to & !GOAL == 0 { 0 } else { with(rabbit, arrival(&after, to, steps - 1)) }
    })
}

/// The squares used when the rabbit arrives after a push or pull by one of `others` that begins or ends near.
fn displaced(field: &Field, (rabbit, others): (u64, u64), steps: u32, near: u64) -> u64 {
    let at_least = field.at_least();
    let after = |after: Field, squares: u64| {
        if after.own & rabbit == 0 { 0 } else { with(squares, arrival(&after, rabbit, steps - 2)) }
    };
    let pushable = field.pushable(others, &at_least);
    first(Direction::ALL, |direction| {
        let has_room = sources(field.empty(), direction);
        let pushes = first(bits(pushable & has_room), |victim| {
            let to = ahead(victim, direction);
            let pushed = field.after(victim, to);
            let mut pushers = pushed.pushers(victim, field.strength_on(victim));
            if (victim | to) & near == 0 {
                pushers &= near;
            }
            first(bits(pushers), |pusher| after(pushed.after(pusher, victim), pusher | victim | to))
        });
        if pushes != 0 {
            return pushes;
        }
        first(bits(field.steppers(others, direction)), |from| {
            let to = ahead(from, direction);
            let mut victims = adjacent(from) & field.enemy & !at_least[field.strength_on(from)];
            if (from | to) & near == 0 {
                victims &= near;
            }
            if victims == 0 {
                return 0;
            }
            let stepped = field.after(from, to);
            // A victim that stood on a trap may have fallen when the puller left.
            first(bits(victims & stepped.enemy), |victim| {
                after(stepped.after(victim, from), victim | from | to)
            })
        })
    })
}
