//! Positions and moves as numbers, for programs that learn or that play many games at once.

use crate::board::BoardView;
use plywood_search::PackedMove;

/// A position that can be written into an array, and whose moves have small numbers.
///
/// Cells are numbered row by row from the top, as [`Board::cells`](crate::Board::cells) lists them. A game
/// without a board implements [`actions`](Self::actions) alone.
///
/// # Laws
///
/// 1. Two different legal moves of a position have different [`action`](Self::action)s, all below
///    [`actions`](Self::actions), and [`at_action`](Self::at_action) gives the move back. The number of
///    actions depends on the rules alone.
/// 2. [`each_piece`](Self::each_piece) shows the pieces of [`BoardView::board`].
pub trait Arrays: BoardView {
    /// The names of properties that single cells have beside the pieces, in the order of their numbers.
    const MARKS: &'static [&'static str] = &[];

    /// The names of properties that the whole position has beside the side to move, in the order of their
    /// numbers.
    const FACTS: &'static [&'static str] = &[];

    /// The rows and columns of the board; 0 and 0 if there is none.
    fn grid(&self) -> [usize; 2] {
        [0, 0]
    }

    /// The number of different actions in any position under these rules.
    fn actions(&self) -> usize;

    /// The number of a legal move: the same for the same move in other positions.
    fn action(&self, mv: Self::Move) -> usize {
        mv.to_bits() as usize
    }

    /// The move of an action here, which may be an illegal one; `None` if there is none.
    fn at_action(&self, action: usize) -> Option<Self::Move> {
        Self::Move::from_bits(u32::try_from(action).ok()?)
    }

    /// Shows every piece on the board to `visit`: its colour (0 for the colour that begins a game, 1 for the
    /// other), its kind as an index into [`KINDS`](BoardView::KINDS), and its cell.
    fn each_piece(&self, _visit: &mut impl FnMut(usize, usize, usize)) {}

    /// Shows every mark to `visit`: its index in [`MARKS`](Self::MARKS), and its cell.
    fn each_mark(&self, _visit: &mut impl FnMut(usize, usize)) {}

    /// The value of a fact, from 0 to 1. `fact` is an index into [`FACTS`](Self::FACTS).
    fn fact(&self, _fact: usize) -> f32 {
        0.0
    }
}
