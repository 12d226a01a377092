//! Perft at its limits: of depth, and of time. No real clock is read.

use plywood_conformance::games::{Graph, TicTacToe, Vertex};
use plywood_search::{Clock, Ended, Limits, Repetition, Side, divide, divide_within, perft, perft_within};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// To and fro for ever.
fn endless() -> Graph {
    let vertices = vec![Vertex::new(Side::First, &[1], 0), Vertex::new(Side::Second, &[0], 0)];
    Graph::new(vertices, Repetition::Ignored)
}

#[test]
fn a_depth_that_no_stack_could_hold_counts_as_the_greatest() {
    assert_eq!(perft(&endless(), 1_000_000), 1);
    assert_eq!(perft(&endless(), u32::MAX), 1);
    assert_eq!(divide(&endless(), u32::MAX).len(), 1);
    assert_eq!(perft_within(&endless(), u32::MAX, &Limits::none()), Ok(1));
    assert_eq!(divide_within(&endless(), u32::MAX, &Limits::none()).map(|divided| divided.len()), Ok(1));
}

/// A clock that goes on by a millisecond each time it is read.
#[derive(Debug, Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Each of the nine moves takes 64 nodes, so that the limit is enough for each, but not for all.
#[test]
fn a_divide_has_one_clock_and_one_budget_for_all_moves() {
    let start = TicTacToe::default();
    let enough_for_three = Duration::from_millis(200);
    let limits = || Limits::none().with_time(enough_for_three, Ticking::default());
    assert_eq!(divide_within(&start, 4, &limits()), Err(Ended::Time));
    assert_eq!(divide_within(&start, 4, &Limits::nodes(200)), Err(Ended::Nodes));
    assert_eq!(divide_within(&start, 4, &Limits::nodes(9 * 64)), Ok(divide(&start, 4)));
    assert!(perft_within(&start, 3, &limits()).is_ok());
}
