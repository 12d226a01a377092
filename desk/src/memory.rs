//! The engines whose tables are kept for the next search.

use core::fmt;
use core::time::Duration;
use plywood_play::Engine;
use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A bounded number of engines, each kept for whoever names it again in time.
pub struct Memory {
    most: usize,
    idle: Duration,
    kept: Mutex<VecDeque<Kept>>,
}

/// An engine that nobody uses at the moment.
struct Kept {
    key: Key,
    engine: Box<dyn Engine>,
    since: Duration,
}

/// What tells engines apart: the caller's name, the game with its rules, and the engine's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) name: String,
    pub(crate) game: String,
    pub(crate) engine: String,
}

impl Memory {
    /// Room for `most` engines, each forgotten when it was not used for `idle`.
    pub fn new(most: usize, idle: Duration) -> Self {
        Self { most, idle, kept: Mutex::default() }
    }

    /// The number of engines that are kept.
    pub fn len(&self) -> usize {
        self.locked().len()
    }

    /// Whether no engine is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets the engines that were idle for too long at `now`.
    pub fn sweep(&self, now: Duration) {
        self.locked().retain(|kept| now.saturating_sub(kept.since) <= self.idle);
    }

    /// Forgets every engine.
    pub fn clear(&self) {
        self.locked().clear();
    }

    /// Hands out the engine of this key, if it is kept.
    pub(crate) fn take(&self, key: &Key) -> Option<Box<dyn Engine>> {
        let mut kept = self.locked();
        let place = kept.iter().position(|kept| kept.key == *key)?;
        kept.remove(place).map(|kept| kept.engine)
    }

    /// Keeps an engine; the one kept for longest makes room.
    pub(crate) fn keep(&self, key: Key, engine: Box<dyn Engine>, now: Duration) {
        self.sweep(now);
        let mut kept = self.locked();
        // A caller who has turned to another game does not come back to the tables of the one before.
        kept.retain(|old| old.key.name != key.name || old.key.game == key.game);
        kept.push_back(Kept { key, engine, since: now });
        if kept.len() > self.most {
            kept.pop_front();
        }
    }

    fn locked(&self) -> MutexGuard<'_, VecDeque<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("most", &self.most).field("len", &self.len()).finish_non_exhaustive()
    }
}
