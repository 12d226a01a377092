//! Cells given away, and wins that stand it.
//!
//! A stone never harms its colour. So whoever wins although the opponent has got a stone on every cell but
//! some few wins without these stones too, in no more plies: wherever the opponent plays on a cell that was
//! given away, answer as if it had played on one of the few.

use crate::rules::cell::{CellSet, Colour};
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use plywood_search::Side;

/// The position with stones of the opponent of `winner` on all empty cells but the kept ones. `None` if the
/// game is over, or a swap may still come: until then a stone can harm its colour.
pub(crate) fn concede(position: &Hex, winner: Side, kept: &[Move]) -> Option<Hex> {
    if position.winner().is_some() || position.may_be_swapped() {
        return None;
    }
    let size = position.size();
    let mut given = position.empty_cells();
    for cell in kept.iter().filter_map(|mv| mv.cell()).filter(|&cell| size.has(cell)) {
        given.remove(size.number(cell));
    }
    let mut stones = Colour::BOTH.map(|colour| *position.stones(colour));
    let receiver = &mut stones[position.colour_of(!winner) as usize];
    *receiver = receiver.union(&given);
    Some(Hex::with(stones, position.turn(), position.swapped(), position.rules()))
}

impl CellSet {
    fn union(&self, other: &Self) -> Self {
        Self::from_words(core::array::from_fn(|index| self.words()[index] | other.words()[index]))
    }
}
