//! Squares and moves, and their text where no position is needed to read it.

use core::fmt;
use core::str::FromStr;
use plywood_play::Excerpt;
use plywood_search::PackedMove;

/// A square. a1 is number 0, h1 number 7, h8 number 63, on every size of board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Square(u8);

impl Square {
    /// The square on this file and rank, both counted from 0, or `None` if one is above 7.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// The square of this number, or `None` if it is above 63.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self(index as u8)) } else { None }
    }

    /// The number of the square, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for a to 7 for h.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// The rank, 0 for the first to 7 for the eighth.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    #[inline]
    pub(crate) const fn number(self) -> u8 {
        self.0
    }

    /// The square of a number that is below 64.
    #[inline]
    pub(crate) const fn of(number: u32) -> Self {
        Self(number as u8 & 63)
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

impl FromStr for Square {
    type Err = MoveSyntaxError;

    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        match text.as_bytes() {
            &[file, rank] => Self::read(file, rank),
            _ => None,
        }
        .ok_or_else(|| MoveSyntaxError::Square(text.to_owned()))
    }
}

/// A move: from one square to another, or the pass. Two bytes.
///
/// Its text is `b1-h1` or `pass`. [`Loa::write_move`](crate::Loa::write_move) also marks captures, which
/// depend on the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Move(u16);

impl Move {
    /// The pass. It has the bits of the move from a1 to a1.
    pub const PASS: Self = Self(0);

    /// The move from one square to another, or `None` if they are the same.
    pub const fn new(from: Square, to: Square) -> Option<Self> {
        if from.0 == to.0 { None } else { Some(Self::between(from, to)) }
    }

    #[inline]
    pub(crate) const fn between(from: Square, to: Square) -> Self {
        Self((from.0 as u16) << 6 | to.0 as u16)
    }

    /// Whether this is the pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }

    /// The origin of the man; a1 for the pass.
    #[inline]
    pub const fn from(self) -> Square {
        Square((self.0 >> 6) as u8 & 63)
    }

    /// The target of the man; a1 for the pass.
    #[inline]
    pub const fn to(self) -> Square {
        Square(self.0 as u8 & 63)
    }
}

impl PackedMove for Move {
    #[inline]
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    #[inline]
    fn from_bits(bits: u32) -> Option<Self> {
        let stays = bits >> 6 == bits & 63;
        (bits < 4096 && (bits == 0 || !stays)).then_some(Self(bits as u16))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() { f.pad("pass") } else { write!(f, "{}-{}", self.from(), self.to()) }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Error returned when a text is not a move or a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveSyntaxError {
    /// The text is empty.
    Empty,
    /// This text is not a square from a1 to h8.
    Square(String),
    /// This text is not two squares with at most one of `-`, `x` and `:` between them.
    Form(String),
    /// Both squares are this one.
    SameSquare(Square),
}

impl fmt::Display for MoveSyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a move is missing"),
            Self::Square(text) => write!(f, "\"{}\" is not a square from a1 to h8", Excerpt(text)),
            Self::Form(text) => {
                write!(f, "\"{}\" is not written like a move (b1-h1, c1xa3 or pass)", Excerpt(text))
            }
            Self::SameSquare(square) => write!(f, "a move from {square} to {square} goes nowhere"),
        }
    }
}

impl core::error::Error for MoveSyntaxError {}

/// Reads `b1-h1`, `c1xa3`, `b1h1`, `b1:h1` and `pass`, in any case.
///
/// The character in the middle has no meaning: some sources write `:` for every move, and only the position
/// tells whether a move captures.
impl FromStr for Move {
    type Err = MoveSyntaxError;

    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        if text.is_empty() {
            return Err(MoveSyntaxError::Empty);
        }
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Self::PASS);
        }
        let form = || MoveSyntaxError::Form(text.to_owned());
        let head = text.get(..2).ok_or_else(form)?;
        let tail = match text.get(2..).ok_or_else(form)? {
            rest if rest.len() == 3 => rest.strip_prefix(['-', 'x', 'X', ':']).ok_or_else(form)?,
            rest => rest,
        };
        if tail.len() != 2 {
            return Err(form());
        }
        let (from, to): (Square, Square) = (head.parse()?, tail.parse()?);
        Self::new(from, to).ok_or(MoveSyntaxError::SameSquare(from))
    }
}

#[cfg(feature = "serde")]
plywood_play::string_conversions!(Square, Move);
