//! Pondering: searching in the opponent's time, after its expected move.
//!
//! The answer of such a search is held back until that move was made or the controller asks for it.

use plywood_search::{Limits, PonderHandle};

/// The state of pondering.
#[derive(Debug, Default)]
pub(super) enum Pondering {
    /// The engine searches in its own time, or not at all.
    #[default]
    Off,
    /// It ponders; the handle starts its own time.
    Thinking(PonderHandle),
    /// It has finished with these lines.
    Found(Vec<String>),
}

impl Pondering {
    /// The state at the start of a search within these limits.
    pub(super) fn of(limits: &Limits) -> Self {
        limits.ponder.clone().map_or(Self::Off, Self::Thinking)
    }

    /// Takes the result of a search; returns the lines to send now.
    pub(super) fn find(&mut self, lines: Vec<String>) -> Vec<String> {
        if let Self::Off = self {
            return lines;
        }
        *self = Self::Found(lines);
        Vec::new()
    }

    /// The answer is wanted from now on; returns what is known of it.
    pub(super) fn end(&mut self) -> Vec<String> {
        match core::mem::take(self) {
            Self::Off | Self::Thinking(_) => Vec::new(),
            Self::Found(lines) => lines,
        }
    }

    /// The opponent has moved as expected; returns the lines to send at once, or `None` if the engine was not
    /// pondering.
    pub(super) fn hit(&mut self) -> Option<Vec<String>> {
        match self {
            Self::Off => return None,
            Self::Thinking(handle) => handle.hit(),
            Self::Found(_) => {}
        }
        Some(self.end())
    }
}
