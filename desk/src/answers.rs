//! The answers, one type an operation.

use crate::bar::Scale;
use crate::refused::Reason;
use core::cmp::Reverse;
use plywood_play::study::StudyNode;
use plywood_play::{Board, Choice, Motion, Ply, Session, Thoughts};
use plywood_registry::proofs::Known;
use plywood_search::{Outcome, Score, Side, TableUse};
use serde::Serialize;
use std::collections::BTreeSet;

/// All about the end of a line.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct State {
    /// The name of the game.
    game: &'static str,
    /// The rules, all switches written out.
    rules: String,
    /// The position at the beginning of the line.
    start: String,
    /// The position at the end of the line.
    position: String,
    /// The side to move.
    side: Side,
    /// The turn in progress.
    turn: Turn,
    /// The plies of the line.
    moves: Vec<Move>,
    /// The board as it is to be drawn.
    board: Option<Board>,
    /// The last ply.
    last: Last,
    /// Every legal ply; none if the game is over.
    choices: Vec<Choice>,
    /// The end of the game, if it is over.
    result: Option<Ending>,
    /// Why the line ends here, where that was asked to be told: the text after the last ply of `moves`.
    refused: Option<Reason>,
}

/// The turn in progress.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Turn {
    /// The number of the turn, from 1.
    number: usize,
    /// The steps left in it, where turns have several.
    steps_left: Option<u32>,
}

/// A ply that was played, and the number of its turn.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Move {
    /// The number of its turn.
    turn: usize,
    #[serde(flatten)]
    ply: Ply,
}

/// The cells that the last ply touched.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Last {
    /// The cells to mark.
    cells: BTreeSet<String>,
}

/// Who has won.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Verdict {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Nobody.
    Draw,
}

/// The end of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Ending {
    /// The winner, or `draw`.
    outcome: Verdict,
    /// Why.
    reason: Reason,
    /// The winner and the reason in one sentence.
    sentence: String,
    /// The cells that decided the game.
    cells: Vec<String>,
}

impl State {
    /// The state of a game at the end of a line that was left there for this reason, if for any.
    pub(crate) fn of(session: &dyn Session, refused: Option<Reason>) -> Self {
        let moves = numbered(session.plies());
        let last = moves.last();
        let number = match last {
            None => 1,
            Some(last) if last.ply.side == session.side_to_move() => last.turn,
            Some(last) => last.turn + 1,
        };
        let touched = last.iter().flat_map(|last| &last.ply.motions).flat_map(ends).cloned().collect();
        Self {
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
            refused,
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
            Outcome::Draw => (Verdict::Draw, "a draw".to_owned()),
            Outcome::Win(side) => {
                let verdict = if side == Side::First { Verdict::First } else { Verdict::Second };
                (verdict, format!("{} wins", name_of(session, side)))
            }
        };
        let sentence = format!("{who}: {}", result.reason);
        Some(Self { outcome, sentence, reason: result.reason.into(), cells: session.decisive_cells() })
    }
}

/// What a player is called. Where a game calls its players first and second, because they may exchange
/// colours, the colour is the name.
fn name_of(session: &dyn Session, side: Side) -> String {
    let name = session.info().players[side.index()];
    let colour = session.board().map(|board| board.colours[side.index()]).unwrap_or_default();
    match colour.split_at_checked(1).filter(|_| matches!(name, "First" | "Second")) {
        Some((initial, rest)) => format!("{}{rest}", initial.to_uppercase()),
        None => name.to_owned(),
    }
}

/// What a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub(crate) enum ScoreKind {
    /// An estimate.
    Value,
    /// A proven win of the side to move.
    Win,
    /// A proven loss of the side to move.
    Loss,
}

/// The value of a position for the side to move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ScoreAnswer {
    /// What the score is.
    pub(crate) kind: ScoreKind,
    /// The value in units of the evaluation, for the side to move.
    pub(crate) value: i32,
    /// The plies to the end, if the result is proven.
    pub(crate) plies: Option<u32>,
    /// The score as a text.
    pub(crate) text: String,
    /// Twice the chance of the first player to win, less 1: from -1, lost, to 1, won.
    pub(crate) bar: f64,
}

/// A line of play.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LineAnswer {
    /// The value for the side to move at its beginning.
    score: ScoreAnswer,
    /// Its turns.
    pv: Vec<String>,
    /// Its first plies, for drawing.
    plies: Vec<Ply>,
}

/// How a table was used.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TableAnswer {
    /// The share of the table that is filled, in thousandths.
    fill_permille: u32,
    /// The share of look-ups that found the position, in thousandths.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Iteration {
    /// The depth in plies.
    depth: u32,
    /// The value for the side to move.
    score: ScoreAnswer,
    /// The nodes so far.
    nodes: u64,
    /// The time so far.
    seconds: f64,
    /// Nodes per second.
    nps: u64,
    /// The best lines, the first first.
    lines: Vec<LineAnswer>,
    /// How the table was used.
    table: TableAnswer,
    /// What proves the score: the names of proofs of the library, or `book`. Null if the score was searched.
    proven: Option<String>,
}

/// The answer of an engine.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Best {
    #[serde(flatten)]
    iteration: Iteration,
    /// The best move, a whole turn; null if the game is over.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// Why the search ended.
    ended: Option<plywood_search::Ended>,
}

/// The position that a search is about, and how its lines are told.
pub(crate) struct Lines<'a> {
    pub(crate) session: &'a dyn Session,
    pub(crate) scale: Scale,
    /// The most lines to tell.
    pub(crate) most: usize,
    /// What is proven of the position, whatever the search says.
    pub(crate) known: Option<Proven>,
    /// What is proven of a turn.
    pub(crate) proven_turn: &'a dyn Fn(&str) -> Option<Score>,
}

/// What is proven of a position, as an engine would say it.
pub(crate) struct Proven {
    pub(crate) thoughts: Thoughts,
    /// What proves it: the names of proofs of the library, or `book`.
    pub(crate) by: String,
}

impl Proven {
    /// What a library proves, if that is the value of the position.
    pub(crate) fn of(known: &Known) -> Option<Self> {
        let score = known.score()?;
        let mut thoughts = Thoughts::of_root(score, Some(plywood_search::Ended::Proven));
        if let Some(best) = &known.best {
            thoughts.best = Some(best.clone());
            thoughts.pv = vec![best.clone()];
            thoughts.lines = vec![plywood_search::Line { score, pv: thoughts.pv.clone() }];
        }
        Some(Self { thoughts, by: known.sources.join(", ") })
    }
}

impl Lines<'_> {
    /// The lines of a report: each begins with another turn, told apart by the positions after them.
    fn told(&self, thoughts: &Thoughts) -> Vec<LineAnswer> {
        let known = self.known.iter().flat_map(|known| &known.thoughts.lines).cloned();
        let searched: Vec<_> = thoughts.lines.iter().map(|line| self.proven_line(line)).collect();
        let is_mixed = searched.iter().any(Option::is_some);
        let searched = searched.into_iter().zip(&thoughts.lines);
        let searched = searched.map(|(proven, line)| proven.unwrap_or_else(|| line.clone()));
        let mut seen = BTreeSet::new();
        let mut lines: Vec<_> =
            known.chain(searched).filter(|line| seen.insert(self.after_first_turn(line))).collect();
        if is_mixed {
            // A search has no idea how far a proof reaches.
            lines.sort_by_key(|line| Reverse(line.score));
        }
        lines.iter().take(self.most).map(|line| self.told_line(line)).collect()
    }

    /// The line as it is proven, if it is: its first turn.
    fn proven_line(&self, line: &plywood_search::Line<String>) -> Option<plywood_search::Line<String>> {
        let turn = line.pv.first()?;
        let score = (self.proven_turn)(turn)?;
        // What the search has proven itself may be nearer.
        let is_news = !line.score.is_loss() && (!line.score.is_win() || line.score < score);
        is_news.then(|| plywood_search::Line { score, pv: vec![turn.clone()] })
    }

    fn told_line(&self, line: &plywood_search::Line<String>) -> LineAnswer {
        LineAnswer {
            score: self.scale.answer(line.score, self.session.side_to_move()),
            plies: first_plies(self.session, &line.pv),
            pv: line.pv.clone(),
        }
    }

    /// The position after the first turn of a line.
    fn after_first_turn(&self, line: &plywood_search::Line<String>) -> String {
        let Some(turn) = line.pv.first() else { return String::new() };
        let mut session = self.session.fork();
        // A turn that cannot be played is told apart by its text.
        session.play(turn).map_or_else(|_| turn.clone(), |_| session.position())
    }
}

impl Iteration {
    /// What a search said, with what is known beside it.
    pub(crate) fn of(thoughts: &Thoughts, lines: &Lines<'_>) -> Self {
        let seconds = thoughts.elapsed.unwrap_or_default().as_secs_f64();
        let score = lines.known.as_ref().map_or(thoughts.score, |known| known.thoughts.score);
        Self {
            depth: thoughts.depth,
            score: lines.scale.answer(score, lines.session.side_to_move()),
            nodes: thoughts.nodes,
            seconds,
            nps: if seconds > 0.0 { (thoughts.nodes as f64 / seconds) as u64 } else { 0 },
            lines: lines.told(thoughts),
            table: thoughts.table.into(),
            proven: lines.known.as_ref().map(|known| known.by.clone()),
        }
    }
}

impl Best {
    pub(crate) fn of(thoughts: &Thoughts, lines: &Lines<'_>) -> Self {
        // A proof of a loss has no move.
        let best = lines.known.as_ref().and_then(|known| known.thoughts.best.as_ref());
        let mv = best.or(thoughts.best.as_ref()).cloned();
        Self { iteration: Iteration::of(thoughts, lines), mv, ended: thoughts.ended }
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct GraphPoint {
    /// The number of plies before the position.
    pub(crate) ply: usize,
    /// Its value for the side to move.
    pub(crate) score: ScoreAnswer,
    /// The best move.
    pub(crate) best: Option<String>,
}

/// The end of a search for a proof.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Solved {
    /// The player who is proven to win; null if nobody is.
    pub(crate) winner: Option<Side>,
    /// The game ends within so many plies, if that is known.
    pub(crate) plies: Option<u32>,
}

/// A game of a text of records.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RecordedGame {
    /// The name of the game.
    pub(crate) game: &'static str,
    /// The line on which the record begins, from 1.
    pub(crate) line: usize,
    /// The rules, all switches written out.
    pub(crate) rules: String,
    /// The position at the beginning.
    pub(crate) start: String,
    /// The plies that could be played.
    pub(crate) moves: Vec<String>,
    /// The tags of the record, names and values.
    pub(crate) tags: Vec<(String, String)>,
    /// The result that the record claims.
    pub(crate) result: Option<String>,
    /// Why the record was read no further, if so; the place is that of a ply, or of a line of the text.
    pub(crate) error: Option<Reason>,
    /// The whole game with its variations, comments and marks, if the record has the form for them; else
    /// empty.
    pub(crate) nodes: Vec<StudyNode>,
    /// The variations that cannot be played, each with its place and the reason in its message.
    pub(crate) left_out: Vec<Reason>,
}

/// The games of a text of records.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RecordedGames {
    /// The games, 100 at most.
    pub(crate) games: Vec<RecordedGame>,
}

/// A position made of pieces.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Arranged {
    /// The position as a text.
    pub(crate) position: String,
    /// The board as it is to be drawn.
    pub(crate) board: Option<Board>,
    /// The end of the game, if it is over there.
    pub(crate) result: Option<Ending>,
}

/// The reason why clicks begin no move.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Explanation {
    /// The reason; null if a legal ply begins with the clicks.
    pub(crate) reason: Option<Reason>,
}

/// A game written as a record.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct WrittenRecord {
    /// The record: in the game's own format if that can hold the game, else as a line.
    pub(crate) text: String,
}

/// A board as text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Picture {
    /// Several lines, with the last move marked.
    pub(crate) text: String,
}
