//! Moves, and their text where no position is needed to read it.

use crate::rules::cell::Cell;
use core::fmt;
use core::str::FromStr;
use plywood_play::{Cause, Excerpt, Told};
use plywood_search::PackedMove;

/// A move: a stone on a cell, or one of the two swaps.
///
/// Its text is the cell (`f6`), `swap-pieces` or `swap-sides`. Resigning is not a move: records and protocols
/// know it, positions do not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub enum Move {
    /// A stone of the colour to move on this cell.
    Place(Cell),
    /// The first stone changes colour and is mirrored ([`Swap::Pieces`](crate::Swap::Pieces)).
    SwapPieces,
    /// The players exchange colours ([`Swap::Sides`](crate::Swap::Sides)).
    SwapSides,
}

impl Move {
    /// The cell of a stone, or `None` for a swap.
    #[inline]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Place(cell) => Some(cell),
            Self::SwapPieces | Self::SwapSides => None,
        }
    }
}

impl From<Cell> for Move {
    #[inline]
    fn from(cell: Cell) -> Self {
        Self::Place(cell)
    }
}

/// The numbers of the swaps, above those of the cells, which are `32 * row + column`.
const SWAP_PIECES: u32 = 1022;
const SWAP_SIDES: u32 = 1023;

impl PackedMove for Move {
    #[inline]
    fn to_bits(self) -> u32 {
        match self {
            Self::Place(cell) => u32::from(cell.row()) << 5 | u32::from(cell.column()),
            Self::SwapPieces => SWAP_PIECES,
            Self::SwapSides => SWAP_SIDES,
        }
    }

    #[inline]
    fn from_bits(bits: u32) -> Option<Self> {
        match bits {
            SWAP_PIECES => Some(Self::SwapPieces),
            SWAP_SIDES => Some(Self::SwapSides),
            _ => Cell::new((bits & 31) as u8, u8::try_from(bits >> 5).ok()?).map(Self::Place),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(cell) => cell.fmt(f),
            Self::SwapPieces => f.pad("swap-pieces"),
            Self::SwapSides => f.pad("swap-sides"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error returned when a text is not a move or a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveSyntaxError {
    /// The text is empty.
    Empty,
    /// The text is neither a cell from a1 to s19 nor a swap.
    Cell(String),
}

impl fmt::Display for MoveSyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a move is missing"),
            Self::Cell(text) => {
                write!(f, "\"{}\" is neither a cell from a1 to s19 nor a swap", Excerpt(text))
            }
        }
    }
}

impl core::error::Error for MoveSyntaxError {}

impl Told for MoveSyntaxError {
    fn cause(&self) -> Cause {
        match self {
            Self::Empty => Cause::no_move(),
            Self::Cell(text) => Cause::not_a_move(text, "c3, swap-pieces, swap-sides", self),
        }
    }
}

/// Reads a cell, `swap-pieces` or `swap-sides`, in any case.
impl FromStr for Move {
    type Err = MoveSyntaxError;

    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        if text.is_empty() {
            Err(MoveSyntaxError::Empty)
        } else if text.eq_ignore_ascii_case("swap-pieces") {
            Ok(Self::SwapPieces)
        } else if text.eq_ignore_ascii_case("swap-sides") {
            Ok(Self::SwapSides)
        } else {
            text.parse().map(Self::Place)
        }
    }
}

#[cfg(feature = "serde")]
plywood_play::string_conversions!(Move);
