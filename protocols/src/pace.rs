//! How long to think about a move.

use core::time::Duration;
use plywood_search::{Limits, MAX_DEPTH};

/// The shortest time worth giving to a search.
pub(crate) const SHORTEST: Duration = Duration::from_millis(5);

/// What is kept back of the time that is left, for the way of the answer: a tenth, from 50 milliseconds to a second.
pub(crate) fn margin(left: Duration) -> Duration {
    (left / 10).clamp(Duration::from_millis(50), Duration::from_secs(1))
}

/// An even share of the time that is left for `moves` moves, never so much that the margin is touched.
pub(crate) fn share(left: Duration, moves: u32) -> Duration {
    left.saturating_sub(margin(left)).checked_div(moves.max(1)).unwrap_or_default().max(SHORTEST)
}

/// Limits that only a stop, or a proof, ends.
pub(crate) fn endless() -> Limits {
    const FOR_EVER: Duration = Duration::from_secs(366 * 86_400);
    Limits { time: Some(FOR_EVER), depth: Some(MAX_DEPTH), nodes: Some(u64::MAX), ..Limits::none() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_leaves_the_margin_and_is_never_nothing() {
        for seconds in [0, 1, 5, 60, 3_600] {
            let left = Duration::from_secs(seconds);
            assert!(share(left, 1) <= left.saturating_sub(margin(left)).max(SHORTEST));
            assert!(share(left, 0) == share(left, 1));
            assert!(share(left, 20) >= SHORTEST);
        }
        assert_eq!(share(Duration::from_secs(101), 20), Duration::from_secs(5));
    }
}
