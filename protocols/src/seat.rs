//! Seats: the engine of a conversation, idle or searching.

use crate::conversation::{Finished, MakeEngine, Order, Then};
use plywood_play::{Engine, EngineError, Session, Spec, Thoughts};
use plywood_search::Limits;

/// The result of a search that is still wanted.
pub(crate) struct Answer {
    /// The game that was searched.
    pub(crate) session: Box<dyn Session>,
    /// The report.
    pub(crate) thoughts: Result<Thoughts, EngineError>,
}

/// An engine, its running search, and the next one.
pub(crate) struct Seat {
    make: MakeEngine,
    spec: Spec,
    /// The engine, unless it is searching.
    engine: Option<Box<dyn Engine>>,
    /// The engine that replaces the searching one when it returns.
    successor: Option<Box<dyn Engine>>,
    /// Whether the searching engine must forget what it knows when it returns.
    forget: bool,
    /// Whether the answer of the running search is still wanted.
    wanted: bool,
    /// The search that begins when the engine returns.
    next: Option<(Box<dyn Session>, Limits)>,
}

impl Seat {
    pub(crate) fn new(make: MakeEngine, spec: &Spec, session: &dyn Session) -> Result<Self, EngineError> {
        let engine = Some(make(session, spec)?);
        Ok(Self {
            make,
            spec: spec.clone(),
            engine,
            successor: None,
            forget: false,
            wanted: false,
            next: None,
        })
    }

    /// Sets an option of the engine by making another engine. A running search continues with the old one.
    pub(crate) fn set(&mut self, session: &dyn Session, key: &str, value: &str) -> Result<(), EngineError> {
        let mut spec = self.spec.clone();
        spec.set(key, value);
        let engine = (self.make)(session, &spec)?;
        self.spec = spec;
        let place = if self.engine.is_some() { &mut self.engine } else { &mut self.successor };
        *place = Some(engine);
        Ok(())
    }

    /// Begins another game: the engine forgets what it has learnt.
    pub(crate) fn new_game(&mut self) {
        match &mut self.engine {
            Some(engine) => engine.new_game(),
            None => self.forget = true,
        }
    }

    /// Whether a search whose answer is wanted runs or is about to run.
    pub(crate) fn is_busy(&self) -> bool {
        (self.engine.is_none() && self.wanted) || self.next.is_some()
    }

    /// Begins a search. A running one is stopped first and its answer discarded.
    pub(crate) fn search(&mut self, session: Box<dyn Session>, limits: Limits) -> Then {
        let Some(engine) = self.engine.take() else {
            self.wanted = false;
            self.next = Some((session, limits));
            return Then::Stop;
        };
        self.wanted = true;
        Then::Search(Box::new(Order::new(engine, session, limits)))
    }

    /// Stops the search whose answer is awaited, even before it has begun.
    pub(crate) fn stop(&mut self) -> Then {
        if let Some((_, limits)) = &mut self.next {
            *limits = Limits::nodes(1);
        }
        Then::Stop
    }

    /// Stops the running search and discards its answer.
    pub(crate) fn drop_search(&mut self) -> Then {
        self.wanted = false;
        self.next = None;
        if self.engine.is_none() { Then::Stop } else { Then::Nothing }
    }

    /// Whether reports of the running search are wanted.
    pub(crate) fn is_heard(&self) -> bool {
        self.wanted
    }

    /// Takes back the engine: returns its answer, if it is wanted, and the search that begins now, if one was
    /// waiting.
    pub(crate) fn take_back(&mut self, finished: Finished) -> (Option<Answer>, Then) {
        let mut engine = self.successor.take().unwrap_or(finished.engine);
        if std::mem::take(&mut self.forget) {
            engine.new_game();
        }
        self.engine = Some(engine);
        let answer = std::mem::take(&mut self.wanted)
            .then_some(Answer { session: finished.session, thoughts: finished.thoughts });
        let then = self.next.take().map_or(Then::Nothing, |(session, limits)| self.search(session, limits));
        (answer, then)
    }
}
