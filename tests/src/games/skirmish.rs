//! Skirmish: a game that repetition draws, as often as not to somebody's relief.
//!
//! Three columns and four rows, numbered from the bottom left, and two stones a side:
//!
//! ```text
//! 9 10 11     O . O
//! 6  7  8     . . .
//! 3  4  5     . . .
//! 0  1  2     X . X
//! ```
//!
//! A stone moves to a neighbouring cell of its row or column that none of its own occupies, and captures what
//! stands there. A side that has no stone, or none that can move, has lost. Captures are noisy and cannot be
//! undone; all else can.

use crate::games::repetition_bits;
use crate::hash::mix;
use plywood_search::{Hints, Outcome, PackedMove, Position, Repetition, Side, Symmetry};
use std::ops::ControlFlow;

const CELLS: u8 = 12;
/// The neighbours of each cell.
const NEIGHBOURS: [u16; 12] = [
    0b000_000_001_010,
    0b000_000_010_101,
    0b000_000_100_010,
    0b000_001_010_001,
    0b000_010_101_010,
    0b000_100_010_100,
    0b001_010_001_000,
    0b010_101_010_000,
    0b100_010_100_000,
    0b010_001_000_000,
    0b101_010_000_000,
    0b010_100_000_000,
];

/// A position of Skirmish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skirmish {
    /// The stones of each side, a bit a cell.
    stones: [u16; 2],
    side: Side,
    rule: Repetition,
}

/// A move: from a cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stroke(u8, u8);

impl PackedMove for Stroke {
    fn to_bits(self) -> u32 {
        u32::from(self.0 * CELLS + self.1)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < 144).then_some(Self(bits as u8 / CELLS, bits as u8 % CELLS))
    }
}

impl Skirmish {
    /// The start, under this repetition rule.
    pub fn new(rule: Repetition) -> Self {
        Self { stones: [0b101, 0b101 << 9], side: Side::First, rule }
    }

    fn own(&self) -> u16 {
        self.stones[self.side.index()]
    }

    fn moves(&self) -> impl Iterator<Item = Stroke> + '_ {
        let all = (0..CELLS * CELLS).map(|number| Stroke(number / CELLS, number % CELLS));
        all.filter(|&stroke| self.allows(stroke))
    }

    fn allows(&self, Stroke(from, to): Stroke) -> bool {
        self.own() >> from & 1 == 1 && NEIGHBOURS[usize::from(from)] & !self.own() & 1 << to != 0
    }

    fn captures(&self, stroke: Stroke) -> bool {
        self.stones[(!self.side).index()] >> stroke.1 & 1 == 1
    }
}

impl Position for Skirmish {
    type Move = Stroke;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.moves().next().is_none().then_some(Outcome::Win(!self.side))
    }

    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        self.moves().try_for_each(visit)
    }

    fn is_legal(&self, stroke: Self::Move) -> bool {
        stroke.0 < CELLS && stroke.1 < CELLS && self.allows(stroke)
    }

    fn play_unchecked(&mut self, stroke: Self::Move) {
        let Stroke(from, to) = stroke;
        self.stones[self.side.index()] ^= 1 << from | 1 << to;
        self.side = !self.side;
        self.stones[self.side.index()] &= !(1 << to);
    }

    fn key(&self) -> u64 {
        let board = u64::from(self.stones[0]) << CELLS | u64::from(self.stones[1]);
        mix((board << 1 | self.side.index() as u64) << 10 | repetition_bits(self.rule))
    }

    fn is_irreversible(&self, stroke: Self::Move) -> bool {
        self.captures(stroke)
    }

    fn repetition(&self) -> Repetition {
        self.rule
    }
}

impl Hints for Skirmish {
    fn is_noisy(&self, stroke: Self::Move) -> bool {
        self.captures(stroke)
    }
}

/// Number 1 mirrors the columns, number 2 the rows, number 4 exchanges the sides, and sums do all of it.
impl Symmetry for Skirmish {
    fn symmetries(&self) -> usize {
        8
    }

    fn exchanges_sides(&self, index: usize) -> bool {
        index & 4 != 0
    }

    fn transformed(&self, index: usize) -> Self {
        let cells = |stones: u16| {
            (0..CELLS)
                .filter(|cell| stones >> cell & 1 == 1)
                .fold(0, |all, cell| all | 1 << image(cell, index))
        };
        let [first, second] = self.stones.map(cells);
        let exchanged = self.exchanges_sides(index);
        Self {
            stones: if exchanged { [second, first] } else { [first, second] },
            side: if exchanged { !self.side } else { self.side },
            rule: self.rule,
        }
    }

    fn transformed_move(&self, Stroke(from, to): Self::Move, index: usize) -> Self::Move {
        Stroke(image(from, index), image(to, index))
    }
}

/// Where a transformation takes a cell.
fn image(cell: u8, index: usize) -> u8 {
    let (row, column) = (cell / 3, cell % 3);
    let column = if index & 1 != 0 { 2 - column } else { column };
    let row = if index & 2 != 0 { 3 - row } else { row };
    row * 3 + column
}
