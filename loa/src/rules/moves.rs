//! Squares and moves, and their text where no position is needed to read it.

use core::fmt;
use core::str::FromStr;
use plywood_play::{Cause, Excerpt, SquareError, Told};
use plywood_search::PackedMove;

/// A square. a1 is number 0, h1 number 7, h8 number 63, on every size of board.
pub type Square = plywood_play::Square<8>;

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
        if from.index() == to.index() { None } else { Some(Self::between(from, to)) }
    }

    #[inline]
    pub(crate) const fn between(from: Square, to: Square) -> Self {
        Self((from.index() << 6 | to.index()) as u16)
    }

    /// Whether this is the pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }

    /// The origin of the man; a1 for the pass.
    #[inline]
    pub const fn from(self) -> Square {
        Square::of(self.0 as u32 >> 6)
    }

    /// The target of the man; a1 for the pass.
    #[inline]
    pub const fn to(self) -> Square {
        Square::of(self.0 as u32)
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
    /// The text has something else in the place of a square.
    Square(SquareError),
    /// This text is not two squares with at most one of `-`, `x` and `:` between them.
    Form(String),
    /// Both squares are this one.
    SameSquare(Square),
}

impl fmt::Display for MoveSyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a move is missing"),
            Self::Square(error) => error.fmt(f),
            Self::Form(text) => {
                write!(f, "\"{}\" is not written like a move (b1-h1, c1xa3 or pass)", Excerpt(text))
            }
            Self::SameSquare(square) => write!(f, "a move from {square} to {square} goes nowhere"),
        }
    }
}

impl core::error::Error for MoveSyntaxError {}

impl Told for MoveSyntaxError {
    fn cause(&self) -> Cause {
        match self {
            Self::Empty => Cause::no_move(),
            Self::Square(error) => error.cause(),
            Self::Form(text) => Cause::not_a_move(text, "b1-h1, c1xa3, pass", self),
            Self::SameSquare(square) => Cause::new("goes-nowhere", self).with("cell", square),
        }
    }
}

impl From<SquareError> for MoveSyntaxError {
    fn from(error: SquareError) -> Self {
        Self::Square(error)
    }
}

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
plywood_play::string_conversions!(Move);
