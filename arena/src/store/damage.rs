//! What cannot be read in a store that can be opened, and what can be read in spite of it.

use super::Store;
use super::columns::TurnColumns;
use super::read::{StoredGame, stored_game, turn};
use core::fmt;
use rusqlite::{Error, ErrorCode, OptionalExtension};
use std::collections::BTreeMap;

/// Something in a store that is not what was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The match it is in; `None` if it is somewhere in the file.
    pub match_id: Option<i64>,
    /// The number of the game, from 0, if it is a game.
    pub number: Option<u64>,
    /// The sign of the damage.
    pub reason: String,
}

impl Damage {
    pub(super) fn of_game(match_id: i64, number: i64, reason: String) -> Self {
        Self { match_id: Some(match_id), number: Some(number as u64), reason }
    }

    /// All damage in a line: the first, and how many more there are.
    pub fn line(all: &[Self]) -> Option<String> {
        let (first, more) = (all.first()?, all.len() - 1);
        Some(if more == 0 { first.to_string() } else { format!("{first}, and {more} more like it") })
    }
}

/// `game 4 of match 2: ...`, with games counted from 1 as people do.
impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.match_id, self.number) {
            (Some(id), Some(number)) => write!(f, "game {} of match {id}: {}", number + 1, self.reason),
            (Some(id), None) => write!(f, "match {id}: {}", self.reason),
            (None, _) => f.write_str(&self.reason),
        }
    }
}

/// The reason of an error that is about what stands in the file; other errors remain errors.
pub(super) fn reason_of(error: Error) -> rusqlite::Result<String> {
    match error.sqlite_error_code() {
        None | Some(ErrorCode::DatabaseCorrupt | ErrorCode::TypeMismatch) => Ok(error.to_string()),
        Some(_) => Err(error),
    }
}

/// The turns of the games of a match, by game and turn.
type Turns = BTreeMap<i64, BTreeMap<i64, TurnColumns>>;

impl Store {
    /// The games of a match in a file with damaged pages: those that stand in any page that can be read,
    /// wherever it is, and those that are found by their numbers. Unlike reading a sound file this holds all
    /// games of the match in memory.
    pub(super) fn salvage(&self, id: i64) -> rusqlite::Result<BTreeMap<u64, Result<StoredGame, Damage>>> {
        const MOST_LOOKED_UP: i64 = 1 << 20;
        let turns = self.salvage_turns(id)?;
        let turns_of = |id: i64, number: i64| match turns.get(&number) {
            Some(turns) => Ok(turns.values().copied().collect()),
            None => self.turns(id, number),
        };
        let mut games = BTreeMap::new();
        // The plus keeps SQLite from looking a place up where the order may be wrong.
        let mut statement = self.connection.prepare(&self.query("+games.match = ?"))?;
        let mut rows = statement.query([id])?;
        // An error ends this way through the file.
        while let Ok(Some(row)) = rows.next() {
            let (Ok(number), Ok(game)) = (row.get::<_, i64>(1), stored_game(row, &turns_of)) else {
                continue;
            };
            // A row of another table that stands here may bear the number of a game.
            if game.is_ok() || !games.contains_key(&(number as u64)) {
                games.insert(number as u64, game);
            }
        }
        let asked: i64 =
            self.connection.query_row("SELECT games FROM matches WHERE id = ?", [id], |row| row.get(0))?;
        let mut statement = self.connection.prepare(&self.query("games.match = ? AND number = ?"))?;
        for number in 0..asked.min(MOST_LOOKED_UP) {
            if games.contains_key(&(number as u64)) {
                continue;
            }
            let found = statement.query_row([id, number], |row| stored_game(row, &turns_of)).optional();
            let found = found.or_else(|error| {
                reason_of(error).map(|reason| Some(Err(Damage::of_game(id, number, reason))))
            })?;
            games.extend(found.map(|game| (number as u64, game)));
        }
        Ok(games)
    }

    fn salvage_turns(&self, id: i64) -> rusqlite::Result<Turns> {
        let query =
            "SELECT game, turn, engine, plies, score, depth, nodes, elapsed FROM turns WHERE +match = ?";
        let mut statement = self.connection.prepare(query)?;
        let mut rows = statement.query([id])?;
        let mut turns = Turns::new();
        while let Ok(Some(row)) = rows.next() {
            if let (Ok(game), Ok(number), Ok(columns)) = (row.get(0), row.get(1), turn(row, 2)) {
                turns.entry(game).or_default().insert(number, columns);
            }
        }
        Ok(turns)
    }
}
