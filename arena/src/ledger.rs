//! Who plays which game, and where finished games are kept.
//!
//! The threads of a match take games from a ledger and hand them in there; whoever counts reads them from it in the order of their
//! numbers. One that lives in memory ends with its match; one in a file, such as the store's, outlives it and may be shared with other
//! processes, which is all that it takes to go on with a match that was ended in any way.

use crate::played::PlayedGame;
use core::fmt;
use core::ops::RangeInclusive;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The answer to a thread that asks for a game to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// This game is the asking thread's now.
    Game(u64),
    /// The games that are left are being played elsewhere; one may be free later.
    Later,
    /// Every game is finished, or being played by a thread of this process.
    None,
}

/// Why a game could not be claimed, kept or read: one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerError(pub String);

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for LedgerError {}

/// The games of one match: which are finished, and which are being played.
pub trait Ledger: Send + Sync {
    /// Takes the game of the least number below `games` that is neither finished nor being played.
    ///
    /// # Errors
    ///
    /// If the ledger cannot be read or written.
    fn claim(&self, games: u64) -> Result<Claim, LedgerError>;

    /// Keeps a finished game. When this returns the game is safe; a game of this number that was there already stays instead.
    ///
    /// # Errors
    ///
    /// If the ledger cannot be written.
    fn keep(&self, game: PlayedGame) -> Result<(), LedgerError>;

    /// The finished game of the least number within `numbers`.
    ///
    /// # Errors
    ///
    /// If the ledger cannot be read.
    fn finished(&self, numbers: RangeInclusive<u64>) -> Result<Option<PlayedGame>, LedgerError>;

    /// Is called often while a match is played, so that others can see that its games are still being played.
    ///
    /// # Errors
    ///
    /// If the ledger cannot be written.
    fn keep_alive(&self) -> Result<(), LedgerError> {
        Ok(())
    }
}

/// A ledger that is forgotten with its match. Games leave it when they have been read, so that long matches need no memory.
#[derive(Debug, Default)]
pub(crate) struct Memory(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    next: u64,
    games: BTreeMap<u64, PlayedGame>,
}

impl Memory {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Ledger for Memory {
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
}
