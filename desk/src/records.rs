//! Records of games, read and written.

use crate::answers::{RecordedGame, RecordedGames};
use crate::line::play_all;
use crate::refused::{Reason, Refused};
use crate::requests::{RecordRequest, RecordsRequest};
use plywood_play::sgf::SgfError;
use plywood_play::study::Study;
use plywood_play::{
    AnyGame, Cause, Record, RecordError, RecordLimits, RecordedResult, Replayed, Session, TextError,
    read_records_within,
};

/// The games of one text that are read; what follows them is not looked at.
const MOST_GAMES: usize = 100;

/// What is read of one game, whatever the body may hold.
const LIMITS: RecordLimits = RecordLimits { bytes: 256 << 10, nodes: 20_000, games: usize::MAX };

/// The games of a text, each replayed up to `most` plies.
pub(crate) fn read(asked: &RecordsRequest, most: usize) -> Result<RecordedGames, Refused> {
    let game = plywood_registry::find(&asked.game)?;
    Ok(RecordedGames { games: games_of(game, &asked.text, most) })
}

/// The record of a line, or of a game with its variations.
pub(crate) fn write(asked: &RecordRequest, most: usize) -> Result<String, Refused> {
    let session = asked.line.follow(most)?;
    let result = asked.result.as_deref().map(|text| {
        let known = RecordedResult::read(text, session.info().players);
        known.ok_or_else(|| {
            let known = ["1-0", "0-1", "1/2-1/2", "*"];
            let cause = Cause::unknown_name(text, &known, "known are 1-0, 0-1, 1/2-1/2 and *");
            TextError::told("result", text, cause)
        })
    });
    let result = result.transpose()?;
    if asked.nodes.is_empty() {
        return Ok(session.record(result));
    }
    if asked.nodes.len() > LIMITS.nodes {
        return Err(Refused::out_of_range("nodes", 1, LIMITS.nodes));
    }
    let study = Study {
        rules: session.rules(),
        start: session.start(),
        tags: asked.tags.clone(),
        result: result.map(|result| result.to_string()),
        nodes: asked.nodes.clone(),
        ..Study::default()
    };
    Ok(plywood_registry::find(&asked.line.game)?.write_study(&study)?)
}

/// The games of a text: in the game's own format if it is in one, else one per line.
fn games_of(game: &dyn AnyGame, text: &str, most: usize) -> Vec<RecordedGame> {
    if let Some(studies) = game.studies(text, LIMITS) {
        let recorded = |study: Result<_, SgfError>| match study {
            Ok((line, study)) => of_study(game, line, study, most),
            Err(error) => of_error(game, error.place.line, Reason::of_sgf("bad-record", &error)),
        };
        return studies.take(MOST_GAMES).map(recorded).collect();
    }
    if let Some(own) = game.own_records(text, LIMITS) {
        let recorded = |replayed: Result<_, RecordError>| match replayed {
            Ok(replayed) => of_replayed(&replayed, most),
            Err(error) => of_error(game, error.line, Reason::from(&error)),
        };
        return own.take(MOST_GAMES).map(recorded).collect();
    }
    let records = read_records_within(text, game.info().players, LIMITS).take(MOST_GAMES);
    records
        .map(|record| match record {
            Ok(record) => of_record(game, record, most),
            Err(error) => of_error(game, error.line, Reason::from(&error)),
        })
        .collect()
}

fn of_study(game: &dyn AnyGame, line: usize, study: Study, most: usize) -> RecordedGame {
    let mut moves = study.main_line();
    let left_out: Vec<_> = study.left_out.iter().map(|left| Reason::of_sgf("left-out", left)).collect();
    let cut = left_out.first().filter(|_| study.is_cut).cloned();
    let error = (moves.len() > most).then(|| Refused::too_long(most).reason).or(cut);
    moves.truncate(most);
    RecordedGame {
        game: game.info().name,
        line,
        rules: study.rules,
        start: study.start,
        moves,
        tags: study.tags,
        result: study.result,
        error,
        nodes: study.nodes,
        left_out,
    }
}

fn of_replayed(replayed: &Replayed, most: usize) -> RecordedGame {
    let mut moves = replayed.session.moves();
    let error = (moves.len() > most).then(|| Refused::too_long(most).reason);
    moves.truncate(most);
    RecordedGame {
        game: replayed.session.info().name,
        line: replayed.line,
        rules: replayed.session.rules(),
        start: replayed.session.start(),
        moves,
        tags: Vec::new(),
        result: replayed.recorded.map(|result| result.to_string()),
        error,
        nodes: Vec::new(),
        left_out: Vec::new(),
    }
}

fn of_error(game: &dyn AnyGame, line: usize, error: Reason) -> RecordedGame {
    RecordedGame {
        game: game.info().name,
        line,
        rules: String::new(),
        start: String::new(),
        moves: Vec::new(),
        tags: Vec::new(),
        result: None,
        error: Some(error),
        nodes: Vec::new(),
        left_out: Vec::new(),
    }
}

/// A record replayed as far as it can be.
fn of_record(game: &dyn AnyGame, record: Record, most: usize) -> RecordedGame {
    let mut session = match begun(game, &record) {
        Ok(session) => session,
        Err(refused) => return of_error(game, record.line, refused.reason),
    };
    let error = play_all(&mut *session, &record.moves, most).err();
    let at_ply = |Refused { reason, .. }| match reason.place {
        Some(ply) => Reason { message: format!("ply {ply}: {}", reason.message), ..reason },
        None => reason,
    };
    RecordedGame {
        game: game.info().name,
        line: record.line,
        rules: session.rules(),
        start: session.start(),
        moves: session.moves(),
        tags: record.tags,
        result: record.result.map(|result| result.to_string()),
        error: error.map(at_ply),
        nodes: Vec::new(),
        left_out: Vec::new(),
    }
}

/// The game that a record begins.
fn begun(game: &dyn AnyGame, record: &Record) -> Result<Box<dyn Session>, Refused> {
    if let Some(other) = record.tag("game").filter(|&name| name != game.info().name) {
        let reason = format!("this is a record of another game, not of {}", game.info().name);
        return Err(TextError::told("game", other, Cause::new("other-game", reason)).into());
    }
    Ok(game.session(record.tag("rules").unwrap_or_default(), record.tag("position"))?)
}
