//! Moves, which are single steps, and their text where no position is needed to read it.

use crate::rules::pieces::Piece;
use crate::rules::squares::{Direction, Square};
use core::fmt;
use core::str::FromStr;
use plywood_play::{Cause, Excerpt, SquareError, Told};
use plywood_search::PackedMove;

/// One ply: a step of a piece, the end of a turn, or a piece set up. Two bytes.
///
/// Its text is `Ra2n`, `pass` or `Ra1`. A step that pushes, pulls or captures is written like any other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Move(u16);

/// The effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A piece, of either side, goes to the next square in a direction.
    Step {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        from: Square,
        /// Where it goes.
        direction: Direction,
    },
    /// The turn ends before its fourth step.
    Pass,
    /// A piece is set up on its home square.
    Place {
        /// The piece.
        piece: Piece,
        /// The square.
        square: Square,
    },
}

impl Move {
    /// The end of a turn before its fourth step.
    pub const PASS: Self = Self(Self::PASS_BITS);

    /// Steps come first (piece, square, direction), then placements (piece, square), then the pass.
    const PLACEMENTS: u16 = (Piece::COUNT * 64 * 4) as u16;
    const PASS_BITS: u16 = Self::PLACEMENTS + (Piece::COUNT * 64) as u16;

    /// The step of a piece to the next square in a direction, or `None` if that is off the board.
    pub const fn step(piece: Piece, from: Square, direction: Direction) -> Option<Self> {
        match from.next(direction) {
            Some(_) => Some(Self::stepping(piece.number(), from, direction)),
            None => None,
        }
    }

    /// The placement of a piece in the setup.
    pub const fn place(piece: Piece, square: Square) -> Self {
        Self(Self::PLACEMENTS + (piece.number() * 64 + square.index()) as u16)
    }

    /// A step that stays on the board.
    #[inline]
    pub(crate) const fn stepping(piece: usize, from: Square, direction: Direction) -> Self {
        Self((piece << 8 | from.index() << 2 | direction as usize) as u16)
    }

    /// The effect of the move.
    #[inline]
    pub const fn action(self) -> Action {
        let bits = self.0;
        if bits < Self::PLACEMENTS {
            let from = Square::of(bits as u32 >> 2 & 63);
            let direction = Direction::of(bits as usize & 3);
            Action::Step { piece: Piece::of(bits as usize >> 8), from, direction }
        } else if bits == Self::PASS_BITS {
            Action::Pass
        } else {
            let number = bits - Self::PLACEMENTS;
            Action::Place { piece: Piece::of(number as usize / 64), square: Square::of(number as u32 % 64) }
        }
    }

    /// The squares that the move leaves and enters.
    #[inline]
    pub(crate) fn squares(self) -> u64 {
        match self.action() {
            Action::Step { from, direction, .. } => from.bit() | from.next(direction).map_or(0, Square::bit),
            Action::Place { square, .. } => square.bit(),
            Action::Pass => 0,
        }
    }

    /// Whether this is the pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == Self::PASS_BITS
    }
}

impl PackedMove for Move {
    #[inline]
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    #[inline]
    fn from_bits(bits: u32) -> Option<Self> {
        let mv = Self(u16::try_from(bits).ok().filter(|&bits| bits <= Self::PASS_BITS)?);
        match mv.action() {
            Action::Step { from, direction, .. } => from.next(direction).map(|_| mv),
            Action::Pass | Action::Place { .. } => Some(mv),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action() {
            Action::Step { piece, from, direction } => write!(f, "{piece}{from}{}", direction.letter()),
            Action::Pass => f.pad("pass"),
            Action::Place { piece, square } => write!(f, "{piece}{square}"),
        }
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
    /// The letter at the beginning of this text is not a piece.
    Piece(String),
    /// This text does not have the form of a move.
    Form(String),
    /// This step leads off the board.
    OffBoard(String),
    /// This text marks a capture, which is not a move by itself.
    Capture(String),
}

impl Told for MoveSyntaxError {
    fn cause(&self) -> Cause {
        let told = |kind, text: &String| Cause::new(kind, self).with("text", Excerpt(text));
        match self {
            Self::Empty => Cause::no_move(),
            Self::Square(error) => error.cause(),
            Self::Piece(text) => told("no-piece-letter", text).with("known", "R C D H M E, r c d h m e"),
            Self::Form(text) => Cause::not_a_move(text, "Ra2n, Ra1, pass", self),
            Self::OffBoard(text) => told("step-off-board", text),
            Self::Capture(text) => told("only-a-mark", text),
        }
    }
}

impl fmt::Display for MoveSyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a move is missing"),
            Self::Square(error) => error.fmt(f),
            Self::Piece(text) => {
                write!(f, "\"{}\" does not begin with a piece (one of RCDHME or rcdhme)", Excerpt(text))
            }
            Self::Form(text) => {
                write!(f, "\"{}\" is not written like a move (Ra2n, Ra1 or pass)", Excerpt(text))
            }
            Self::OffBoard(text) => write!(f, "{text} leads off the board"),
            Self::Capture(text) => write!(f, "{text} marks a capture and is not a move"),
        }
    }
}

impl core::error::Error for MoveSyntaxError {}

/// Reads `Ra2n`, `Ra1` and `pass`.
impl FromStr for Move {
    type Err = MoveSyntaxError;

    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        match text {
            "" => return Err(MoveSyntaxError::Empty),
            "pass" => return Ok(Self::PASS),
            _ => {}
        }
        let (piece, square, rest) = read_piece_on_square(text)?;
        let mut rest = rest.chars();
        match (rest.next(), rest.next()) {
            (None, _) => Ok(Self::place(piece, square)),
            (Some('x'), None) => Err(MoveSyntaxError::Capture(text.to_owned())),
            (Some(letter), None) => {
                let form = || MoveSyntaxError::Form(text.to_owned());
                let direction = Direction::from_letter(letter).ok_or_else(form)?;
                Self::step(piece, square, direction).ok_or_else(|| MoveSyntaxError::OffBoard(text.to_owned()))
            }
            _ => Err(MoveSyntaxError::Form(text.to_owned())),
        }
    }
}

/// A piece, a square, and what follows them.
pub(crate) fn read_piece_on_square(text: &str) -> Result<(Piece, Square, &str), MoveSyntaxError> {
    let mut letters = text.chars();
    let piece = letters.next().and_then(Piece::from_letter);
    let piece = piece.ok_or_else(|| MoveSyntaxError::Piece(text.to_owned()))?;
    let (Some(file), Some(rank)) = (letters.next(), letters.next()) else {
        return Err(MoveSyntaxError::Form(text.to_owned()));
    };
    let square = String::from_iter([file, rank]).parse().map_err(MoveSyntaxError::Square)?;
    Ok((piece, square, letters.as_str()))
}

#[cfg(feature = "serde")]
plywood_play::string_conversions!(Move);
