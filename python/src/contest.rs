//! Matches between engines, with results as data.

use crate::engine::ENGINES;
use crate::error::{misused, wrong};
use crate::game::GameLike;
use crate::run::run;
use core::ops::ControlFlow;
use plywood_arena::{Interval, Match, MatchError, Openings, PlayedGame, Summary};
use plywood_play::Spec;
use plywood_search::Outcome;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The result of a match, from the first engine's side.
#[pyclass(frozen, get_all, module = "plywood")]
pub(crate) struct MatchResult {
    /// The two engines.
    engines: (String, String),
    wins: u64,
    draws: u64,
    losses: u64,
    /// The share of points, 0 to 1; `None` before a pair of games is complete.
    score: Option<f64>,
    /// The bounds of its 95 % interval.
    interval: Option<(f64, f64)>,
    /// The score as a difference in Elo.
    elo: Option<f64>,
    elo_interval: Option<(f64, f64)>,
    /// The games that are equal to an earlier one; the interval is too narrow where there are many.
    repeats: u64,
    /// The time of the match.
    seconds: f64,
    /// A dictionary for each game, for tables.
    games: Py<PyList>,
    /// The table that the command line prints.
    summary: String,
}

#[pymethods]
impl MatchResult {
    fn __repr__(&self) -> String {
        let (wins, draws, losses) = (self.wins, self.draws, self.losses);
        format!("MatchResult(wins={wins}, draws={draws}, losses={losses})")
    }

    fn __str__(&self) -> &str {
        &self.summary
    }
}

/// Plays a match of pairs of games with sides swapped. `openings` is `"none"` or `"random:PLIES"`. `on_game`
/// is called with the dictionary of each finished game; what it raises, and Ctrl-C, end the match.
#[pyfunction]
#[pyo3(
    name = "match",
    signature = (
        game, first, second, *, games=2, openings="random:4", seed=0, concurrency=1, max_plies=1000,
        position=None, on_game=None
    )
)]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn play_match(
    py: Python<'_>,
    game: GameLike,
    first: &str,
    second: &str,
    games: u64,
    openings: &str,
    seed: u64,
    concurrency: usize,
    max_plies: usize,
    position: Option<&str>,
    on_game: Option<&Bound<'_, PyAny>>,
) -> PyResult<MatchResult> {
    let start = game.game()?.session(position)?;
    let read = |text: &str| text.parse::<Spec>().map_err(wrong);
    let mut pairing = Match::new(start, [read(first)?, read(second)?])
        .with_engine_maker(|session, spec| ENGINES.make(session, spec));
    pairing.games = games;
    pairing.openings = openings.parse::<Openings>().map_err(wrong)?;
    pairing.seed = seed;
    pairing.concurrency = concurrency.clamp(1, 256);
    pairing.max_plies = max_plies;
    pairing.check().map_err(failed)?;
    let (stop, list) = (pairing.stop.clone(), PyList::empty(py));
    let summary = run(
        py,
        &stop,
        move |send| {
            pairing.run(&mut |game, _| {
                send(game);
                ControlFlow::Continue(())
            })
        },
        |game: PlayedGame| {
            let row = row(py, &game)?;
            list.append(&row)?;
            on_game.map_or(Ok(()), |function| function.call1((row,)).map(drop))
        },
    )?;
    Ok(result(&summary.map_err(failed)?, list))
}

fn failed(error: MatchError) -> PyErr {
    match error {
        MatchError::Engine { .. } | MatchError::Start(_) => wrong(error),
        _ => misused(error),
    }
}

fn result(summary: &Summary, games: Bound<'_, PyList>) -> MatchResult {
    let [first, second] = summary.engines.each_ref().map(ToString::to_string);
    let (tally, estimates) = (&summary.tally, summary.tally.estimates());
    let bounds = |interval: &Interval| (interval.low, interval.high);
    MatchResult {
        engines: (first, second),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        score: estimates.as_ref().map(|estimates| estimates.score.value),
        interval: estimates.as_ref().map(|estimates| bounds(&estimates.score)),
        elo: estimates.as_ref().map(|estimates| estimates.elo.value),
        elo_interval: estimates.as_ref().map(|estimates| bounds(&estimates.elo)),
        repeats: summary.repeats,
        seconds: summary.elapsed.as_secs_f64(),
        games: games.unbind(),
        summary: summary.to_string(),
    }
}

/// A game as a row of a table.
fn row<'py>(py: Python<'py>, game: &PlayedGame) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    let [first, second] = game.players();
    row.set_item("number", game.number)?;
    row.set_item("pair", game.pair())?;
    row.set_item("first", first)?;
    row.set_item("second", second)?;
    row.set_item("first_engine", game.first)?;
    row.set_item(
        "winner",
        match game.outcome {
            Outcome::Win(side) => Some(side.index()),
            Outcome::Draw => None,
        },
    )?;
    row.set_item("points", game.points() as u8 as f32 / 2.0)?;
    row.set_item("reason", game.ending.to_string())?;
    row.set_item("opening_plies", game.opening_plies)?;
    row.set_item("plies", game.moves.len())?;
    row.set_item("moves", &game.moves)?;
    for (number, engine) in ["nodes_1", "nodes_2"].into_iter().enumerate() {
        row.set_item(engine, game.usage(number, None).nodes)?;
    }
    for (number, engine) in ["seconds_1", "seconds_2"].into_iter().enumerate() {
        row.set_item(engine, game.usage(number, None).time.as_secs_f64())?;
    }
    Ok(row)
}
