//! Writing finished games into the tables.

use super::columns::{Columns, TurnColumns};
use super::digest;
use rusqlite::{Connection, params};

/// Adds a game and its turns, unless a game with this number exists. Call it within a transaction.
pub(super) fn insert_game(connection: &Connection, game: &Columns) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT OR IGNORE INTO games (match, number, first, first_player, second_player, position, opening_plies, moves, result, \
         ending, loser, answer, detail, amount, build_0, build_1, version, stored, digest, digest_kind) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, datetime('now'), ?, ?)",
    )?;
    let added = statement.execute(params![
        game.match_id,
        game.number,
        game.first,
        game.players[0],
        game.players[1],
        game.position,
        game.opening_plies,
        game.moves,
        game.result,
        game.ending.kind,
        game.ending.loser,
        game.ending.answer,
        game.ending.detail,
        game.ending.amount,
        game.builds[0],
        game.builds[1],
        env!("CARGO_PKG_VERSION"),
        digest::of_columns(game),
        digest::KIND,
    ])?;
    if added == 0 {
        return Ok(());
    }
    for (index, turn) in game.turns.iter().enumerate() {
        insert_turn(connection, [game.match_id, game.number, index as i64], turn)?;
    }
    Ok(())
}

fn insert_turn(connection: &Connection, key: [i64; 3], turn: &TurnColumns) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached("INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
    statement.execute(rusqlite::params_from_iter(key.iter().chain(turn)))?;
    Ok(())
}
