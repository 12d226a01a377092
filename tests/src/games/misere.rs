//! Misère: whoever completes a line has lost, so that a move can win for the opponent.
//!
//! Four columns, three rows, numbered from the bottom left. The sides mark empty cells by turns; three own
//! marks side by side in a row, a column or a diagonal lose. A full board without a line is a draw.

use crate::hash::mix;
use plywood_search::{Hints, Outcome, PackedMove, Position, Recurring, Side, Symmetry};
use std::ops::ControlFlow;

const WIDTH: u8 = 4;
const CELLS: u8 = 12;
const FULL: u16 = (1 << CELLS) - 1;
/// Rows, columns, rising and falling diagonals.
const LINES: [u16; 14] =
    [0x007, 0x00E, 0x070, 0x0E0, 0x700, 0xE00, 0x111, 0x222, 0x444, 0x888, 0x421, 0x842, 0x124, 0x248];

/// A position of Misère.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misere {
    /// The marks of each side, a bit a cell.
    marks: [u16; 2],
    side: Side,
}

/// The cell to mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place(u8);

impl PackedMove for Place {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < u32::from(CELLS)).then_some(Self(bits as u8))
    }
}

impl Default for Misere {
    fn default() -> Self {
        Self { marks: [0; 2], side: Side::First }
    }
}

impl Misere {
    fn empty(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }
}

impl Position for Misere {
    type Move = Place;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_line = |side: &Side| LINES.iter().any(|&line| self.marks[side.index()] & line == line);
        match Side::BOTH.into_iter().find(has_line) {
            Some(loser) => Some(Outcome::Win(!loser)),
            None => (self.empty() == 0).then_some(Outcome::Draw),
        }
    }

    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        (0..CELLS).filter(|cell| self.empty() >> cell & 1 == 1).map(Place).try_for_each(visit)
    }

    fn is_legal(&self, Place(cell): Self::Move) -> bool {
        cell < CELLS && self.empty() >> cell & 1 == 1 && self.outcome().is_none()
    }

    fn play_unchecked(&mut self, place: Self::Move) {
        self.marks[self.side.index()] |= 1 << place.0;
        self.side = !self.side;
    }

    fn key(&self) -> u64 {
        let board = u64::from(self.marks[0]) << CELLS | u64::from(self.marks[1]);
        mix(board << 1 | self.side.index() as u64)
    }

    fn count_moves(&self) -> usize {
        self.empty().count_ones() as usize
    }

    fn is_irreversible(&self, _place: Self::Move) -> bool {
        true
    }

    fn recurring(&self) -> Recurring {
        Recurring::Nothing
    }
}

impl Hints for Misere {}

/// Number 1 mirrors the columns, number 2 the rows, number 4 exchanges the sides, and sums do all of it.
impl Symmetry for Misere {
    fn symmetries(&self) -> usize {
        8
    }

    fn exchanges_sides(&self, index: usize) -> bool {
        index & 4 != 0
    }

    fn transformed(&self, index: usize) -> Self {
        let cells = |marks: u16| {
            (0..CELLS)
                .filter(|cell| marks >> cell & 1 == 1)
                .fold(0, |all, cell| all | 1 << image(cell, index))
        };
        let [first, second] = self.marks.map(cells);
        let exchanged = self.exchanges_sides(index);
        Self {
            marks: if exchanged { [second, first] } else { [first, second] },
            side: if exchanged { !self.side } else { self.side },
        }
    }

    fn transformed_move(&self, Place(cell): Self::Move, index: usize) -> Self::Move {
        Place(image(cell, index))
    }
}

/// Where a transformation takes a cell.
fn image(cell: u8, index: usize) -> u8 {
    let (row, column) = (cell / WIDTH, cell % WIDTH);
    let column = if index & 1 != 0 { WIDTH - 1 - column } else { column };
    let row = if index & 2 != 0 { CELLS / WIDTH - 1 - row } else { row };
    row * WIDTH + column
}
