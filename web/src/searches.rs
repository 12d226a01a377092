//! The searches that run, and the engines whose tables are kept for the next.

use crate::refused::Refused;
use crate::sessions::{Entry, Purpose, locked};
use core::time::Duration;
use plywood_play::Engine;
use plywood_search::StopHandle;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, Weak};
use tokio::time::sleep;

/// Room for searches of so many threads together.
pub(crate) struct Searches {
    most: usize,
    room: Mutex<Room>,
    kept: Mutex<VecDeque<Kept>>,
}

/// What is left of the threads, and the number of searches that have the others.
struct Room {
    free: usize,
    running: usize,
}

/// An engine that nobody uses at the moment.
struct Kept {
    session: Weak<Entry>,
    spec: String,
    engine: Box<dyn Engine>,
}

/// The threads of one search, held until it is over.
pub(crate) struct Permit {
    searches: Arc<Searches>,
    /// Looked at and changed under the lock of the room alone.
    threads: Mutex<usize>,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut room = locked(&self.searches.room);
        room.free += *locked(&self.threads);
        room.running -= 1;
    }
}

impl Searches {
    pub(crate) fn new(most: usize) -> Arc<Self> {
        let room = Mutex::new(Room { free: most, running: 0 });
        Arc::new(Self { most, room, kept: Mutex::default() })
    }

    /// Makes `stop` the handle of the session's search for a purpose, and ends the one before it, whose
    /// threads the new one may have. A search for which there are no threads is refused, and stops nothing;
    /// one that has just been stopped gets a moment to end.
    pub(crate) async fn begin(
        self: &Arc<Self>,
        entry: &Entry,
        purpose: Purpose,
        stop: &StopHandle,
        threads: usize,
    ) -> Result<Arc<Permit>, Refused> {
        const LOOKS: usize = 50;
        const BETWEEN_LOOKS: Duration = Duration::from_millis(10);
        for _ in 0..LOOKS {
            if let Some((permit, before)) = entry.begin(purpose, stop, |before| self.permit(threads, before))
            {
                // Its table goes before there is another one. A search looks at its handle all the time: this
                // is not long.
                for _ in (0..LOOKS).take_while(|_| before.strong_count() > 0) {
                    sleep(BETWEEN_LOOKS).await;
                }
                return Ok(permit);
            }
            sleep(BETWEEN_LOOKS).await;
        }
        Err(Refused::busy(format!("all threads for searches are busy; the server has {}", self.most)))
    }

    /// Room for a search of so many threads, those of `before` included, if there is any.
    fn permit(self: &Arc<Self>, threads: usize, before: Option<&Permit>) -> Option<Arc<Permit>> {
        let mut room = locked(&self.room);
        let mut held = before.map(|before| locked(&before.threads));
        let taken = held.as_ref().map_or(0, |held| threads.min(**held));
        room.free = room.free.checked_sub(threads - taken)?;
        room.running += 1;
        if let Some(held) = &mut held {
            **held -= taken;
        }
        Some(Arc::new(Permit { searches: self.clone(), threads: Mutex::new(threads) }))
    }

    /// The number of searches that run.
    pub(crate) fn running(&self) -> usize {
        locked(&self.room).running
    }

    /// The number of engines that are kept.
    pub(crate) fn kept(&self) -> usize {
        locked(&self.kept).len()
    }

    /// The engine that was kept for a session under this text.
    pub(crate) fn take(&self, session: &Weak<Entry>, spec: &str) -> Option<Box<dyn Engine>> {
        let mut kept = locked(&self.kept);
        let place = kept.iter().position(|kept| kept.session.ptr_eq(session) && kept.spec == spec)?;
        kept.remove(place).map(|kept| kept.engine)
    }

    /// Keeps an engine for a session, if it is still there: as many in all as there are threads, so that
    /// memory has a bound.
    pub(crate) fn keep(&self, session: &Weak<Entry>, spec: String, engine: Box<dyn Engine>) {
        if session.strong_count() == 0 {
            return;
        }
        let mut kept = locked(&self.kept);
        kept.push_back(Kept { session: session.clone(), spec, engine });
        if kept.len() > self.most {
            kept.pop_front();
        }
    }

    /// Lets go of the engines of sessions that have ended.
    pub(crate) fn sweep(&self) {
        locked(&self.kept).retain(|kept| kept.session.strong_count() > 0);
    }
}
