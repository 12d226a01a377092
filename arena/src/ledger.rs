//! Ledgers: who plays which game, and where finished games are kept.
//!
//! The threads of a match claim games from a ledger and hand them in there; the collector reads them in the
//! order of their numbers. A ledger in memory ends with its match. One in a file, such as the store's,
//! outlives it and may be shared with other processes; that is all that resuming an interrupted match takes.

use crate::played::PlayedGame;
use core::fmt;
use core::ops::RangeInclusive;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The answer to a request for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The game now belongs to the requesting thread.
    Game(u64),
    /// All remaining games are being played elsewhere; one may become free.
    Later,
    /// Every game is finished or being played by this process.
    None,
}

/// Error returned when a game cannot be claimed, kept or read: one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerError(pub String);

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for LedgerError {}

/// The games of one match: finished and in progress.
pub trait Ledger: Send + Sync {
    /// Claims the game with the least number below `games` that is neither finished nor being played.
    ///
    /// # Errors
    ///
    /// If the ledger cannot be read or written.
    fn claim(&self, games: u64) -> Result<Claim, LedgerError>;

    /// Keeps a finished game. When this returns, the game is safe. If a game with this number exists, that
    /// one stays.
    ///
    /// # Errors
    ///
    /// If the ledger cannot be written.
    fn keep(&self, game: PlayedGame) -> Result<(), LedgerError>;

    /// The finished game with the least number within `numbers`.
    ///
    /// # Errors
    ///
    /// If the ledger cannot be read.
    fn finished(&self, numbers: RangeInclusive<u64>) -> Result<Option<PlayedGame>, LedgerError>;

    /// Whether the finished game of this number can be [read](Self::finished).
    ///
    /// # Errors
    ///
    /// If the ledger cannot be read.
    fn holds(&self, number: u64) -> Result<bool, LedgerError>;

    /// Signals that this process is alive; called often during a match.
    ///
    /// # Errors
    ///
    /// If the ledger cannot be written.
    fn keep_alive(&self) -> Result<(), LedgerError> {
        Ok(())
    }
}

/// A ledger in memory. Games leave it when they have been read, so that long matches need little memory.
#[derive(Debug, Default)]
pub struct MemoryLedger(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    next: u64,
    games: BTreeMap<u64, PlayedGame>,
}

impl MemoryLedger {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ledger for MemoryLedger {
    fn claim(&self, games: u64) -> Result<Claim, LedgerError> {
        let mut state = self.state();
        if state.next >= games {
            return Ok(Claim::None);
        }
        state.next += 1;
        Ok(Claim::Game(state.next - 1))
    }

    fn keep(&self, game: PlayedGame) -> Result<(), LedgerError> {
        self.state().games.insert(game.number, game);
        Ok(())
    }

    fn finished(&self, numbers: RangeInclusive<u64>) -> Result<Option<PlayedGame>, LedgerError> {
        let mut state = self.state();
        let number = state.games.range(numbers).next().map(|(&number, _)| number);
        Ok(number.and_then(|number| state.games.remove(&number)))
    }

    fn holds(&self, number: u64) -> Result<bool, LedgerError> {
        Ok(self.state().games.contains_key(&number))
    }
}
