//! Time controls: a base, an increment after each move, and optionally the base again after a number of
//! moves.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;
use plywood_play::{Excerpt, Spec, TextError, read_duration, write_duration};
use plywood_search::TimeLeft;

/// The time that an engine has for its game.
///
/// ```
/// use plywood_arena::TimeControl;
///
/// let control: TimeControl = "60s+0.5s/40".parse().unwrap();
/// assert_eq!((control.base.as_secs(), control.moves), (60, Some(40)));
/// assert_eq!(control.to_string(), "60s+0.5s/40");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// The time at the beginning, more than zero.
    pub base: Duration,
    /// The increment after each of the engine's turns.
    pub increment: Duration,
    /// The number of the engine's turns, at least 1, after each of which the base is added again; `None` if
    /// it never is.
    pub moves: Option<u32>,
}

/// Writes `60s`, `60s+0.5s` or `60s+0.5s/40`, times in seconds.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_duration(self.base))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", write_duration(self.increment))?;
        }
        self.moves.map_or(Ok(()), |moves| write!(f, "/{moves}"))
    }
}

/// Reads what `Display` writes, with any unit of time.
impl FromStr for TimeControl {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = |reason: String| TextError::new("clock", text, reason);
        let time = |word: &str| {
            read_duration(word).map_err(|reason| error(format!("`{}`: {}", Excerpt(word), reason.reason)))
        };
        let (times, moves) = text.split_once('/').map_or((text, None), |(times, moves)| (times, Some(moves)));
        let (base, increment) =
            times.split_once('+').map_or((times, None), |(base, more)| (base, Some(more)));
        let base = time(base)?;
        if base.is_zero() {
            return Err(error("there must be some time at the beginning, such as 60s+0.5s".to_owned()));
        }
        let increment = increment.map(time).transpose()?.unwrap_or_default();
        let moves = match moves.map(|word| (word, word.parse::<u32>())) {
            None => None,
            Some((_, Ok(moves))) if moves > 0 => Some(moves),
            Some((word, _)) => {
                return Err(error(format!("`{}` should be a number of moves, at least 1", Excerpt(word))));
            }
        };
        Ok(Self { base, increment, moves })
    }
}

/// The time limit for a turn that an engine's options set.
pub(crate) fn time_limit(spec: &Spec) -> Option<Duration> {
    spec.get("time").and_then(|text| read_duration(text).ok())
}

/// One player's clock during a game.
///
/// ```
/// use plywood_arena::GameClock;
/// use std::time::Duration;
///
/// let mut clock = GameClock::new("60s+2s".parse().unwrap());
/// assert_eq!(clock.spend(Duration::from_secs(10), Duration::ZERO), Ok(()));
/// assert_eq!(clock.time_left().remaining, Duration::from_secs(52));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    control: TimeControl,
    left: Duration,
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// The clock before the first move.
    pub const fn new(control: TimeControl) -> Self {
        Self { control, left: control.base, moves_to_go: control.moves }
    }

    /// The remaining time, the increment, and the turns until the base is added again.
    pub fn time_left(&self) -> TimeLeft {
        let left = TimeLeft::new(self.left).with_increment(self.control.increment);
        TimeLeft { moves_to_go: self.moves_to_go, ..left }
    }

    /// Subtracts the time of a turn, and adds the increment and the base when due.
    ///
    /// # Errors
    ///
    /// If the turn took more than the remaining time and the margin, with the excess over the remaining time.
    pub fn spend(&mut self, elapsed: Duration, margin: Duration) -> Result<(), Duration> {
        let over = elapsed.saturating_sub(self.left);
        if over > margin {
            return Err(over);
        }
        self.left = self.left.saturating_sub(elapsed).saturating_add(self.control.increment);
        self.moves_to_go = self.moves_to_go.map(|moves| moves - 1);
        if self.moves_to_go == Some(0) {
            self.left = self.left.saturating_add(self.control.base);
            self.moves_to_go = self.control.moves;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> GameClock {
        GameClock::new(text.parse().unwrap())
    }

    fn reading(clock: &GameClock) -> (Duration, Duration, Option<u32>) {
        let TimeLeft { remaining, increment, moves_to_go, .. } = clock.time_left();
        (remaining, increment, moves_to_go)
    }

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn texts_are_read_back() {
        for text in ["60s", "60s+0.5s", "0.1s+0.001s/1", "300s/40"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("9m50s+1m0.5s".parse::<TimeControl>().unwrap().to_string(), "590s+60.5s");
        assert_eq!("1m+500ms/40".parse::<TimeControl>().unwrap().to_string(), "60s+0.5s/40");
    }

    #[test]
    fn errors_name_the_word() {
        for (text, part) in [
            ("", "``"),
            ("0s+1s", "some time"),
            ("x+1s", "`x`"),
            ("1s+y", "`y`"),
            ("1s/0", "`0` should"),
            ("1s+1s/-1", "`-1` should"),
            ("1s/4/4", "`4/4` should"),
        ] {
            let error = text.parse::<TimeControl>().expect_err(text).to_string();
            assert!(error.contains(part) && error.contains(text), "{error}");
        }
    }

    #[test]
    fn the_increment_is_added_after_each_move() {
        let mut clock = clock("10s+2s");
        assert_eq!(clock.spend(seconds(9), Duration::ZERO), Ok(()));
        assert_eq!(reading(&clock), (seconds(3), seconds(2), None));
    }

    #[test]
    fn the_base_is_added_again_after_so_many_moves() {
        let mut clock = clock("10s/2");
        assert_eq!(clock.spend(seconds(4), Duration::ZERO), Ok(()));
        assert_eq!(reading(&clock), (seconds(6), Duration::ZERO, Some(1)));
        assert_eq!(clock.spend(seconds(4), Duration::ZERO), Ok(()));
        assert_eq!(reading(&clock), (seconds(12), Duration::ZERO, Some(2)));
    }

    #[test]
    fn the_last_moment_is_in_time_and_the_margin_forgives_what_comes_after_it() {
        assert_eq!(clock("3s").spend(seconds(3), Duration::ZERO), Ok(()));
        assert_eq!(clock("3s").spend(seconds(4), Duration::ZERO), Err(seconds(1)));
        let mut late = clock("3s+2s");
        assert_eq!(late.spend(seconds(4), seconds(1)), Ok(()));
        assert_eq!(reading(&late).0, seconds(2));
        assert_eq!(late.spend(seconds(4), seconds(1)), Err(seconds(2)));
    }
}
