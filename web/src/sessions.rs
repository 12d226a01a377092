//! The sessions of a server: each a game under way, none knowing of the others.

use crate::refused::Refused;
use crate::settings::Settings;
use core::time::Duration;
use plywood_play::Session;
use plywood_search::StopHandle;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game under way, and the searches that look at it.
pub(crate) struct Entry {
    pub(crate) id: String,
    session: Mutex<Box<dyn Session>>,
    /// When somebody last asked about it.
    used: Mutex<Duration>,
    /// What ends the search under way, and the graph.
    searches: Mutex<[Option<StopHandle>; 2]>,
}

/// What a search is for. A session has one of each at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Thinks about the current position.
    Search,
    /// Evaluates all positions.
    Graph,
}

impl Entry {
    /// The game itself. Nobody holds it across a search: those have copies.
    pub(crate) fn session(&self) -> MutexGuard<'_, Box<dyn Session>> {
        locked(&self.session)
    }

    /// Makes `stop` the handle of the search for a purpose, and ends the one before it.
    pub(crate) fn begin(&self, purpose: Purpose, stop: &StopHandle) {
        let before = locked(&self.searches)[purpose as usize].replace(stop.clone());
        if let Some(before) = before {
            before.stop();
        }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        locked(&self.searches).iter().flatten().for_each(StopHandle::stop);
    }
}

/// A lock whose content is whole at all times, whoever panicked while holding it.
pub(crate) fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All sessions.
pub(crate) struct Sessions {
    settings: Settings,
    entries: Mutex<HashMap<String, Arc<Entry>>>,
}

impl Sessions {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, entries: Mutex::new(HashMap::new()) }
    }

    /// Takes in a game under a new name.
    pub(crate) fn add(&self, session: Box<dyn Session>) -> Result<Arc<Entry>, Refused> {
        let now = self.settings.clock.now();
        let mut entries = locked(&self.entries);
        entries.retain(|_, entry| !self.is_idle(entry, now));
        if entries.len() >= self.settings.sessions {
            let longest_idle = longest_idle(&entries, now, self.settings.in_use);
            let id = longest_idle.ok_or_else(|| Refused::busy("too many sessions are in use"))?;
            entries.remove(&id);
        }
        let id = new_id()?;
        let entry = Arc::new(Entry {
            id: id.clone(),
            session: Mutex::new(session),
            used: Mutex::new(now),
            searches: Mutex::default(),
        });
        entries.insert(id, entry.clone());
        Ok(entry)
    }

    /// The session of a name, which has been asked about now.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<Entry>, Refused> {
        let now = self.settings.clock.now();
        let mut entries = locked(&self.entries);
        let Some(entry) = entries.get(id).cloned() else { return Err(Refused::no_session(id)) };
        if self.is_idle(&entry, now) {
            entries.remove(id);
            return Err(Refused::no_session(id));
        }
        *locked(&entry.used) = now;
        Ok(entry)
    }

    /// Ends a session and its searches.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Refused> {
        let entry = locked(&self.entries).remove(id).ok_or_else(|| Refused::no_session(id))?;
        locked(&entry.searches).iter().flatten().for_each(StopHandle::stop);
        Ok(())
    }

    /// Ends all sessions and their searches.
    pub(crate) fn clear(&self) {
        locked(&self.entries).clear();
    }

    fn is_idle(&self, entry: &Entry, now: Duration) -> bool {
        now.saturating_sub(*locked(&entry.used)) > self.settings.idle
    }
}

/// The session that nobody has asked about for longest, and longer than `in_use`.
fn longest_idle(entries: &HashMap<String, Arc<Entry>>, now: Duration, in_use: Duration) -> Option<String> {
    let used = |entry: &Arc<Entry>| *locked(&entry.used);
    let (id, entry) = entries.iter().min_by_key(|(_, entry)| used(entry))?;
    (now.saturating_sub(used(entry)) > in_use).then(|| id.clone())
}

/// A name that nobody can guess: 128 bits of the operating system's randomness.
fn new_id() -> Result<String, Refused> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Refused::broken())?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
