//! Games as data: made by self-play, and read as arrays.

use crate::arrays::array;
use crate::error::{misused, wrong};
use crate::game::{Game, GameLike};
use crate::network::{Inputs, shape_of, write_inputs};
use crate::run::run;
use plywood_learn::{JobError, OpeningPlies, SCORES, SelfPlay};
use plywood_net::Features;
use plywood_play::{Arrays, Definition, FeaturesVisitor, Notation, Record, RecordedResult, read_records};
use plywood_registry::GameVisitor;
use plywood_search::{Game as Played, Outcome, Position, Side, StopHandle};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// Brings a file to so many games that an engine plays against itself, and returns how many are in it. Games
/// that are in it stay. `opening` is the least and the greatest number of random plies at the beginning,
/// `random_per_mille` how many of a thousand later turns are random. `on_games` is called with the number of
/// games.
#[pyfunction]
#[pyo3(signature = (
    game, engine, path, games, *, seed=1, threads=1, opening=(4, 12), random_per_mille=20, max_plies=300,
    on_games=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn generate(
    py: Python<'_>,
    game: GameLike,
    engine: &str,
    path: PathBuf,
    games: u64,
    seed: u64,
    threads: usize,
    opening: (u32, u32),
    random_per_mille: u32,
    max_plies: u32,
    on_games: Option<&Bound<'_, PyAny>>,
) -> PyResult<u64> {
    let (game, stop) = (game.game()?, StopHandle::new());
    let settings = SelfPlay {
        rules: game.rules.clone(),
        seed,
        opening: OpeningPlies(opening.0, opening.1),
        random_per_mille,
        max_plies,
        ..SelfPlay::new(engine.parse().map_err(wrong)?)
    };
    let handle = stop.clone();
    let done = run(
        py,
        &stop,
        move |send| {
            let mut observe = |progress: &plywood_learn::Progress| send(progress.games);
            plywood_learn::generate(
                game.of,
                &settings,
                (games, threads.clamp(1, 256)),
                &path,
                &handle,
                &mut observe,
            )
        },
        |games: u64| on_games.map_or(Ok(()), |function| function.call1((games,)).map(drop)),
    )?;
    done.map(|progress| progress.games).map_err(|error| match error {
        JobError::File(error) => error.into(),
        JobError::Engine(error) => crate::engine::failed(error),
        JobError::OtherSettings(_) | JobError::Elsewhere(_) => misused(error),
    })
}

/// The positions of games, one after the other.
#[derive(Default)]
struct Rows {
    boards: Vec<i8>,
    to_move: Vec<i8>,
    actions: Vec<i32>,
    scores: Vec<f32>,
    results: Vec<f32>,
    games: Vec<i32>,
    plies: Vec<i32>,
    inputs: Vec<u8>,
    phases: Vec<u8>,
}

/// Reads the games of a text.
struct Reader<'a> {
    text: &'a str,
    game: &'a Game,
    /// The inputs of one view, if they are wanted.
    inputs: Option<usize>,
    rows: Rows,
    failure: Option<String>,
}

impl GameVisitor for Reader<'_> {
    fn visit<D: Definition>(&mut self) {
        for (number, record) in read_records(self.text, D::INFO.players).enumerate() {
            let read = match record {
                Ok(record) => self
                    .read::<D>(&record, number)
                    .map_err(|reason| format!("line {}: {reason}", record.line)),
                Err(error) => Err(error.to_string()),
            };
            if let Err(reason) = read {
                self.failure = Some(reason);
                return;
            }
        }
    }
}

impl Reader<'_> {
    fn read<D: Definition>(&mut self, record: &Record, number: usize) -> Result<(), String> {
        let asked = record.tag("game").unwrap_or(D::INFO.name);
        let session = self
            .game
            .of
            .session(record.tag("rules").unwrap_or_default(), record.tag("position"))
            .map_err(|error| error.to_string())?;
        if asked != D::INFO.name || session.rules() != self.game.rules {
            return Err(format!("the game is {asked} ({}), not {}", session.rules(), self.game.spec()));
        }
        let mut game = plywood_play::game_of::<D>(&*session).ok_or("the game is another one")?.clone();
        let scores: Vec<_> = record.tag(SCORES).unwrap_or_default().split(' ').collect();
        let from = self.rows.results.len();
        for (ply, text) in record.moves.iter().enumerate() {
            let mv = game.position().read_move(text).map_err(|error| format!("move {text}: {error}"))?;
            let score = scores.get(ply).and_then(|word| word.parse().ok()).unwrap_or(f32::NAN);
            self.take::<D>(game.position(), mv, score);
            self.rows.games.push(number as i32);
            self.rows.plies.push(ply as i32);
            game.play(mv).map_err(|error| format!("move {text}: {error}"))?;
        }
        self.end(&game, record, from);
        Ok(())
    }

    fn take<D: Definition>(
        &mut self,
        position: &D::Position,
        mv: <D::Position as Position>::Move,
        score: f32,
    ) {
        let rows = &mut self.rows;
        let from = rows.boards.len();
        rows.boards.resize(from + self.game.layout.cells(), 0);
        position.each_piece(&mut |colour, kind, cell| {
            rows.boards[from + cell] = if colour == 0 { kind as i8 + 1 } else { -(kind as i8) - 1 };
        });
        rows.to_move.push(position.side_to_move().index() as i8);
        rows.actions.push(position.action(mv) as i32);
        rows.scores.push(score);
        rows.results.push(f32::from(u8::from(position.side_to_move() == Side::First)));
        if let Some(count) = self.inputs {
            let from = rows.inputs.len();
            rows.inputs.resize(from + 2 * count, 0);
            rows.phases.push(0);
            D::features(OfRow { position, rows, from });
        }
    }

    /// Fills in the results of a game's positions, which hold the side to move so far.
    fn end<P: Position>(&mut self, game: &Played<P>, record: &Record, from: usize) {
        let claimed = match record.result {
            Some(RecordedResult::Ended(outcome)) => Some(outcome),
            Some(RecordedResult::Unknown) | None => None,
        };
        let outcome = game.outcome().or(claimed);
        for result in &mut self.rows.results[from..] {
            let side = if *result > 0.5 { Side::First } else { Side::Second };
            *result = match outcome {
                None => f32::NAN,
                Some(Outcome::Draw) => 0.0,
                Some(Outcome::Win(winner)) if winner == side => 1.0,
                Some(Outcome::Win(_)) => -1.0,
            };
        }
    }
}

/// Writes the inputs of the latest row.
struct OfRow<'a, P> {
    position: &'a P,
    rows: &'a mut Rows,
    from: usize,
}

impl<P: Position> FeaturesVisitor<P> for OfRow<'_, P> {
    type Output = ();

    fn visit<F: Features<P>>(self, features: F) {
        let Rows { inputs, phases, .. } = self.rows;
        if let Some(phase) = phases.last_mut() {
            let mut row = Inputs { views: &mut inputs[self.from..], phase };
            write_inputs(&features, self.position, &mut row);
        }
    }
}

/// The positions of recorded games as arrays, one position a row: `boards`, `to_move`, `actions` (what was
/// played), `scores` (of the search, for the side to move; not a number where none is known), `results` (1, 0
/// or -1 for the side to move; not a number where none is known), `games` and `plies` (numbers from 0).
///
/// With `inputs`, also `inputs` (what networks of the game see: positions, two views, inputs) and `phases`.
#[pyfunction]
#[pyo3(signature = (game, text, *, inputs=false))]
pub(crate) fn read_games<'py>(
    py: Python<'py>,
    game: GameLike,
    text: &str,
    inputs: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let game = game.game()?;
    let inputs = if inputs { Some(shape_of(&game)?.inputs) } else { None };
    let mut reader = Reader { text, game: &game, inputs, rows: Rows::default(), failure: None };
    py.detach(|| crate::numbers::visit(game.of.info().name, &mut reader));
    if let Some(reason) = reader.failure {
        return Err(wrong(reason));
    }
    let (rows, [height, width], dict) = (reader.rows, game.layout.grid, PyDict::new(py));
    let count = rows.actions.len();
    dict.set_item("boards", array(py, rows.boards, &[count, height, width])?)?;
    dict.set_item("to_move", array(py, rows.to_move, &[count])?)?;
    dict.set_item("actions", array(py, rows.actions, &[count])?)?;
    dict.set_item("scores", array(py, rows.scores, &[count])?)?;
    dict.set_item("results", array(py, rows.results, &[count])?)?;
    dict.set_item("games", array(py, rows.games, &[count])?)?;
    dict.set_item("plies", array(py, rows.plies, &[count])?)?;
    if let Some(inputs) = inputs {
        dict.set_item("inputs", array(py, rows.inputs, &[count, 2, inputs])?)?;
        dict.set_item("phases", array(py, rows.phases, &[count])?)?;
    }
    Ok(dict)
}
