//! Whether a rabbit can reach its goal rank in this turn.
//!
//! One rabbit is looked at after the other. Of the steps at hand, those that its way forward needs are its own; the rest, three at most, are
//! to spare, for ways round and for help by other pieces:
//!
//! - none to spare, or a way round: the rabbit walks alone, which sets of squares show ([`walks`](super::walk::walks));
//! - one: a single step of another piece clears the way, keeps the rabbit from freezing, or holds a trap
//!   ([`helped_once`](super::help::helped_once));
//! - two or three: the first action is tried, as far as it is near the way, unless a bound shows that nothing can come of it.

use super::actions::{after_open, any};
use super::field::{Field, ahead, bits};
use super::help::helped_once;
use super::walk::{Prospect, prospect, rank, walks};
use crate::board::Board;
use crate::geometry::{GOALS, adjacent, sources};
use crate::position::{Arimaa, LONGEST_TURN};
use crate::squares::Direction;
use plywood_search::{Position, Side};

/// The rank that rabbits want to reach, in a [`Field`].
const GOAL: u64 = GOALS[0];

/// Whether the side to move can end this turn with a rabbit on its goal rank.
#[inline]
pub(super) fn can_be_reached(position: &Arimaa) -> bool {
    let side = position.side_to_move();
    let rabbits = super::walk::rabbits_near_goal(position.board(), side, position.steps_left());
    rabbits != 0 && after_open(position, |board, steps| is_in_reach(board, side, steps))
}

/// Whether `side` could end a turn of its own with a rabbit on its goal rank, if it began one on the board as it stands.
#[inline]
pub(super) fn is_threatened(position: &Arimaa, side: Side) -> bool {
    is_in_reach(position.board(), side, u32::from(LONGEST_TURN))
}

/// Whether a rabbit of `side` reaches its goal rank in so many steps.
#[inline]
fn is_in_reach(board: &Board, side: Side, steps: u32) -> bool {
    let rabbits = super::walk::rabbits_near_goal(board, side, steps);
    if rabbits == 0 {
        return false;
    }
    if rabbits & GOALS[side.index()] != 0 {
        return true;
    }
    if board.unsupported() != 0 {
        // Set up so: what stands unsupported on a trap falls with the first step, whatever that is.
        return steps > 0
            && any(board, side, steps, u64::MAX, |after, cost| is_in_reach(after, side, steps - cost));
    }
    let field = Field::of(board, side);
    let rabbits = if side == Side::First { rabbits } else { rabbits.swap_bytes() };
    bits(rabbits).any(|rabbit| arrives(&field, rabbit, steps))
}

/// Whether the rabbit on a square reaches the goal rank in so many steps of its own and of others. Nothing stands unsupported on a trap.
fn arrives(field: &Field, rabbit: u64, steps: u32) -> bool {
    let distance = 7 - rank(rabbit);
    if distance > steps {
        return false;
    }
    distance == 0
        || walks(field, rabbit, steps)
        || match steps - distance {
            0 => false,
            1 => helped_once(field, rabbit, distance),
            _ => prospect(field, rabbit, steps)
                .is_some_and(|prospect| helped(field, rabbit, steps, prospect)),
        }
}

/// The same where the rabbit does not walk alone, and two steps or three are to spare.
fn helped(field: &Field, rabbit: u64, steps: u32, Prospect { ways, helping }: Prospect) -> bool {
    let at_least = field.at_least();
    let free = field.free(&at_least);
    if free & rabbit != 0 && steps_on(field, rabbit, steps) {
        return true;
    }
    let near = near(ways, helping);
    let others = free & !rabbit;
    Direction::ALL.into_iter().any(|direction| {
        let steppers = field.steppers(others, direction);
        let is_near = near | sources(near, direction);
        bits(steppers & is_near).any(|from| {
            let after = field.after(from, ahead(from, direction));
            after.own & rabbit != 0 && arrives(&after, rabbit, steps - 1)
        })
    }) || helping >= 2 && displaces(field, (rabbit, others), steps, near)
}

/// The squares near enough to a way for the first action to begin or end there.
///
/// The last single step that helps begins or ends on a way or next to one; of the last push or pull the enemy stands at most two squares
/// from one (beside the trap that it keeps another from falling into). A step that helps another action brings its piece, makes room,
/// supports it, or frees a piece that acts, and so begins or ends at most two squares farther out than that action does.
#[inline]
fn near(ways: u64, helping: u32) -> u64 {
    (0..2 * helping - 1).fold(ways, |near, _| near | adjacent(near))
}

/// Whether the rabbit arrives after a step of its own.
#[inline]
fn steps_on(field: &Field, rabbit: u64, steps: u32) -> bool {
    [Direction::North, Direction::East, Direction::West].into_iter().any(|direction| {
        if rabbit & sources(field.empty(), direction) == 0 {
            return false;
        }
        let to = ahead(rabbit, direction);
        let after = field.after(rabbit, to);
        after.own & to & !GOAL != 0 && arrives(&after, to, steps - 1)
    })
}

/// Whether the rabbit arrives after a push or pull by one of `others` that begins or ends near.
fn displaces(field: &Field, (rabbit, others): (u64, u64), steps: u32, near: u64) -> bool {
    let at_least = field.at_least();
    let arrives_after = |after: Field| after.own & rabbit != 0 && arrives(&after, rabbit, steps - 2);
    let pushable = field.pushable(others, &at_least);
    Direction::ALL.into_iter().any(|direction| {
        let has_room = sources(field.empty(), direction);
        let pushes = bits(pushable & has_room).any(|victim| {
            let to = ahead(victim, direction);
            let pushed = field.after(victim, to);
            let mut pushers = pushed.pushers(victim, field.strength_on(victim));
            if (victim | to) & near == 0 {
                pushers &= near;
            }
            bits(pushers).any(|pusher| arrives_after(pushed.after(pusher, victim)))
        });
        pushes
            || bits(field.steppers(others, direction)).any(|from| {
                let to = ahead(from, direction);
                let mut victims = adjacent(from) & field.enemy & !at_least[field.strength_on(from)];
                if (from | to) & near == 0 {
                    victims &= near;
                }
                if victims == 0 {
                    return false;
                }
                let stepped = field.after(from, to);
                // A victim that stood on a trap may have fallen when the puller left.
                bits(victims & stepped.enemy).any(|victim| arrives_after(stepped.after(victim, from)))
            })
    })
}
