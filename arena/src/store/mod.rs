//! Finished games in one file: an `SQLite` database that is whole at any moment, whoever is killed, and that several processes may share.
//!
//! A game is stored in one transaction, when it is finished and before it is counted. What a match amounts to is never stored: it is
//! counted again from the games. A process claims a game before it plays it, and shows every second that it lives; the claims of one that
//! has not been seen for five seconds are taken over. Should it have been asleep and hand its game in after all, the game
//! that came first stays.

mod digest;
mod error;
mod ledger;
mod read;
mod write;

pub use error::StoreError;
pub use ledger::StoredMatch;
pub use read::{StoredGame, StoredSummary};

use crate::matches::Match;
use core::time::Duration;
use error::{Attempt, patiently};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::path::{Path, PathBuf};

/// What `SQLite` keeps in the file's header to say whose it is: `plyw`.
const APPLICATION: i32 = i32::from_be_bytes(*b"plyw");
/// The version of the tables.
const VERSION: i32 = 1;

/// A file of finished games.
///
/// ```no_run
/// use plywood_arena::{Match, MatchError, Summary};
/// use plywood_arena::store::{Store, StoreError};
///
/// /// Plays what is left of a match.
/// fn go_on(contest: &Match) -> Result<Summary, Box<dyn std::error::Error>> {
///     let store = Store::open("games.db".as_ref())?;
///     let ledger = store.ledger(contest)?;
///     Ok(contest.run_with(&ledger, &mut |_, _| std::ops::ControlFlow::Continue(()))?)
/// }
/// ```
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
}

impl Store {
    /// How long a writer waits for another.
    const PATIENCE: Duration = Duration::from_secs(60);
    /// The memory for pages of the file, which a match fills and hardly ever reads again.
    const CACHE_KIB: i32 = 256;

    /// Opens a store to play into; makes one where there is no file, or an empty one. Takes a moment for each hundred megabytes, which are
    /// checked.
    ///
    /// # Errors
    ///
    /// If the file is something else, was made by a later version, is damaged, or cannot be read and written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let store = Self::connect(path, flags)?;
        patiently(|| store.prepare())?;
        patiently(|| store.check())?;
        Ok(store)
    }

    /// Opens a store that is there, to read it. Nothing is changed in it.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open); and if there is no such file.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        patiently(|| store.identify())?;
        patiently(|| store.check())?;
        Ok(store)
    }

    fn connect(path: &Path, access: OpenFlags) -> Result<Self, StoreError> {
        let flags = access | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).at(path)?;
        connection.busy_timeout(Self::PATIENCE).at(path)?;
        connection.pragma_update(None, "cache_size", -Self::CACHE_KIB).at(path)?;
        Ok(Self { path: path.to_owned(), connection })
    }

    /// Makes the tables where there is nothing yet.
    fn prepare(&self) -> Result<(), StoreError> {
        // A transaction, so that of two processes that come at once one makes the tables.
        let transaction =
            rusqlite::Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate);
        let transaction = transaction.at(&self.path)?;
        let tables: u32 = transaction
            .query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))
            .at(&self.path)?;
        if tables == 0 && self.pragma("application_id")? == 0 {
            transaction.execute_batch(include_str!("schema.sql")).at(&self.path)?;
            transaction.pragma_update(None, "application_id", APPLICATION).at(&self.path)?;
            transaction.pragma_update(None, "user_version", VERSION).at(&self.path)?;
        }
        transaction.commit().at(&self.path)?;
        self.identify()?;
        // Readers and a writer do not wait for each other.
        self.connection.pragma_update(None, "journal_mode", "WAL").at(&self.path)?;
        self.keep_on_power_loss()
    }

    /// Whether the file is a store, and one that this version reads.
    fn identify(&self) -> Result<(), StoreError> {
        if self.pragma("application_id")? != APPLICATION {
            return Err(StoreError::Foreign(self.path.clone()));
        }
        match self.pragma("user_version")? {
            VERSION => Ok(()),
            version => Err(StoreError::Version { path: self.path.clone(), version }),
        }
    }

    fn pragma(&self, name: &str) -> Result<i32, StoreError> {
        self.connection.pragma_query_value(None, name, |row| row.get(0)).at(&self.path)
    }

    /// Lets `SQLite` look for damage.
    fn check(&self) -> Result<(), StoreError> {
        let answer: String =
            self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0)).at(&self.path)?;
        if answer == "ok" {
            return Ok(());
        }
        let reason = answer.lines().last().unwrap_or_default().to_owned();
        Err(StoreError::Damaged { path: self.path.clone(), reason })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The ledger of a match: what the store has of it counts, and what is played is added. The number of games and the test that `contest` asks for
    /// are noted, for [`matches`](Self::matches).
    ///
    /// # Errors
    ///
    /// If the store cannot be read or written.
    pub fn ledger(self, contest: &Match) -> Result<StoredMatch, StoreError> {
        StoredMatch::new(self, contest)
    }

    /// The ledgers of several matches, in their order, which use the file together: for a [`Tournament`](crate::Tournament).
    ///
    /// # Errors
    ///
    /// As [`ledger`](Self::ledger).
    pub fn ledgers(self, matches: &[Match]) -> Result<Vec<StoredMatch>, StoreError> {
        matches.iter().map(|contest| StoredMatch::new(self.again()?, contest)).collect()
    }

    /// The same file once more. It has been checked, and stays in its mode.
    fn again(&self) -> Result<Self, StoreError> {
        let store = Self::connect(&self.path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        store.keep_on_power_loss()?;
        Ok(store)
    }

    /// What is committed survives the process in any case, and like this the machine. A connection's own setting.
    fn keep_on_power_loss(&self) -> Result<(), StoreError> {
        self.connection.pragma_update(None, "synchronous", "FULL").at(&self.path)
    }
}
