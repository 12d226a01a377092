//! What a protocol is here: a state that answers lines, has searches run, and says what they found.

use plywood_play::{Engine, EngineError, Session, Spec, Thoughts};
use plywood_search::{Limits, StopHandle};
use std::fmt;

/// Makes the engine that a text describes: `|session, spec| session.engine(spec)`, or a function that knows more engines.
pub type MakeEngine = fn(&dyn Session, &Spec) -> Result<Box<dyn Engine>, EngineError>;

/// A protocol in which lines are answered while a search runs. Without input and output, so that a session can be a test.
pub trait Conversation {
    /// Answers a line.
    fn respond(&mut self, line: &str) -> Reply;

    /// What is said when the search that runs has finished an iteration.
    fn observe(&mut self, thoughts: &Thoughts) -> Vec<String>;

    /// Takes back the search that was handed out, and goes on.
    fn finish(&mut self, finished: Finished) -> Reply;
}

/// Lines to be written, and what is to be done then.
#[derive(Debug, Default)]
pub struct Reply {
    /// The lines, without their ends.
    pub lines: Vec<String>,
    /// What is to be done.
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

/// What is to be done after the lines of a reply have been written.
#[derive(Debug, Default)]
pub enum Then {
    /// Nothing but wait.
    #[default]
    Nothing,
    /// Run this search. None runs at that time.
    Search(Box<Order>),
    /// End the search that runs; it is [finished](Conversation::finish) as usual.
    Stop,
    /// The same, and then the session is over.
    Quit,
}

/// A search to be run, with all that it needs.
pub struct Order {
    /// Who thinks.
    pub engine: Box<dyn Engine>,
    /// What about.
    pub session: Box<dyn Session>,
    /// For how long; the stop handle is the order's own.
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
    /// A search within these limits, with a stop handle of its own.
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
    /// Who thought.
    pub engine: Box<dyn Engine>,
    /// What about.
    pub session: Box<dyn Session>,
    /// What came of it.
    pub thoughts: Result<Thoughts, EngineError>,
}

impl fmt::Debug for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Finished").field("thoughts", &self.thoughts).finish_non_exhaustive()
    }
}
