//! The walk of a rabbit to its goal rank: alone and exactly, and as a bound on what it can do with help.

use super::field::Field;
use crate::rules::board::{AtLeast, Board};
use crate::rules::geometry::{GOALS, TRAPS, adjacent, sources};
use crate::rules::squares::Direction;
use plywood_search::Side;

/// The rank of a square, 0 to 7.
#[inline]
pub(super) const fn rank(square: u64) -> u32 {
    square.trailing_zeros() / 8
}

/// The squares to which rabbits on the set step: those ahead and beside.
#[inline]
const fn rabbit_steps(set: u64) -> u64 {
    set << 8 | sources(set, Direction::East) | sources(set, Direction::West)
}

/// The squares from which a rabbit steps into the set: those behind and beside.
#[inline]
pub(super) const fn rabbit_sources(set: u64) -> u64 {
    sources(set, Direction::North) | sources(set, Direction::East) | sources(set, Direction::West)
}

/// The goal rank and so many ranks before it, at most seven.
#[inline]
const fn ranks_near_goal(steps: u32) -> u64 {
    u64::MAX << (8 * (7 - if steps < 7 { steps } else { 7 }))
}

/// The rabbits of a side that so many steps forward, at most seven, would bring to the goal rank if nothing
/// were in the way.
#[inline]
pub(super) fn rabbits_near_goal(board: &Board, side: Side, steps: u32) -> u64 {
    let ranks = match side {
        Side::First => ranks_near_goal(steps),
        Side::Second => ranks_near_goal(steps).swap_bytes(),
    };
    board.men(side) & !board.at_least()[2] & ranks
}

/// The way of the rabbit on a square to the goal rank in so many steps, all of them its own: the squares of a
/// shortest one, the first included. Empty if there is none. Exact.
///
/// A friend on a trap whom only this rabbit defends falls with its first step, and gives no support on the
/// way: two neighbours of a trap are never next to each other.
#[inline]
pub(super) fn walk(field: &Field, rabbit: u64, steps: u32) -> u64 {
    let threatened = adjacent(field.enemy & field.officers());
    if rabbit & threatened & !adjacent(field.own) != 0 {
        return 0;
    }
    let friends = field.own & !rabbit;
    let friends = friends & !(TRAPS & !adjacent(friends));
    let supported = adjacent(friends);
    let open = field.empty() & (!TRAPS | supported);
    let mut reached = [rabbit; 5];
    let mut walkers = rabbit;
    for step in 1..=steps.min(4) as usize {
        let ahead = rabbit_steps(walkers) & open & !reached[step - 1];
        if ahead & GOALS[0] != 0 {
            return way_back(ahead & GOALS[0], &reached[..step]);
        }
        reached[step] = reached[step - 1] | ahead;
        walkers = ahead & (!threatened | supported);
    }
    0
}

/// The squares from a goal back to the rabbit, by the squares that it reaches in none, one and more steps.
#[inline]
fn way_back(goals: u64, reached: &[u64]) -> u64 {
    let mut square = goals & goals.wrapping_neg();
    let mut way = square;
    for (step, within) in reached.iter().enumerate().rev() {
        let new = if step > 0 { within & !reached[step - 1] } else { *within };
        let before = new & rabbit_sources(square);
        square = before & before.wrapping_neg();
        way |= square;
    }
    way
}

/// What might come of a goal with help.
#[derive(Clone, Copy)]
pub(super) struct Prospect {
    /// The squares on which the rabbit might walk there.
    pub(super) ways: u64,
    /// How many of the steps can be made by other pieces, at most.
    pub(super) helping: u32,
}

/// What might come of a goal in so many steps, if the pieces in the way cost as little as they possibly can.
/// `None` if even so the rabbit does not arrive.
///
/// Of the steps that are not the rabbit's, each own piece in the way needs one at least; an enemy needs those
/// of [`displaceable`], of which the one that pulls it may also clear away an own piece. Being frozen on the
/// way, a trap to be crossed without a friend, and a piece on a trap, which may fall when another moves, are
/// counted as one step for all of them, which may be one that clears the way. A rabbit that is frozen at
/// first needs the steps of [`steps_to_free`], which may be the same.
pub(super) fn prospect(field: &Field, rabbit: u64, steps: u32) -> Option<Prospect> {
    let spare = steps + rank(rabbit) - 7;
    let friends = field.own & !rabbit;
    let supported = adjacent(friends);
    let threatened = adjacent(field.enemy & field.officers());
    let trouble = threatened & !supported;
    let at_least = field.at_least();
    let free = field.free(&at_least);
    let is_frozen = rabbit & trouble != 0;
    let to_begin = if is_frozen { steps_to_free(field, (rabbit, free), &at_least, spare) } else { 0 };
    if to_begin > spare {
        return None;
    }
    let empty = field.empty();
    let calm = empty & !trouble & (!TRAPS | supported);
    let passable = empty | TRAPS;
    // A piece may be freed by the rabbit that comes to stand beside it.
    let visited = (1..steps).fold(rabbit, |visited, _| visited | rabbit_steps(visited));
    let free = free | field.own & adjacent(visited);
    let [in_two, in_three] =
        displaceable(field, free, empty | TRAPS | rabbit, &at_least, spare).map(|set| set & !TRAPS);
    let own = friends & !TRAPS;
    let mut prospect = Prospect { ways: rabbit, helping: 0 };
    // By what was needed: nothing, only a friend nearby, the steps of one, two or three own pieces in the
    // way; those past an enemy that needs two steps, or three, are kept apart.
    let mut needing = [if is_frozen { 0 } else { rabbit }, rabbit, 0, 0, 0];
    let mut past_enemy = [0; 2];
    for step in 1..=steps {
        let spare = steps - step;
        let [none, friend, one, two, three] = needing.map(rabbit_steps);
        let with_enemy = past_enemy.map(|set| rabbit_steps(set) & (passable | own));
        // With the steps that others need, there is time for those that the rabbit has still to go.
        let affordable = |cost: u32, set: u64| {
            spare.checked_sub(cost.max(to_begin)).map_or(0, |own_steps| set & ranks_near_goal(own_steps))
        };
        let come = none | friend | one | two;
        past_enemy =
            [affordable(2, with_enemy[0] | come & in_two), affordable(3, with_enemy[1] | come & in_three)];
        needing = [
            affordable(0, none & calm),
            affordable(1, (none | friend) & passable),
            affordable(1, one & passable | (none | friend) & own),
            affordable(2, two & passable | one & own),
            affordable(3, three & passable | two & own),
        ];
        let all = needing.into_iter().chain(past_enemy).fold(0, |all, set| all | set);
        prospect.ways |= all;
        if all & GOALS[0] != 0 {
            prospect.helping = prospect.helping.max(spare);
        }
    }
    (prospect.helping > 0).then_some(prospect)
}

/// A lower bound on the steps with which other pieces free a frozen rabbit: a friend comes next to it, or
/// drives away the enemy that freezes it. More than `spare` if so many steps cannot free it. The set `free`
/// holds the own pieces that can step now.
fn steps_to_free(field: &Field, (rabbit, free): (u64, u64), at_least: &AtLeast, spare: u32) -> u32 {
    let empty = field.empty();
    let beside = adjacent(rabbit);
    let places = beside & empty;
    let comes = |direction| field.steppers(free & sources(places, direction), direction) != 0;
    if Direction::ALL.into_iter().any(comes) {
        return 1;
    }
    // By the squares between: none, one, two. All come by way of empty squares.
    let next = adjacent(places);
    let second = adjacent(next & empty);
    let third = adjacent(second & empty);
    // Whoever pushes an enemy from beside the rabbit takes its square, and one on a trap falls with the last
    // that defends it.
    let freezing = beside & field.enemy;
    let freezing = freezing | adjacent(freezing & TRAPS) & field.enemy;
    let [in_two, in_three] = displaceable(field, free, empty | TRAPS, at_least, spare);
    let friends = field.own & !rabbit;
    // One that cannot step now has to be freed first.
    let two = next & friends | second & free | freezing & in_two;
    // One that pushes an enemy takes its square, from which it may go on.
    let three = second & friends | third & free | freezing & in_three | next & in_two;
    match () {
        () if spare >= 2 && two != 0 => 2,
        () if spare >= 3 && three != 0 => 3,
        () => spare + 1,
    }
}

/// The enemies that might be pushed or pulled with two of so many steps to spare, and with three. One that is
/// stronger is beside them; or it comes in the first of three steps, if it is one of `free` and a square of
/// `open` lies between. With two steps it has to be free itself.
#[inline]
fn displaceable(field: &Field, free: u64, open: u64, at_least: &AtLeast, spare: u32) -> [u64; 2] {
    let mut found = [0; 2];
    for at_least in &at_least[2..=6] {
        let (stronger, weaker) = (field.own & at_least, field.enemy & !at_least);
        found[0] |= weaker & adjacent(stronger & free);
        if spare > 2 {
            found[1] |= weaker & adjacent(stronger | adjacent(stronger & free) & open);
        }
    }
    found
}
