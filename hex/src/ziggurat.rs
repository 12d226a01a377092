//! The edge template of the third row.
//!
//! A stone on the third row with these cells empty is linked to its edge, though the opponent moves first:
//!
//! ```text
//!   . . . .     the edge row
//!    . . .
//!     x .
//! ```
//!
//! It comes in two hands, to each of the four edges. A template on the second row is a bridge to the edge, and needs no pattern of its own.

use crate::bits::{Bits, Grid};
use crate::cell::Colour;

/// The cells of the carrier: steps along the edge, and steps towards it.
const CELLS: [(i16, i16); 8] = [(1, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2), (3, 2)];

/// By edge, top, bottom, left, right, and by hand: the directions along the edge and towards it, by number in [`Grid::RING`].
const DIRECTIONS: [[(usize, usize); 2]; 4] =
    [[(0, 2), (3, 1)], [(3, 5), (0, 4)], [(5, 3), (2, 4)], [(2, 0), (5, 1)]];

/// The ziggurat to one edge, of one hand.
#[derive(Clone, Copy)]
pub(crate) struct Ziggurat<const N: usize> {
    /// The cells on which a stone has it.
    pub(crate) anchors: Bits<N>,
    /// What to add to the number of the stone's cell to get those of the carrier.
    offsets: [i16; CELLS.len()],
}

impl<const N: usize> Ziggurat<N> {
    /// By edge of the colour and by hand, where these cells are empty.
    pub(crate) fn all(grid: &Grid<N>, colour: Colour, empty: Bits<N>) -> [[Self; 2]; 2] {
        let edges = grid.edges(colour);
        core::array::from_fn(|edge| {
            DIRECTIONS[2 * colour as usize + edge]
                .map(|directions| Self::new(grid, edges[edge], directions, empty))
        })
    }

    fn new(grid: &Grid<N>, edge: Bits<N>, (along, towards): (usize, usize), empty: Bits<N>) -> Self {
        let beside = |cells| grid.beside(along, cells);
        let two = empty & beside(empty);
        let three = two & beside(two);
        let four = three & beside(three);
        let second_row = three & grid.beside(towards, four & edge);
        let anchors = beside(empty) & grid.beside(towards, second_row);
        let (along, towards) = (grid.step(along), grid.step(towards));
        Self { anchors, offsets: CELLS.map(|(steps, rows)| steps * along + rows * towards) }
    }

    /// The carrier, for a stone on an anchor.
    pub(crate) fn carrier(&self, stone: usize) -> Bits<N> {
        let cells = self.offsets.iter().map(|&offset| (stone as i16 + offset) as usize);
        cells.fold(Bits::EMPTY, |carrier, cell| carrier | Bits::single(cell))
    }
}
