//! The inputs of the network: the pieces by square, what they have in common, and who holds the traps.

use super::sight::{CONTROLS, MARKS, Sight};
use super::strong::Strong;
use super::terms::KINDS;
use crate::knowledge::bits;
use crate::rules::position::{Arimaa, LONGEST_TURN};
use plywood_net::{Change, Features};
use plywood_search::Side;

/// The inputs of the network. By 64 squares: own pieces from rabbits to elephants, the enemy's, and for each
/// mark own pieces with it and the enemy's. Then the traps, by who stands beside them.
///
/// The marks: a piece is frozen; it stands beside a stronger enemy; a stronger enemy is two steps away; the
/// enemy can capture it in 4 steps, or in 8; its elephant alone keeps it from being captured; it has no
/// square to step to; it is stronger than all enemies, or as strong as the strongest; a rabbit is 4 steps
/// from the goal, or 8, as `Strong` counts ways.
///
/// The board is seen from one side, which plays north. Its mirror image is its only symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inputs;

/// The number of sets of squares.
const SETS: usize = 2 * (KINDS + MARKS);
const SQUARES: usize = 64;
const STEPS: usize = LONGEST_TURN as usize;
/// The first input about traps.
const TRAPS: usize = SETS * SQUARES;

/// The sets of squares as one side sees them.
#[inline]
fn sets(sight: &Sight, side: Side) -> [u64; SETS] {
    let mut sets = [0; SETS];
    let (own, enemy) = (sight.army(side), sight.army(!side));
    for (place, set) in own.kinds.iter().chain(&own.marks).enumerate() {
        sets[place] = *set;
    }
    for (place, set) in enemy.kinds.iter().chain(&enemy.marks).enumerate() {
        sets[KINDS + MARKS + place] = set.swap_bytes();
    }
    sets
}

/// The input that says who holds a trap.
#[inline]
fn of_trap(sight: &Sight, side: Side, trap: usize) -> usize {
    TRAPS + trap * CONTROLS + usize::from(sight.army(side).traps[trap])
}

impl Features<Arimaa> for Inputs {
    const NAME: &'static str = "arimaa-pieces-3";

    type Seen = Sight;

    #[inline]
    fn see(&self, position: &Arimaa) -> Sight {
        Strong::sight(position)
    }

    fn count(&self) -> usize {
        TRAPS + 4 * CONTROLS
    }

    fn most_active(&self) -> usize {
        // Any arrangement of pieces is a position. Of a piece's marks, two exclude each other three times.
        (1 + MARKS - 3) * SQUARES + 4
    }

    #[inline]
    fn active(&self, sight: &Sight, side: Side, visit: &mut impl FnMut(usize)) {
        for (place, set) in sets(sight, side).into_iter().enumerate() {
            bits(set).for_each(|square| visit(place * SQUARES + square.trailing_zeros() as usize));
        }
        (0..4).for_each(|trap| visit(of_trap(sight, side, trap)));
    }

    #[inline]
    fn changes(&self, from: &Sight, to: &Sight, side: Side, visit: &mut impl FnMut(Change)) -> bool {
        let (before, after) = (sets(from, side), sets(to, side));
        for place in 0..SETS {
            let input = |square: u64| place * SQUARES + square.trailing_zeros() as usize;
            bits(after[place] & !before[place]).for_each(|square| visit(Change::On(input(square))));
            bits(before[place] & !after[place]).for_each(|square| visit(Change::Off(input(square))));
        }
        for trap in 0..4 {
            let (before, after) = (of_trap(from, side, trap), of_trap(to, side, trap));
            if before != after {
                visit(Change::On(after));
                visit(Change::Off(before));
            }
        }
        true
    }

    /// The value of [`Strong`], which the network corrects.
    fn base(&self, position: &Arimaa) -> i32 {
        Strong.value(position).value()
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, feature: usize, symmetry: usize) -> usize {
        match feature.checked_sub(TRAPS) {
            None => feature ^ (7 * symmetry),
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
        let count = |side| sight.army(side).kinds.iter().map(|kind| kind.count_ones()).sum::<u32>();
        let pieces = ((count(Side::First) + count(Side::Second)).clamp(12, 32) as usize - 12) / 5;
        pieces * STEPS + usize::from(sight.steps_left).clamp(1, STEPS) - 1
    }
}
