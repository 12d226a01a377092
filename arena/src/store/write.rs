//! Finished games into the tables.

use super::digest;
use crate::ending::Ending;
use crate::played::{PlayedGame, Turn};
use rusqlite::{Connection, params};

/// The columns that hold an ending: its kind, the engine that lost by it, what that one answered, details, and a number.
struct EndingColumns<'a> {
    kind: &'static str,
    loser: Option<usize>,
    answer: Option<&'a str>,
    detail: Option<&'a str>,
    amount: Option<i64>,
}

impl<'a> EndingColumns<'a> {
    fn of(ending: &'a Ending) -> Self {
        let (mut answer, mut detail, mut amount) = (None, None, None);
        let loser = match ending {
            Ending::Resignation { engine } | Ending::GaveUp { engine } | Ending::Proof { engine, .. } => {
                Some(*engine)
            }
            _ => ending.forfeited_by(),
        };
        match ending {
            Ending::Rules(reason) | Ending::Crash { reason, .. } | Ending::Failure { reason, .. } => {
                detail = Some(reason.as_str());
            }
            Ending::IllegalMove { answer: text, reason, .. } => {
                (answer, detail) = (Some(text.as_str()), Some(reason.as_str()));
            }
            Ending::Proof { plies, instead, .. } => {
                (detail, amount) = (Some(instead.as_str()), plies.map(i64::from));
            }
            Ending::Length { plies } => amount = i64::try_from(*plies).ok(),
            Ending::Time { over, .. } => amount = i64::try_from(over.as_nanos()).ok(),
            Ending::NoMove { .. }
            | Ending::Resignation { .. }
            | Ending::GaveUp { .. }
            | Ending::EvenScores => {}
        }
        Self { kind: ending.kind(), loser, answer, detail, amount }
    }
}

/// Adds a game and its turns, unless there is a game of this number. To be called within a transaction.
pub(super) fn insert_game(connection: &Connection, id: i64, game: &PlayedGame) -> rusqlite::Result<()> {
    let ending = EndingColumns::of(&game.ending);
    let tag = |name: &str| game.record.tag(name).unwrap_or_default();
    let result = game.record.result.map(|result| result.to_string());
    let mut statement = connection.prepare_cached(
        "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, datetime('now'), ?)",
    )?;
    let added = statement.execute(params![
        id,
        game.number as i64,
        game.first as i64,
        tag("first"),
        tag("second"),
        tag("position"),
        game.opening_plies as i64,
        game.record.moves.join(" "),
        result,
        ending.kind,
        ending.loser.map(|engine| engine as i64),
        ending.answer,
        ending.detail,
        ending.amount,
        env!("CARGO_PKG_VERSION"),
        digest::of(id, game),
    ])?;
    if added == 0 {
        return Ok(());
    }
    for (index, turn) in game.turns.iter().enumerate() {
        insert_turn(connection, [id, game.number as i64, index as i64], turn)?;
    }
    Ok(())
}

fn insert_turn(connection: &Connection, key: [i64; 3], turn: &Turn) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    statement.execute(params![
        key[0],
        key[1],
        key[2],
        turn.engine as i64,
        turn.plies as i64,
        turn.score.value(),
        turn.depth,
        i64::try_from(turn.nodes).unwrap_or(i64::MAX),
        i64::try_from(turn.elapsed.as_nanos()).unwrap_or(i64::MAX),
    ])?;
    Ok(())
}
