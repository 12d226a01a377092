//! Positions that differ only by how one looks at the board.

use super::Position;

/// A game whose board can be turned or mirrored, or whose sides can change places, without changing the play.
///
/// The transformed position has as many moves, the same tree, and the same outcome (with the sides exchanged where the
/// transformation exchanges them).
pub trait Symmetry: Position {
    /// The number of ways to look at a position, the identity (number 0) included.
    fn symmetries(&self) -> usize;

    /// Whether transformation `index` exchanges the players as well.
    fn exchanges_sides(&self, index: usize) -> bool;

    /// The position seen in way `index`, below [`symmetries`](Self::symmetries).
    fn transformed(&self, index: usize) -> Self;

    /// The move that corresponds to the legal move `mv` in the position seen in way `index`.
    fn transformed_move(&self, mv: Self::Move, index: usize) -> Self::Move;
}
