//! Pace: the reserve that the protocols keep on a clock, and searches without a clock. How much of a clock to
//! use for a move is the search's decision.

use core::time::Duration;
use plywood_search::{Limits, MAX_DEPTH};

/// The reserve of the remaining time for the transmission of the answer: a tenth, between 50 milliseconds and
/// a second.
pub(crate) fn margin(left: Duration) -> Duration {
    (left / 10).clamp(Duration::from_millis(50), Duration::from_secs(1))
}

/// Limits that only a stop or a proof ends.
pub(crate) fn endless() -> Limits {
    const FOR_EVER: Duration = Duration::from_secs(366 * 86_400);
    Limits::time(FOR_EVER).with_depth(MAX_DEPTH).with_nodes(u64::MAX)
}
