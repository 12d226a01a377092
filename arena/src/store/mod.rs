//! The store: finished games in one `SQLite` database, which is consistent at any moment, whichever process
//! is killed, and which several processes may share.
//!
//! A game is stored in one transaction, when it is finished and before it is counted. The results of a match
//! are never stored: they are counted from the games. A process claims a game before it plays it, and signs
//! in every second; the claims of one that has not signed in for five seconds are taken over. If that process
//! hands its game in after all, the game that came first stays.

mod columns;
mod damage;
mod digest;
mod error;
mod ledger;
mod read;
mod schema;
mod write;

pub use damage::Damage;
pub use error::StoreError;
pub use ledger::StoredMatch;
pub use read::{Contents, StoredGame, StoredSummary};

use crate::matches::Match;
use core::time::Duration;
use error::Attempt;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs;
use std::path::{Path, PathBuf};

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
    /// The version of its tables.
    version: i32,
    /// How long a lock of another is waited for.
    patience: Duration,
    /// What is wrong with the pages of the file, if something is.
    page_damage: Option<String>,
}

impl Store {
    /// How long whoever opens a store, or begins a match, waits for another.
    const PATIENCE_TO_OPEN: Duration = Duration::from_secs(3);
    /// How long `SQLite` waits by itself.
    const PATIENCE_OF_A_STATEMENT: Duration = Duration::from_secs(1);
    /// The memory for pages of the file, which a match rarely reads again.
    const CACHE_KIB: i32 = 256;

    /// Opens a store to play into; makes one where there is no file, or an empty one, and brings one of an
    /// earlier version up to date. Takes a moment for each hundred megabytes, which are checked.
    ///
    /// # Errors
    ///
    /// If the file is something else, was made by a later version, is damaged, is locked by others for some
    /// seconds, or cannot be read and written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut store = Self::connect(path, flags)?;
        store.check()?;
        if let Some(reason) = store.page_damage {
            return Err(StoreError::Damaged { path: store.path, reason });
        }
        store.migrate()?;
        // Readers and a writer do not wait for each other.
        store.patiently(|store| store.set("journal_mode", "WAL"))?;
        store.set_durable(false)?;
        Ok(store)
    }

    /// Opens a store that is there, to read it. Nothing is changed in it, and it may stand on a disk that
    /// cannot be written. What is damaged in it is said when it is read.
    ///
    /// # Errors
    ///
    /// If there is no such file, it is something else or of a later version, is locked by others for some
    /// seconds, or cannot be read.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        let mut store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        if let Some(frozen) = store.frozen()? {
            store = frozen;
        }
        store.version = store.patiently(Self::identify)?;
        store.check()?;
        Ok(store)
    }

    /// Opens the file, and reads nothing yet.
    fn connect(path: &Path, access: OpenFlags) -> Result<Self, StoreError> {
        let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX);
        Self::over(path, connection)
    }

    fn over(path: &Path, connection: rusqlite::Result<Connection>) -> Result<Self, StoreError> {
        let connection = connection.at(path)?;
        connection.busy_timeout(Self::PATIENCE_OF_A_STATEMENT).at(path)?;
        let (path, patience) = (path.to_owned(), Self::PATIENCE_TO_OPEN);
        Ok(Self { path, connection, version: 0, patience, page_damage: None })
    }

    /// The store as a file that nobody writes, if it stands where nothing can be written: a write-ahead log
    /// needs files beside the store even to read.
    fn frozen(&self) -> Result<Option<Self>, StoreError> {
        let first_look = self.connection.query_row("SELECT count(*) FROM sqlite_master", [], |_| Ok(()));
        if !first_look.as_ref().is_err_and(schema::is_unwritable) {
            return Ok(None);
        }
        let path = &self.path;
        let log = path.with_file_name(format!("{}-wal", path.file_name().unwrap_or_default().display()));
        if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
            let reason = "its last games stand in a log, which can be read only where files can be written: copy both there";
            return Err(StoreError::Access { path: path.clone(), reason: reason.to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let frozen =
            Connection::open_with_flags(immutable_uri(path), flags | OpenFlags::SQLITE_OPEN_NO_MUTEX);
        Self::over(path, frozen).map(Some)
    }

    /// Lets `SQLite` check the file for damage.
    fn check(&mut self) -> Result<(), StoreError> {
        self.patiently(|store| store.set("cache_size", &(-Self::CACHE_KIB).to_string()))?;
        self.page_damage = self.patiently(|store| match store.integrity() {
            Ok(answer) if answer == "ok" => Ok(None),
            Ok(answer) => Ok(Some(answer.lines().last().unwrap_or_default().to_owned())),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt) => {
                Ok(Some(error.to_string()))
            }
            Err(error) => Err(error).at(&store.path),
        })?;
        Ok(())
    }

    /// Unlike `quick_check` this notices pages that were exchanged.
    fn integrity(&self) -> rusqlite::Result<String> {
        self.connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
    }

    /// Does something again and again while others have the file locked, until this store's patience is at
    /// its end.
    fn patiently<T>(&self, mut attempt: impl FnMut(&Self) -> Result<T, StoreError>) -> Result<T, StoreError> {
        error::patiently(self.patience, || attempt(self))
    }

    fn set(&self, pragma: &str, value: &str) -> Result<(), StoreError> {
        self.connection.pragma_update(None, pragma, value).at(&self.path)
    }

    /// Whether what is committed from now on survives a loss of power. Each such commit is a write that is
    /// waited for; every commit survives the process.
    fn set_durable(&self, is_durable: bool) -> Result<(), StoreError> {
        self.set("synchronous", if is_durable { "FULL" } else { "NORMAL" })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The ledger of a match: games in the store count, and games played are added. The number of games and
    /// the test that `contest` requests are recorded for [`matches`](Self::matches).
    ///
    /// # Errors
    ///
    /// If the store cannot be read or written.
    pub fn ledger(self, contest: &Match) -> Result<StoredMatch, StoreError> {
        let mut ledgers = StoredMatch::all(self, &[contest])?;
        Ok(ledgers.remove(0))
    }

    /// The ledgers of several matches, in their order, that share the file: for a
    /// [`Tournament`](crate::Tournament).
    ///
    /// # Errors
    ///
    /// The errors of [`ledger`](Self::ledger).
    pub fn ledgers(self, matches: &[Match]) -> Result<Vec<StoredMatch>, StoreError> {
        StoredMatch::all(self, &matches.iter().collect::<Vec<_>>())
    }
}

/// The URI of a file that is promised not to change.
fn immutable_uri(path: &Path) -> String {
    let escaped = path.display().to_string().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{escaped}?immutable=1")
}
