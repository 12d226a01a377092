//! `plywood replay`: checks recorded games move by move.

use crate::args::ReplayArgs;
use crate::commands::{result_sentence, winner_word};
use crate::engines;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress};
use crate::pictures::score_by_ply;
use crate::setup::{self, cannot_write, check_writable};
use crate::terminal::board::name;
use plywood_bench::tables::write_file;
use plywood_play::{
    AnyGame, Excerpt, GameInfo, GameResult, Record, RecordError, RecordLimits, RecordedResult, Session, Spec,
    one_line, read_records,
};
use plywood_search::{Clock, Limits, Side, SystemClock};
use serde_json::{Value, json};
use std::path::Path;

pub(crate) fn run(args: &ReplayArgs, out: &mut Output) -> Result<(), Failure> {
    let (game, rules) = setup::game(&args.game);
    args.svg.as_deref().map_or(Ok(()), check_writable)?;
    let (mut all_good, mut games, mut drawn) = (true, 0, None);
    for file in &args.files {
        let name = file.display().to_string();
        let text = setup::read_text(file)?;
        for replayed in replay_text(game, rules, &text) {
            games += 1;
            all_good &= replayed.is_ok();
            drawn = drawn
                .or_else(|| args.svg.as_ref().and(replayed.as_ref().ok()).map(|game| game.session.fork()));
            if args.json {
                out.json(&in_json(&name, &replayed))?;
            } else {
                out.text(in_text(&name, game.info(), &replayed))?;
            }
        }
    }
    if games == 0 {
        return Err(Failure::bad("there are no records in the files"));
    }
    if let (Some(file), Some(game)) = (&args.svg, drawn) {
        draw(file, &*game, &args.engine)?;
    }
    if all_good { Ok(()) } else { Err(Failure::No) }
}

/// Draws the scores of the positions of a game, at the beginning of each turn.
fn draw(file: &Path, game: &dyn Session, spec: &Spec) -> Result<(), Failure> {
    let (stop, clock) = (interrupt::stop_handle(), SystemClock::start());
    let mut engine = engines::make(game, spec)?;
    let mut position =
        plywood_registry::find(game.info().name)?.session(&game.rules(), Some(&game.start()))?;
    let (mut progress, mut scores, mut last_side) = (Progress::new(), Vec::new(), None);
    let moves = game.moves();
    for ply in 0..=moves.len() {
        let side = position.side_to_move();
        if last_side.replace(side) != Some(side) || ply == moves.len() {
            let elapsed = clock.now();
            progress.show(elapsed, &format!("searching position {} of {}", ply + 1, moves.len() + 1));
            let limits = Limits::none().with_clock(SystemClock::start()).with_stop(stop.clone());
            let score = engine.think(&*position, &limits, &mut |_| {})?.score;
            if stop.is_stopped() {
                let done =
                    format!("interrupted at position {} of {}; nothing is drawn", ply + 1, moves.len() + 1);
                return Err(Failure::Early(done));
            }
            scores.push((ply, if side == Side::First { score } else { -score }));
        }
        if let Some(mv) = moves.get(ply) {
            position.play(mv)?;
        }
    }
    let title = format!("{}: scores by {spec}", game.info().title);
    let svg = score_by_ply(title, &name(&*position, Side::First), &scores);
    write_file(file, &svg).map_err(|error| cannot_write(file, &error.error))
}

/// The games of a text one at a time, in the game's own format if it is in one, and else a line each.
fn replay_text<'a>(
    game: &'a dyn AnyGame,
    rules: &'a str,
    text: &'a str,
) -> Box<dyn Iterator<Item = Result<Replayed, RecordError>> + 'a> {
    let Some(own) = game.own_records(text, RecordLimits::default()) else {
        return Box::new(records(text, game.info()).map(move |record| replay(game, rules, &record?)));
    };
    let checked = move |replayed: plywood_play::Replayed| {
        let (line, plies) = (replayed.line, replayed.session.moves().len());
        let result = checked_result(game.info(), replayed.session.result(), replayed.recorded);
        let result = result.map_err(|reason| RecordError::new(line, reason))?;
        Ok(Replayed { line, plies, result, session: replayed.session })
    };
    Box::new(own.map(move |replayed| checked(replayed?)))
}

/// The result of a game on the board, unless the record has another.
fn checked_result(
    info: &GameInfo,
    found: Option<GameResult>,
    recorded: Option<RecordedResult>,
) -> Result<Option<GameResult>, String> {
    match (&found, recorded) {
        (Some(result), Some(RecordedResult::Ended(outcome))) if result.outcome != outcome => {
            Err(format!("recorded as {}, but {}", winner_word(outcome), result_sentence(info, result)))
        }
        // A player may have resigned or exceeded the time, which only the record knows.
        _ => Ok(found),
    }
}

/// The records of a text, whether lines of words or of JSON.
fn records<'a>(
    text: &'a str,
    info: &'static GameInfo,
) -> impl Iterator<Item = Result<Record, RecordError>> + 'a {
    text.lines().enumerate().filter_map(move |(index, line)| {
        let number = index + 1;
        let record = if line.trim_start().starts_with('{') {
            read_json(line, info).map_err(|reason| RecordError::new(number, reason))
        } else {
            read_records(line, info.players).next()?
        };
        Some(match record {
            Ok(record) => Ok(Record { line: number, ..record }),
            Err(error) => Err(RecordError { line: number, ..error }),
        })
    })
}

fn read_json(line: &str, info: &GameInfo) -> Result<Record, String> {
    RecordLimits::default().refuse_bytes(line.len()).map_or(Ok(()), |cause| Err(cause.sentence))?;
    let value: Value = serde_json::from_str(line).map_err(|error| format!("no JSON: {error}"))?;
    let moves = match &value["moves"] {
        Value::String(text) => text.split_whitespace().map(str::to_owned).collect(),
        Value::Array(moves) => moves
            .iter()
            .map(|mv| {
                mv.as_str()
                    .map(str::to_owned)
                    .ok_or_else(|| format!("`moves` holds {}, which is not a text", Excerpt(&mv.to_string())))
            })
            .collect::<Result<_, _>>()?,
        _ => return Err("the object has no `moves`, neither a list nor a text".to_owned()),
    };
    let tag = |name: &str| Some((name.to_owned(), value[name].as_str()?.to_owned()));
    let result = match value.get("result").or(value.get("winner")) {
        None | Some(Value::Null) => None,
        Some(Value::String(text)) => Some(
            RecordedResult::read(text, info.players)
                .ok_or_else(|| format!("\"{}\" is no result", Excerpt(text)))?,
        ),
        Some(other) => return Err(format!("{} is no result", Excerpt(&other.to_string()))),
    };
    let tags = ["rules", "position"].into_iter().filter_map(tag).collect();
    Ok(Record { line: 0, tags, moves, result })
}

/// A game that was replayed to its end.
struct Replayed {
    line: usize,
    plies: usize,
    result: Option<GameResult>,
    session: Box<dyn Session>,
}

fn replay(game: &dyn AnyGame, rules: &str, record: &Record) -> Result<Replayed, RecordError> {
    let fail = |reason: String| RecordError::new(record.line, reason);
    if let Some(other) = record.tag("game").filter(|&name| name != game.info().name) {
        return Err(fail(format!("a record of {other}, not of {}", game.info().name)));
    }
    let rules = record.tag("rules").unwrap_or(rules);
    let mut session = game.session(rules, record.tag("position")).map_err(|error| fail(error.to_string()))?;
    for (index, mv) in record.moves.iter().enumerate() {
        session.play(mv).map_err(|error| fail(format!("ply {}: {error}", index + 1)))?;
    }
    let result = checked_result(game.info(), session.result(), record.result).map_err(fail)?;
    Ok(Replayed { line: record.line, plies: record.moves.len(), result, session })
}

fn in_text(file: &str, info: &GameInfo, replayed: &Result<Replayed, RecordError>) -> String {
    match replayed {
        Ok(game) => {
            let result = match &game.result {
                Some(result) => result_sentence(info, result),
                None => "not finished on the board".to_owned(),
            };
            format!("{file}:{}: {} plies, {result}", game.line, game.plies)
        }
        Err(error) => format!("{file}:{}: {}", error.line, one_line(&error.reason)),
    }
}

fn in_json(file: &str, replayed: &Result<Replayed, RecordError>) -> Value {
    match replayed {
        Ok(game) => json!({
            "file": file,
            "line": game.line,
            "legal": true,
            "plies": game.plies,
            "over": game.result.is_some(),
            "winner": game.result.as_ref().map(|result| winner_word(result.outcome)),
            "reason": game.result.as_ref().map(|result| result.reason.sentence.clone()),
        }),
        Err(error) => {
            json!({"file": file, "line": error.line, "legal": false, "reason": one_line(&error.reason)})
        }
    }
}
