//! The walk of a rabbit to its goal rank: alone and exactly, and as a bound on what all rabbits can do with help.

use crate::board::Board;
use crate::geometry::{BACKWARD, GOALS, TRAPS, adjacent, sources};
use crate::squares::Direction;
use plywood_search::Side;

/// The squares to which rabbits on the set step.
#[inline]
fn rabbit_steps(set: u64, side: Side) -> u64 {
    // The squares from which a step backward leads into the set are those in front of it.
    let ahead = sources(set, BACKWARD[side.index()]);
    ahead | sources(set, Direction::East) | sources(set, Direction::West)
}

/// The rabbits of a side that so many steps forward, at most seven, would bring to the goal rank if nothing were in the way.
#[inline]
pub(crate) fn rabbits_near_goal(board: &Board, side: Side, steps: u32) -> u64 {
    board.men(side) & !board.at_least()[2] & ranks_near_goal(side, steps)
}

/// The goal rank of a side and so many ranks before it, at most seven.
#[inline]
fn ranks_near_goal(side: Side, steps: u32) -> u64 {
    let beyond = 8 * (7 - steps.min(7));
    match side {
        Side::First => u64::MAX << beyond,
        Side::Second => u64::MAX >> beyond,
    }
}

/// Whether the rabbit on a square reaches its goal rank in so many steps, all of them its own. Exact.
///
/// A friend on a trap whom only this rabbit defends falls with its first step, and gives no support on the way: two neighbours of a trap
/// are never next to each other.
pub(crate) fn walks_to_goal(board: &Board, side: Side, rabbit: u64, steps: u32) -> bool {
    let (own, enemy) = (board.men(side), board.men(!side));
    let goal = GOALS[side.index()];
    let threatened = adjacent(enemy & board.at_least()[2]);
    if rabbit & threatened & !adjacent(own) != 0 {
        return false;
    }
    let friends = own & !rabbit;
    let friends = friends & !(TRAPS & !adjacent(friends));
    let supported = adjacent(friends);
    let open = !(own | enemy) & (!TRAPS | supported);
    let mut reached = rabbit;
    let mut walkers = rabbit;
    for _ in 0..steps {
        let ahead = rabbit_steps(walkers, side) & open & !reached;
        if ahead & goal != 0 {
            return true;
        }
        reached |= ahead;
        walkers = ahead & (!threatened | supported);
    }
    false
}

/// What might come of a goal with help.
#[derive(Clone, Copy)]
pub(super) struct Prospect {
    /// The squares on which a rabbit might walk there.
    pub(super) ways: u64,
    /// How many of the steps can be made by other pieces, at most.
    pub(super) helping: u32,
}

/// What might come of a goal in so many steps, if the pieces in the way cost as little as they possibly can. `None` if even so no rabbit
/// arrives.
///
/// Of the steps that are not the rabbit's, each own piece in the way needs one at least; an enemy needs two, for it is pushed or pulled,
/// and the step that pulls it may also clear away an own piece. Being frozen on the way, a trap to be crossed without a friend, and a piece
/// on a trap, which may fall when another moves, are counted as one step for all of them.
pub(super) fn prospect(board: &Board, side: Side, steps: u32) -> Option<Prospect> {
    let (own, enemy) = (board.men(side), board.men(!side));
    let supported = adjacent(own);
    let trouble = adjacent(enemy & board.at_least()[2]) & !supported;
    let empty = !(own | enemy);
    let calm = empty & !trouble & (!TRAPS | supported);
    let passable = empty | TRAPS;
    let movable_enemy = displaceable(board, side, steps - 1) & !TRAPS;
    let own = own & !TRAPS;
    let rabbits = rabbits_near_goal(board, side, steps);
    let mut prospect = Prospect { ways: rabbits, helping: 0 };
    // By the steps of others that were needed: none, one, two or three; of two, those past an enemy are kept apart.
    let mut needing = [rabbits & !trouble, rabbits, 0, 0];
    let mut past_enemy = 0;
    for step in 1..=steps {
        let spare = steps - step;
        let in_time = ranks_near_goal(side, spare);
        let [none, one, two, three] = needing.map(|set| rabbit_steps(set, side) & in_time);
        let with_enemy = rabbit_steps(past_enemy, side) & in_time & (passable | own);
        needing = [
            none & calm,
            (none | one) & passable | none & own,
            two & passable | one & own,
            three & passable | two & own,
        ];
        past_enemy = if spare < 2 { 0 } else { with_enemy | (none | one | two) & movable_enemy };
        needing.iter_mut().skip(spare as usize + 1).for_each(|set| *set = 0);
        let all = needing.iter().fold(past_enemy, |all, set| all | set);
        prospect.ways |= all;
        if all & GOALS[side.index()] != 0 {
            prospect.helping = prospect.helping.max(spare);
        }
    }
    (prospect.helping > 0).then_some(prospect)
}

/// The enemies that might be pushed or pulled with so many steps, two of them for that itself: a stronger piece of `side` is so near.
#[inline]
fn displaceable(board: &Board, side: Side, steps: u32) -> u64 {
    let (own, enemy, at_least) = (board.men(side), board.men(!side), board.at_least());
    let nearer = |set: u64| if steps > 2 { set | adjacent(set) } else { set };
    (2..=6).fold(0, |found, strength| {
        found | enemy & !at_least[strength] & adjacent(nearer(own & at_least[strength]))
    })
}
