//! The ledger of one match in a store: claims, and finished games.

use super::error::{Attempt, patiently};
use super::{Store, StoreError, read, write};
use crate::description::Description;
use crate::ledger::{Claim, Ledger, LedgerError};
use crate::matches::Match;
use crate::played::PlayedGame;
use core::ops::RangeInclusive;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How long after it was last seen a process counts as alive.
pub(super) const LEASE_SECONDS: f64 = 5.0;
/// How often a process that plays shows itself.
const PULSE_SECONDS: f64 = 1.0;

/// A match in a store, for one process that plays it. Dropping it frees the games that it has claimed and not finished.
#[derive(Debug)]
pub struct StoredMatch {
    id: i64,
    /// The name of this process among the players: a random one.
    player: String,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    store: Store,
    /// All games below this one are finished.
    finished: u64,
}

impl From<StoreError> for LedgerError {
    fn from(error: StoreError) -> Self {
        Self(error.to_string())
    }
}

impl StoredMatch {
    pub(super) fn new(store: Store, contest: &Match) -> Result<Self, StoreError> {
        let (id, player) = {
            let transaction = begin(&store)?;
            let path = &store.path;
            let id = enter(&transaction, contest).at(path)?;
            bury(&transaction).at(path)?;
            let player: String =
                transaction.query_row("SELECT hex(randomblob(16))", [], |row| row.get(0)).at(path)?;
            show(&transaction, &player).at(path)?;
            transaction.commit().at(path)?;
            (id, player)
        };
        Ok(Self { id, player, state: Mutex::new(State { store, finished: 0 }) })
    }

    /// The number of the match in its store.
    pub const fn id(&self) -> i64 {
        self.id
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The games from the first unfinished one on that are taken, in order: finished, or claimed by somebody who lives.
    fn taken(&self, connection: &Connection, from: u64) -> rusqlite::Result<Vec<(u64, Taken)>> {
        let mut statement = connection.prepare_cached(
            "SELECT number, NULL FROM games WHERE match = ?1 AND number >= ?2 \
             UNION ALL SELECT number, claims.player FROM claims JOIN players USING (player) \
             WHERE match = ?1 AND number >= ?2 AND abs(unixepoch('subsec') - seen) < ?3 ORDER BY number",
        )?;
        let rows = statement.query_map(params![self.id, from as i64, LEASE_SECONDS], |row| {
            let player: Option<String> = row.get(1)?;
            let taken = match player {
                None => Taken::Finished,
                Some(player) if player == self.player => Taken::Ours,
                Some(_) => Taken::Elsewhere,
            };
            Ok((row.get::<_, i64>(0)? as u64, taken))
        })?;
        rows.collect()
    }
}

/// By what a game is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Finished,
    Ours,
    Elsewhere,
}

impl Ledger for StoredMatch {
    fn claim(&self, games: u64) -> Result<Claim, LedgerError> {
        let mut state = self.state();
        let State { store, finished } = &mut *state;
        let transaction = begin(store)?;
        let taken = self.taken(&transaction, *finished).at(&store.path)?;
        let unfinished = taken
            .iter()
            .zip(*finished..)
            .find(|((number, taken), expected)| number != expected || *taken != Taken::Finished);
        *finished = unfinished.map_or(*finished + taken.len() as u64, |(_, expected)| expected);
        let mut free = *finished;
        for (number, _) in &taken {
            free += u64::from(*number == free);
        }
        if free >= games {
            let elsewhere = taken.iter().any(|(number, taken)| *number < games && *taken == Taken::Elsewhere);
            return Ok(if elsewhere { Claim::Later } else { Claim::None });
        }
        transaction
            .execute(
                "INSERT OR REPLACE INTO claims VALUES (?, ?, ?)",
                params![self.id, free as i64, self.player],
            )
            .at(&store.path)?;
        transaction.commit().at(&store.path)?;
        Ok(Claim::Game(free))
    }

    fn keep(&self, game: PlayedGame) -> Result<(), LedgerError> {
        let state = self.state();
        let path = &state.store.path;
        let transaction = begin(&state.store)?;
        write::insert_game(&transaction, self.id, &game).at(path)?;
        transaction
            .execute(
                "DELETE FROM claims WHERE match = ? AND number = ? AND player = ?",
                params![self.id, game.number as i64, self.player],
            )
            .at(path)?;
        Ok(transaction.commit().at(path)?)
    }

    fn finished(&self, numbers: RangeInclusive<u64>) -> Result<Option<PlayedGame>, LedgerError> {
        let state = self.state();
        let Store { connection, path } = &state.store;
        Ok(patiently(|| read::first_game(connection, self.id, numbers.clone()).at(path))?)
    }

    fn keep_alive(&self) -> Result<(), LedgerError> {
        let state = self.state();
        let path = &state.store.path;
        let is_fresh = state
            .store
            .connection
            .prepare_cached("SELECT abs(unixepoch('subsec') - seen) < ? FROM players WHERE player = ?")
            .and_then(|mut select| {
                select.query_row(params![PULSE_SECONDS, self.player], |row| row.get(0)).optional()
            })
            .at(path)?;
        if is_fresh == Some(true) {
            Ok(())
        } else {
            Ok(show(&state.store.connection, &self.player).at(path)?)
        }
    }
}

impl Drop for StoredMatch {
    fn drop(&mut self) {
        let state = self.state();
        // If it cannot be said that nobody plays here any more, time will tell.
        let connection = &state.store.connection;
        let _ = connection.execute("DELETE FROM claims WHERE player = ?", [&self.player]);
        let _ = connection.execute("DELETE FROM players WHERE player = ?", [&self.player]);
    }
}

fn begin(store: &Store) -> Result<Transaction<'_>, StoreError> {
    patiently(|| {
        Transaction::new_unchecked(&store.connection, TransactionBehavior::Immediate).at(&store.path)
    })
}

/// The number of a match, which is entered if it is not there; and what is asked of it this time.
fn enter(connection: &Connection, contest: &Match) -> rusqlite::Result<i64> {
    let Description { game, rules, position, moves, engines: [first, second], openings, seed, conditions } =
        contest.description();
    let key = params![game, rules, position, moves, first, second, openings, seed.to_string(), conditions];
    connection.execute(
        "INSERT OR IGNORE INTO matches (game, rules, position, moves, engine_0, engine_1, openings, seed, conditions, games) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
        key,
    )?;
    let id: i64 = connection.query_row(
        "SELECT id FROM matches WHERE (game, rules, position, moves, engine_0, engine_1, openings, seed, conditions) \
         = (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        key,
        |row| row.get(0),
    )?;
    let games = i64::try_from(contest.whole_pairs()).unwrap_or(i64::MAX);
    let sprt = contest.sprt.as_ref().map(ToString::to_string);
    connection.execute("UPDATE matches SET games = ?, sprt = ? WHERE id = ?", params![games, sprt, id])?;
    Ok(id)
}

/// Forgets the processes that have not been seen for long, and their claims.
fn bury(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM players WHERE abs(unixepoch('subsec') - seen) >= ?", [LEASE_SECONDS])?;
    connection.execute("DELETE FROM claims WHERE player NOT IN (SELECT player FROM players)", [])?;
    Ok(())
}

/// Shows that a process lives.
fn show(connection: &Connection, player: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO players VALUES (?, unixepoch('subsec'))")?
        .execute([player])
        .map(drop)
}
