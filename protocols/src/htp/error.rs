//! Errors of HTP commands.

use core::fmt;
use plywood_hex::{MoveSyntaxError, Refusal, RulesError, SetupError};
use plywood_play::{EngineError, Excerpt, IllegalMove, RecordError};

/// Error returned by a command. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HtpError {
    /// There is no such command.
    Unknown(String),
    /// Too many or too few arguments.
    Arguments {
        /// The expected arguments.
        expected: &'static str,
        /// The number of arguments.
        found: usize,
    },
    /// An argument is not a colour.
    Colour(String),
    /// An argument is not a number within bounds.
    Number {
        /// The argument.
        text: String,
        /// The expected value.
        expected: &'static str,
    },
    /// An argument is not a move.
    Move(MoveSyntaxError),
    /// A move cannot be played.
    Illegal(IllegalMove<plywood_hex::Move, Refusal>),
    /// The stones cannot be placed like this.
    Setup(SetupError),
    /// The rules do not allow this board.
    Rules(RulesError),
    /// There is no move to take back.
    NothingToUndo,
    /// Nobody has won.
    NotDecided,
    /// A file cannot be read.
    File {
        /// Its name.
        name: String,
        /// Why not.
        reason: String,
    },
    /// A file is not a record of a game.
    Record(RecordError),
    /// The engine did not answer.
    Engine(EngineError),
}

impl fmt::Display for HtpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) if name.is_empty() => f.write_str("a command is missing"),
            Self::Unknown(name) => write!(f, "unknown command \"{}\"", Excerpt(name)),
            Self::Arguments { expected, found } => write!(f, "expected {expected}, found {found} arguments"),
            Self::Colour(text) => write!(f, "\"{}\" is no colour: b, black, w or white", Excerpt(text)),
            Self::Number { text, expected } => write!(f, "\"{}\" is not {expected}", Excerpt(text)),
            Self::Move(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
            Self::Setup(error) => error.fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::NothingToUndo => f.write_str("cannot undo: there is no move to take back"),
            Self::NotDecided => f.write_str("cannot score: nobody has won yet"),
            Self::File { name, reason } => write!(f, "cannot read \"{}\": {reason}", Excerpt(name)),
            Self::Record(error) => error.fmt(f),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for HtpError {}

impl From<MoveSyntaxError> for HtpError {
    fn from(error: MoveSyntaxError) -> Self {
        Self::Move(error)
    }
}

impl From<IllegalMove<plywood_hex::Move, Refusal>> for HtpError {
    fn from(error: IllegalMove<plywood_hex::Move, Refusal>) -> Self {
        Self::Illegal(error)
    }
}

impl From<SetupError> for HtpError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}

impl From<RulesError> for HtpError {
    fn from(error: RulesError) -> Self {
        Self::Rules(error)
    }
}

impl From<RecordError> for HtpError {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

impl From<EngineError> for HtpError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}
