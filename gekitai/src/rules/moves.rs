//! Squares and moves, and their text where no position is needed to read it.

use crate::rules::geometry::BOARD;
use core::fmt;
use core::str::FromStr;
use plywood_play::Excerpt;
use plywood_search::PackedMove;

/// A square, from a1 to f6. One byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Square(
    /// The number of its bit: 9 for a1, 14 for f1, 54 for f6.
    u8,
);

impl Square {
    /// The square on this file and rank, both counted from 0, or `None` if one is above 5.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 6 && rank < 6 { Some(Self((rank + 1) * 8 + file + 1)) } else { None }
    }

    /// All squares in the order of their bits: a1, b1, ..., f6.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).filter_map(Self::from_number)
    }

    /// The file, 0 for a to 5 for f.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % 8 - 1
    }

    /// The rank, 0 for the first to 5 for the sixth.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 8 - 1
    }

    /// The set of this square alone: bit 9 for a1, bit 14 for f1, bit 54 for f6.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The number of the bit.
    #[inline]
    pub(crate) const fn number(self) -> usize {
        self.0 as usize
    }

    /// The square of this bit; `None` if the bit belongs to the ring around the board or is above 63.
    #[inline]
    pub(crate) const fn from_number(number: usize) -> Option<Self> {
        if number < 64 && BOARD >> number & 1 != 0 { Some(Self(number as u8)) } else { None }
    }

    /// Reads a file letter and a rank digit.
    fn read(file: u8, rank: u8) -> Option<Self> {
        let file = file.to_ascii_lowercase().checked_sub(b'a')?;
        Self::new(file, rank.checked_sub(b'1')?)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads `a1` to `f6`, in either case.
impl FromStr for Square {
    type Err = MoveSyntaxError;

    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        match text.as_bytes() {
            [] => Err(MoveSyntaxError::Empty),
            &[file, rank] => Self::read(file, rank).ok_or_else(|| MoveSyntaxError::Square(text.to_owned())),
            _ => Err(MoveSyntaxError::Square(text.to_owned())),
        }
    }
}

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
        Self(Square(number as u8))
    }

    /// The square where the piece is placed.
    #[inline]
    pub const fn square(self) -> Square {
        // With the mask, tables of 64 entries need no bounds check.
        Square(self.0.0 & 63)
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
        u32::from(self.0.0)
    }

    #[inline]
    fn from_bits(bits: u32) -> Option<Self> {
        Square::from_number(bits as usize).map(Self)
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
    /// This text is not a square from a1 to f6.
    Square(String),
}

impl fmt::Display for MoveSyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a square is missing"),
            Self::Square(text) => write!(f, "\"{}\" is not a square from a1 to f6", Excerpt(text)),
        }
    }
}

impl core::error::Error for MoveSyntaxError {}

/// Reads a square, in either case.
impl FromStr for Move {
    type Err = MoveSyntaxError;

    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        text.parse().map(Self)
    }
}

#[cfg(feature = "serde")]
plywood_play::string_conversions!(Square);
