//! Standard output that survives a closed pipe and leaves colours out where they are not wanted.

use anstream::AutoStream;
use serde_json::Value;
use std::io::{self, BufWriter, Stdout, Write};

pub(crate) use crate::terminal::numbers::{grouped, per_second, seconds};
pub(crate) use crate::terminal::progress::Progress;

/// The output of results.
pub(crate) struct Output(BufWriter<AutoStream<Stdout>>);

impl Output {
    /// The choice of colours must have been made.
    pub(crate) fn standard() -> Self {
        Self(BufWriter::new(AutoStream::auto(io::stdout())))
    }

    /// Writes one or more lines and flushes.
    pub(crate) fn text(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.part(text.as_ref())?;
        self.part("\n")?;
        self.flush()
    }

    /// Writes text without a line end.
    pub(crate) fn part(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(text.as_bytes())
    }

    /// Writes a value as one line of JSON.
    pub(crate) fn json(&mut self, value: &Value) -> io::Result<()> {
        self.text(value.to_string())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
