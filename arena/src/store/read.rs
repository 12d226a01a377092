//! Games out of the tables, and what they amount to.

use super::error::Attempt;
use super::{Store, StoreError, digest};
use crate::count::Count;
use crate::description::Description;
use crate::ending::Ending;
use crate::played::{PlayedGame, RecordParts, Turn};
use crate::sprt::Sprt;
use crate::summary::Summary;
use core::ops::RangeInclusive;
use core::time::Duration;
use plywood_play::{RecordedResult, Spec};
use plywood_search::{Outcome, Score};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};

/// A match of a store.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredSummary {
    /// Its number in the store.
    pub id: i64,
    /// What it is.
    pub description: Description,
    /// What its games amount to, counted just now, under the number of games and the test that were asked for last. The time that it took is
    /// not known; it is zero.
    pub summary: Summary,
    /// The games in the store; more than are counted if a test ended the match, or fewer were asked for last.
    pub stored: u64,
    /// The versions of plywood that played them, in order.
    pub versions: Vec<String>,
}

/// A game of a store.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredGame {
    /// The number of its match in the store.
    pub match_id: i64,
    /// The engines of the match.
    pub engines: [String; 2],
    /// The game.
    pub game: PlayedGame,
    /// The version of plywood that played it.
    pub version: String,
    /// When it was stored, in universal time: `2026-01-31 23:59:59`.
    pub stored: String,
}

/// The columns of a game, in the order in which [`played_game`] takes them.
const GAME: &str = "games.match, number, first, first_player, second_player, games.position, opening_plies, games.moves, result, ending, \
    loser, answer, detail, amount, game, rules, version, stored, engine_0, engine_1, digest";

impl Store {
    /// The matches, in the order in which they were begun, each counted from its games.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn matches(&self) -> Result<Vec<StoredSummary>, StoreError> {
        self.read_matches().at(self.path())
    }

    fn read_matches(&self) -> rusqlite::Result<Vec<StoredSummary>> {
        let mut statement = self.connection.prepare(
            "SELECT id, game, rules, position, moves, engine_0, engine_1, openings, seed, conditions, games, sprt \
             FROM matches ORDER BY id",
        )?;
        let rows = statement.query_map([], |row| {
            let engines = [row.get(5)?, row.get(6)?];
            let description = Description {
                game: row.get(1)?,
                rules: row.get(2)?,
                position: row.get(3)?,
                moves: row.get(4)?,
                engines,
                openings: row.get(7)?,
                seed: parsed(row, 8)?,
                conditions: row.get(9)?,
            };
            let sprt = row.get::<_, Option<String>>(11)?.map(|_| parsed::<Sprt>(row, 11)).transpose()?;
            let engines: [Spec; 2] = [parsed(row, 5)?, parsed(row, 6)?];
            let summary = Summary::new(engines, row.get::<_, i64>(10)? as u64, sprt);
            Ok((row.get(0)?, description, summary))
        })?;
        rows.map(|row| {
            let (id, description, summary) = row?;
            self.counted(id, description, summary)
        })
        .collect()
    }

    fn counted(
        &self,
        id: i64,
        description: Description,
        summary: Summary,
    ) -> rusqlite::Result<StoredSummary> {
        let mut count = Count::new(summary);
        let mut stored = 0;
        let mut versions = std::collections::BTreeSet::new();
        self.each_game(Some(id), &mut |game| {
            stored += 1;
            versions.insert(game.version);
            if !count.has_ended() && game.game.number < count.summary.games {
                count.add(&game.game);
            }
        })?;
        let versions = versions.into_iter().collect();
        Ok(StoredSummary { id, description, summary: count.finish(), stored, versions })
    }

    /// Shows the games to `visit`, those of a match or all of them, by match and number.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn games(&self, match_id: Option<i64>, visit: &mut dyn FnMut(StoredGame)) -> Result<(), StoreError> {
        self.each_game(match_id, visit).at(self.path())
    }

    fn each_game(&self, match_id: Option<i64>, visit: &mut dyn FnMut(StoredGame)) -> rusqlite::Result<()> {
        let query = format!(
            "SELECT {GAME} FROM games JOIN matches ON matches.id = games.match \
             WHERE ?1 IS NULL OR games.match = ?1 ORDER BY games.match, number"
        );
        let mut statement = self.connection.prepare_cached(&query)?;
        let mut rows = statement.query([match_id])?;
        while let Some(row) = rows.next()? {
            visit(StoredGame {
                match_id: row.get(0)?,
                game: played_game(&self.connection, row)?,
                version: row.get(16)?,
                stored: row.get(17)?,
                engines: [row.get(18)?, row.get(19)?],
            });
        }
        Ok(())
    }
}

/// The game of the least number within `numbers` of a match.
pub(super) fn first_game(
    connection: &Connection,
    id: i64,
    numbers: RangeInclusive<u64>,
) -> rusqlite::Result<Option<PlayedGame>> {
    let bound = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let query = format!(
        "SELECT {GAME} FROM games JOIN matches ON matches.id = games.match \
         WHERE games.match = ? AND number BETWEEN ? AND ? ORDER BY number LIMIT 1"
    );
    let mut statement = connection.prepare_cached(&query)?;
    let key = params![id, bound(*numbers.start()), bound(*numbers.end())];
    statement.query_row(key, |row| played_game(connection, row)).optional()
}

fn played_game(connection: &Connection, row: &Row<'_>) -> rusqlite::Result<PlayedGame> {
    let (id, number): (i64, i64) = (row.get(0)?, row.get(1)?);
    let outcome = outcome(row, 8)?;
    let ending = ending(row)?;
    let opening_plies = row.get::<_, i64>(6)? as usize;
    let parts = RecordParts {
        game: row.get(14)?,
        rules: row.get(15)?,
        position: row.get(5)?,
        players: [row.get(3)?, row.get(4)?],
        opening_plies,
        moves: row.get::<_, String>(7)?.split_whitespace().map(str::to_owned).collect(),
    };
    let game = PlayedGame {
        number: number as u64,
        first: engine(row, 2)?,
        outcome,
        opening_plies,
        turns: turns(connection, id, number)?,
        record: parts.record(outcome, &ending),
        ending,
    };
    if row.get::<_, i64>(20)? == digest::of(id, &game) {
        return Ok(game);
    }
    Err(unreadable(20, format!("game {number} of match {id} is not what was stored")))
}

fn outcome(row: &Row<'_>, column: usize) -> rusqlite::Result<Outcome> {
    let text: String = row.get(column)?;
    match RecordedResult::read(&text, ["first", "second"]) {
        Some(RecordedResult::Ended(outcome)) => Ok(outcome),
        _ => Err(unreadable(column, format!("`{text}` is no result"))),
    }
}

fn ending(row: &Row<'_>) -> rusqlite::Result<Ending> {
    let kind: String = row.get(9)?;
    let engine = || engine(row, 10);
    let answer = || row.get(11);
    let reason = || row.get(12);
    let amount = || row.get::<_, i64>(13).map(|amount| amount as u64);
    Ok(match kind.as_str() {
        "rules" => Ending::Rules(reason()?),
        "length" => Ending::Length { plies: amount()? as usize },
        "resignation" => Ending::Resignation { engine: engine()? },
        "gave-up" => Ending::GaveUp { engine: engine()? },
        "even-scores" => Ending::EvenScores,
        "proof" => Ending::Proof {
            engine: engine()?,
            plies: row.get::<_, Option<i64>>(13)?.map(|plies| plies as u32),
            instead: reason()?,
        },
        "no-move" => Ending::NoMove { engine: engine()? },
        "illegal-move" => Ending::IllegalMove { engine: engine()?, answer: answer()?, reason: reason()? },
        "time" => Ending::Time { engine: engine()?, over: Duration::from_nanos(amount()?) },
        "crash" => Ending::Crash { engine: engine()?, reason: reason()? },
        "failure" => Ending::Failure { engine: engine()?, reason: reason()? },
        _ => return Err(unreadable(9, format!("`{kind}` is no way to end a game"))),
    })
}

fn turns(connection: &Connection, id: i64, game: i64) -> rusqlite::Result<Vec<Turn>> {
    let mut statement = connection.prepare_cached(
        "SELECT engine, plies, score, depth, nodes, elapsed FROM turns WHERE match = ? AND game = ? ORDER BY turn",
    )?;
    let rows = statement.query_map([id, game], |row| {
        Ok(Turn {
            engine: engine(row, 0)?,
            plies: row.get::<_, i64>(1)? as usize,
            score: score(row.get(2)?),
            depth: row.get(3)?,
            nodes: row.get::<_, i64>(4)? as u64,
            elapsed: Duration::from_nanos(row.get::<_, i64>(5)? as u64),
        })
    })?;
    rows.collect()
}

/// An engine, 0 or 1.
fn engine(row: &Row<'_>, column: usize) -> rusqlite::Result<usize> {
    match row.get(column)? {
        0 => Ok(0),
        1 => Ok(1),
        other => Err(unreadable(column, format!("`{other}` is no engine"))),
    }
}

/// The score of this value.
fn score(value: i32) -> Score {
    let distance = Score::WIN.value().saturating_sub(value.saturating_abs()).max(0) as u32;
    if value > Score::MAX_HEURISTIC.value() {
        Score::win_in(distance)
    } else if value < -Score::MAX_HEURISTIC.value() {
        Score::loss_in(distance)
    } else {
        Score::heuristic(value)
    }
}

/// A text column as what it stands for.
fn parsed<T: core::str::FromStr<Err: core::fmt::Display>>(
    row: &Row<'_>,
    column: usize,
) -> rusqlite::Result<T> {
    row.get::<_, String>(column)?.parse().map_err(|error: T::Err| unreadable(column, error.to_string()))
}

fn unreadable(column: usize, reason: String) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, reason.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_back() {
        for kept in [
            Score::ZERO,
            Score::heuristic(-30_000),
            Score::heuristic(17),
            Score::WIN,
            Score::LOSS,
            Score::win_in(7),
            Score::loss_in(1_000),
        ] {
            assert_eq!(score(kept.value()), kept);
        }
        assert!(score(i32::MIN).is_loss() && score(i32::MAX).is_win());
    }
}
