//! What the server allows.

use core::time::Duration;
use plywood_search::SystemClock;
use std::sync::Arc;
use std::thread::available_parallelism;

/// The limits of a server, and its clock. The default suits a person or a few on a machine of their own.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The limits of a request, and the clock that all time is measured with but that of connections.
    pub desk: plywood_desk::Settings,
    /// The threads of all searches together, and so the most searches at a time; as many engines keep their
    /// tables between searches.
    pub search_threads: usize,
    /// Tables that nobody used for so long are forgotten.
    pub idle: Duration,
    /// The largest body of a request, in bytes.
    pub body: usize,
    /// Connections at a time. More of them wait until others close.
    pub connections: usize,
    /// How long a client may keep the server waiting: for the next request, for a request to be complete, or
    /// to take some of an answer. A connection that is slower is closed. It is measured by the clock of the
    /// machine.
    pub patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        let desk = plywood_desk::Settings::new(Arc::new(SystemClock::start()));
        Self {
            // A core is left to answer clicks, where there are several.
            desk: plywood_desk::Settings { threads: cores.saturating_sub(1).max(1), ..desk },
            search_threads: cores.max(4),
            idle: Duration::from_secs(600),
            body: 256 << 10,
            connections: 512,
            patience: Duration::from_secs(30),
        }
    }
}
