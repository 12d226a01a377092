//! Arimaa's time control, and the time that it leaves for a turn and those after it.

use crate::pace::margin;
use core::time::Duration;
use plywood_search::{Limits, Side, SystemClock, TimeLeft};

/// A time control: time for each turn, and a reserve that unused time is added to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeControl {
    /// The time for a turn (`tcmove`).
    pub(super) per_move: Duration,
    /// The reserve at the beginning (`tcreserve`).
    pub(super) initial_reserve: Duration,
    /// The percentage of unused time that is added to the reserve (`tcpercent`).
    pub(super) percent_saved: u32,
    /// The greatest time of a turn, zero for no limit (`tcturntime`).
    pub(super) longest_turn: Duration,
    /// The current reserves of Gold and Silver, if the controller has sent them.
    pub(super) reserves: [Option<Duration>; 2],
    /// The time of this turn that is already used (`moveused`).
    pub(super) used: Duration,
}

impl Default for TimeControl {
    fn default() -> Self {
        Self {
            per_move: Duration::ZERO,
            initial_reserve: Duration::ZERO,
            percent_saved: 100,
            longest_turn: Duration::ZERO,
            reserves: [None; 2],
            used: Duration::ZERO,
        }
    }
}

impl TimeControl {
    /// Refills the reserves; the time control stays.
    pub(super) fn new_game(&mut self) {
        self.reserves = [None; 2];
        self.used = Duration::ZERO;
    }

    /// The time limits of a turn of this side; none without a time control.
    ///
    /// The time for a turn acts as an increment. If unused time is lost, there is no clock: the turn gets all
    /// of it, and the reserve is for accidents.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let is_lost = self.percent_saved == 0 && !self.per_move.is_zero();
        let turn = is_lost.then_some(self.per_move);
        let longest = (!self.longest_turn.is_zero()).then_some(self.longest_turn);
        let time = turn.into_iter().chain(longest).min();
        let time = time.map(|time| time.saturating_sub(margin(time)).saturating_sub(self.used));
        let time_left = if is_lost { None } else { self.time_left(side) };
        let clock = SystemClock::start();
        Limits::none().with_time(time, clock).with_time_left(time_left, clock)
    }

    /// The time that this side has left for its turn and those after it.
    fn time_left(&self, side: Side) -> Option<TimeLeft> {
        let reserve = self.reserves[side.index()].unwrap_or(self.initial_reserve);
        let all = self.per_move.saturating_add(reserve);
        let is_timed = !all.saturating_add(self.initial_reserve).is_zero();
        let clock = TimeLeft::new(all).with_reserve(margin(all)).with_increment(self.per_move);
        is_timed.then(|| clock.after(self.used))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    fn control(per_move: f64, reserve: f64) -> TimeControl {
        TimeControl {
            per_move: seconds(per_move),
            initial_reserve: seconds(reserve),
            ..TimeControl::default()
        }
    }

    fn reading(control: &TimeControl, side: Side) -> (Duration, Duration, Option<Duration>) {
        let limits = control.limits(side);
        let left = limits.time_left().expect("a clock");
        (left.remaining, left.increment, limits.time_limit())
    }

    #[test]
    fn without_a_time_control_there_is_no_limit() {
        let limits = TimeControl::default().limits(Side::First);
        assert_eq!((limits.time_limit(), limits.time_left()), (None, None));
    }

    #[test]
    fn a_turn_has_its_time_and_the_reserve_of_its_side() {
        assert_eq!(reading(&control(15.0, 90.0), Side::First), (seconds(105.0), seconds(15.0), None));
        let mut told = control(15.0, 90.0);
        told.reserves = [Some(seconds(10.0)), Some(Duration::ZERO)];
        assert_eq!(reading(&told, Side::First), (seconds(25.0), seconds(15.0), None));
        assert_eq!(reading(&told, Side::Second), (seconds(15.0), seconds(15.0), None));
        told.used = seconds(4.0);
        assert_eq!(reading(&told, Side::First).0, seconds(21.0));
        told.new_game();
        assert_eq!(reading(&told, Side::Second).0, seconds(105.0));
    }

    #[test]
    fn the_longest_turn_holds() {
        let mut control = control(15.0, 90.0);
        control.longest_turn = seconds(10.0);
        assert_eq!(reading(&control, Side::First).2, Some(seconds(9.0)));
        control.used = seconds(4.0);
        assert_eq!(reading(&control, Side::First).2, Some(seconds(5.0)));
        control.used = seconds(400.0);
        assert_eq!(reading(&control, Side::First).2, Some(Duration::ZERO));
        let only = TimeControl { longest_turn: seconds(3.0), ..TimeControl::default() };
        let limits = only.limits(Side::Second);
        assert_eq!((limits.time_limit(), limits.time_left()), (Some(seconds(2.7)), None));
    }

    #[test]
    fn what_cannot_be_saved_is_used_and_the_reserve_kept() {
        let mut control = control(15.0, 40.0);
        control.percent_saved = 0;
        let limits = control.limits(Side::First);
        assert_eq!((limits.time_limit(), limits.time_left()), (Some(seconds(14.0)), None));
        control.per_move = Duration::ZERO;
        assert_eq!(reading(&control, Side::First), (seconds(40.0), Duration::ZERO, None));
    }

    #[test]
    fn a_game_in_which_every_turn_costs_the_most_never_runs_out_of_time() {
        for (per_move, reserve) in [(0.0, 60.0), (1.0, 0.0), (3.0, 30.0), (0.1, 0.0), (15.0, 90.0)] {
            let mut control = control(per_move, reserve);
            let mut reserve = seconds(reserve);
            for turn in 0..200 {
                control.reserves[0] = Some(reserve);
                let cost = control.limits(Side::First).time_left().expect("a clock").allot().hard;
                let allowed = control.per_move + reserve;
                assert!(cost < allowed, "turn {turn} of {per_move}: {cost:?} of {allowed:?}");
                reserve = allowed.saturating_sub(cost);
            }
        }
    }
}
