//! The board as sets of squares: a1 is bit 0, h1 bit 7, h8 bit 63.

use crate::rules::squares::Direction;
use plywood_search::Side;

/// The squares of the a-file.
const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The squares of the h-file.
const FILE_H: u64 = FILE_A << 7;

/// c3, f3, c6 and f6.
pub(crate) const TRAPS: u64 = 1 << 18 | 1 << 21 | 1 << 42 | 1 << 45;

/// The rank that each side's rabbits want to reach: the eighth for Gold, the first for Silver.
pub(crate) const GOALS: [u64; 2] = [0xFF << 56, 0xFF];

/// The direction in which each side's rabbits never step by themselves.
pub(crate) const BACKWARD: [Direction; 2] = [Direction::South, Direction::North];

/// The squares next to one of the set.
#[inline]
pub(crate) const fn adjacent(set: u64) -> u64 {
    set << 8 | set >> 8 | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// The squares from which a step in `direction` leads into the set.
#[inline]
pub(crate) const fn sources(set: u64, direction: Direction) -> u64 {
    match direction {
        Direction::North => set >> 8,
        Direction::East => (set & !FILE_A) >> 1,
        Direction::South => set << 8,
        Direction::West => (set & !FILE_H) << 1,
    }
}

/// The squares next to each square.
static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        neighbours[square] = adjacent(1 << square);
        square += 1;
    }
    neighbours
};

/// The squares next to the one of this number, which is below 64.
#[inline]
pub(crate) fn neighbours(square: usize) -> u64 {
    NEIGHBOURS[square & 63]
}

/// The home square of this number below 16: a1 to h1, then a2 to h2 for Gold; a8 to h8, then a7 to h7 for
/// Silver.
#[inline]
pub(crate) const fn home_square(side: Side, number: u32) -> u32 {
    let (row, file) = (number / 8, number % 8);
    match side {
        Side::First => row * 8 + file,
        Side::Second => (7 - row) * 8 + file,
    }
}
