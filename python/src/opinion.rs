//! Evaluations written in Python.

use crate::arrays::{array, floats};
use crate::error::wrong;
use crate::game::Game;
use crate::state::State;
use plywood_play::{Evaluate, Session};
use plywood_search::{Score, StopHandle};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// A function of a state, and the first exception that it raised.
#[derive(Clone)]
pub(crate) struct Opinion {
    game: Game,
    function: Arc<Py<PyAny>>,
    failure: Arc<Mutex<Option<PyErr>>>,
}

impl Opinion {
    pub(crate) fn new(game: Game, function: Py<PyAny>) -> Self {
        Self { game, function: Arc::new(function), failure: Arc::default() }
    }

    /// The exception since the last call, if there was one.
    pub(crate) fn take_failure(&self) -> Option<PyErr> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The function as an evaluation. An exception pulls the handle and is kept for whoever waits.
    pub(crate) fn evaluate(&self, stop: Arc<Mutex<StopHandle>>) -> Evaluate {
        let opinion = self.clone();
        Arc::new(move |session: &dyn Session| match opinion.ask(session) {
            Ok(value) => Score::heuristic(value),
            Err(error) => {
                stop.lock().unwrap_or_else(PoisonError::into_inner).stop();
                let mut failure = opinion.failure.lock().unwrap_or_else(PoisonError::into_inner);
                failure.get_or_insert(error);
                Score::ZERO
            }
        })
    }

    fn ask(&self, session: &dyn Session) -> PyResult<i32> {
        let state = State::new(self.game.clone(), session.fork());
        Python::attach(|py| {
            let value: f64 = self.function.bind(py).call1((state,))?.extract()?;
            in_points("evaluate", value)
        })
    }
}

/// A value rounded to the points of scores; those beyond the greatest heuristic score are cut.
fn in_points(what: &str, value: f64) -> PyResult<i32> {
    if value.is_nan() {
        return Err(wrong(format!("{what}: the value is not a number")));
    }
    Ok(value.round().clamp(-30_000.0, 30_000.0) as i32)
}

/// Asks a function of arrays about so many observations.
pub(crate) fn ask_about_many(
    function: &Bound<'_, PyAny>,
    (planes, grid): (usize, [usize; 2]),
    observations: Vec<f32>,
    count: usize,
) -> PyResult<Vec<i32>> {
    let given = array(function.py(), observations, &[count, planes, grid[0], grid[1]])?;
    let values = floats("evaluate_batch", &function.call1((given,))?)?;
    if values.len() != count {
        return Err(wrong(format!("evaluate_batch: {} values for {count} positions", values.len())));
    }
    values.into_iter().map(|value| in_points("evaluate_batch", value.into())).collect()
}
