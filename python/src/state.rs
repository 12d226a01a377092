//! `State`: a game in progress.

use crate::arrays::{array, fill};
use crate::engine::check_depth;
use crate::error::{illegal, wrong};
use crate::game::Game;
use crate::run::run_quietly;
use crate::svg::svg;
use plywood_play::Session;
use plywood_search::{Limits, Outcome, StopHandle};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A game in progress: a position and the moves that led to it.
///
/// Two states are equal if their positions and rules are, whatever came before. The hash follows: do not
/// change a state that is the key of a dictionary.
#[pyclass(frozen, module = "plywood")]
pub(crate) struct State {
    pub(crate) game: Game,
    /// Locked for moments only, and never while Python runs.
    session: Mutex<Box<dyn Session>>,
}

/// The result of a game.
#[pyclass(frozen, get_all, module = "plywood")]
pub(crate) struct GameResult {
    /// The winner, 0 or 1; `None` for a draw.
    winner: Option<usize>,
    /// The reason in words.
    reason: String,
}

#[pymethods]
impl GameResult {
    /// What each player gets: 1 for a win, -1 for a loss, 0 for a draw.
    #[getter]
    fn returns(&self) -> (f32, f32) {
        returns(self.winner)
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |winner| winner.to_string());
        format!("GameResult(winner={winner}, reason={:?})", self.reason)
    }
}

/// The points of both players.
fn returns(winner: Option<usize>) -> (f32, f32) {
    match winner {
        Some(0) => (1.0, -1.0),
        Some(_) => (-1.0, 1.0),
        None => (0.0, 0.0),
    }
}

/// The winner's index.
pub(crate) fn winner(outcome: Outcome) -> Option<usize> {
    outcome.winner().map(plywood_search::Side::index)
}

/// What `State.play` takes for a move.
#[derive(FromPyObject)]
pub(crate) enum MoveLike {
    Action(i64),
    Text(String),
}

impl State {
    pub(crate) fn new(game: Game, session: Box<dyn Session>) -> Self {
        Self { game, session: Mutex::new(session) }
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn Session>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the session, to work with while Python goes on.
    pub(crate) fn session(&self) -> Box<dyn Session> {
        self.lock().fork()
    }
}

#[pymethods]
impl State {
    /// A state of the game that a text names, after moves separated by blanks.
    #[new]
    #[pyo3(signature = (game, position=None, moves=""))]
    fn make(game: crate::game::GameLike, position: Option<&str>, moves: &str) -> PyResult<Self> {
        let game = game.game()?;
        let mut session = game.session(position)?;
        if !moves.trim().is_empty() {
            session.play(moves).map_err(illegal)?;
        }
        Ok(Self::new(game, session))
    }

    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The position as one line of text.
    #[getter]
    fn position(&self) -> String {
        self.lock().position()
    }

    /// The position that the game began with.
    #[getter]
    fn start_position(&self) -> String {
        self.lock().start()
    }

    /// The player whose move it is: 0 or 1.
    #[getter]
    fn to_move(&self) -> usize {
        self.lock().side_to_move().index()
    }

    /// The moves played, a text for each ply.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.lock().moves()
    }

    /// The moves played as numbers.
    #[getter]
    fn actions(&self) -> Vec<usize> {
        self.game.numbers.played(&**self.lock())
    }

    /// A number that equal positions share: 64 bits.
    #[getter]
    fn key(&self) -> u64 {
        self.game.numbers.key(&**self.lock())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.numbers.outcome(&**self.lock()).is_some()
    }

    /// The legal moves, a text each; none if the game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.lock().legal_moves()
    }

    /// The legal moves as numbers below `game.num_actions`, in increasing order.
    fn legal_actions(&self) -> Vec<usize> {
        let mut actions = Vec::new();
        self.game.numbers.legal(&**self.lock(), &mut |action| actions.push(action));
        actions.sort_unstable();
        actions
    }

    /// An array of `game.num_actions` truth values: which actions are legal.
    #[pyo3(signature = (out=None))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let session = self.session();
        fill(py, out, &[self.game.layout.actions], false, |mask| {
            self.game.numbers.legal(&*session, &mut |action| mask[action] = true);
        })
    }

    /// The number of a legal move's text.
    fn action(&self, text: &str) -> PyResult<usize> {
        self.game.numbers.action(&**self.lock(), text).map_err(illegal)
    }

    /// The text of a legal action.
    fn move_text(&self, action: i64) -> PyResult<String> {
        let text =
            usize::try_from(action).ok().and_then(|action| self.game.numbers.text(&**self.lock(), action));
        text.ok_or_else(|| illegal(format!("action {action} is not legal here")))
    }

    /// Plays a move: an action, a text, or several texts separated by blanks, all or none. Returns the text
    /// as the game writes it.
    #[pyo3(name = "play")]
    fn play(&self, mv: MoveLike) -> PyResult<String> {
        match mv {
            MoveLike::Text(text) => self.lock().play(&text).map_err(illegal),
            MoveLike::Action(action) => {
                let mut session = self.lock();
                let text = usize::try_from(action).ok();
                let text = text.and_then(|action| self.game.numbers.text(&**session, action));
                self.game.numbers.play(&mut **session, action).map_err(illegal)?;
                Ok(text.unwrap_or_default())
            }
        }
    }

    /// Takes back the last ply and returns its text; `None` at the start.
    fn undo(&self) -> Option<String> {
        self.lock().undo()
    }

    /// The result; `None` while the game goes on.
    fn result(&self) -> Option<GameResult> {
        let result = self.lock().result()?;
        Some(GameResult { winner: winner(result.outcome), reason: result.reason.sentence })
    }

    /// What each player gets: 1 for a win, -1 for a loss, 0 for a draw and while the game goes on.
    fn returns(&self) -> (f32, f32) {
        returns(self.game.numbers.outcome(&**self.lock()).and_then(winner))
    }

    /// The board as an array of rows and columns: 0 for an empty cell, else the number of the piece's kind
    /// from 1, negative for the colour that moves second.
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layout = &self.game.layout;
        let mut cells = vec![0_i8; layout.cells()];
        self.game.numbers.board(&**self.lock(), &mut cells);
        array(py, cells, &layout.grid)
    }

    /// The position as planes of numbers from 0 to 1, named by `game.planes`.
    #[pyo3(signature = (out=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (layout, session) = (&self.game.layout, self.session());
        let shape = [layout.planes.len(), layout.grid[0], layout.grid[1]];
        fill(py, out, &shape, 0.0_f32, |planes| self.game.numbers.observe(&*session, planes))
    }

    /// The static value for the side to move, by an evaluation of the game.
    #[pyo3(signature = (evaluation="default"))]
    fn evaluate(&self, evaluation: &str) -> PyResult<i32> {
        Ok(self.lock().evaluate(evaluation).map_err(wrong)?.value())
    }

    /// The number of lines of play of this many plies, 200 at most.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        check_depth(depth)?;
        let (session, stop) = (self.session(), StopHandle::new());
        let limits = Limits::none().with_stop(stop.clone());
        let counted = run_quietly(py, &stop, move || session.perft(depth, &limits))?;
        counted.map_err(|_| wrong("the count was stopped"))
    }

    /// Plays this many games to their ends at random, by all rules. Returns a dictionary with how many the
    /// `first` and the `second` player won, how many were a `draw`, and the `plies` of all.
    #[pyo3(signature = (games, seed=0))]
    fn playouts<'py>(&self, py: Python<'py>, games: u64, seed: u64) -> PyResult<Bound<'py, PyDict>> {
        let (session, stop, numbers) = (self.session(), StopHandle::new(), self.game.numbers);
        let handle = stop.clone();
        let counts = run_quietly(py, &stop, move || {
            numbers.playouts(&*session, games, &mut SmallRng::seed_from_u64(seed), &handle)
        })?;
        let dict = PyDict::new(py);
        for (name, count) in ["first", "draw", "second", "plies"].into_iter().zip(counts) {
            dict.set_item(name, count)?;
        }
        Ok(dict)
    }

    /// The game as a record: in the game's own format if that can hold it, else as a line of moves.
    fn record(&self) -> String {
        self.lock().record(None)
    }

    /// An independent copy.
    fn copy(&self) -> Self {
        Self::new(self.game.clone(), self.session())
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else { return false };
        let other = other.get();
        let theirs = other.session();
        self.game == other.game && self.game.numbers.equal(&**self.lock(), &*theirs)
    }

    fn __hash__(&self) -> u64 {
        self.key()
    }

    fn __str__(&self) -> String {
        self.lock().picture().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("State({:?}, {:?})", self.game.spec(), self.position())
    }

    /// The board as a drawing, for notebooks.
    fn _repr_svg_(&self) -> String {
        svg(&**self.lock())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let restore = py.import("plywood._plywood")?.getattr("restore")?;
        Ok((restore, (self.game.spec(), self.start_position(), self.actions())))
    }
}

/// A function, and what to call it with.
type Pickled<'py> = (Bound<'py, PyAny>, (String, String, Vec<usize>));

/// The state of a game that began with a position, after actions: what pickles are made of.
#[pyfunction]
pub(crate) fn restore(game: &str, position: &str, actions: Vec<i64>) -> PyResult<State> {
    let game = Game::read(game)?;
    let mut session = game.session(Some(position))?;
    for action in actions {
        game.numbers.play(&mut *session, action).map_err(illegal)?;
    }
    Ok(State::new(game, session))
}
