//! How an engine that is a program of its own fails, so that it loses its game.

use crate::excerpt::{Excerpt, one_line};
use core::fmt;
use core::time::Duration;

/// What an engine did in place of answering with a legal move in time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The program could not be started, for this reason.
    Start(String),
    /// It ended by a signal, or with a status that says that it failed.
    Crash {
        /// The status or the signal, in the operating system's words.
        status: String,
        /// The last line that it wrote to its standard error; often empty.
        last_words: String,
    },
    /// It ended as if all were well, or closed its output, and owed an answer.
    Exit,
    /// No answer came, and none after it had been told to stop either.
    Hang {
        /// How long it was waited for.
        waited: Duration,
    },
    /// The answer came too late.
    Late {
        /// The time it had.
        limit: Duration,
        /// The time it took, on the operating system's clock.
        elapsed: Duration,
    },
    /// It said something that does not belong to the protocol: this line.
    Garbage(String),
    /// It wrote more than anybody can want to read.
    Flood {
        /// The number of lines, if there were too many; `None` if one line was too long.
        lines: Option<usize>,
    },
    /// It refused a command that it has to obey.
    Refusal {
        /// The command.
        command: String,
        /// What it said.
        answer: String,
    },
    /// Its answer was not a legal turn.
    IllegalMove {
        /// The answer.
        answer: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It gave up the game: no failure, and the one ending here that leaves the program as it was.
    Resignation,
}

/// What the engine did, to be read after its name: `ended with signal: 11 (SIGSEGV)`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(reason) => write!(f, "could not be started: {}", one_line(reason)),
            Self::Crash { status, last_words } if last_words.is_empty() => write!(f, "ended with {status}"),
            Self::Crash { status, last_words } => {
                write!(f, "ended with {status}; it said `{}`", Excerpt(last_words))
            }
            Self::Exit => f.write_str("left without an answer"),
            Self::Hang { waited } => write!(f, "hung: no answer in {} ms", waited.as_millis()),
            Self::Late { limit, elapsed } => {
                write!(f, "answered after {} ms of {} ms", elapsed.as_millis(), limit.as_millis())
            }
            Self::Garbage(line) => write!(f, "spoke garbage: `{}`", Excerpt(line)),
            Self::Flood { lines: Some(lines) } => {
                write!(f, "flooded its output: {lines} lines and no answer")
            }
            Self::Flood { lines: None } => f.write_str("flooded its output: a line without end"),
            Self::Refusal { command, answer } => {
                write!(f, "refused `{}`: {}", Excerpt(command), Excerpt(answer))
            }
            Self::IllegalMove { answer, reason } => {
                write!(f, "answered `{}`: {}", Excerpt(answer), one_line(reason))
            }
            Self::Resignation => f.write_str("resigned"),
        }
    }
}
