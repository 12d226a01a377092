//! `Batch`: many games stepped by one call.

use crate::arrays::{array, fill, integers, truths};
use crate::engine::{ENGINES, failed};
use crate::error::{illegal, wrong};
use crate::game::{Game, GameLike};
use crate::numbers::Numbers;
use crate::run::run_quietly;
use crate::state::{State, winner};
use core::num::NonZero;
use plywood_play::{Engine, EngineError, Session, Spec};
use plywood_search::{Limits, StopHandle};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// One of the games.
struct Lane {
    session: Box<dyn Session>,
    rng: SmallRng,
    /// The result for the first player of the game that ended by the last step.
    result: f32,
    done: bool,
    /// Whether the game is over and was not begun again.
    over: bool,
}

/// Many games of one kind, stepped by one call.
///
/// A game that ends begins again at once, unless `auto_reset` is off. Its result is in what `step` returns.
#[pyclass(module = "plywood")]
pub(crate) struct Batch {
    game: Game,
    /// In a lock that nobody waits for: every method has the batch to itself.
    lanes: Mutex<Vec<Lane>>,
    start: Mutex<Box<dyn Session>>,
    threads: usize,
    auto_reset: bool,
    /// The engines that answered last, one a thread, and their text.
    engines: Mutex<(String, Vec<Box<dyn Engine>>)>,
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
        let lane = |number: usize| Lane {
            session: start.fork(),
            rng: SmallRng::seed_from_u64(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ number as u64),
            result: 0.0,
            done: false,
            over: false,
        };
        let lanes = Mutex::new((0..size).map(lane).collect());
        let threads = threads.clamp(1, size.min(256));
        Ok(Self { game, lanes, start: Mutex::new(start), threads, auto_reset, engines: Mutex::default() })
    }

    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    fn __len__(&mut self) -> usize {
        self.lanes().len()
    }

    /// A copy of the state of a game.
    fn __getitem__(&mut self, index: isize) -> PyResult<State> {
        let game = self.game.clone();
        let lanes = self.lanes();
        let place = if index < 0 { index + lanes.len() as isize } else { index };
        let lane = usize::try_from(place).ok().and_then(|place| lanes.get(place));
        let lane = lane.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err(format!("no game {index}")))?;
        Ok(State::new(game, lane.session.fork()))
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
        let size = self.lanes().len();
        let actions = integers("actions", actions, size)?;
        let failure = py.detach(|| self.play(&actions));
        if let Some((place, reason)) = failure {
            return Err(illegal(format!("game {place}: {reason}")));
        }
        Ok((self.done(py)?, self.results(py)?))
    }

    /// A legal action for each game, drawn uniformly at random; -1 where the game is over.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers = self.game.numbers;
        let mut actions = vec![-1_i32; self.lanes().len()];
        py.detach(|| {
            self.each(&mut actions, 1, |lane, action| {
                if !lane.over {
                    let drawn = numbers.random(&*lane.session, &mut lane.rng);
                    action[0] = drawn.map_or(-1, |drawn| drawn as i32);
                }
            });
        });
        let size = actions.len();
        array(py, actions, &[size])
    }

    /// Which actions are legal, as truth values: a row of `game.num_actions` for each game. Written into
    /// `out` if that is given.
    #[pyo3(signature = (out=None))]
    fn legal_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (numbers, size, width) = (self.game.numbers, self.lanes().len(), self.game.layout.actions);
        fill(py, out, &[size, width], false, |mask| {
            self.each(mask, width, |lane, row| {
                if !lane.over {
                    numbers.legal(&*lane.session, &mut |action| row[action] = true);
                }
            });
        })
    }

    /// The legal actions without a mask: an array of where those of each game begin, with one more for the
    /// end, and an array of all of them.
    fn legal_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let numbers = self.game.numbers;
        let (mut begins, mut actions) = (vec![0_i64], Vec::new());
        for lane in self.lanes() {
            if !lane.over {
                numbers.legal(&*lane.session, &mut |action| actions.push(action as i32));
            }
            begins.push(actions.len() as i64);
        }
        let (games, all) = (begins.len(), actions.len());
        PyTuple::new(py, [array(py, begins, &[games])?, array(py, actions, &[all])?])
    }

    /// The observations: games, planes, rows, columns. Written into `out` if that is given.
    #[pyo3(signature = (out=None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (numbers, layout, size) = (self.game.numbers, self.game.layout.clone(), self.lanes().len());
        let shape = [size, layout.planes.len(), layout.grid[0], layout.grid[1]];
        fill(py, out, &shape, 0.0_f32, |planes| {
            self.each(planes, layout.observation(), |lane, planes| numbers.observe(&*lane.session, planes));
        })
    }

    /// The boards: games, rows, columns, as `State.board` has them. Written into `out` if that is given.
    #[pyo3(signature = (out=None))]
    fn boards<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (numbers, layout, size) = (self.game.numbers, self.game.layout.clone(), self.lanes().len());
        fill(py, out, &[size, layout.grid[0], layout.grid[1]], 0_i8, |boards| {
            self.each(boards, layout.cells(), |lane, board| numbers.board(&*lane.session, board));
        })
    }

    /// The player to move in each game: 0 or 1.
    #[getter(to_move)]
    fn movers<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |_, lane| lane.session.side_to_move().index() as i8)
    }

    /// The plies played in each game.
    #[getter]
    fn plies<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |numbers, lane| numbers.plies(&*lane.session) as i32)
    }

    /// Which games ended by the last step.
    #[getter]
    fn done<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |_, lane| lane.done)
    }

    /// The results of the games that ended by the last step, for the first player; 0 for the others.
    #[getter]
    fn results<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.column(py, |_, lane| lane.result)
    }

    /// Begins games again: all, or those of an array of truth values.
    #[pyo3(signature = (which=None))]
    fn reset(&mut self, which: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let size = self.lanes().len();
        let which = which.map(|which| truths("which", which, size)).transpose()?;
        let start = self.start.get_mut().unwrap_or_else(PoisonError::into_inner);
        let lanes = self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (place, lane) in lanes.iter_mut().enumerate() {
            if which.as_ref().is_none_or(|which| which[place]) {
                *lane = Lane {
                    result: 0.0,
                    done: false,
                    over: false,
                    session: start.fork(),
                    rng: lane.rng.clone(),
                };
            }
        }
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
        let size = self.lanes().len();
        let which = which.map(|which| truths("which", which, size)).transpose()?;
        self.make_engines(engine)?;
        let stop = StopHandle::new();
        let limits = Limits::none().with_stop(stop.clone());
        let actions = run_quietly(py, &stop, || self.answers(&limits, which.as_deref()))?;
        let actions = actions.map_err(failed)?;
        array(py, actions, &[size])
    }

    fn __repr__(&mut self) -> String {
        format!("Batch({:?}, {})", self.game.spec(), self.lanes().len())
    }
}

impl Batch {
    fn lanes(&mut self) -> &mut Vec<Lane> {
        self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number of each game.
    fn column<'py, T: numpy::Element>(
        &mut self,
        py: Python<'py>,
        of: impl Fn(&dyn Numbers, &Lane) -> T,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numbers = self.game.numbers;
        let column: Vec<T> = self.lanes().iter().map(|lane| of(numbers, lane)).collect();
        let size = column.len();
        array(py, column, &[size])
    }

    /// Does something with each game and its row of an array, on all threads.
    fn each<T: Send>(&mut self, rows: &mut [T], width: usize, work: impl Fn(&mut Lane, &mut [T]) + Sync) {
        let threads = self.threads;
        let lanes = self.lanes();
        let share = lanes.len().div_ceil(threads);
        let on_lanes = |lanes: &mut [Lane], rows: &mut [T]| {
            for (lane, row) in lanes.iter_mut().zip(rows.chunks_mut(width.max(1))) {
                work(lane, row);
            }
        };
        if threads == 1 {
            return on_lanes(lanes, rows);
        }
        thread::scope(|scope| {
            for (lanes, rows) in lanes.chunks_mut(share).zip(rows.chunks_mut((share * width).max(1))) {
                scope.spawn(|| on_lanes(lanes, rows));
            }
        });
    }

    /// Plays an action in each game, or in none if one is illegal: then returns the game and the reason.
    fn play(&mut self, actions: &[i64]) -> Option<(usize, String)> {
        let numbers = self.game.numbers;
        let mut tried: Vec<(i64, Option<String>)> = actions.iter().map(|&action| (action, None)).collect();
        self.each(&mut tried, 1, |lane, row| {
            let (action, failure) = &mut row[0];
            if *action != -1 {
                *failure = numbers.play(&mut *lane.session, *action).err();
            }
        });
        let failed = tried.iter().position(|(_, failure)| failure.is_some());
        if let Some(place) = failed {
            for (lane, (action, failure)) in self.lanes().iter_mut().zip(&tried) {
                if *action != -1 && failure.is_none() {
                    lane.session.undo();
                }
            }
            return tried[place].1.take().map(|reason| (place, reason));
        }
        self.settle(&mut tried);
        None
    }

    /// Looks which games have ended, and begins them again.
    fn settle(&mut self, played: &mut [(i64, Option<String>)]) {
        let (numbers, auto_reset) = (self.game.numbers, self.auto_reset);
        let start = self.start.get_mut().unwrap_or_else(PoisonError::into_inner).fork();
        let start = Mutex::new(start);
        self.each(played, 1, |lane, row| {
            let outcome = if row[0].0 == -1 { None } else { numbers.outcome(&*lane.session) };
            lane.done = outcome.is_some();
            lane.result = match outcome.map(winner) {
                Some(Some(0)) => 1.0,
                Some(Some(_)) => -1.0,
                Some(None) | None => 0.0,
            };
            if lane.done && auto_reset {
                lane.session = start.lock().unwrap_or_else(PoisonError::into_inner).fork();
            } else {
                lane.over |= lane.done;
            }
        });
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
        let numbers = self.game.numbers;
        let lanes = self.lanes.get_mut().unwrap_or_else(PoisonError::into_inner);
        let (_, engines) = self.engines.get_mut().unwrap_or_else(PoisonError::into_inner);
        let mut actions = vec![-1; lanes.len()];
        let share = NonZero::new(lanes.len().div_ceil(engines.len().max(1))).map_or(1, NonZero::get);
        thread::scope(|scope| {
            let mut workers = Vec::new();
            let shares = lanes.chunks_mut(share).zip(actions.chunks_mut(share)).zip(engines).enumerate();
            for (number, ((lanes, actions), engine)) in shares {
                workers.push(scope.spawn(move || {
                    for (place, (lane, action)) in lanes.iter().zip(actions).enumerate() {
                        let asked = which.is_none_or(|which| which[number * share + place]);
                        if asked && !lane.over && !limits.stop.is_stopped() {
                            *action = answer(numbers, &mut **engine, &*lane.session, limits)?;
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
