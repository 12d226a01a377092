//! Positions and moves as numbers, for programs that learn or that play many games at once.

use crate::board::BoardView;
use core::ops::ControlFlow;
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
/// 2. [`each_piece`](Self::each_piece) shows the pieces of [`BoardView::board`], and
///    [`each_run`](Self::each_run) the same ones.
/// 3. [`each_legal_run`](Self::each_legal_run) shows the actions of the legal moves.
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

    /// Shows the pieces in runs of cells: bit `n` of a run is the piece on the cell that is `n` after its
    /// first. `visit` is given colour and kind as by [`each_piece`](Self::each_piece), the first cell, and
    /// the bits. A run may be empty; no two have a piece in common.
    ///
    /// Override it where the board is kept in sets: an array is written much faster from runs.
    #[inline]
    fn each_run(&self, visit: &mut impl FnMut(usize, usize, usize, u64)) {
        self.each_piece(&mut |colour, kind, cell| visit(colour, kind, cell, 1));
    }

    /// Shows the legal actions in runs, each once: bit `n` of a run is the action that is `n` above its
    /// first. Shows none if the position has an outcome. Repetition is ignored.
    ///
    /// Override it where the legal moves are kept in sets.
    #[inline]
    fn each_legal_run(&self, visit: &mut impl FnMut(usize, u64)) {
        let _ = self.expand(&mut |mv| {
            visit(self.action(mv), 1);
            ControlFlow::Continue(())
        });
    }

    /// Shows every mark to `visit`: its index in [`MARKS`](Self::MARKS), and its cell.
    fn each_mark(&self, _visit: &mut impl FnMut(usize, usize)) {}

    /// The value of a fact, from 0 to 1. `fact` is an index into [`FACTS`](Self::FACTS).
    fn fact(&self, _fact: usize) -> f32 {
        0.0
    }
}
