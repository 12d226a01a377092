//! `Report`: what a search says.

use plywood_play::Thoughts;
use plywood_search::{Ended, Line, Score};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What a search has found: after an iteration, or at its end.
#[pyclass(frozen, get_all, from_py_object, module = "plywood")]
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// The best move's text, a whole turn where turns have several steps; `None` only if the game is over.
    best: Option<String>,
    /// The value for the side to move, in the evaluation's units; wins and losses are beyond 30 000.
    score: i32,
    /// The plies to a win, if the value is one.
    win_in: Option<u32>,
    /// The plies to a loss, if the value is one.
    loss_in: Option<u32>,
    /// The depth in plies of the last finished iteration.
    depth: u32,
    /// The moves made so far.
    nodes: u64,
    /// The time so far.
    seconds: f64,
    /// The principal variation, a text for each turn.
    pv: Vec<String>,
    /// The best lines in order, each its value and its turns.
    lines: Vec<(i32, Vec<String>)>,
    /// Why the search ended: `"depth"`, `"nodes"`, `"time"`, `"stopped"`, ...; `None` while it runs.
    ended: Option<String>,
}

impl From<Thoughts> for Report {
    fn from(thoughts: Thoughts) -> Self {
        let line = |line: Line<String>| (line.score.value(), line.pv);
        Self {
            best: thoughts.best,
            depth: thoughts.depth,
            nodes: thoughts.nodes,
            seconds: thoughts.elapsed.unwrap_or_default().as_secs_f64(),
            pv: thoughts.pv,
            lines: thoughts.lines.into_iter().map(line).collect(),
            ended: thoughts.ended.map(word),
            ..Self::of(thoughts.score)
        }
    }
}

impl Report {
    /// A report of nothing but a value.
    fn of(score: Score) -> Self {
        Self {
            best: None,
            score: score.value(),
            win_in: score.plies_to_win(),
            loss_in: score.plies_to_loss(),
            depth: 0,
            nodes: 0,
            seconds: 0.0,
            pv: Vec::new(),
            lines: Vec::new(),
            ended: None,
        }
    }

    /// The report of a search that has one line of one move.
    pub(crate) fn of_move(best: Option<String>, score: Score, (depth, nodes): (u32, u64)) -> Self {
        let pv: Vec<_> = best.clone().into_iter().collect();
        let lines = vec![(score.value(), pv.clone())];
        Self { best, pv, lines, depth, nodes, ended: Some(word(Ended::Depth)), ..Self::of(score) }
    }
}

fn word(ended: Ended) -> String {
    format!("{ended:?}").to_lowercase()
}

#[pymethods]
impl Report {
    /// The report as a dictionary, for tables.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("best", &self.best)?;
        dict.set_item("score", self.score)?;
        dict.set_item("win_in", self.win_in)?;
        dict.set_item("loss_in", self.loss_in)?;
        dict.set_item("depth", self.depth)?;
        dict.set_item("nodes", self.nodes)?;
        dict.set_item("seconds", self.seconds)?;
        dict.set_item("pv", &self.pv)?;
        dict.set_item("ended", &self.ended)?;
        Ok(dict)
    }

    fn __repr__(&self) -> String {
        let best = self.best.as_deref().unwrap_or("None");
        let (score, depth, nodes) = (self.score, self.depth, self.nodes);
        format!("Report(best={best:?}, score={score}, depth={depth}, nodes={nodes})")
    }
}
