//! `Engine`: what chooses moves, and what it has learnt about a game so far.

use crate::error::{misused, wrong};
use crate::game::{Game, GameLike};
use crate::numbers::Layout;
use crate::opinion::{Opinion, ask_about_many};
use crate::report::Report;
use crate::run::run;
use crate::search::Search;
use crate::state::State;
use core::time::Duration;
use plywood_engines::Engines;
use plywood_play::{EngineError, Session, Spec, Thoughts};
use plywood_search::{Limits, MAX_DEPTH, StopHandle, SystemClock};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// The engines of the games, programs, and other builds.
pub(crate) const ENGINES: Engines = Engines::new(&[]);

/// The engine, while no search has it.
pub(crate) type Slot = Arc<Mutex<Option<Box<dyn plywood_play::Engine>>>>;

/// An engine for a game: `plywood.Engine("hex", "pvs:time=1s")`.
///
/// It keeps its table from search to search. One search runs at a time.
#[pyclass(frozen, module = "plywood", name = "Engine")]
pub(crate) struct Engine {
    game: Game,
    spec: String,
    slot: Slot,
    /// The stop handle of the search that runs, for an evaluation that fails.
    stop: Arc<Mutex<StopHandle>>,
    opinion: Option<Opinion>,
    /// A function of many positions, and the depth to search with it.
    batch: Option<(Py<PyAny>, u32)>,
}

/// What limits a search, beside the engine's own options.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bounds {
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time: Option<f64>,
}

impl Bounds {
    pub(crate) fn limits(self, stop: &StopHandle) -> PyResult<Limits> {
        let mut limits = Limits::none().with_stop(stop.clone());
        limits.depth = self.depth;
        limits.nodes = self.nodes;
        match self.time {
            None => Ok(limits),
            Some(time) => Ok(limits.with_time(seconds("time", time)?, SystemClock::start())),
        }
    }
}

/// Refuses depths beyond those of the engines: a recursion so deep would not fit the stack.
pub(crate) fn check_depth(depth: u32) -> PyResult<()> {
    if depth <= MAX_DEPTH {
        return Ok(());
    }
    Err(wrong(format!("depth {depth}: must be {MAX_DEPTH} at most")))
}

/// A time of the caller's.
pub(crate) fn seconds(what: &str, time: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time).map_err(|error| wrong(format!("{what} {time}: {error}")))
}

#[pymethods]
impl Engine {
    /// The engine of a text. `evaluate` is a function of a `State` in place of its evaluation, `margin` what
    /// one quiet ply seldom changes its values by. `evaluate_batch` is a function of an array of
    /// observations, for the engines `minimax` and `alphabeta`. `network` is the bytes of a network's file.
    #[new]
    #[pyo3(signature = (game, spec="pvs", *, evaluate=None, margin=100, evaluate_batch=None, network=None))]
    pub(crate) fn new(
        game: GameLike,
        spec: &str,
        evaluate: Option<Py<PyAny>>,
        margin: i32,
        evaluate_batch: Option<Py<PyAny>>,
        network: Option<&[u8]>,
    ) -> PyResult<Self> {
        let (game, parsed) = (game.game()?, spec.parse::<Spec>().map_err(wrong)?);
        let start = game.session(None)?;
        let stop = Arc::new(Mutex::new(StopHandle::new()));
        if usize::from(evaluate.is_some())
            + usize::from(evaluate_batch.is_some())
            + usize::from(network.is_some())
            > 1
        {
            return Err(wrong("evaluate, evaluate_batch, network: one at most"));
        }
        let opinion = evaluate.map(|function| Opinion::new(game.clone(), function));
        let engine = match (&opinion, network) {
            (Some(opinion), _) => start.engine_by(&parsed, opinion.evaluate(Arc::clone(&stop)), margin),
            (None, Some(bytes)) => start.engine_with(&parsed, bytes),
            (None, None) => ENGINES.make(&*start, &parsed),
        };
        let batch =
            evaluate_batch.map(|function| Ok::<_, PyErr>((function, depth_of(&parsed)?))).transpose()?;
        let slot = Arc::new(Mutex::new(Some(engine.map_err(wrong)?)));
        Ok(Self { game, spec: spec.to_owned(), slot, stop, opinion, batch })
    }

    /// The game that it plays.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The text that it was made from.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// Searches a state and returns the last report. `on_report` is called with each report on the way; what
    /// it raises, and Ctrl-C, end the search. The engine's own limits apply where none is given; `time` is in
    /// seconds.
    #[pyo3(signature = (state, *, depth=None, nodes=None, time=None, on_report=None))]
    pub(crate) fn search(
        &self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        on_report: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Report> {
        let state = state.get();
        self.game.check(&state.game)?;
        if let Some((function, own)) = &self.batch {
            return self.search_by_batches(function.bind(py), state, depth.unwrap_or(*own));
        }
        let stop = self.fresh_stop();
        let limits = Bounds { depth, nodes, time }.limits(&stop)?;
        let (session, mut engine) = (state.session(), Taken::new(&self.slot)?);
        let done = run(
            py,
            &stop,
            move |send| engine.think(&*session, &limits, &mut |thoughts| send(thoughts.clone())),
            |thoughts: Thoughts| match on_report {
                None => Ok(()),
                Some(function) => function.call1((Report::from(thoughts),)).map(drop),
            },
        );
        if let Some(failure) = self.opinion.as_ref().and_then(Opinion::take_failure) {
            return Err(failure);
        }
        Ok(done?.map_err(failed)?.into())
    }

    /// Begins a search and returns it: an iterator of its reports, which can be stopped.
    #[pyo3(signature = (state, *, depth=None, nodes=None, time=None))]
    fn reports(
        &self,
        state: &Bound<'_, State>,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Search> {
        let state = state.get();
        self.game.check(&state.game)?;
        if self.batch.is_some() {
            return Err(misused("a search by evaluate_batch has no reports on the way"));
        }
        let stop = self.fresh_stop();
        let limits = Bounds { depth, nodes, time }.limits(&stop)?;
        Ok(Search::begin(Taken::new(&self.slot)?, state.session(), limits, self.opinion.clone()))
    }

    /// Forgets what was learnt from earlier positions.
    fn new_game(&self) -> PyResult<()> {
        Taken::new(&self.slot)?.engine()?.new_game();
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Engine({:?}, {:?})", self.game.spec(), self.spec)
    }
}

impl Engine {
    /// A stop handle for a new search, which a failing evaluation pulls too.
    fn fresh_stop(&self) -> StopHandle {
        let stop = StopHandle::new();
        *self.stop.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
        stop
    }

    fn search_by_batches(&self, function: &Bound<'_, PyAny>, state: &State, depth: u32) -> PyResult<Report> {
        check_depth(depth)?;
        let (session, mut failure) = (state.session(), None);
        let Layout { grid, planes, .. } = &self.game.layout;
        let mut ask = |observations: Vec<f32>, count: usize| {
            let signals = function.py().check_signals();
            let answer =
                signals.and_then(|()| ask_about_many(function, (planes.len(), *grid), observations, count));
            answer.map_err(|error| failure = Some(error)).ok()
        };
        let best = self.game.numbers.search_by_batches(&*session, depth, &mut ask);
        let best = best.ok_or_else(|| failure.unwrap_or_else(|| misused("the evaluation gave up")))?;
        let text = best.action.and_then(|action| self.game.numbers.text(&*session, action));
        Ok(Report::of_move(text, best.score, (depth, best.nodes)))
    }
}

/// The depth of a search by batches.
fn depth_of(spec: &Spec) -> PyResult<u32> {
    if !matches!(spec.name(), "minimax" | "alphabeta") {
        return Err(wrong(format!("evaluate_batch: for minimax and alphabeta, not {}", spec.name())));
    }
    let depth = spec.get("depth").unwrap_or("2").parse();
    depth.map_err(|_| wrong("evaluate_batch: depth must be a number"))
}

/// An error of an engine's.
pub(crate) fn failed(error: EngineError) -> PyErr {
    match error {
        EngineError::Fault(_) => misused(error),
        EngineError::Spec(_) | EngineError::WrongGame { .. } => wrong(error),
    }
}

/// An engine taken out of its slot, which goes back when this is dropped.
pub(crate) struct Taken {
    slot: Slot,
    engine: Option<Box<dyn plywood_play::Engine>>,
}

impl Taken {
    pub(crate) fn new(slot: &Slot) -> PyResult<Self> {
        let engine = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        if engine.is_none() {
            return Err(misused("the engine is searching already"));
        }
        Ok(Self { slot: Arc::clone(slot), engine })
    }

    fn engine(&mut self) -> PyResult<&mut Box<dyn plywood_play::Engine>> {
        self.engine.as_mut().ok_or_else(|| misused("the engine is searching already"))
    }

    pub(crate) fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        observe: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError> {
        let engine = self.engine.as_mut().expect("taken until it is dropped");
        engine.think(session, limits, observe)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        *self.slot.lock().unwrap_or_else(PoisonError::into_inner) = self.engine.take();
    }
}
