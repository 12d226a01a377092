//! The sixteen symmetries of a position: the eight of the board, with the colours as they are or exchanged.
//!
//! The rules treat the colours alike, so all sixteen hold on every size. The start, turned by a quarter with
//! the colours exchanged, has the same men and the other side to move.

use crate::rules::board::Colour;
use crate::rules::moves::{Move, Square};
use crate::rules::position::Loa;
use plywood_play::turned;
use plywood_search::Symmetry;

impl Symmetry for Loa {
    fn symmetries(&self) -> usize {
        16
    }

    fn exchanges_sides(&self, index: usize) -> bool {
        index & 8 != 0
    }

    /// Bit 0 of `index` mirrors the files, bit 1 the ranks, bit 2 then exchanges files and ranks, and bit 3
    /// exchanges the colours.
    fn transformed(&self, index: usize) -> Self {
        let seen = |colour| turned(self.men(colour), index, self.rules().size.get());
        let (black, white, turn) = if self.exchanges_sides(index) {
            (seen(Colour::White), seen(Colour::Black), !self.turn())
        } else {
            (seen(Colour::Black), seen(Colour::White), self.turn())
        };
        Self::from_bitboards(black, white, turn, self.rules())
            .expect("turned men are as many, apart, and on the board")
    }

    fn transformed_move(&self, mv: Self::Move, index: usize) -> Self::Move {
        if mv.is_pass() {
            return mv;
        }
        let size = self.rules().size.get();
        let seen = |square: Square| Square::of(turned(square.bit(), index, size).trailing_zeros());
        Move::between(seen(mv.from()), seen(mv.to()))
    }
}
