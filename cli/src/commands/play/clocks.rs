//! The clocks of a game in the terminal.

use crate::terminal::numbers::span;
use plywood_arena::{GameClock, TimeControl};
use plywood_search::{Side, TimeLeft};
use std::time::Duration;

/// The clocks of both players: the time that each has used, and the time left where there is a time control.
pub(super) struct Clocks {
    used: [Duration; 2],
    left: Option<[GameClock; 2]>,
    /// The time of the turn under way: a turn may have several plies.
    turn: Duration,
}

impl Clocks {
    pub(super) fn new(control: Option<TimeControl>) -> Self {
        let left = control.map(|control| [GameClock::new(control); 2]);
        Self { used: [Duration::ZERO; 2], left, turn: Duration::ZERO }
    }

    /// What a side has left, for its engine.
    pub(super) fn time_left(&self, side: Side) -> Option<TimeLeft> {
        self.left.map(|clocks| clocks[side.index()].time_left())
    }

    /// Counts time that a side has used; `ends_turn` says that its turn is over with it. False if the side
    /// has exceeded its time.
    pub(super) fn spend(&mut self, side: Side, time: Duration, ends_turn: bool) -> bool {
        self.used[side.index()] += time;
        self.turn += time;
        let Some(clock) = self.left.as_mut().map(|clocks| &mut clocks[side.index()]) else { return true };
        let is_in_time = self.turn <= clock.time_left().remaining;
        if ends_turn {
            // Late by any time is late: the clock as it is does not matter then.
            let _ = clock.spend(self.turn, Duration::ZERO);
            self.turn = Duration::ZERO;
        }
        is_in_time
    }

    /// `Black 12 s used, White 3 s used`, or what they have left.
    pub(super) fn text(&self, names: [&str; 2]) -> String {
        let of = |side: Side| {
            let name = names[side.index()];
            match self.time_left(side) {
                Some(left) => format!("{name} {} left", span(left.remaining)),
                None => format!("{name} {} used", span(self.used[side.index()])),
            }
        };
        Side::BOTH.map(of).join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 2] = ["Black", "White"];

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn without_a_control_the_time_used_is_counted() {
        let mut clocks = Clocks::new(None);
        assert!(clocks.spend(Side::First, seconds(100), true));
        assert!(clocks.spend(Side::Second, seconds(3), true));
        assert_eq!(clocks.text(NAMES), "Black 1 min 40 s used, White 3 s used");
        assert_eq!(clocks.time_left(Side::First), None);
    }

    #[test]
    fn the_increment_comes_after_the_turn_and_not_after_each_ply() {
        let mut clocks = Clocks::new(Some("60s+10s".parse().expect("a control")));
        for ends_turn in [false, false, true] {
            assert!(clocks.spend(Side::First, seconds(5), ends_turn));
        }
        assert_eq!(clocks.text(NAMES), "Black 55 s left, White 1 min 00 s left");
    }

    #[test]
    fn whoever_exceeds_the_time_is_told() {
        let mut clocks = Clocks::new(Some("10s".parse().expect("a control")));
        assert!(clocks.spend(Side::Second, seconds(10), false));
        assert!(!clocks.spend(Side::Second, seconds(1), true));
    }
}
