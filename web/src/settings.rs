//! What the server allows.

use core::fmt;
use core::time::Duration;
use plywood_search::{Clock, SystemClock};
use std::sync::Arc;
use std::thread::available_parallelism;

/// The limits of a server, and its clock. The default suits a person or a few on a machine of their own.
#[derive(Clone)]
pub struct Settings {
    /// The most threads of one search. A core is left to answer clicks, where there are several.
    pub threads: usize,
    /// The largest table of one search, in bytes.
    pub hash: usize,
    /// The longest search.
    pub longest_search: Duration,
    /// The threads of all searches together, and so the most searches at a time; as many engines keep their
    /// tables between searches.
    pub search_threads: usize,
    /// Sessions at the same time. The one not asked about for longest makes room for a new one.
    pub sessions: usize,
    /// Plies of one session.
    pub plies: usize,
    /// A session that nobody asked about for so long is forgotten.
    pub idle: Duration,
    /// A session asked about within this time never makes room for another.
    pub in_use: Duration,
    /// The largest body of a request, in bytes.
    pub body: usize,
    /// Connections at a time. More of them wait until others close.
    pub connections: usize,
    /// How long a client may keep the server waiting: for the next request, for a request to be complete, or
    /// to take some of an answer. A connection that is slower is closed. It is measured by the clock of the
    /// machine.
    pub patience: Duration,
    /// What all other time is measured with.
    pub clock: Arc<dyn Clock>,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self {
            threads: cores.saturating_sub(1).max(1),
            hash: 64 << 20,
            longest_search: Duration::from_secs(600),
            search_threads: cores.max(4),
            sessions: 256,
            plies: 2_000,
            idle: Duration::from_secs(2 * 3_600),
            in_use: Duration::from_secs(60),
            body: 256 << 10,
            connections: 512,
            patience: Duration::from_secs(30),
            clock: Arc::new(SystemClock::start()),
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("threads", &self.threads)
            .field("hash", &self.hash)
            .field("longest_search", &self.longest_search)
            .field("search_threads", &self.search_threads)
            .field("sessions", &self.sessions)
            .field("plies", &self.plies)
            .field("idle", &self.idle)
            .field("in_use", &self.in_use)
            .field("body", &self.body)
            .field("connections", &self.connections)
            .field("patience", &self.patience)
            .finish_non_exhaustive()
    }
}
