//! Errors of stores.

use core::fmt;
use core::time::Duration;
use plywood_play::one_line;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

/// Error returned by a store: one line that names the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// There is no such file.
    Missing(PathBuf),
    /// The file is not a store of games.
    Foreign(PathBuf),
    /// The store has a version that this program does not know.
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: i32,
    },
    /// The file is damaged.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage.
        reason: String,
    },
    /// Other processes have kept the file busy for too long.
    Busy(PathBuf),
    /// The file cannot be read or written.
    Access {
        /// The file.
        path: PathBuf,
        /// The reason, in the words of `SQLite`.
        reason: String,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "{}: there is no such file", path.display()),
            Self::Foreign(path) => write!(f, "{}: not a store of games", path.display()),
            Self::Version { path, version } => {
                write!(
                    f,
                    "{}: a store of version {version}, which this program does not know",
                    path.display()
                )
            }
            Self::Damaged { path, reason } => {
                write!(f, "{}: the store is damaged: {}", path.display(), one_line(reason))
            }
            Self::Busy(path) => write!(f, "{}: others keep the store locked", path.display()),
            Self::Access { path, reason } => write!(f, "{}: {}", path.display(), one_line(reason)),
        }
    }
}

impl core::error::Error for StoreError {}

/// Tries again while the file is busy, for about so long: `SQLite` waits by itself almost everywhere, but not
/// where a lock would have to grow, as when two processes make a store at once.
pub(super) fn patiently<T>(
    patience: Duration,
    mut attempt: impl FnMut() -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    const PAUSE: Duration = Duration::from_millis(20);
    let until = Instant::now() + patience;
    loop {
        match attempt() {
            Err(StoreError::Busy(_)) if Instant::now() < until => thread::sleep(PAUSE),
            other => return other,
        }
    }
}

/// An operation on a file.
pub(super) trait Attempt<T> {
    /// Names the file in the error.
    fn at(self, path: &Path) -> Result<T, StoreError>;
}

impl<T> Attempt<T> for rusqlite::Result<T> {
    fn at(self, path: &Path) -> Result<T, StoreError> {
        self.map_err(|error| {
            let (path, reason) = (path.to_owned(), error.to_string());
            match error.sqlite_error_code() {
                Some(ErrorCode::NotADatabase) => StoreError::Foreign(path),
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(path),
                Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged { path, reason },
                // A value of the wrong type for its column, or a missing table.
                None | Some(ErrorCode::Unknown | ErrorCode::TypeMismatch) => {
                    StoreError::Damaged { path, reason }
                }
                Some(_) => StoreError::Access { path, reason },
            }
        })
    }
}
