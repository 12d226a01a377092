//! The clocks of both colours, as the controller sends them.

use crate::pace::margin;
use core::time::Duration;
use plywood_hex::Colour;
use plywood_search::{Limits, SystemClock, TimeLeft};

/// The time of a game: main time, then `overtime` for every `stones` moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) main: Duration,
    pub(super) overtime: Duration,
    pub(super) stones: u32,
}

/// The remaining time of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    pub(super) time: Duration,
    /// The number of moves to make in it; 0 for all remaining ones.
    pub(super) stones: u32,
}

/// Both clocks. Without settings there is no limit, until the controller sends the time left.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

impl Clock {
    /// Sets the time of a game. As in GTP, zero time for a positive number of stones means no limit.
    pub(super) fn set(&mut self, settings: Settings) {
        let unlimited = settings.stones == 0 && settings.overtime > Duration::ZERO;
        self.settings = (!unlimited).then_some(settings);
        self.reset();
    }

    /// Resets both clocks to the beginning of a game.
    pub(super) fn reset(&mut self) {
        self.left = [self.settings.map(Settings::beginning); 2];
    }

    pub(super) fn left(&self, colour: Colour) -> Option<Left> {
        self.left[colour as usize]
    }

    pub(super) fn set_left(&mut self, colour: Colour, left: Left) {
        self.left[colour as usize] = Some(left);
    }

    /// The time limits of this colour's next move: its clock, or all the time left before a new period,
    /// because it would be lost.
    pub(super) fn limits(&self, colour: Colour) -> Limits {
        let Some(Left { time, stones }) = self.left(colour) else { return Limits::none() };
        let reserve = margin(time);
        let left = TimeLeft::new(time).with_reserve(reserve);
        match stones {
            0 => Limits::none().with_time_left(left, SystemClock::start()),
            1 => Limits::time(time.saturating_sub(reserve)),
            _ => Limits::none().with_time_left(left.with_moves_to_go(stones), SystemClock::start()),
        }
    }

    /// Subtracts the time of a move from a clock, and switches to overtime when the main time is used up.
    pub(super) fn spend(&mut self, colour: Colour, elapsed: Duration) {
        let Some(left) = &mut self.left[colour as usize] else { return };
        left.time = left.time.saturating_sub(elapsed);
        if left.stones > 1 {
            left.stones -= 1;
        } else if left.stones == 1 || left.time.is_zero() {
            *left = self.settings.and_then(Settings::period).unwrap_or(*left);
        }
    }
}

impl Settings {
    fn beginning(self) -> Left {
        let main = Left { time: self.main, stones: 0 };
        if self.main.is_zero() { self.period().unwrap_or(main) } else { main }
    }

    /// A period of overtime, if there is one.
    fn period(self) -> Option<Left> {
        (self.stones > 0).then_some(Left { time: self.overtime, stones: self.stones })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn clock(main: u32, overtime: u32, stones: u32) -> Clock {
        let mut clock = Clock::default();
        clock.set(Settings { main: SECOND * main, overtime: SECOND * overtime, stones });
        clock
    }

    #[test]
    fn without_settings_there_is_no_limit() {
        for clock in [Clock::default(), clock(0, 10, 0)] {
            let limits = clock.limits(Colour::Black);
            assert_eq!((limits.time_limit(), limits.time_left()), (None, None));
        }
    }

    #[test]
    fn a_game_in_which_every_move_costs_the_most_never_runs_out_of_time() {
        let mut clock = clock(60, 0, 0);
        for number in 0..200 {
            let left = clock.limits(Colour::White).time_left().expect("a limit");
            assert!(left.allot().hard < left.remaining, "move {number}");
            clock.spend(Colour::White, left.allot().hard);
        }
        assert_eq!(clock.left(Colour::Black).map(|left| left.time), Some(SECOND * 60));
    }

    #[test]
    fn overtime_follows_the_main_time_and_begins_again_after_its_stones() {
        let mut clock = clock(10, 6, 2);
        clock.spend(Colour::Black, SECOND * 11);
        assert_eq!(clock.left(Colour::Black), Some(Left { time: SECOND * 6, stones: 2 }));
        clock.spend(Colour::Black, SECOND);
        assert_eq!(clock.left(Colour::Black), Some(Left { time: SECOND * 5, stones: 1 }));
        clock.spend(Colour::Black, SECOND);
        assert_eq!(clock.left(Colour::Black), Some(Left { time: SECOND * 6, stones: 2 }));
        let left = clock.limits(Colour::Black).time_left().expect("a limit");
        assert_eq!((left.remaining, left.moves_to_go, left.reserve), (SECOND * 6, Some(2), SECOND * 6 / 10));
    }
    #[test]
    fn the_last_stone_of_a_period_gets_all_that_is_left() {
        let limits = clock(0, 2, 1).limits(Colour::Black);
        assert_eq!((limits.time_limit(), limits.time_left()), (Some(SECOND * 9 / 5), None));
        let mut late = clock(0, 2, 1);
        late.set_left(Colour::White, Left { time: SECOND / 1_000, stones: 1 });
        assert_eq!(late.limits(Colour::White).time_limit(), Some(Duration::ZERO));
    }
}
