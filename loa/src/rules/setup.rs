//! Positions from arbitrary sets of men, checked.

use crate::rules::board::{Board, Colour};
use crate::rules::geometry;
use crate::rules::moves::Square;
use crate::rules::position::Loa;
use crate::rules::variants::{Rules, Size};
use core::fmt;
use plywood_play::{Cause, Told};

/// Error returned when sets of men are not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Both colours have a man on this square.
    Shared(Square),
    /// A man stands on this square, which the board of this size does not have.
    OffBoard(Square, Size),
    /// This colour has no men.
    NoMen(Colour),
}

impl Told for SetupError {
    fn cause(&self) -> Cause {
        let told = |kind| Cause::new(kind, self);
        match self {
            Self::Shared(square) => told("two-on-cell").with("cell", square),
            Self::OffBoard(square, size) => told("off-board").with("cell", square).with("size", size.get()),
            Self::NoMen(colour) => told("no-men").with("player", colour),
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shared(square) => write!(f, "both colours have a man on {square}"),
            Self::OffBoard(square, size) => {
                write!(f, "a man on {square} is not on the board of {0}x{0}", size.get())
            }
            Self::NoMen(colour) => write!(f, "{colour} has no men"),
        }
    }
}

impl core::error::Error for SetupError {}

impl Loa {
    /// The position of these men with this colour to move: bit 0 is a1, bit 7 h1, bit 63 h8, on every size of
    /// board.
    ///
    /// Any arrangement of men is accepted, whether it can be reached from the start or not.
    ///
    /// # Errors
    ///
    /// If a square has two men, a man is off the board, or a colour has none.
    pub fn from_bitboards(black: u64, white: u64, turn: Colour, rules: Rules) -> Result<Self, SetupError> {
        if let Some(square) = first(black & white) {
            return Err(SetupError::Shared(square));
        }
        if let Some(square) = first((black | white) & !geometry::board(rules.size.get())) {
            return Err(SetupError::OffBoard(square, rules.size));
        }
        match (black, white) {
            (0, _) => Err(SetupError::NoMen(Colour::Black)),
            (_, 0) => Err(SetupError::NoMen(Colour::White)),
            _ => Ok(Self::with(Board::new([black, white], turn.into(), rules), rules)),
        }
    }
}

/// The square of the lowest bit.
fn first(set: u64) -> Option<Square> {
    Square::from_index(set.trailing_zeros() as usize)
}
