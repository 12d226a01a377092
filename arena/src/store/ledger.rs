//! The ledger of one match in a store: claims, and finished games.

use super::columns::Columns;
use super::error::{Attempt, patiently};
use super::{Store, StoreError, write};
use crate::description::Description;
use crate::ledger::{Claim, Ledger, LedgerError};
use crate::matches::Match;
use crate::played::PlayedGame;
use core::ops::RangeInclusive;
use core::time::Duration;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The time after its last sign of life for which a process counts as alive.
const LEASE_SECONDS: f64 = 5.0;
/// The interval between signs of life of a process that plays.
const PULSE_SECONDS: f64 = 1.0;
/// How often it is looked whether it is time to.
const UNTIL_NEXT_LOOK: Duration = Duration::from_millis(100);
/// How long whoever plays waits for another: a game that has been played is worth more than a game to come.
const PATIENCE_TO_PLAY: Duration = Duration::from_secs(60);

/// A match in a store, for one process that plays it. Dropping it releases the games that it has claimed and
/// not finished.
#[derive(Debug)]
pub struct StoredMatch {
    id: i64,
    player: Arc<Player>,
    /// The number below which all games are finished.
    finished: Mutex<u64>,
}

/// What the matches of one process share.
#[derive(Debug)]
struct Player {
    /// The random name of this process among the players.
    name: String,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    store: Store,
    /// When it was last looked whether this process should show itself.
    looked: Option<Instant>,
}

impl From<StoreError> for LedgerError {
    fn from(error: StoreError) -> Self {
        Self(error.to_string())
    }
}

impl Player {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StoredMatch {
    /// The ledgers of several matches over one connection.
    pub(super) fn all(mut store: Store, matches: &[&Match]) -> Result<Vec<Self>, StoreError> {
        let (ids, name) = {
            let transaction = begin(&store)?;
            let path = &store.path;
            let ids = matches.iter().map(|contest| enter(&transaction, contest)).collect::<Result<_, _>>();
            let ids: Vec<i64> = ids.at(path)?;
            bury(&transaction).at(path)?;
            let query = "SELECT hex(randomblob(16))";
            let name: String = transaction.query_row(query, [], |row| row.get(0)).at(path)?;
            show(&transaction, &name).at(path)?;
            transaction.commit().at(path)?;
            (ids, name)
        };
        store.patience = PATIENCE_TO_PLAY;
        let player = Arc::new(Player { name, state: Mutex::new(State { store, looked: None }) });
        let of = |id| Self { id, player: Arc::clone(&player), finished: Mutex::new(0) };
        Ok(ids.into_iter().map(of).collect())
    }

    /// The number of the match in its store.
    pub const fn id(&self) -> i64 {
        self.id
    }

    /// The taken games from the first unfinished one on, in order: finished, or claimed by a live process.
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
                Some(player) if player == self.player.name => Taken::Ours,
                Some(_) => Taken::Elsewhere,
            };
            Ok((row.get::<_, i64>(0)? as u64, taken))
        })?;
        rows.collect()
    }

    fn insert(&self, store: &Store, game: &PlayedGame) -> Result<(), StoreError> {
        let transaction = begin(store)?;
        write::insert_game(&transaction, &Columns::of(self.id, game)).at(&store.path)?;
        transaction
            .execute(
                "DELETE FROM claims WHERE match = ? AND number = ? AND player = ?",
                params![self.id, game.number as i64, self.player.name],
            )
            .at(&store.path)?;
        transaction.commit().at(&store.path)
    }
}

/// The reason why a game is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    Finished,
    Ours,
    Elsewhere,
}

impl Ledger for StoredMatch {
    fn claim(&self, games: u64) -> Result<Claim, LedgerError> {
        let state = self.player.state();
        let store = &state.store;
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
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
        let claim = "INSERT OR REPLACE INTO claims VALUES (?, ?, ?)";
        transaction.execute(claim, params![self.id, free as i64, self.player.name]).at(&store.path)?;
        transaction.commit().at(&store.path)?;
        Ok(Claim::Game(free))
    }

    /// The one write of a game that is waited for until it stands on the disk: a claim that is lost with the
    /// machine claims nothing.
    fn keep(&self, game: PlayedGame) -> Result<(), LedgerError> {
        let state = self.player.state();
        let store = &state.store;
        store.set_durable(true)?;
        let kept = self.insert(store, &game);
        store.set_durable(false)?;
        Ok(kept?)
    }

    fn finished(&self, numbers: RangeInclusive<u64>) -> Result<Option<PlayedGame>, LedgerError> {
        let state = self.player.state();
        let store = &state.store;
        Ok(store.patiently(|store| store.first_game(self.id, &numbers))?)
    }

    fn holds(&self, number: u64) -> Result<bool, LedgerError> {
        let state = self.player.state();
        let Store { connection, path, patience, .. } = &state.store;
        let look = || {
            connection
                .prepare_cached("SELECT 1 FROM games WHERE match = ? AND number = ?")?
                .exists(params![self.id, number as i64])
        };
        Ok(patiently(*patience, || look().at(path))?)
    }

    fn keep_alive(&self) -> Result<(), LedgerError> {
        let mut state = self.player.state();
        if state.looked.is_some_and(|looked| looked.elapsed() < UNTIL_NEXT_LOOK) {
            return Ok(());
        }
        state.looked = Some(Instant::now());
        let Store { connection, path, patience, .. } = &state.store;
        let is_fresh = connection
            .prepare_cached("SELECT abs(unixepoch('subsec') - seen) < ? FROM players WHERE player = ?")
            .and_then(|mut select| {
                select.query_row(params![PULSE_SECONDS, self.player.name], |row| row.get(0)).optional()
            })
            .at(path)?;
        if is_fresh == Some(true) {
            return Ok(());
        }
        Ok(patiently(*patience, || show(connection, &self.player.name).at(path))?)
    }
}

impl Drop for StoredMatch {
    fn drop(&mut self) {
        // If the claims cannot be released now, they expire.
        let free = "DELETE FROM claims WHERE match = ? AND player = ?";
        let state = self.player.state();
        let _ = state.store.connection.execute(free, params![self.id, self.player.name]);
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let state = self.state();
        let _ = state.store.connection.execute("DELETE FROM players WHERE player = ?", [&self.name]);
    }
}

fn begin(store: &Store) -> Result<Transaction<'_>, StoreError> {
    patiently(store.patience, || {
        Transaction::new_unchecked(&store.connection, TransactionBehavior::Immediate).at(&store.path)
    })
}

/// The number of a match, which is added if it is missing, with the games and the test requested this time.
fn enter(connection: &Connection, contest: &Match) -> rusqlite::Result<i64> {
    let description = contest.description();
    let id = match known(connection, &description, contest.any_build)? {
        Some(id) => id,
        None => insert_match(connection, &description)?,
    };
    let games = i64::try_from(contest.whole_pairs()).unwrap_or(i64::MAX);
    let sprt = contest.sprt.as_ref().map(ToString::to_string);
    connection.execute("UPDATE matches SET games = ?, sprt = ? WHERE id = ?", params![games, sprt, id])?;
    Ok(id)
}

/// The number of the latest match of this description, its builds left aside if any will do.
fn known(connection: &Connection, wanted: &Description, any_build: bool) -> rusqlite::Result<Option<i64>> {
    let Description { game, rules, position, moves, engines, builds, openings, seed, conditions } = wanted;
    let [first, second] = engines;
    let seed = seed.to_string();
    connection
        .query_row(
            "SELECT id FROM matches WHERE (game, rules, position, moves, engine_0, engine_1, openings, seed, conditions) \
             = (?, ?, ?, ?, ?, ?, ?, ?, ?) AND (? OR (build_0, build_1) = (?, ?)) ORDER BY id DESC LIMIT 1",
            params![
                game, rules, position, moves, first, second, openings, seed, conditions, any_build, builds[0],
                builds[1]
            ],
            |row| row.get(0),
        )
        .optional()
}

fn insert_match(connection: &Connection, new: &Description) -> rusqlite::Result<i64> {
    let Description { game, rules, position, moves, engines, builds, openings, seed, conditions } = new;
    let ([first, second], [build_0, build_1]) = (engines, builds);
    connection.execute(
        "INSERT INTO matches (game, rules, position, moves, engine_0, engine_1, build_0, build_1, openings, seed, conditions, games) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
        params![
            game, rules, position, moves, first, second, build_0, build_1, openings, seed.to_string(),
            conditions
        ],
    )?;
    Ok(connection.last_insert_rowid())
}

/// Removes the processes that have shown no sign of life for long, with their claims.
fn bury(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM players WHERE abs(unixepoch('subsec') - seen) >= ?", [LEASE_SECONDS])?;
    connection.execute("DELETE FROM claims WHERE player NOT IN (SELECT player FROM players)", [])?;
    Ok(())
}

/// Records a sign of life of a process.
fn show(connection: &Connection, player: &str) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO players VALUES (?, unixepoch('subsec'))")?
        .execute([player])
        .map(drop)
}
