//! The searches that run, and the engines whose tables are kept for the next.

use crate::refused::Refused;
use crate::sessions::locked;
use core::time::Duration;
use plywood_play::Engine;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Room for so many searches at a time.
pub(crate) struct Searches {
    most: usize,
    permits: Arc<Semaphore>,
    kept: Mutex<VecDeque<Kept>>,
}

/// An engine that nobody uses at the moment.
struct Kept {
    session: String,
    spec: String,
    engine: Box<dyn Engine>,
}

impl Searches {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, permits: Arc::new(Semaphore::new(most)), kept: Mutex::default() }
    }

    /// Room for one more search, which lasts as long as the permit. A search that has just been stopped gets a moment to end.
    pub(crate) async fn permit(&self) -> Result<OwnedSemaphorePermit, Refused> {
        const A_MOMENT: Duration = Duration::from_millis(500);
        match tokio::time::timeout(A_MOMENT, self.permits.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Refused::busy(format!("the server runs {} searches already, and no more", self.most))),
        }
    }

    /// The number of searches that run.
    pub(crate) fn running(&self) -> usize {
        self.most.saturating_sub(self.permits.available_permits())
    }

    /// The engine that was kept for a session under this text.
    pub(crate) fn take(&self, session: &str, spec: &str) -> Option<Box<dyn Engine>> {
        let mut kept = locked(&self.kept);
        let place = kept.iter().position(|kept| kept.session == session && kept.spec == spec)?;
        kept.remove(place).map(|kept| kept.engine)
    }

    /// Keeps an engine for a session: as many in all as may run, so that memory has a bound.
    pub(crate) fn keep(&self, session: &str, spec: String, engine: Box<dyn Engine>) {
        let mut kept = locked(&self.kept);
        kept.push_back(Kept { session: session.to_owned(), spec, engine });
        if kept.len() > self.most {
            kept.pop_front();
        }
    }

    /// Lets go of the engines of a session.
    pub(crate) fn forget(&self, session: &str) {
        locked(&self.kept).retain(|kept| kept.session != session);
    }
}
