//! Text to position and move, and back.
//!
//! A position is one line: the rows from the top, `/` between them, `x` for Black, `o` for White, numbers for
//! runs of empty cells (two digits where a run is that long); then a space and the colour to move; then `
//! swapped` if the players have exchanged colours.

use crate::rules::cell::{Cell, CellSet, Colour};
use crate::rules::moves::{Move, MoveSyntaxError};
use crate::rules::position::Hex;
use crate::rules::setup::SetupError;
use crate::rules::size::Size;
use crate::rules::variants::{Rules, Swap};
use core::fmt;
use core::str::FromStr;
use plywood_play::{BoardText, Cause, Told};

/// Error returned when a text is not a position.
pub type PositionError = plywood_play::PositionError<SetupError>;

impl Hex {
    /// Reads a position.
    ///
    /// ```
    /// use plywood_hex::{Hex, Rules};
    ///
    /// let rules: Rules = "size=4".parse()?;
    /// let position = Hex::from_text("4/1x2/2o1/4 x", rules)?;
    /// assert_eq!(position.to_string(), "4/1x2/2o1/4 x");
    ///
    /// let error = Hex::from_text("4/1x2/2p1/4 x", rules).unwrap_err();
    /// assert_eq!(error.to_string(), "'p', character 2 of row 3, is not x, o or a number from 1 on");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not of this form, the board is not of the size in `rules`, or colours are exchanged
    /// against the rules.
    pub fn from_text(text: &str, rules: Rules) -> Result<Self, PositionError> {
        let size = rules.size();
        let board = text_of(size).read::<Colour>(text)?;
        let swapped = board.rest() == Some("swapped");
        if !swapped {
            board.end()?;
        }
        let mut stones = [CellSet::EMPTY; 2];
        for (column, row, colour) in board.men {
            stones[colour as usize].insert(size.number(Cell::of(column, row)));
        }
        Self::from_stones(stones[0], stones[1], board.turn, swapped, rules).map_err(PositionError::Setup)
    }
}

/// The text of a board of this size.
const fn text_of(size: Size) -> BoardText {
    BoardText::rows(size.width(), size.height())
}

/// Reads a position under the default rules, on 11x11.
impl FromStr for Hex {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::from_text(text, Rules::default())
    }
}

/// Writes a position in the form that [`Hex::from_text`] reads. The rules are not part of it.
impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stone = |column, row| self.colour_on(Cell::of(column, row));
        text_of(self.size()).write(f, stone, self.turn())?;
        if self.swapped() { f.write_str(" swapped") } else { Ok(()) }
    }
}

/// A well-formed move that cannot be played, with the reason.
pub type IllegalMove = plywood_play::IllegalMove<Move, Refusal>;

/// Error returned when a text is not a legal move.
pub type MoveError = plywood_play::MoveError<MoveSyntaxError, Move, Refusal>;

/// The reason why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// The cell is not on the board of this size.
    OffBoard(Cell, Size),
    /// A stone of this colour is on the cell.
    Occupied(Cell, Colour),
    /// The rules do not have this swap; they have the other one, or none.
    NoSuchSwap(Swap),
    /// A swap answers the first stone and nothing else.
    SwapClosed,
}

impl Told for Refusal {
    fn cause(&self) -> Cause {
        let told = |kind| Cause::new(kind, self);
        match self {
            Self::GameOver => Cause::over(),
            Self::OffBoard(cell, _) => told("off-board").with("cell", cell),
            Self::Occupied(cell, colour) => told("occupied").with("cell", cell).with("player", colour),
            Self::NoSuchSwap(Swap::Off) => told("no-swap"),
            Self::NoSuchSwap(Swap::Pieces | Swap::Sides) => told("other-swap"),
            Self::SwapClosed => told("swap-closed"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::OffBoard(cell, size) => {
                write!(f, "{cell} is not on the board of {}x{}", size.width(), size.height())
            }
            Self::Occupied(cell, colour) => write!(f, "a {colour} stone is on {cell}"),
            Self::NoSuchSwap(Swap::Off) => f.write_str("these rules have no swap"),
            Self::NoSuchSwap(Swap::Pieces) => f.write_str("the swap of these rules is swap-pieces"),
            Self::NoSuchSwap(Swap::Sides) => f.write_str("the swap of these rules is swap-sides"),
            Self::SwapClosed => {
                f.write_str("only the second player may swap, once, in answer to the first stone")
            }
        }
    }
}

impl Hex {
    /// Reads a move, in any case, and finds out whether it is legal.
    ///
    /// # Errors
    ///
    /// If the text is not written like a move, or the move is not legal here, with the reason.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        MoveError::read(text, |mv| self.refusal(mv))
    }

    /// Writes a legal move: its cell, `swap-pieces` or `swap-sides`.
    pub fn write_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// The reason why a move is not legal; `None` if it is legal.
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        if self.winner().is_some() {
            return Some(Refusal::GameOver);
        }
        match mv {
            Move::Place(cell) if !self.size().has(cell) => Some(Refusal::OffBoard(cell, self.size())),
            Move::Place(cell) => self.colour_on(cell).map(|colour| Refusal::Occupied(cell, colour)),
            swap if self.open_swap() == Some(swap) => None,
            swap => Some(match (swap, self.rules().swap()) {
                (Move::SwapPieces, Swap::Pieces) | (Move::SwapSides, Swap::Sides) => Refusal::SwapClosed,
                (_, other) => Refusal::NoSuchSwap(other),
            }),
        }
    }
}
