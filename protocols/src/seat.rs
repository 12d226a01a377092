//! The engine of a conversation: at hand, or away with a search.

use crate::conversation::{Finished, MakeEngine, Order, Then};
use plywood_play::{Engine, EngineError, Session, Spec, Thoughts};
use plywood_search::Limits;

/// What came of a search that somebody waits for.
pub(crate) struct Answer {
    /// What was thought about.
    pub(crate) session: Box<dyn Session>,
    /// The thoughts.
    pub(crate) thoughts: Result<Thoughts, EngineError>,
}

/// An engine, the search it is at, and the one that is to follow.
pub(crate) struct Seat {
    make: MakeEngine,
    spec: Spec,
    /// The engine, unless it is away.
    engine: Option<Box<dyn Engine>>,
    /// The engine that takes over when the one that is away comes back.
    successor: Option<Box<dyn Engine>>,
    /// Whether the engine that is away is to forget what it knows when it comes back.
    forget: bool,
    /// Whether anybody still wants the answer of the search that runs.
    wanted: bool,
    /// The search that begins when the engine is back.
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

    /// Sets an option of the engine by making another. A search that runs goes on with the old one.
    pub(crate) fn set(&mut self, session: &dyn Session, key: &str, value: &str) -> Result<(), EngineError> {
        let mut spec = self.spec.clone();
        spec.set(key, value);
        let engine = (self.make)(session, &spec)?;
        self.spec = spec;
        let place = if self.engine.is_some() { &mut self.engine } else { &mut self.successor };
        *place = Some(engine);
        Ok(())
    }

    /// Another game begins: what was learnt is forgotten.
    pub(crate) fn new_game(&mut self) {
        match &mut self.engine {
            Some(engine) => engine.new_game(),
            None => self.forget = true,
        }
    }

    /// Whether a search runs, or is about to, whose answer is wanted.
    pub(crate) fn is_busy(&self) -> bool {
        (self.engine.is_none() && self.wanted) || self.next.is_some()
    }

    /// Begins a search; one that runs is ended first and its answer is not wanted any more.
    pub(crate) fn search(&mut self, session: Box<dyn Session>, limits: Limits) -> Then {
        let Some(engine) = self.engine.take() else {
            self.wanted = false;
            self.next = Some((session, limits));
            return Then::Stop;
        };
        self.wanted = true;
        Then::Search(Box::new(Order::new(engine, session, limits)))
    }

    /// Ends the search whose answer is waited for, even before it has begun.
    pub(crate) fn stop(&mut self) -> Then {
        if let Some((_, limits)) = &mut self.next {
            *limits = Limits::nodes(1);
        }
        Then::Stop
    }

    /// Ends the search that runs; nobody wants its answer.
    pub(crate) fn drop_search(&mut self) -> Then {
        self.wanted = false;
        self.next = None;
        if self.engine.is_none() { Then::Stop } else { Then::Nothing }
    }

    /// Whether what the running search says is to be heard.
    pub(crate) fn is_heard(&self) -> bool {
        self.wanted
    }

    /// The engine is back: its answer, if it is wanted, and the search that begins now, if one was waiting.
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
