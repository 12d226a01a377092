//! The versions of the tables, and the way from each to the next.

use super::error::Attempt;
use super::{Store, StoreError};
use rusqlite::{Connection, ErrorCode};
use rusqlite_migration::{Error, M, Migrations};

/// The application id in the file's header: `plyw`.
const APPLICATION: i32 = i32::from_be_bytes(*b"plyw");
/// The version of the tables that this program writes. It reads all from 1 on.
pub(super) const VERSION: i32 = 2;

/// One step for each version, in order; the header's `user_version` says how many have been taken.
const STEPS: [M<'_>; VERSION as usize] =
    [M::up(include_str!("schema_1.sql")), M::up(include_str!("schema_2.sql"))];

impl Store {
    /// The version of the store in the file; 0 if the file has nothing in it.
    pub(super) fn identify(&self) -> Result<i32, StoreError> {
        // One state of the file: another process may be making the tables.
        let _state = self.connection.unchecked_transaction().at(&self.path)?;
        let version = self.pragma("user_version")?;
        match self.pragma("application_id")? {
            APPLICATION if (1..=VERSION).contains(&version) => Ok(version),
            APPLICATION => Err(StoreError::Version { path: self.path.clone(), version }),
            0 if version == 0 && self.tables()? == 0 => Ok(0),
            _ => Err(StoreError::Foreign(self.path.clone())),
        }
    }

    /// Brings the tables to the newest version, or makes them where there is nothing yet.
    pub(super) fn migrate(&mut self) -> Result<(), StoreError> {
        self.patiently(Self::identify)?;
        let Self { connection, path, patience, .. } = self;
        // A table that others refer to is replaced.
        connection.pragma_update(None, "foreign_keys", false).at(path)?;
        super::error::patiently(*patience, || to_latest(connection).at(path))?;
        connection.pragma_update(None, "foreign_keys", true).at(path)?;
        self.version = self.patiently(Self::identify)?;
        Ok(())
    }

    fn tables(&self) -> Result<u32, StoreError> {
        let query = "SELECT count(*) FROM sqlite_master";
        self.connection.query_row(query, [], |row| row.get(0)).at(&self.path)
    }

    fn pragma(&self, name: &str) -> Result<i32, StoreError> {
        self.connection.pragma_query_value(None, name, |row| row.get(0)).at(&self.path)
    }
}

fn to_latest(connection: &mut Connection) -> rusqlite::Result<()> {
    let version = |connection: &Connection| {
        connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0))
    };
    if version(connection)? == VERSION {
        return Ok(());
    }
    match Migrations::from_slice(&STEPS).to_latest(connection) {
        Ok(()) => Ok(()),
        // Of two processes that come at once, one takes the steps.
        Err(_) if version(connection)? == VERSION => Ok(()),
        Err(Error::RusqliteError { err, .. }) => Err(err),
        Err(error) => Err(rusqlite::Error::ToSqlConversionFailure(Box::new(error))),
    }
}

/// Whether an error says that the place cannot be written, where reading needs that too: a write-ahead log
/// has files beside the store.
pub(super) fn is_unwritable(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_can_be_taken() {
        assert_eq!(Migrations::from_slice(&STEPS).validate(), Ok(()));
    }
}
