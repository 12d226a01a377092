//! Conversations: protocols as state machines that answer lines, request searches, and report their results.

use plywood_play::{Engine, EngineError, Session, Spec, Thoughts};
use plywood_search::{Limits, StopHandle};
use std::fmt;

/// Makes the engine that a text describes: `|session, spec| session.engine(spec)`, or a function that knows
/// more engines.
pub type MakeEngine = fn(&dyn Session, &Spec) -> Result<Box<dyn Engine>, EngineError>;

/// A protocol that answers lines while a search runs. It has no input or output, so that tests can run
/// sessions.
pub trait Conversation {
    /// Answers a line.
    fn respond(&mut self, line: &str) -> Reply;

    /// The lines to send after an iteration of the running search.
    fn observe(&mut self, thoughts: &Thoughts) -> Vec<String>;

    /// Takes back a finished search and continues.
    fn finish(&mut self, finished: Finished) -> Reply;
}

/// A reply: lines to write, and what to do then.
#[derive(Debug, Default)]
pub struct Reply {
    /// The lines without their ends.
    pub lines: Vec<String>,
    /// The action after the lines.
    pub then: Then,
}

impl Reply {
    /// A line.
    pub(crate) fn line(line: impl Into<String>) -> Self {
        vec![line.into()].into()
    }

    /// The end.
    pub(crate) fn quit() -> Self {
        Then::Quit.into()
    }
}

impl From<Vec<String>> for Reply {
    fn from(lines: Vec<String>) -> Self {
        Self { lines, then: Then::Nothing }
    }
}

impl From<Then> for Reply {
    fn from(then: Then) -> Self {
        Self { lines: Vec::new(), then }
    }
}

/// The action after the lines of a reply have been written.
#[derive(Debug, Default)]
pub enum Then {
    /// Wait.
    #[default]
    Nothing,
    /// Run this search. No other search is running.
    Search(Box<Order>),
    /// Stop the running search; it is [finished](Conversation::finish) as usual.
    Stop,
    /// Stop the running search; then the session is over.
    Quit,
}

/// A search to run, with everything that it needs.
pub struct Order {
    /// The engine.
    pub engine: Box<dyn Engine>,
    /// The game to search.
    pub session: Box<dyn Session>,
    /// The limits; the stop handle belongs to the order.
    pub limits: Limits,
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.session.position();
        f.debug_struct("Order")
            .field("position", &position)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl Order {
    /// Makes a search within these limits, with its own stop handle.
    pub(crate) fn new(engine: Box<dyn Engine>, session: Box<dyn Session>, limits: Limits) -> Self {
        Self { engine, session, limits: limits.with_stop(StopHandle::new()) }
    }

    /// Runs the search in this thread.
    pub fn run(mut self, observe: &mut dyn FnMut(&Thoughts)) -> Finished {
        let thoughts = self.engine.think(&*self.session, &self.limits, observe);
        Finished { engine: self.engine, session: self.session, thoughts }
    }
}

/// A search that has ended.
pub struct Finished {
    /// The engine.
    pub engine: Box<dyn Engine>,
    /// The game to search.
    pub session: Box<dyn Session>,
    /// The result.
    pub thoughts: Result<Thoughts, EngineError>,
}

impl fmt::Debug for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finished").field("thoughts", &self.thoughts).finish_non_exhaustive()
    }
}
