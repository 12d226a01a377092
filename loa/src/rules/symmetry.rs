//! The sixteen symmetries of a position: the eight of the board, with the colours as they are or exchanged.
//!
//! The rules treat the colours alike, so all sixteen hold on every size. The start, turned by a quarter with
//! the colours exchanged, has the same men and the other side to move.

use crate::rules::board::Colour;
use crate::rules::geometry;
use crate::rules::moves::{Move, Square};
use crate::rules::position::Loa;
use crate::rules::variants::Size;
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
        let seen = |colour| turned_set(self.men(colour), index, self.rules().size);
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
        let seen = |square| turned(square, index, self.rules().size);
        Move::between(seen(mv.from()), seen(mv.to()))
    }
}

fn turned(square: Square, index: usize, size: Size) -> Square {
    Square::of(u32::from(geometry::turned(square.number(), index, size.get())))
}

fn turned_set(set: u64, index: usize, size: Size) -> u64 {
    (0..64)
        .filter(|square| set >> square & 1 != 0)
        .fold(0, |turned_men, square| turned_men | turned(Square::of(square), index, size).bit())
}
