//! Errors of moves as text: not a move, or a move that cannot be played.

use core::error::Error;
use core::fmt::{self, Debug, Display};

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
