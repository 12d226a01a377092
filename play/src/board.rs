//! The board as front ends draw it, and moves as they are made on it: by clicks.
//!
//! A front end that follows this description plays every game without knowing any. It draws cells and pieces, and collects clicks until they
//! are those of a legal move.

use crate::notation::Notation;
use plywood_search::Side;

/// The shape of the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Shape {
    /// Squares in straight rows and columns.
    Square,
    /// Hexagons: each row lies half a cell farther right than the row above.
    Hex,
}

/// A board with what stands on it and beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Board {
    /// The shape of the cells.
    pub shape: Shape,
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// All cells, row by row from the top.
    pub cells: Vec<Cell>,
    /// The pieces on the board, at most one a cell.
    pub pieces: Vec<Piece>,
    /// The pieces beside the board.
    pub tray: Vec<TrayPiece>,
    /// The colours that the first and the second player have in this position. The pieces of a [`Side`] are drawn in its colour.
    pub colours: [&'static str; 2],
    /// The colours of the edges, where edges belong to players.
    pub edges: Option<Edges>,
    /// While pieces are set up, the cells that the side to move has still to fill, in the order in which plies fill them.
    pub fill: Vec<String>,
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cell {
    /// The name, which is also the click on it.
    pub name: String,
    /// The column, 0 at the left as the first player sees the board.
    pub column: u8,
    /// The row, 0 at the top.
    pub row: u8,
    /// What is special about it, if anything is: `trap`.
    pub mark: Option<&'static str>,
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Piece {
    /// The name of its cell.
    pub cell: String,
    /// What it is: one of [`BoardView::KINDS`].
    pub kind: &'static str,
    /// The player it belongs to.
    pub side: Side,
}

/// Pieces of one kind beside the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct TrayPiece {
    /// The click that picks one up, or `None` if they are only shown.
    pub click: Option<String>,
    /// What they are: one of [`BoardView::KINDS`].
    pub kind: &'static str,
    /// The player they belong to.
    pub side: Side,
    /// How many there are.
    pub count: u32,
}

/// The colours of the four edges of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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
pub struct PieceKind {
    /// What it is called: `elephant`.
    pub name: &'static str,
    /// A letter for small drawings.
    pub letter: char,
    /// How many of them a side has at most, if there is such a number.
    pub count: Option<u32>,
}

/// Something that a move does to a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Motion {
    /// The cell that the piece leaves; `None` if it comes from beside the board.
    pub from: Option<String>,
    /// The cell that it comes to; `None` if it leaves the board.
    pub to: Option<String>,
}

impl Motion {
    /// A piece goes from one cell to another.
    pub fn between(from: &(impl ToString + ?Sized), to: &(impl ToString + ?Sized)) -> Self {
        Self { from: Some(from.to_string()), to: Some(to.to_string()) }
    }

    /// A piece comes onto the board.
    pub fn onto(to: &(impl ToString + ?Sized)) -> Self {
        Self { from: None, to: Some(to.to_string()) }
    }

    /// A piece leaves the board.
    pub fn off(from: &(impl ToString + ?Sized)) -> Self {
        Self { from: Some(from.to_string()), to: None }
    }
}

/// What is said of clicks that lead nowhere when nothing better is known.
pub const NO_MOVE_BEGINS_SO: &str = "no legal move begins so";

/// A position that front ends can draw and play on.
///
/// # Laws
///
/// 1. No two legal moves of a position have the same [`clicks`](Self::clicks), and none has clicks that another's begin with.
/// 2. A click is the name of a cell of the [`board`](Self::board), the click of a tray piece, or a button: then it is the only click of its
///    move, and the move has a [`label`](Self::label). No other move has one.
/// 3. Making the [`motions`](Self::motions) of a legal move, in order, turns the set of occupied cells before it into that after it.
///
/// The defaults describe a game that is not drawn, with a button for each move.
pub trait BoardView: Notation {
    /// The kinds of pieces there are.
    const KINDS: &'static [PieceKind] = &[];
    /// The steps of the longest turn, where turns have several.
    const STEPS: Option<u32> = None;

    /// The board, or `None` if the game has none.
    fn board(&self) -> Option<Board> {
        None
    }

    /// The clicks that make a legal move: one at least.
    fn clicks(&self, mv: Self::Move) -> Vec<String> {
        vec![self.write_move(mv)]
    }

    /// What stands on the button of a legal move that is made with a button.
    fn label(&self, mv: Self::Move) -> Option<String> {
        Some(self.write_move(mv))
    }

    /// What a legal move does to pieces, in this order.
    fn motions(&self, _mv: Self::Move) -> Vec<Motion> {
        Vec::new()
    }

    /// The cells that decided the game, if it is over and cells did: a chain, a group, a line, a goal.
    fn decisive_cells(&self) -> Vec<String> {
        Vec::new()
    }

    /// How many steps are left of the turn, where turns have several.
    fn steps_left(&self) -> Option<u32> {
        None
    }

    /// Why no legal move begins with these clicks, as a sentence without its full stop. Any texts may be asked about.
    fn refuse_clicks(&self, _clicks: &[&str]) -> String {
        NO_MOVE_BEGINS_SO.to_owned()
    }

    /// The position of these pieces with this side to move. The players have the colours that they have at the start of a game.
    ///
    /// # Errors
    ///
    /// If the pieces are no position, with the reason in one line. A game that is not drawn has no such positions.
    fn arrange(_pieces: &[Piece], _side: Side, _rules: &Self::Rules) -> Result<Self, String> {
        Err("the positions of this game are not made of pieces".to_owned())
    }
}
