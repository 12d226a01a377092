//! Positions and moves as numbers. An action is `from * cells + to`, cells counted row by row from the top
//! left corner; the pass is 0, as if a man went from the first cell to itself.

use crate::rules::board::Colour;
use crate::rules::moves::{Move, Square};
use crate::rules::position::Loa;
use core::ops::ControlFlow;
use plywood_play::Arrays;
use plywood_search::Position;

impl Loa {
    #[inline]
    fn side_length(&self) -> usize {
        usize::from(self.rules().size.get())
    }

    /// The number of a square's cell.
    #[inline]
    fn cell_of(&self, square: Square) -> usize {
        let size = self.side_length();
        if size == 8 {
            // The ranks, which are the upper three bits, change places.
            return square.index() ^ 0o70;
        }
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

    #[inline]
    fn each_run(&self, visit: &mut impl FnMut(usize, usize, usize, u64)) {
        let size = self.side_length();
        for colour in Colour::BOTH {
            let men = self.men(colour);
            if size == 8 {
                visit(colour as usize, 0, 0, men.swap_bytes());
                continue;
            }
            for rank in 0..size {
                visit(colour as usize, 0, (size - 1 - rank) * size, men >> (8 * rank) & 0xFF);
            }
        }
    }

    /// The moves of one man are a run, or part of one.
    #[inline]
    fn each_legal_run(&self, visit: &mut impl FnMut(usize, u64)) {
        let cells = self.side_length().pow(2);
        let (mut men, mut targets) = (0_u64, [0_u64; 64]);
        let _ = self.expand(&mut |mv| {
            let (from, to) =
                if mv.is_pass() { (0, 0) } else { (self.cell_of(mv.from()), self.cell_of(mv.to())) };
            men |= 1 << from;
            targets[from & 63] |= 1 << to;
            ControlFlow::Continue(())
        });
        while men != 0 {
            let from = men.trailing_zeros() as usize;
            visit(from * cells, targets[from]);
            men &= men - 1;
        }
    }
}
