//! Room for the searches that run.

use crate::refused::Refused;
use core::time::Duration;
use plywood_desk::{Needs, Purpose};
use plywood_search::StopHandle;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::time::sleep;

/// Room for searches of so many threads together.
pub(crate) struct Searches {
    most: usize,
    room: Mutex<Room>,
}

/// What is left of the threads, and the searches that have the others.
struct Room {
    free: usize,
    running: usize,
    named: HashMap<Key, Running>,
}

/// There is one search of a name and a purpose at a time.
type Key = (String, Purpose);

/// A search that has a name.
struct Running {
    stop: StopHandle,
    permit: Weak<Permit>,
}

/// The threads of one search, held until it is over.
pub(crate) struct Permit {
    searches: Arc<Searches>,
    key: Option<Key>,
    /// Looked at and changed under the lock of the room alone.
    threads: Mutex<usize>,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut room = locked(&self.searches.room);
        room.free += *locked(&self.threads);
        room.running -= 1;
        // The permit of a search that took the place of this one lives on.
        if let Some(key) = self.key.as_ref().filter(|key| room.permit_of(key).strong_count() == 0) {
            room.named.remove(key);
        }
    }
}

impl Room {
    /// The permit of the search that has this name.
    fn permit_of(&self, key: &Key) -> Weak<Permit> {
        self.named.get(key).map_or_else(Weak::new, |running| running.permit.clone())
    }
}

impl Searches {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        let room = Mutex::new(Room { free: most, running: 0, named: HashMap::new() });
        Arc::new(Self { most, room })
    }

    /// Makes room for work, and ends the search that has its name, whose threads it may have. Work for which
    /// there are no threads is refused, and stops nothing; a search that has just been stopped gets a moment
    /// to end.
    pub(crate) async fn begin(self: &Arc<Self>, needs: &Needs) -> Result<Arc<Permit>, Refused> {
        const LOOKS: usize = 50;
        const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
        for _ in 0..LOOKS {
            if let Some((permit, before)) = self.permit(needs) {
                // Its table goes before there is another one. A search looks at its handle all the time: this
                // is not long.
                for _ in (0..LOOKS).take_while(|_| before.strong_count() > 0) {
                    sleep(BETWEEN_LOOKS).await;
                }
                return Ok(permit);
            }
            sleep(BETWEEN_LOOKS).await;
        }
        Err(Refused::busy(&format!("all threads for searches are busy; the server has {}", self.most)))
    }

    /// Room for the work, the threads of the search before it included, and the permit of that one.
    fn permit(self: &Arc<Self>, needs: &Needs) -> Option<(Arc<Permit>, Weak<Permit>)> {
        let key = needs.name.clone().map(|name| (name, needs.purpose));
        let mut room = locked(&self.room);
        let before = key.as_ref().map_or_else(Weak::new, |key| room.permit_of(key));
        // The permit goes after the lock does: its own drop takes the lock.
        let held = before.upgrade();
        let permit = self.take(&mut room, needs, held.as_deref(), key.clone());
        if let (Some(permit), Some(key)) = (&permit, key) {
            let running = Running { stop: needs.stop.clone(), permit: Arc::downgrade(permit) };
            if let Some(before) = room.named.insert(key, running) {
                before.stop.stop();
            }
        }
        drop(room);
        drop(held);
        permit.map(|permit| (permit, before))
    }

    /// Takes the threads of the work out of the room, as many as possible from the search before it.
    fn take(
        self: &Arc<Self>,
        room: &mut Room,
        needs: &Needs,
        before: Option<&Permit>,
        key: Option<Key>,
    ) -> Option<Arc<Permit>> {
        let threads = needs.threads;
        let mut held = before.map(|before| locked(&before.threads));
        let taken = held.as_ref().map_or(0, |held| threads.min(**held));
        room.free = room.free.checked_sub(threads - taken)?;
        room.running += 1;
        if let Some(held) = &mut held {
            **held -= taken;
        }
        Some(Arc::new(Permit { searches: self.clone(), key, threads: Mutex::new(threads) }))
    }

    /// Ends every search that has a name.
    pub(crate) fn stop(&self) {
        locked(&self.room).named.values().for_each(|running| running.stop.stop());
    }

    /// The number of searches that run.
    pub(crate) fn running(&self) -> usize {
        locked(&self.room).running
    }
}

/// A lock whose content is whole at all times, whoever panicked while holding it.
fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
