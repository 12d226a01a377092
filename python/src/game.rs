//! `Game`: a game with its rules.

use crate::error::wrong;
use crate::numbers::{Layout, Numbers, numbers};
use crate::state::State;
use plywood_play::{AnyGame, ENGINES, Named, Session};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A game under certain rules: `plywood.game("hex:size=11")`.
#[pyclass(frozen, eq, hash, from_py_object, module = "plywood", name = "Game")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) of: &'static dyn AnyGame,
    pub(crate) numbers: &'static dyn Numbers,
    /// The rules with every option written out.
    pub(crate) rules: String,
    pub(crate) layout: Layout,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        (self.of.info().name, &self.rules) == (other.of.info().name, &other.rules)
    }
}

impl core::hash::Hash for Game {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (self.of.info().name, &self.rules).hash(state);
    }
}

impl Game {
    /// The game that a text names.
    pub(crate) fn read(text: &str) -> PyResult<Self> {
        let (of, rules) = plywood_registry::parse(text).map_err(wrong)?;
        let session = of.session(&rules, None).map_err(wrong)?;
        Self::of_session(of, &*session)
    }

    fn of_session(of: &'static dyn AnyGame, session: &dyn Session) -> PyResult<Self> {
        let numbers = numbers(of.info().name).ok_or_else(|| wrong("the game is not registered"))?;
        Ok(Self { of, numbers, rules: session.rules(), layout: numbers.layout(session) })
    }

    /// A game in progress from a position's text, or from the start.
    pub(crate) fn session(&self, position: Option<&str>) -> PyResult<Box<dyn Session>> {
        self.of.session(&self.rules, position).map_err(wrong)
    }

    /// Whether a state is of this game and these rules.
    pub(crate) fn check(&self, other: &Self) -> PyResult<()> {
        if self == other {
            return Ok(());
        }
        Err(wrong(format!("the state is of {}, not of {}", other.spec(), self.spec())))
    }
}

/// What a function takes for a game: a `Game`, or its text.
#[derive(FromPyObject)]
pub(crate) enum GameLike {
    Game(Game),
    Text(String),
}

impl GameLike {
    pub(crate) fn game(self) -> PyResult<Game> {
        match self {
            Self::Game(game) => Ok(game),
            Self::Text(text) => Game::read(&text),
        }
    }
}

#[pymethods]
impl Game {
    /// The name as it is typed: `"hex"`.
    #[getter]
    fn name(&self) -> &'static str {
        self.of.info().name
    }

    /// The name in plain language: `"Lines of Action"`.
    #[getter]
    fn title(&self) -> &'static str {
        self.of.info().title
    }

    /// The goal of the game in one line.
    #[getter]
    fn summary(&self) -> &'static str {
        self.of.info().summary
    }

    /// What the game calls its first and its second player.
    #[getter]
    fn players(&self) -> (&'static str, &'static str) {
        self.of.info().players.into()
    }

    /// The rules with every option written out: `"size=11,swap=off"`.
    #[getter]
    fn rules(&self) -> &str {
        &self.rules
    }

    /// The text that names the game: `"hex:size=11,swap=off"`.
    #[getter]
    pub(crate) fn spec(&self) -> String {
        let name = self.of.info().name;
        if self.rules.is_empty() { name.to_owned() } else { format!("{name}:{}", self.rules) }
    }

    /// The rows and columns of the board.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        self.layout.grid.into()
    }

    /// What the planes of an observation show, in order.
    #[getter]
    fn planes(&self) -> Vec<String> {
        self.layout.planes.clone()
    }

    /// The shape of an observation: planes, rows, columns.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        (self.layout.planes.len(), self.layout.grid[0], self.layout.grid[1])
    }

    /// The number of different actions; an action is a number below it.
    #[getter]
    fn num_actions(&self) -> usize {
        self.layout.actions
    }

    /// The kinds of pieces; kind `n` is `n + 1` on a `board()`.
    #[getter]
    fn kinds(&self) -> Vec<&'static str> {
        self.of.kinds().iter().map(|kind| kind.name).collect()
    }

    /// The evaluations by name, each with its meaning; the first is the default.
    #[getter]
    fn evaluations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        named(py, self.of.info().evaluations)
    }

    /// The engines of every game by name, each with its options.
    #[getter]
    #[expect(clippy::unused_self, reason = "every game has the same, and a game may come to have more")]
    fn engines<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        named(py, ENGINES)
    }

    /// Engine texts to play against: beginner, easy, medium and hard.
    #[getter]
    fn levels(&self) -> Vec<&'static str> {
        self.of.levels().to_vec()
    }

    /// The state at the start of a game.
    fn start(&self) -> PyResult<State> {
        Ok(State::new(self.clone(), self.session(None)?))
    }

    /// The state of a position's text, after moves separated by blanks.
    #[pyo3(signature = (position=None, moves=""))]
    fn state(&self, position: Option<&str>, moves: &str) -> PyResult<State> {
        let mut session = self.session(position)?;
        if !moves.trim().is_empty() {
            session.play(moves).map_err(crate::error::illegal)?;
        }
        Ok(State::new(self.clone(), session))
    }

    fn __repr__(&self) -> String {
        format!("plywood.game({:?})", self.spec())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("plywood")?.getattr("game")?, (self.spec(),)))
    }
}

fn named<'py>(py: Python<'py>, list: &[Named]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    list.iter().try_for_each(|named| dict.set_item(named.name, named.summary))?;
    Ok(dict)
}

/// The game that a text names: a name with options of its rules, as in `"hex:size=11,swap=pieces"`.
#[pyfunction]
pub(crate) fn game(spec: &str) -> PyResult<Game> {
    Game::read(spec)
}

/// Every game under its default rules.
#[pyfunction]
pub(crate) fn games() -> PyResult<Vec<Game>> {
    plywood_registry::games().iter().map(|of| Game::read(of.info().name)).collect()
}
