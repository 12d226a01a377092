//! A board with two rows of border as the player to move sees it, who then owns top and bottom: White's view
//! is mirrored. An edge is stones of its colour, and a corner is empty.

use crate::rules::bits::Grid;
use crate::rules::cell::{Cell, Colour};
use crate::rules::position::Hex;
use crate::rules::size::GREATEST;

/// The rows of border on each side.
const BORDER: usize = 2;
/// The cells of a row with the border on both sides.
pub(super) const STRIDE: usize = GREATEST as usize + 2 * BORDER;

/// What may lie on a place.
const EMPTY: u8 = 0;
const OWN: u8 = 1;
const ENEMY: u8 = 2;

/// The stones of a position.
#[derive(Debug)]
pub(super) struct Bordered {
    mover: Colour,
    stones: [u8; STRIDE * STRIDE],
}

impl Bordered {
    pub(super) fn of(position: &Hex) -> Self {
        let (mover, size) = (position.turn(), position.size());
        let size = if mover == Colour::Black { size } else { size.transposed() };
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let mut board = Self { mover, stones: [EMPTY; STRIDE * STRIDE] };
        for row in [0, 1, height + BORDER, height + BORDER + 1] {
            board.stones[row * STRIDE + BORDER..][..width].fill(OWN);
        }
        for row in BORDER..height + BORDER {
            for column in [0, 1, width + BORDER, width + BORDER + 1] {
                board.stones[row * STRIDE + column] = ENEMY;
            }
        }
        for (colour, stone) in [(mover, OWN), (!mover, ENEMY)] {
            for cell in position.stones(colour).numbers().filter_map(|number| position.size().cell(number)) {
                board.stones[board.place(cell)] = stone;
            }
        }
        board
    }

    /// The number of a cell's place.
    #[inline]
    pub(super) fn place(&self, cell: Cell) -> usize {
        let cell = if self.mover == Colour::Black { cell } else { cell.mirrored() };
        (usize::from(cell.row()) + BORDER) * STRIDE + usize::from(cell.column()) + BORDER
    }

    /// What lies so far from a cell's place: 0 for nothing, 1 for a stone or an edge of the mover, 2 for one
    /// of the opponent.
    #[inline]
    pub(super) fn seen(&self, place: usize, distance: isize) -> usize {
        usize::from(self.stones[place.wrapping_add_signed(distance)])
    }
}

/// By direction: the distances from a place to the one beside it, to that of a bridge with the next
/// direction, and to the second in a row.
pub(super) const STEPS: [[isize; 6]; 3] = {
    let mut steps = [[0; 6]; 3];
    let mut direction = 0;
    while direction < 6 {
        let [one, other] = [beside(direction), beside((direction + 1) % 6)];
        steps[0][direction] = one;
        steps[1][direction] = one + other;
        steps[2][direction] = 2 * one;
        direction += 1;
    }
    steps
};

const fn beside(direction: usize) -> isize {
    let (right, down) = Grid::<1>::RING[direction];
    down as isize * STRIDE as isize + right as isize
}
