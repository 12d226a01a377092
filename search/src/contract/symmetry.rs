//! Symmetries: positions that are equivalent under transformations of the board.

use super::Position;

/// A game whose board can be rotated or reflected, or whose sides can be exchanged, without changing play.
///
/// The transformed position has the same number of moves, the same game tree, and the same outcome (with the
/// sides exchanged if the transformation exchanges them).
pub trait Symmetry: Position {
    /// The number of transformations, including the identity (number 0).
    fn symmetries(&self) -> usize;

    /// Whether transformation `index` exchanges the players as well.
    fn exchanges_sides(&self, index: usize) -> bool;

    /// The position under transformation `index`, below [`symmetries`](Self::symmetries).
    fn transformed(&self, index: usize) -> Self;

    /// The move that corresponds to the legal move `mv` under transformation `index`.
    fn transformed_move(&self, mv: Self::Move, index: usize) -> Self::Move;
}
