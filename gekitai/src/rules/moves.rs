//! Squares and moves, and their text where no position is needed to read it.

use core::fmt;
use core::str::FromStr;
use plywood_play::{Cause, SquareError, Told};
use plywood_search::PackedMove;

/// A square, from a1 to f6: bit 9 for a1, bit 14 for f1, bit 54 for f6. One byte.
pub type Square = plywood_play::Square<6, 1>;

/// A move: the square where a piece from the hand is placed. One byte. Its text is the text of the square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Move(Square);

impl Move {
    /// The placement on a square.
    #[inline]
    pub const fn new(square: Square) -> Self {
        Self(square)
    }

    /// The placement on the square of this bit, which must be on the board.
    #[inline]
    pub(crate) const fn at(number: usize) -> Self {
        Self(Square::of(number as u32))
    }

    /// The square where the piece is placed.
    #[inline]
    pub const fn square(self) -> Square {
        // Below 64 as the compiler sees it, so that tables of 64 entries need no bounds check.
        Square::of(self.0.index() as u32)
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Self {
        Self(square)
    }
}

/// The number of a move is that of its square's bit, 9 for a1 to 54 for f6.
impl PackedMove for Move {
    #[inline]
    fn to_bits(self) -> u32 {
        self.0.index() as u32
    }

    #[inline]
    fn from_bits(bits: u32) -> Option<Self> {
        Square::from_index(bits as usize).map(Self)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Error returned when a text is not a move or a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveSyntaxError {
    /// The text is empty.
    Empty,
    /// The text is not a square.
    Square(SquareError),
}

impl fmt::Display for MoveSyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a square is missing"),
            Self::Square(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MoveSyntaxError {}

impl Told for MoveSyntaxError {
    fn cause(&self) -> Cause {
        match self {
            Self::Empty => Cause::no_move(),
            Self::Square(error) => error.cause(),
        }
    }
}

/// Reads a square, in either case.
impl FromStr for Move {
    type Err = MoveSyntaxError;

    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        if text.is_empty() {
            return Err(MoveSyntaxError::Empty);
        }
        text.parse().map(Self).map_err(MoveSyntaxError::Square)
    }
}
