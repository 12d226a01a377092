//! What can be wrong with a queue.

use core::fmt;

/// Error returned when the queue cannot be reached or used, or work on it cannot be done: one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueError(pub String);

impl fmt::Display for QueueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for QueueError {}

/// An error of the client as one of ours, behind what was tried.
pub(crate) fn failed<E: fmt::Display>(tried: &str) -> impl Fn(E) -> QueueError + '_ {
    move |error| QueueError(format!("cannot {tried}: {error}"))
}
