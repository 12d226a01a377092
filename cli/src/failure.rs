//! Failures of commands: one line on standard error and an exit status.

use crate::terminal::colour::{ERROR, painted};
use plywood_play::one_line;
use std::process::ExitCode;
use std::{fmt, io};

/// The reason why a command failed, or the answer "no".
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer is "no", already printed on standard output. Status 1.
    No,
    /// The input is invalid, for this reason. Status 2.
    Bad(String),
    /// A limit or Ctrl-C ended the work early; what was done was kept. Status 3.
    Early(String),
    /// The output was closed by its reader, such as `head`. Status 0.
    ClosedPipe,
}

impl Failure {
    pub(crate) fn bad(reason: impl fmt::Display) -> Self {
        Self::Bad(reason.to_string())
    }

    pub(crate) fn report(&self) {
        use io::Write;
        if let Self::Bad(reason) | Self::Early(reason) = self {
            // Standard error may be closed too.
            let name = painted(ERROR, "plywood:");
            let _ = writeln!(anstream::stderr(), "{name} {}", one_line(reason));
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
