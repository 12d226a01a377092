//! The board as front ends draw it, and moves as clicks on it.
//!
//! A front end that follows this description plays every game without knowing its rules. It draws cells and
//! pieces, and collects clicks until they make a legal move.

use crate::cause::Cause;
use crate::notation::Notation;
use plywood_search::Side;

/// The shape of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Shape {
    /// Squares in straight rows and columns.
    Square,
    /// Hexagons: each row is shifted half a cell to the right of the row above.
    Hex,
}

/// A board with the pieces on it and beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// The shape of the cells.
    pub shape: Shape,
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// All cells, row by row from the top.
    pub cells: Vec<Cell>,
    /// The pieces on the board, at most one per cell.
    pub pieces: Vec<Piece>,
    /// The pieces beside the board.
    pub tray: Vec<TrayPiece>,
    /// The colours of the first and the second player in this position. The pieces of a [`Side`] are drawn in
    /// its colour.
    pub colours: [&'static str; 2],
    /// The colours of the edges, if edges belong to players.
    pub edges: Option<Edges>,
    /// During the set-up, the cells that the side to move has yet to fill, in the order in which plies fill
    /// them.
    pub fill: Vec<String>,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cell {
    /// The name of the cell, which is also the click on it.
    pub name: String,
    /// The column, 0 at the left as the first player sees the board.
    pub column: u8,
    /// The row, 0 at the top.
    pub row: u8,
    /// A special property of the cell, if it has one: `trap`.
    pub mark: Option<&'static str>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// The name of the piece's cell.
    pub cell: String,
    /// The kind of the piece: one of [`BoardView::KINDS`].
    pub kind: &'static str,
    /// The owner of the piece.
    pub side: Side,
}

/// Pieces of one kind beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrayPiece {
    /// The click that picks up a piece, or `None` if the pieces are only shown.
    pub click: Option<String>,
    /// The kind of the pieces: one of [`BoardView::KINDS`].
    pub kind: &'static str,
    /// The owner of the pieces.
    pub side: Side,
    /// The number of pieces.
    pub count: u32,
}

/// The colours of the four edges of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edges {
    /// Above the first row.
    pub top: &'static str,
    /// Right of the last column.
    pub right: &'static str,
    /// Below the last row.
    pub bottom: &'static str,
    /// Left of the first column.
    pub left: &'static str,
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceKind {
    /// The name of the kind: `elephant`.
    pub name: &'static str,
    /// The letter that stands for the kind in small drawings.
    pub letter: char,
    /// The greatest number that a side can have, if there is one.
    pub count: Option<u32>,
}

/// The effect of a move on one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Motion {
    /// The cell that the piece leaves; `None` if it enters from beside the board.
    pub from: Option<String>,
    /// The cell that the piece reaches; `None` if it leaves the board.
    pub to: Option<String>,
}

impl Motion {
    /// A piece moves from one cell to another.
    pub fn between(from: &(impl ToString + ?Sized), to: &(impl ToString + ?Sized)) -> Self {
        Self { from: Some(from.to_string()), to: Some(to.to_string()) }
    }

    /// A piece enters the board.
    pub fn onto(to: &(impl ToString + ?Sized)) -> Self {
        Self { from: None, to: Some(to.to_string()) }
    }

    /// A piece leaves the board.
    pub fn off(from: &(impl ToString + ?Sized)) -> Self {
        Self { from: Some(from.to_string()), to: None }
    }
}

/// A position that front ends can draw and play on.
///
/// # Laws
///
/// 1. No two legal moves of a position have the same [`clicks`](Self::clicks), and the clicks of no move
///    begin with those of another.
/// 2. A click is the name of a cell of the [`board`](Self::board), the click of a tray piece, or a button. A
///    button is the only click of its move, and exactly these moves have a [`label`](Self::label).
/// 3. The [`motions`](Self::motions) of a legal move, made in order, turn the set of occupied cells before
///    the move into the set after it.
///
/// The defaults describe a game without a board, with a button for each move.
pub trait BoardView: Notation {
    /// The kinds of pieces of the game.
    const KINDS: &'static [PieceKind] = &[];
    /// The number of steps of the longest turn, if turns have several steps.
    const STEPS: Option<u32> = None;

    /// The board, or `None` if the game has none.
    fn board(&self) -> Option<Board> {
        None
    }

    /// The clicks that make a legal move: at least one.
    fn clicks(&self, mv: Self::Move) -> Vec<String> {
        vec![self.write_move(mv)]
    }

    /// The label of the button that makes a legal move, if it is made with a button.
    fn label(&self, mv: Self::Move) -> Option<String> {
        Some(self.write_move(mv))
    }

    /// The effects of a legal move on pieces, in order.
    fn motions(&self, _mv: Self::Move) -> Vec<Motion> {
        Vec::new()
    }

    /// The cells that decided the game, if it is over and cells decided it: a chain, a group, a line, a goal.
    fn decisive_cells(&self) -> Vec<String> {
        Vec::new()
    }

    /// The number of steps left in the turn, if turns have several steps.
    fn steps_left(&self) -> Option<u32> {
        None
    }

    /// The reason why no legal move begins with these clicks, which may be any texts.
    fn refuse_clicks(&self, _clicks: &[&str]) -> Cause {
        Cause::no_such_move()
    }

    /// The position with these pieces and this side to move. The players have the colours that they have at
    /// the start of a game.
    ///
    /// # Errors
    ///
    /// If the pieces are not a position, with the reason. Games without a board return an error always.
    fn arrange(_pieces: &[Piece], _side: Side, _rules: &Self::Rules) -> Result<Self, Cause> {
        Err(Cause::new("not-made-of-pieces", "the positions of this game are not made of pieces"))
    }
}
