//! Positions and moves as numbers. An action is `from * cells + to`, cells counted row by row from the top
//! left corner; the pass is 0, as if a man went from the first cell to itself.

use crate::rules::board::Colour;
use crate::rules::moves::{Move, Square};
use crate::rules::position::Loa;
use plywood_play::Arrays;

impl Loa {
    #[inline]
    fn side_length(&self) -> usize {
        usize::from(self.rules().size.get())
    }

    /// The number of a square's cell.
    #[inline]
    fn cell_of(&self, square: Square) -> usize {
        let size = self.side_length();
        (size - 1 - usize::from(square.rank())) * size + usize::from(square.file())
    }

    /// The square of a cell on the board.
    #[inline]
    fn square_of(&self, cell: usize) -> Option<Square> {
        let size = self.side_length();
        Square::new((cell % size) as u8, (size - 1).checked_sub(cell / size)? as u8)
    }
}

impl Arrays for Loa {
    fn grid(&self) -> [usize; 2] {
        [self.side_length(); 2]
    }

    fn actions(&self) -> usize {
        self.side_length().pow(4)
    }

    #[inline]
    fn action(&self, mv: Move) -> usize {
        if mv.is_pass() {
            return 0;
        }
        self.cell_of(mv.from()) * self.side_length().pow(2) + self.cell_of(mv.to())
    }

    #[inline]
    fn at_action(&self, action: usize) -> Option<Move> {
        if action == 0 {
            return Some(Move::PASS);
        }
        let cells = self.side_length().pow(2);
        Move::new(self.square_of(action / cells)?, self.square_of(action % cells)?)
    }

    #[inline]
    fn each_piece(&self, visit: &mut impl FnMut(usize, usize, usize)) {
        for colour in Colour::BOTH {
            let mut rest = self.men(colour);
            while rest != 0 {
                visit(colour as usize, 0, self.cell_of(Square::of(rest.trailing_zeros())));
                rest &= rest - 1;
            }
        }
    }
}
