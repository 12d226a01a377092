//! Arimaa's time control, and the time for a turn that follows from it.

use crate::pace::{SHORTEST, margin};
use core::time::Duration;
use plywood_search::Side;

/// So much time for each turn, and a reserve that unused time flows into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeControl {
    /// The time for a turn (`tcmove`).
    pub(super) per_move: Duration,
    /// The reserve at the beginning (`tcreserve`).
    pub(super) initial_reserve: Duration,
    /// How much of the time that a turn left over is added to the reserve, in hundredths (`tcpercent`).
    pub(super) percent_saved: u32,
    /// The longest that a turn may take, zero for any time (`tcturntime`).
    pub(super) longest_turn: Duration,
    /// What Gold and Silver have in reserve now, if the controller has said so.
    pub(super) reserves: [Option<Duration>; 2],
    /// The time of this turn that is gone already (`moveused`).
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
    /// The time control stays, the reserves are full again.
    pub(super) fn new_game(&mut self) {
        self.reserves = [None; 2];
        self.used = Duration::ZERO;
    }

    /// The time to think about a turn of this side; `None` without a time control.
    ///
    /// The aim is 19/20 of the time for a turn (all of it, if what is left over is not saved) and 1/20 of the reserve. It is never
    /// more than what the turn may take, less a margin for the way of the answer: a tenth of it, from 50 milliseconds to a second.
    /// What the turn has used already is taken off.
    pub(super) fn budget(&self, side: Side) -> Option<Duration> {
        let reserve = self.reserves[side.index()].unwrap_or(self.initial_reserve);
        let sum = self.per_move + reserve;
        let is_timed = !(sum + self.initial_reserve).is_zero();
        let longest = match (is_timed, self.longest_turn.is_zero()) {
            (false, true) => return None,
            (false, false) => self.longest_turn,
            (true, true) => sum,
            (true, false) => sum.min(self.longest_turn),
        };
        let spent_of_move = if self.percent_saved == 0 { self.per_move } else { self.per_move * 19 / 20 };
        let aim = if is_timed { spent_of_move + reserve / 20 } else { longest };
        let most = longest.saturating_sub(margin(longest));
        Some(aim.min(most).saturating_sub(self.used).max(SHORTEST))
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

    #[test]
    fn without_a_time_control_there_is_no_limit() {
        assert_eq!(TimeControl::default().budget(Side::First), None);
    }

    #[test]
    fn a_turn_gets_its_time_and_a_part_of_the_reserve() {
        assert_eq!(control(15.0, 90.0).budget(Side::First), Some(seconds(14.25 + 4.5)));
        let mut told = control(15.0, 90.0);
        told.reserves = [Some(seconds(10.0)), Some(Duration::ZERO)];
        assert_eq!(told.budget(Side::First), Some(seconds(14.25 + 0.5)));
        assert_eq!(told.budget(Side::Second), Some(seconds(14.0)));
        told.new_game();
        assert_eq!(told.budget(Side::Second), Some(seconds(14.25 + 4.5)));
    }

    #[test]
    fn the_longest_turn_holds() {
        let mut control = control(15.0, 90.0);
        control.longest_turn = seconds(10.0);
        assert_eq!(control.budget(Side::First), Some(seconds(9.0)));
        control.used = seconds(4.0);
        assert_eq!(control.budget(Side::First), Some(seconds(5.0)));
        control.used = seconds(400.0);
        assert_eq!(control.budget(Side::First), Some(SHORTEST));
        let only = TimeControl { longest_turn: seconds(3.0), ..TimeControl::default() };
        assert_eq!(only.budget(Side::Second), Some(seconds(2.7)));
    }

    #[test]
    fn what_cannot_be_saved_is_used() {
        let mut control = control(15.0, 40.0);
        control.percent_saved = 0;
        assert_eq!(control.budget(Side::First), Some(seconds(17.0)));
    }

    #[test]
    fn a_game_played_at_the_budget_never_runs_out_of_time() {
        for (per_move, reserve) in [(0.0, 60.0), (1.0, 0.0), (3.0, 30.0), (0.1, 0.0), (15.0, 90.0)] {
            let mut control = control(per_move, reserve);
            let mut reserve = seconds(reserve);
            for turn in 0..200 {
                control.reserves[0] = Some(reserve);
                let budget = control.budget(Side::First).expect("a limit");
                let allowed = control.per_move + reserve;
                assert!(
                    budget <= allowed.max(SHORTEST),
                    "turn {turn} of {per_move}: {budget:?} of {allowed:?}"
                );
                reserve = allowed.saturating_sub(budget);
            }
        }
    }
}
