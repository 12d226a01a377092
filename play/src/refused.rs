//! Errors of positions and moves as text: what is not one, and what the rules refuse.

use crate::board_text::BoardTextError;
use crate::cause::{Cause, Told};
use core::error::Error;
use core::fmt::{self, Debug, Display};
use core::str::FromStr;

/// Error returned when a text is not a position of a game whose boards are written as [`BoardText`]. `S` is
/// the game's error for pieces that are not a position.
///
/// [`BoardText`]: crate::BoardText
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError<S> {
    /// The text is not a board with a side to move.
    Text(BoardTextError),
    /// The pieces are not a position.
    Setup(S),
}

impl<S: Display> Display for PositionError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => Display::fmt(error, f),
            Self::Setup(error) => error.fmt(f),
        }
    }
}

impl<S: Error + 'static> Error for PositionError<S> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(match self {
            Self::Text(error) => error,
            Self::Setup(error) => error,
        })
    }
}

impl<S: Told> Told for PositionError<S> {
    fn cause(&self) -> Cause {
        match self {
            Self::Text(error) => Told::cause(error),
            Self::Setup(error) => error.cause(),
        }
    }
}

impl<S> From<BoardTextError> for PositionError<S> {
    fn from(error: BoardTextError) -> Self {
        Self::Text(error)
    }
}

/// A well-formed move that cannot be played, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove<M, R> {
    /// The move.
    pub mv: M,
    /// The reason.
    pub reason: R,
}

impl<M: Display, R: Display> Display for IllegalMove<M, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not legal: {}", self.mv, self.reason)
    }
}

impl<M: Debug + Display, R: Debug + Display> Error for IllegalMove<M, R> {}

/// Error returned when a text is not a legal move. `S` is the game's error for text that is not a move at
/// all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError<S, M, R> {
    /// The text is not a move.
    Syntax(S),
    /// The text is a move that is not legal here.
    Illegal(IllegalMove<M, R>),
}

impl<S, M: Copy + FromStr<Err = S>, R> MoveError<S, M, R> {
    /// Reads a legal move: `refusal` is the reason why a move is not legal.
    ///
    /// # Errors
    ///
    /// If the text is not a move, or there is a reason.
    pub fn read(text: &str, refusal: impl FnOnce(M) -> Option<R>) -> Result<M, Self> {
        let mv = text.parse().map_err(Self::Syntax)?;
        match refusal(mv) {
            None => Ok(mv),
            Some(reason) => Err(IllegalMove { mv, reason }.into()),
        }
    }
}

impl<S: Told, M: Display, R: Told> Told for MoveError<S, M, R> {
    fn cause(&self) -> Cause {
        match self {
            Self::Syntax(error) => error.cause(),
            Self::Illegal(error) => error.reason.cause().of_move(&error.mv),
        }
    }
}

impl<S: Display, M: Display, R: Display> Display for MoveError<S, M, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

impl<S, M, R> Error for MoveError<S, M, R>
where
    S: Error + 'static,
    M: Debug + Display + 'static,
    R: Debug + Display + 'static,
{
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Syntax(error) => Some(error),
            Self::Illegal(error) => Some(error),
        }
    }
}

impl<S, M, R> From<IllegalMove<M, R>> for MoveError<S, M, R> {
    fn from(error: IllegalMove<M, R>) -> Self {
        Self::Illegal(error)
    }
}
