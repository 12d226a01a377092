//! What work says while it goes on.

use crate::answers::{Best, GraphPoint, Iteration, Solved};
use crate::refused::Refused;
use serde::Serialize;

/// Something that was found, or the end of the work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// `iteration`: a search finished one. `best`: a search ended, with its move. `position`: a position of a
    /// graph was evaluated. `done`: a graph is complete. `solved`: the search for a proof ended. `error`: the
    /// work failed.
    pub name: &'static str,
    /// The content of the event, as JSON.
    pub data: String,
}

impl Event {
    pub(crate) fn iteration(iteration: &Iteration) -> Self {
        Self::new("iteration", iteration)
    }

    pub(crate) fn best(best: &Best) -> Self {
        Self::new("best", best)
    }

    pub(crate) fn position(point: &GraphPoint) -> Self {
        Self::new("position", point)
    }

    pub(crate) fn solved(solved: &Solved) -> Self {
        Self::new("solved", solved)
    }

    pub(crate) fn done() -> Self {
        Self::new("done", &())
    }

    pub(crate) fn failed(error: impl Into<Refused>) -> Self {
        Self::new("error", &error.into().body())
    }

    fn new(name: &'static str, data: &impl Serialize) -> Self {
        Self { name, data: serde_json::to_string(data).unwrap_or_default() }
    }
}
