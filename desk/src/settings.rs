//! What one request may ask for.

use core::fmt;
use core::time::Duration;
use plywood_search::Clock;
use std::sync::Arc;

/// The limits of a request, and the clock of searches.
#[derive(Clone)]
pub struct Settings {
    /// The most threads of one search.
    pub threads: usize,
    /// The largest table of one search, in bytes.
    pub hash: usize,
    /// The longest search.
    pub longest_search: Duration,
    /// The most plies of a line.
    pub plies: usize,
    /// The clock that searches are timed with.
    pub clock: Arc<dyn Clock>,
}

impl Settings {
    /// One thread, tables of 64 MiB, searches of ten minutes and lines of 2000 plies.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { threads: 1, hash: 64 << 20, longest_search: Duration::from_secs(600), plies: 2_000, clock }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("threads", &self.threads)
            .field("hash", &self.hash)
            .field("longest_search", &self.longest_search)
            .field("plies", &self.plies)
            .finish_non_exhaustive()
    }
}
