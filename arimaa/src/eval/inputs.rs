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
/// What turns a square to how the other side sees it.
const TURNED: usize = 56;
/// The first input about traps.
const TRAPS: usize = SETS * SQUARES;
/// The first input about the room of elephants and camels.
const ROOM: usize = TRAPS + 4 * CONTROLS;
/// The first input about goals.
const GOALS: usize = ROOM + 2 * 2 * ROOMS;

/// Both armies as one side sees them: where the inputs of each begin, and what its squares are turned by.
#[inline]
fn armies(sight: &Sight, side: Side) -> [(&Army, usize, usize); 2] {
    [(sight.army(side), 0, 0), (sight.army(!side), SETS / 2 * SQUARES, TURNED)]
}

/// The input that says who holds a trap.
#[inline]
fn of_trap(sight: &Sight, side: Side, trap: usize) -> usize {
    TRAPS + trap * CONTROLS + usize::from(sight.army(side).traps[trap])
}

/// The index of the input for the number of squares that a piece can reach, divided by three. `of` selects
/// the piece: 0 for the elephant of `side`, 1 for its camel, 2 for the enemy's elephant, 3 for the enemy's
/// camel.
#[inline]
fn of_room(sight: &Sight, side: Side, of: usize) -> usize {
    let owner = if of < 2 { side } else { !side };
    ROOM + of * ROOMS + usize::from(sight.army(owner).rooms[of % 2])
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
        (0..4).for_each(|of| visit(of_room(sight, side, of)));
        of_goal(sight, side).into_iter().for_each(visit);
    }

    #[inline]
    fn changes(&self, from: &Sight, to: &Sight, visit: &mut impl FnMut(Change)) -> bool {
        for side in Side::BOTH {
            for (place, (&before, &after)) in from.army(side).sets.iter().zip(&to.army(side).sets).enumerate()
            {
                for bit in bits(before ^ after) {
                    let square = bit.trailing_zeros() as usize;
                    let own = place * SQUARES + square;
                    let enemys = (SETS / 2 + place) * SQUARES + (square ^ TURNED);
                    let inputs = if side == Side::First { [own, enemys] } else { [enemys, own] };
                    visit(if after & bit != 0 { Change::On(inputs) } else { Change::Off(inputs) });
                }
            }
        }
        let mut differ = |before: [usize; 2], after: [usize; 2]| {
            if before != after {
                visit(Change::On(after));
                visit(Change::Off(before));
            }
        };
        for trap in 0..4 {
            // Each side numbers the traps from its own end.
            let of = |sight| [of_trap(sight, Side::First, trap), of_trap(sight, Side::Second, trap ^ 2)];
            differ(of(from), of(to));
        }
        for place in 0..4 {
            let of = |sight| [of_room(sight, Side::First, place), of_room(sight, Side::Second, place ^ 2)];
            differ(of(from), of(to));
        }
        let goals = |sight| of_goal(sight, Side::First).zip(of_goal(sight, Side::Second));
        let (before, after) = (goals(from), goals(to));
        if before != after {
            let on = after.map(|(first, second)| Change::On([first, second]));
            let off = before.map(|(first, second)| Change::Off([first, second]));
            on.into_iter().chain(off).for_each(visit);
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
