//! What the protocols keep back of a clock, and thinking without one. What a move is worth of a clock is the search's own decision.

use core::time::Duration;
use plywood_search::{Limits, MAX_DEPTH};

/// What is kept back of the time that is left, for the way of the answer: a tenth, from 50 milliseconds to a second.
pub(crate) fn margin(left: Duration) -> Duration {
    (left / 10).clamp(Duration::from_millis(50), Duration::from_secs(1))
}

/// Limits that only a stop, or a proof, ends.
pub(crate) fn endless() -> Limits {
    const FOR_EVER: Duration = Duration::from_secs(366 * 86_400);
    Limits::time(FOR_EVER).with_depth(MAX_DEPTH).with_nodes(u64::MAX)
}
