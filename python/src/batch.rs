//! `Batch`: many games stepped by one call.

use crate::arrays::{Kept, column, fill, integers, table, truths};
use crate::engine::{ENGINES, failed};
use crate::error::{illegal, wrong};
use crate::game::{Game, GameLike};
use crate::lanes::{Lanes, Plan};
use crate::numbers::{Layout, Numbers};
use crate::picture::each_bit;
use crate::run::run_quietly;
use crate::state::State;
use plywood_play::{Engine, EngineError, Session, Spec};
use plywood_search::{Limits, StopHandle};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Many games of one kind, stepped by one call.
///
/// A game that ends begins again at once, unless `auto_reset` is off. Its result is in what `step` returns.
#[pyclass(module = "plywood")]
pub(crate) struct Batch {
    game: Game,
    lanes: Box<dyn Lanes>,
    /// In locks that nobody waits for: every method has the batch to itself.
    start: Mutex<Box<dyn Session>>,
    /// The engines that answered last, one a thread, and their text.
    engines: Mutex<(String, Vec<Box<dyn Engine>>)>,
    threads: usize,
    mask: Option<Kept>,
    observations: Option<Kept>,
}

/// The greatest number of games: their sessions stay within a few gigabytes.
const MOST: usize = 1_000_000;

#[pymethods]
impl Batch {
    /// So many games from the start, or from a position's text. `threads` is how many work on a step; what
    /// comes out does not depend on it.
    #[new]
    #[pyo3(signature = (game, size, *, seed=0, threads=1, auto_reset=true, position=None))]
    fn new(
        game: GameLike,
        size: usize,
        seed: u64,
        threads: usize,
        auto_reset: bool,
        position: Option<&str>,
    ) -> PyResult<Self> {
        let game = game.game()?;
        if !(1..=MOST).contains(&size) {
            return Err(wrong(format!("size {size}: must be 1 to {MOST}")));
        }
        let start = game.session(position)?;
        if game.numbers.outcome(&*start).is_some() {
            return Err(wrong("position: the game is over there"));
        }
        let threads = threads.clamp(1, size.min(256));
        let lanes = game.numbers.lanes(&*start, Plan { size, seed, threads, auto_reset });
        let (start, engines) = (Mutex::new(start), Mutex::default());
        Ok(Self { game, lanes, start, engines, threads, mask: None, observations: None })
    }

    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    fn __len__(&self) -> usize {
        self.lanes.len()
    }

    /// A copy of the state of a game.
    fn __getitem__(&mut self, index: isize) -> PyResult<State> {
        let size = self.lanes.len();
        let place = usize::try_from(if index < 0 { index + size as isize } else { index });
        let place = place.ok().filter(|&place| place < size);
        let place =
            place.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err(format!("no game {index}")))?;
        let mut session = self.start().fork();
        self.lanes.replay(place, &mut *session);
        Ok(State::new(self.game.clone(), session))
    }

    /// Plays an action in each game; -1 leaves a game as it is. All are played, or none if one is illegal.
    ///
    /// Returns two arrays: which games have ended by this step, and the result of each for the first player
    /// (1, -1; 0 for a draw, and for games that have not ended).
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let mut actions = integers("actions", actions, self.lanes.len())?;
        let played = py.detach(|| self.lanes.step(&mut actions));
        played.map_err(|(place, reason)| illegal(format!("game {place}: {reason}")))?;
        Ok((self.done(py)?, self.results(py)?))
    }

    /// Plays so many random moves in each game, drawn as `sample` does, without coming back to Python.
    ///
    /// Returns two arrays: how many games have ended in each place, and the sum of their results for the
    /// first player. `done` and `results` then speak of all these moves. Ctrl-C ends it early.
    fn advance<'py>(
        &mut self,
        py: Python<'py>,
        plies: u64,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let mut ended = vec![0_i32; self.lanes.len()];
        let (stop, lanes) = (StopHandle::new(), &mut self.lanes);
        run_quietly(py, &stop.clone(), || lanes.advance(plies, &mut ended, &stop))?;
        Ok((column(py, ended)?, self.results(py)?))
    }

    /// A legal action for each game, drawn at random; -1 where the game is over.
    ///
    /// All legal actions have the same chance, or chances in proportion to `weights`: an array of
    /// `game.num_actions` numbers from 0 for each game, of which those of legal actions count. Where they are
    /// all 0, all have the same chance again.
    #[pyo3(signature = (weights=None))]
    fn sample<'py>(
        &mut self,
        py: Python<'py>,
        weights: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut actions = vec![-1_i32; self.lanes.len()];
        if let Some(weights) = weights {
            let weights = table("weights", weights, [actions.len(), self.game.layout.actions])?;
            let drawn = self.lanes.sample_by(weights.as_slice().map_err(wrong)?, &mut actions);
            drawn.map_err(|(place, reason)| wrong(format!("weights: game {place}: {reason}")))?;
        } else {
            py.detach(|| self.lanes.sample(&mut actions));
        }
        column(py, actions)
    }

    /// Which actions are legal, as truth values: a row of `game.num_actions` for each game. Written into
    /// `out` if that is given.
    #[pyo3(signature = (out=None))]
    fn legal_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        fill(py, out, &self.mask_shape(), false, |rows| self.lanes.mask(rows))
    }

    /// The same as `legal_mask`, in an array that belongs to the batch: always the same one, read-only, as it
    /// was when this was last asked for. Only what has changed since then is written.
    #[getter]
    fn mask<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.mask.is_none() {
            self.mask = Some(Kept::zeros::<bool>(py, &self.mask_shape())?);
        }
        let (kept, lanes) = (self.mask.as_ref(), &mut self.lanes);
        kept.map_or_else(
            || Err(wrong("mask: there is none")),
            |kept| kept.write(py, |rows| lanes.keep_mask(rows)),
        )
    }

    /// The legal actions without a mask: an array of where those of each game begin, with one more for the
    /// end, and an array of all of them.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (mut begins, mut actions) = (vec![0_i64], Vec::new());
        for place in 0..self.lanes.len() {
            self.lanes.legal(place, &mut |first, bits| {
                each_bit(first, bits, |action| actions.push(action as i32));
            });
            begins.push(actions.len() as i64);
        }
        PyTuple::new(py, [column(py, begins)?, column(py, actions)?])
    }

    /// The observations: games, planes, rows, columns. Written into `out` if that is given.
    #[pyo3(signature = (out=None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        fill(py, out, &self.observations_shape(), 0.0_f32, |rows| self.lanes.observe(rows))
    }

    /// The same as `observe`, in an array that belongs to the batch, as `mask` does.
    #[getter]
    fn observations<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.observations.is_none() {
            self.observations = Some(Kept::zeros::<f32>(py, &self.observations_shape())?);
        }
        let (kept, lanes) = (self.observations.as_ref(), &mut self.lanes);
        kept.map_or_else(
            || Err(wrong("observations: there are none")),
            |kept| kept.write(py, |rows| lanes.keep_planes(rows)),
        )
    }

    /// The boards: games, rows, columns, as `State.board` has them. Written into `out` if that is given.
    #[pyo3(signature = (out=None))]
    fn boards<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let [rows, columns] = self.game.layout.grid;
        fill(py, out, &[self.lanes.len(), rows, columns], 0_i8, |boards| self.lanes.boards(boards))
    }

    /// The player to move in each game: 0 or 1.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        column(py, self.lanes.to_move())
    }

    /// The plies played in each game.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        column(py, self.lanes.plies())
    }

    /// Which games ended by the last step.
    #[getter]
    fn done<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        column(py, self.lanes.done())
    }

    /// The results of the games that ended by the last step, for the first player; 0 for the others.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        column(py, self.lanes.results())
    }

    /// Begins games again: all, or those of an array of truth values.
    #[pyo3(signature = (which=None))]
    fn reset(&mut self, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let which = which.map(|which| truths("which", which, self.lanes.len())).transpose()?;
        self.lanes.reset(which.as_deref());
        Ok(())
    }

    /// The action that an engine of this text chooses in each game, or in those of an array of truth values;
    /// -1 in the others and where the game is over. Where turns have several steps, the first step.
    ///
    /// The engines keep what they have learnt for the next call with the same text.
    #[pyo3(signature = (engine, which=None))]
    fn think<'py>(
        &mut self,
        py: Python<'py>,
        engine: &str,
        which: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let which = which.map(|which| truths("which", which, self.lanes.len())).transpose()?;
        self.make_engines(engine)?;
        let stop = StopHandle::new();
        let limits = Limits::none().with_stop(stop.clone());
        let actions = run_quietly(py, &stop, || self.answers(&limits, which.as_deref()))?;
        column(py, actions.map_err(failed)?)
    }

    fn __repr__(&self) -> String {
        format!("Batch({:?}, {})", self.game.spec(), self.lanes.len())
    }
}

impl Batch {
    fn start(&mut self) -> &mut Box<dyn Session> {
        self.start.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn mask_shape(&self) -> [usize; 2] {
        [self.lanes.len(), self.game.layout.actions]
    }

    fn observations_shape(&self) -> [usize; 4] {
        let Layout { grid: [rows, columns], planes, .. } = &self.game.layout;
        [self.lanes.len(), planes.len(), *rows, *columns]
    }

    /// Makes an engine for each thread, unless those of the last call are the same.
    fn make_engines(&mut self, text: &str) -> PyResult<()> {
        let spec: Spec = text.parse().map_err(wrong)?;
        let start = self.start.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (known, engines) = self.engines.get_mut().unwrap_or_else(PoisonError::into_inner);
        if known == text && engines.len() == self.threads {
            return Ok(());
        }
        *engines = (0..self.threads)
            .map(|_| ENGINES.make(&**start, &spec))
            .collect::<Result<_, _>>()
            .map_err(wrong)?;
        text.clone_into(known);
        Ok(())
    }

    /// What the engines choose.
    fn answers(&mut self, limits: &Limits, which: Option<&[bool]>) -> Result<Vec<i32>, EngineError> {
        let (numbers, lanes) = (self.game.numbers, &*self.lanes);
        let start = self.start.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (_, engines) = self.engines.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut actions = vec![-1; lanes.len()];
        let share = lanes.len().div_ceil(engines.len().max(1)).max(1);
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for (number, (actions, engine)) in actions.chunks_mut(share).zip(engines).enumerate() {
                let start = start.fork();
                workers.push(scope.spawn(move || {
                    for (place, action) in (number * share..).zip(actions) {
                        let asked = which.is_none_or(|which| which[place]) && !lanes.is_over(place);
                        if asked && !limits.stop.is_stopped() {
                            let mut session = start.fork();
                            lanes.replay(place, &mut *session);
                            *action = answer(numbers, &mut **engine, &*session, limits)?;
                        }
                    }
                    Ok::<_, EngineError>(())
                }));
            }
            workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Ok(())))
        })?;
        Ok(actions)
    }
}

/// The action that an engine chooses, the first of its turn.
fn answer(
    numbers: &dyn Numbers,
    engine: &mut dyn Engine,
    session: &dyn Session,
    limits: &Limits,
) -> Result<i32, EngineError> {
    let best = engine.think(session, limits, &mut |_| {})?.best;
    let action =
        best.as_deref().and_then(|turn| turn.split(' ').next()).map(|text| numbers.action(session, text));
    Ok(action.and_then(Result::ok).map_or(-1, |action| action as i32))
}
