//! The inputs of the network: the pieces by square, what they have in common, and who holds the traps.

use super::sight::{Army, CONTROLS, MARKS, ROOMS, Sight};
use super::strong::Strong;
use super::terms::KINDS;
use crate::knowledge::bits;
use crate::rules::position::{Arimaa, LONGEST_TURN};
use plywood_net::{Change, Features};
use plywood_search::Side;

/// The inputs of the network. By 64 squares: own pieces from rabbits to elephants, the enemy's, and for each
/// mark own pieces with it and the enemy's. Then the traps, by who stands beside them; how much room elephant
/// and camel have; and whether the side that does not move threatens a goal.
///
/// The marks: a piece is frozen; it stands beside a stronger enemy, or one that is not its elephant; a
/// stronger enemy is two steps away; the enemy can capture it in 3 steps, 4, 6, or 8; its elephant alone keeps
/// it from being captured; it has no square to step to; it is stronger than all enemies, or as strong as the
/// strongest; a rabbit is 3 steps from the goal, 5, 7, 9 or 11, as `Strong` counts ways; the enemy is to move,
/// and can capture it for certain in the rest of its turn.
///
/// The board is seen from one side, which plays north. Its mirror image is its only symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inputs;

/// The number of sets of squares.
const SETS: usize = 2 * (KINDS + MARKS);
const SQUARES: usize = 64;
/// The most pieces of a position that the network is asked about: as many as a game begins with.
pub(super) const MOST_PIECES: u32 = 32;
const STEPS: usize = LONGEST_TURN as usize;
/// The first input about traps.
const TRAPS: usize = SETS * SQUARES;
/// The first input about the room of elephants and camels.
const ROOM: usize = TRAPS + 4 * CONTROLS;
/// The first input about goals.
const GOALS: usize = ROOM + 2 * 2 * ROOMS;

/// Both armies as one side sees them: where the inputs of each begin, and what its squares are turned by.
#[inline]
fn armies(sight: &Sight, side: Side) -> [(&Army, usize, usize); 2] {
    const TURNED: usize = 56;
    [(sight.army(side), 0, 0), (sight.army(!side), SETS / 2 * SQUARES, TURNED)]
}

/// The input that says who holds a trap.
#[inline]
fn of_trap(sight: &Sight, side: Side, trap: usize) -> usize {
    TRAPS + trap * CONTROLS + usize::from(sight.army(side).traps[trap])
}

/// The inputs that say how much room the elephants and camels have.
#[inline]
fn of_rooms(sight: &Sight, side: Side) -> [usize; 4] {
    let (own, enemy) = (sight.army(side).rooms, sight.army(!side).rooms);
    let rooms = [own[0], own[1], enemy[0], enemy[1]];
    core::array::from_fn(|of| ROOM + of * ROOMS + usize::from(rooms[of]))
}

/// The input that says whose goal is certain unless the other side, which moves, prevents it.
#[inline]
fn of_goal(sight: &Sight, side: Side) -> Option<usize> {
    sight.threatens_goal.map(|by| GOALS + usize::from(by != side))
}

impl Features<Arimaa> for Inputs {
    const NAME: &'static str = "arimaa-pieces-5";

    type Seen = Sight;

    #[inline]
    fn see(&self, position: &Arimaa) -> Sight {
        Strong::sight(position).0
    }

    fn count(&self) -> usize {
        GOALS + Side::BOTH.len()
    }

    fn most_active(&self) -> usize {
        // Of a piece's marks, those of threats exclude each other, those of goals, and the strongest.
        (1 + MARKS - 8) * MOST_PIECES as usize + 4 + 4 + 1
    }

    #[inline]
    fn active(&self, sight: &Sight, side: Side, visit: &mut impl FnMut(usize)) {
        for (army, begin, turned) in armies(sight, side) {
            for (place, &set) in army.sets.iter().enumerate() {
                bits(set).for_each(|bit| {
                    visit(begin + place * SQUARES + (bit.trailing_zeros() as usize ^ turned));
                });
            }
        }
        (0..4).for_each(|trap| visit(of_trap(sight, side, trap)));
        of_rooms(sight, side).into_iter().for_each(&mut *visit);
        of_goal(sight, side).into_iter().for_each(visit);
    }

    #[inline]
    fn changes(&self, from: &Sight, to: &Sight, side: Side, visit: &mut impl FnMut(Change)) -> bool {
        for ((before, begin, turned), (after, ..)) in armies(from, side).into_iter().zip(armies(to, side)) {
            for (place, (&before, &after)) in before.sets.iter().zip(&after.sets).enumerate() {
                for bit in bits(before ^ after) {
                    let input = begin + place * SQUARES + (bit.trailing_zeros() as usize ^ turned);
                    visit(if after & bit != 0 { Change::On(input) } else { Change::Off(input) });
                }
            }
        }
        for trap in 0..4 {
            let (before, after) = (of_trap(from, side, trap), of_trap(to, side, trap));
            if before != after {
                visit(Change::On(after));
                visit(Change::Off(before));
            }
        }
        for (before, after) in of_rooms(from, side).into_iter().zip(of_rooms(to, side)) {
            if before != after {
                visit(Change::On(after));
                visit(Change::Off(before));
            }
        }
        let (before, after) = (of_goal(from, side), of_goal(to, side));
        if before != after {
            let on = after.map(Change::On);
            on.into_iter().chain(before.map(Change::Off)).for_each(&mut *visit);
        }
        true
    }

    /// The material of [`Strong`], and what a threat of a goal costs.
    fn base(&self, position: &Arimaa) -> i32 {
        Strong::sight(position).1
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, feature: usize, symmetry: usize) -> usize {
        match feature.checked_sub(TRAPS) {
            None => feature ^ (7 * symmetry),
            Some(_) if feature >= ROOM => feature,
            Some(trap) => TRAPS + ((trap / CONTROLS) ^ symmetry) * CONTROLS + trap % CONTROLS,
        }
    }

    fn phases(&self) -> usize {
        5 * STEPS
    }

    /// The number of pieces on the board (12 to 16, 17 to 21, 22 to 26, 27 to 31, or 32; fewer count as 12,
    /// more as 32), and how many steps the mover has left.
    #[inline]
    fn phase(&self, sight: &Sight) -> usize {
        let count = |side| sight.army(side).sets[..KINDS].iter().map(|kind| kind.count_ones()).sum::<u32>();
        let pieces = ((count(Side::First) + count(Side::Second)).clamp(12, 32) as usize - 12) / 5;
        pieces * STEPS + usize::from(sight.steps_left).clamp(1, STEPS) - 1
    }
}
