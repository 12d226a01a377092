//! Thinking in the opponent's time, about the move that is expected of it.
//!
//! The answer of such a search is wanted once that move was made, or the controller asks for it. Until then it is kept back, however
//! early it is found.

use plywood_search::{Limits, PonderHandle};

/// How far the thinking has come.
#[derive(Debug, Default)]
pub(super) enum Pondering {
    /// The engine thinks in its own time, or not at all.
    #[default]
    Off,
    /// It thinks; the handle says that the time is its own from now on.
    Thinking(PonderHandle),
    /// It has found these lines to say.
    Found(Vec<String>),
}

impl Pondering {
    /// What begins with a search within these limits.
    pub(super) fn of(limits: &Limits) -> Self {
        limits.ponder.clone().map_or(Self::Off, Self::Thinking)
    }

    /// Takes what a search has found; gives back what of it is to be said now.
    pub(super) fn find(&mut self, lines: Vec<String>) -> Vec<String> {
        if let Self::Off = self {
            return lines;
        }
        *self = Self::Found(lines);
        Vec::new()
    }

    /// The answer is wanted from now on: what is there of it already.
    pub(super) fn end(&mut self) -> Vec<String> {
        match core::mem::take(self) {
            Self::Off | Self::Thinking(_) => Vec::new(),
            Self::Found(lines) => lines,
        }
    }

    /// The opponent has moved as expected: what is to be said at once, or `None` if nothing was pondered.
    pub(super) fn hit(&mut self) -> Option<Vec<String>> {
        match self {
            Self::Off => return None,
            Self::Thinking(handle) => handle.hit(),
            Self::Found(_) => {}
        }
        Some(self.end())
    }
}
