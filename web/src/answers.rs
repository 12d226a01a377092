//! The server's answers, as described in `openapi.json`.

use crate::bar::Scale;
use plywood_play::{Board, Choice, Motion, Ply, Session, Thoughts};
use plywood_search::{Outcome, Side, TableUse};
use serde::Serialize;
use std::collections::BTreeSet;

/// The state of a session.
#[derive(Debug, Serialize)]
pub(crate) struct State {
    id: String,
    game: &'static str,
    rules: String,
    start: String,
    position: String,
    side: Side,
    turn: Turn,
    moves: Vec<Move>,
    board: Option<Board>,
    last: Last,
    choices: Vec<Choice>,
    result: Option<Ending>,
}

/// The turn in progress.
#[derive(Debug, Serialize)]
struct Turn {
    number: usize,
    steps_left: Option<u32>,
}

/// A ply that was played, and the number of its turn.
#[derive(Debug, Serialize)]
struct Move {
    turn: usize,
    #[serde(flatten)]
    ply: Ply,
}

/// The cells that the last ply touched.
#[derive(Debug, Serialize)]
struct Last {
    cells: BTreeSet<String>,
}

/// The end of a game.
#[derive(Debug, Serialize)]
pub(crate) struct Ending {
    outcome: &'static str,
    reason: String,
    sentence: String,
    cells: Vec<String>,
}

impl State {
    pub(crate) fn of(id: &str, session: &dyn Session) -> Self {
        let moves = numbered(session.plies());
        let last = moves.last();
        let number = match last {
            None => 1,
            Some(last) if last.ply.side == session.side_to_move() => last.turn,
            Some(last) => last.turn + 1,
        };
        let touched = last.iter().flat_map(|last| &last.ply.motions).flat_map(ends).cloned().collect();
        Self {
            id: id.to_owned(),
            game: session.info().name,
            rules: session.rules(),
            start: session.start(),
            position: session.position(),
            side: session.side_to_move(),
            turn: Turn { number, steps_left: session.steps_left() },
            board: session.board(),
            last: Last { cells: touched },
            choices: session.choices(),
            result: Ending::of(session),
            moves,
        }
    }
}

fn ends(motion: &Motion) -> impl Iterator<Item = &String> {
    motion.from.iter().chain(&motion.to)
}

/// Plies with the numbers of their turns: a turn lasts as long as its player stays on the move.
fn numbered(plies: Vec<Ply>) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::with_capacity(plies.len());
    for ply in plies {
        let turn = match moves.last() {
            None => 1,
            Some(last) if last.ply.side == ply.side => last.turn,
            Some(last) => last.turn + 1,
        };
        moves.push(Move { turn, ply });
    }
    moves
}

impl Ending {
    pub(crate) fn of(session: &dyn Session) -> Option<Self> {
        let result = session.result()?;
        let (outcome, who) = match result.outcome {
            Outcome::Draw => ("draw", "a draw".to_owned()),
            Outcome::Win(side) => {
                let name = if side == Side::First { "first" } else { "second" };
                (name, format!("{} wins", session.info().players[side.index()]))
            }
        };
        let sentence = format!("{who}: {}", result.reason);
        Some(Self { outcome, sentence, reason: result.reason, cells: session.decisive_cells() })
    }
}

/// The value of a position for the side to move.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ScoreAnswer {
    pub(crate) kind: &'static str,
    pub(crate) value: i32,
    pub(crate) plies: Option<u32>,
    pub(crate) text: String,
    pub(crate) bar: f64,
}

/// A line of play.
#[derive(Debug, Serialize)]
struct LineAnswer {
    score: ScoreAnswer,
    pv: Vec<String>,
    plies: Vec<Ply>,
}

/// How a table was used.
#[derive(Debug, Serialize)]
struct TableAnswer {
    fill_permille: u32,
    hits_permille: u64,
}

impl From<TableUse> for TableAnswer {
    fn from(table: TableUse) -> Self {
        let hits_permille = (table.hits * 1_000).checked_div(table.probes).unwrap_or(0);
        Self { fill_permille: table.fill_permille, hits_permille }
    }
}

/// The report of an engine about a position.
#[derive(Debug, Serialize)]
pub(crate) struct Iteration {
    depth: u32,
    score: ScoreAnswer,
    nodes: u64,
    seconds: f64,
    nps: u64,
    lines: Vec<LineAnswer>,
    table: TableAnswer,
}

/// The answer of an engine.
#[derive(Debug, Serialize)]
pub(crate) struct Best {
    #[serde(flatten)]
    iteration: Iteration,
    #[serde(rename = "move")]
    mv: Option<String>,
    ended: Option<plywood_search::Ended>,
}

impl Iteration {
    /// `session` is at the searched position.
    pub(crate) fn of(thoughts: &Thoughts, session: &dyn Session, scale: Scale) -> Self {
        let side = session.side_to_move();
        let line = |line: &plywood_search::Line<String>| LineAnswer {
            score: scale.answer(line.score, side),
            plies: first_plies(session, &line.pv),
            pv: line.pv.clone(),
        };
        let seconds = thoughts.elapsed.as_secs_f64();
        Self {
            depth: thoughts.depth,
            score: scale.answer(thoughts.score, side),
            nodes: thoughts.nodes,
            seconds,
            nps: if seconds > 0.0 { (thoughts.nodes as f64 / seconds) as u64 } else { 0 },
            lines: thoughts.lines.iter().map(line).collect(),
            table: thoughts.table.into(),
        }
    }
}

impl Best {
    pub(crate) fn of(thoughts: &Thoughts, session: &dyn Session, scale: Scale) -> Self {
        let iteration = Iteration::of(thoughts, session, scale);
        Self { iteration, mv: thoughts.best.clone(), ended: thoughts.ended }
    }
}

/// The first plies of a line, for drawing.
fn first_plies(session: &dyn Session, turns: &[String]) -> Vec<Ply> {
    const MOST: usize = 24;
    let words: Vec<&str> = turns.iter().flat_map(|turn| turn.split_whitespace()).take(MOST).collect();
    session.follow(&words)
}

/// A point of the graph of a game.
#[derive(Debug, Serialize)]
pub(crate) struct GraphPoint {
    pub(crate) ply: usize,
    pub(crate) score: ScoreAnswer,
    pub(crate) best: Option<String>,
}

/// A game of a text of records.
#[derive(Debug, Serialize)]
pub(crate) struct RecordedGame {
    pub(crate) game: &'static str,
    pub(crate) line: usize,
    pub(crate) rules: String,
    pub(crate) start: String,
    pub(crate) moves: Vec<String>,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) result: Option<String>,
    pub(crate) error: Option<String>,
}

/// The games of a text of records.
#[derive(Debug, Serialize)]
pub(crate) struct RecordedGames {
    pub(crate) games: Vec<RecordedGame>,
}

/// A position made of pieces.
#[derive(Debug, Serialize)]
pub(crate) struct Arranged {
    pub(crate) position: String,
    pub(crate) board: Option<Board>,
    pub(crate) result: Option<Ending>,
}

/// The reason why clicks begin no move.
#[derive(Debug, Serialize)]
pub(crate) struct Explanation {
    pub(crate) reason: Option<String>,
}
