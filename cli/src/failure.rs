//! How a command fails: one line on standard error, and an exit status.

use plywood_play::one_line;
use std::process::ExitCode;
use std::{fmt, io};

/// Why a command did not do what it was asked, or that the answer is "no".
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer is "no"; it has been given on standard output. Status 1.
    No,
    /// The input is no good: this is why. Status 2.
    Bad(String),
    /// A limit or Ctrl-C ended it early; what was done has been kept. Status 3.
    Early(String),
    /// Nobody reads the output any more. Status 0: a reader such as `head` has had enough.
    ClosedPipe,
}

impl Failure {
    pub(crate) fn bad(reason: impl fmt::Display) -> Self {
        Self::Bad(reason.to_string())
    }

    pub(crate) fn report(&self) {
        use io::Write;
        if let Self::Bad(reason) | Self::Early(reason) = self {
            // With standard error closed too there is nobody left to tell.
            let _ = writeln!(io::stderr(), "plywood: {}", one_line(reason));
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Self::ClosedPipe => 0,
            Self::No => 1,
            Self::Bad(_) => 2,
            Self::Early(_) => 3,
        })
    }
}

impl From<plywood_play::TextError> for Failure {
    fn from(error: plywood_play::TextError) -> Self {
        Self::bad(error)
    }
}

impl From<plywood_play::EngineError> for Failure {
    fn from(error: plywood_play::EngineError) -> Self {
        Self::bad(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::bad(format!("cannot write the output: {error}")),
        }
    }
}
