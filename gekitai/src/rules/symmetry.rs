//! The sixteen symmetries of a position: the eight of the board, with the players as they are or exchanged.
//!
//! The rules treat the players alike, and the side to move goes along with the pieces, so all sixteen hold
//! under every rule.

use crate::rules::board::Player;
use crate::rules::moves::Move;
use crate::rules::position::Gekitai;
use plywood_play::turned;
use plywood_search::Symmetry;

impl Symmetry for Gekitai {
    fn symmetries(&self) -> usize {
        16
    }

    fn exchanges_sides(&self, index: usize) -> bool {
        index & 8 != 0
    }

    /// Bit 0 of `index` mirrors the files, bit 1 the ranks, bit 2 then exchanges files and ranks, and bit 3
    /// exchanges the players.
    fn transformed(&self, index: usize) -> Self {
        let seen = |player| turned(self.pieces(player), index, 8);
        let (x, o, turn) = if self.exchanges_sides(index) {
            (seen(Player::O), seen(Player::X), !self.turn())
        } else {
            (seen(Player::X), seen(Player::O), self.turn())
        };
        Self::from_bitboards(x, o, turn, self.rules())
            .expect("turned pieces are as many, apart, and on the board")
    }

    fn transformed_move(&self, mv: Move, index: usize) -> Move {
        Move::at(turned(mv.square().bit(), index, 8).trailing_zeros() as usize)
    }
}
