//! Positions and moves as numbers. An action is the cell on which a piece is placed, counted row by row from
//! the top left corner.

use crate::rules::board::Player;
use crate::rules::moves::{Move, Square};
use crate::rules::position::Gekitai;
use plywood_play::Arrays;

const SIZE: usize = 6;

fn cell_of(square: Square) -> usize {
    (SIZE - 1 - usize::from(square.rank())) * SIZE + usize::from(square.file())
}

impl Arrays for Gekitai {
    fn grid(&self) -> [usize; 2] {
        [SIZE; 2]
    }

    fn actions(&self) -> usize {
        SIZE * SIZE
    }

    #[inline]
    fn action(&self, mv: Move) -> usize {
        cell_of(mv.square())
    }

    #[inline]
    fn at_action(&self, action: usize) -> Option<Move> {
        let rank = (SIZE - 1).checked_sub(action / SIZE)?;
        Square::new((action % SIZE) as u8, rank as u8).map(Move::new)
    }

    fn each_piece(&self, visit: &mut impl FnMut(usize, usize, usize)) {
        for player in Player::BOTH {
            let pieces = self.pieces(player);
            let stand = Square::all().filter(|square| pieces & square.bit() != 0);
            stand.for_each(|square| visit(player as usize, 0, cell_of(square)));
        }
    }
}
