//! The sessions of a server: each a game under way, none knowing of the others.

use crate::refused::Refused;
use crate::searches::{Permit, Searches};
use crate::settings::Settings;
use core::time::Duration;
use plywood_play::Session;
use plywood_search::StopHandle;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A game under way, and the searches that look at it.
pub(crate) struct Entry {
    pub(crate) id: String,
    session: Mutex<Box<dyn Session>>,
    /// When somebody last asked about it.
    used: Mutex<Duration>,
    /// The search under way, and the graph.
    searches: Mutex<[Option<Running>; 2]>,
}

/// A search under way, or one that has ended.
struct Running {
    stop: StopHandle,
    permit: Weak<Permit>,
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

    /// Makes `stop` the handle of the search for a purpose, and ends the one before it, if `permit` finds
    /// room for it: that is told of the one before. Gives the permit, and that of the one before.
    pub(crate) fn begin(
        &self,
        purpose: Purpose,
        stop: &StopHandle,
        permit: impl FnOnce(Option<&Permit>) -> Option<Arc<Permit>>,
    ) -> Option<(Arc<Permit>, Weak<Permit>)> {
        let mut searches = locked(&self.searches);
        let slot = &mut searches[purpose as usize];
        let before = slot.as_ref().and_then(|running| running.permit.upgrade());
        let permit = permit(before.as_deref())?;
        let running = Running { stop: stop.clone(), permit: Arc::downgrade(&permit) };
        let before = slot.replace(running).map_or_else(Weak::new, |before| {
            before.stop.stop();
            before.permit
        });
        Some((permit, before))
    }

    /// Ends the searches.
    fn stop(&self) {
        locked(&self.searches).iter().flatten().for_each(|running| running.stop.stop());
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.stop();
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
    /// Keeps engines of sessions, which go with them.
    searches: Arc<Searches>,
}

impl Sessions {
    pub(crate) fn new(settings: Settings, searches: Arc<Searches>) -> Self {
        Self { settings, entries: Mutex::new(HashMap::new()), searches }
    }

    /// Forgets what nobody has asked about for long, and the tables that were kept for it.
    pub(crate) fn sweep(&self) {
        let now = self.settings.clock.now();
        locked(&self.entries).retain(|_, entry| !self.is_idle(entry, now));
        self.searches.sweep();
    }

    /// Takes in a game under a new name.
    pub(crate) fn add(&self, session: Box<dyn Session>) -> Result<Arc<Entry>, Refused> {
        self.sweep();
        let now = self.settings.clock.now();
        let mut entries = locked(&self.entries);
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
        drop(entries);
        self.searches.sweep();
        Ok(entry)
    }

    /// The session of a name, which has been asked about now.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<Entry>, Refused> {
        let now = self.settings.clock.now();
        let mut entries = locked(&self.entries);
        let Some(entry) = entries.get(id).cloned() else { return Err(Refused::no_session(id)) };
        if self.is_idle(&entry, now) {
            entries.remove(id);
            drop((entries, entry));
            self.searches.sweep();
            return Err(Refused::no_session(id));
        }
        *locked(&entry.used) = now;
        Ok(entry)
    }

    /// Ends a session and its searches.
    pub(crate) fn remove(&self, id: &str) -> Result<(), Refused> {
        let entry = locked(&self.entries).remove(id).ok_or_else(|| Refused::no_session(id))?;
        entry.stop();
        drop(entry);
        self.searches.sweep();
        Ok(())
    }

    /// Ends all sessions and their searches.
    pub(crate) fn clear(&self) {
        locked(&self.entries).clear();
        self.searches.sweep();
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
