//! Faults: the ways in which an external engine fails and loses its game.

use crate::excerpt::{Excerpt, one_line};
use core::fmt;
use core::time::Duration;

/// A failure of an external engine to answer with a legal move in time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The program could not be started, for this reason.
    Start(String),
    /// The engine ended by a signal or with a failure status.
    Crash {
        /// The status or the signal, in the operating system's words.
        status: String,
        /// The last line that it wrote to standard error; often empty.
        last_words: String,
    },
    /// The engine ended with success, or closed its output, while it owed an answer.
    Exit,
    /// The engine did not answer, not even after it was told to stop.
    Hang {
        /// The time that the controller waited.
        waited: Duration,
    },
    /// The answer came after the time limit.
    Late {
        /// The time that it had.
        limit: Duration,
        /// The time that it took, by the operating system's clock.
        elapsed: Duration,
    },
    /// The engine sent this line, which is not part of the protocol.
    Garbage(String),
    /// The engine wrote too much.
    Flood {
        /// The number of lines, if there were too many; `None` if one line was too long.
        lines: Option<usize>,
    },
    /// The engine refused a command that it must obey.
    Refusal {
        /// The command.
        command: String,
        /// Its reply.
        answer: String,
    },
    /// Its answer is not a legal turn.
    IllegalMove {
        /// The answer.
        answer: String,
        /// The reason.
        reason: String,
    },
    /// The engine resigned: the only ending here that is not a failure.
    Resignation,
}

/// Describes the fault so that it reads on from the engine's name: `ended with signal: 11 (SIGSEGV)`.
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
