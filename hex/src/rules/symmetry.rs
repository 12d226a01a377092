//! The ways to look at a position: turned by half a turn, and mirrored across the long diagonal with the
//! colours exchanged.
//!
//! Half a turn keeps every edge with its owner. A mirrored board has its top on the left; so the colours
//! change places with the edges, and the board its columns with its rows.
//!
//! While a swap can still come, Black's first stone and White's are different things, and only the half turn
//! is left.

use crate::rules::cell::{Cell, CellSet, Colour};
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use crate::rules::size::Size;
use crate::rules::variants::Swap;
use plywood_search::Symmetry;

/// Bit 0 of a way to look turns the board, bit 1 mirrors it and exchanges the colours.
const TURNED: usize = 1;
const MIRRORED: usize = 2;

impl Symmetry for Hex {
    /// Four, or two as long as a swap can come and for the ply after it.
    fn symmetries(&self) -> usize {
        let stones = self.stones(Colour::Black).count() + self.stones(Colour::White).count();
        if self.rules().swap() == Swap::Off || stones > 1 { 4 } else { 2 }
    }

    fn exchanges_sides(&self, index: usize) -> bool {
        index & MIRRORED != 0
    }

    fn transformed(&self, index: usize) -> Self {
        let seen = |colour| seen_set(self.stones(colour), self.size(), index);
        let stones = if index & MIRRORED == 0 {
            [seen(Colour::Black), seen(Colour::White)]
        } else {
            [seen(Colour::White), seen(Colour::Black)]
        };
        if index & MIRRORED == 0 {
            Self::with(stones, self.turn(), self.swapped(), self.rules())
        } else {
            Self::with(stones, !self.turn(), self.swapped(), self.rules().transposed())
        }
    }

    fn transformed_move(&self, mv: Move, index: usize) -> Move {
        match mv {
            Move::Place(cell) => Move::Place(seen_cell(cell, self.size(), index)),
            swap => swap,
        }
    }
}

fn seen_cell(cell: Cell, size: Size, index: usize) -> Cell {
    let turned = if index & TURNED == 0 {
        cell
    } else {
        Cell::of(size.width() - 1 - cell.column(), size.height() - 1 - cell.row())
    };
    if index & MIRRORED == 0 { turned } else { turned.mirrored() }
}

fn seen_set(set: &CellSet, size: Size, index: usize) -> CellSet {
    let target = if index & MIRRORED == 0 { size } else { size.transposed() };
    let mut seen = CellSet::EMPTY;
    for cell in set.numbers().filter_map(|number| size.cell(number)) {
        seen.insert(target.number(seen_cell(cell, size, index)));
    }
    seen
}
