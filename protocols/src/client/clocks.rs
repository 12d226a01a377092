//! Time in the options of AEI, as the controller tells it.

use super::Allowance;
use core::time::Duration;
use plywood_play::write_seconds;

/// The time control of a game, and the reserve of the side to move. A limit that is zero is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Clocks {
    per_move: Duration,
    /// The reserve at the beginning of the game.
    first_reserve: Duration,
    /// How much of the time that a turn leaves over is added to the reserve, in hundredths.
    percent: u32,
    greatest_reserve: Duration,
    longest_turn: Duration,
    /// The reserve now.
    reserve: Duration,
}

impl Clocks {
    /// No limit in time: this takes back what an engine was told before.
    pub(super) const UNLIMITED: Self = Self {
        per_move: Duration::ZERO,
        first_reserve: Duration::ZERO,
        percent: 100,
        greatest_reserve: Duration::ZERO,
        longest_turn: Duration::ZERO,
        reserve: Duration::ZERO,
    };

    /// The limits in time of an answer, if there are any.
    pub(super) fn of(allowance: &Allowance) -> Option<Self> {
        match (&allowance.left, allowance.time) {
            (None, None) => None,
            (None, Some(time)) => Some(Self::for_each_turn(time)),
            (Some(left), longest) => {
                // The increment is the time for each turn, and what is left beyond it the reserve.
                let per_move = left.increment.min(left.remaining);
                let reserve = left.remaining.saturating_sub(per_move);
                let longest_turn = longest.unwrap_or_default();
                Some(Self { per_move, first_reserve: reserve, longest_turn, reserve, ..Self::UNLIMITED })
            }
        }
    }

    /// So much time for each turn, and nothing that could be saved. Engines that hold time back for accidents
    /// hold less of a turn that has a bound, and some take all of their time only where the reserve has one
    /// too.
    fn for_each_turn(time: Duration) -> Self {
        let greatest_reserve = Duration::from_secs(1);
        Self { per_move: time, percent: 0, greatest_reserve, longest_turn: time, ..Self::UNLIMITED }
    }

    /// The same within a game that began with the reserve of `told`.
    pub(super) fn in_the_game_of(self, told: Option<Self>) -> Self {
        Self { first_reserve: told.map_or(self.first_reserve, |told| told.first_reserve), ..self }
    }

    /// The options that hold for a whole game.
    pub(super) fn of_game(&self) -> Vec<String> {
        let percent = self.percent.to_string();
        let options = [
            ("tcmove", write_seconds(self.per_move)),
            ("tcreserve", write_seconds(self.first_reserve)),
            ("tcpercent", percent),
            ("tcmax", write_seconds(self.greatest_reserve)),
            ("tctotal", "0".to_owned()),
            ("tcturns", "0".to_owned()),
            ("tcturntime", write_seconds(self.longest_turn)),
        ];
        options.map(|(name, value)| set_option(name, &value)).into()
    }

    /// What stands on the clocks of both sides at the beginning of a game.
    pub(super) fn at_first(&self) -> Vec<String> {
        let reserve = write_seconds(self.first_reserve);
        let reserves = ["greserve", "sreserve"].map(|name| set_option(name, &reserve));
        let used = ["gused", "sused", "lastmoveused", "moveused"].map(|name| set_option(name, "0"));
        reserves.into_iter().chain(used).collect()
    }

    /// What stands on the clock of the side to move. That of the other side is not known here.
    pub(super) fn now(&self, is_gold: bool) -> [String; 2] {
        let name = if is_gold { "greserve" } else { "sreserve" };
        [set_option(name, &write_seconds(self.reserve)), set_option("moveused", "0")]
    }
}

/// The line that sets an option.
pub(super) fn set_option(name: &str, value: &str) -> String {
    format!("setoption name {name} value {value}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::TimeLeft;

    fn clocks(time: Option<f64>, left: Option<[u64; 2]>) -> Clocks {
        let left = left.map(|[remaining, increment]| {
            TimeLeft::new(Duration::from_secs(remaining)).with_increment(Duration::from_secs(increment))
        });
        let time = time.map(Duration::from_secs_f64);
        Clocks::of(&Allowance { time, left, ..Allowance::default() }).expect("a limit in time")
    }

    #[test]
    fn a_time_for_each_turn_leaves_no_reserve() {
        let clocks = clocks(Some(1.5), None);
        for (name, value) in [
            ("tcmove", "1.5"),
            ("tcreserve", "0"),
            ("tcpercent", "0"),
            ("tcturntime", "1.5"),
            ("tctotal", "0"),
        ] {
            assert!(clocks.of_game().contains(&set_option(name, value)), "{name}");
        }
        assert!(clocks.at_first().contains(&set_option("sreserve", "0")));
        assert_eq!(clocks.now(true)[0], set_option("greserve", "0"));
    }

    #[test]
    fn of_a_clock_the_increment_is_for_each_turn_and_the_rest_is_reserve() {
        let clocks = clocks(None, Some([100, 15]));
        for (name, value) in
            [("tcmove", "15"), ("tcreserve", "85"), ("tcpercent", "100"), ("tcturntime", "0")]
        {
            assert!(clocks.of_game().contains(&set_option(name, value)), "{name}");
        }
        assert_eq!(clocks.now(false), [set_option("sreserve", "85"), set_option("moveused", "0")]);
        let both = super::tests::clocks(Some(4.0), Some([5, 15]));
        assert_eq!(both.of_game()[0], set_option("tcmove", "5"), "there is no more");
        assert_eq!(both.of_game()[6], set_option("tcturntime", "4"));
    }

    #[test]
    fn without_a_limit_nothing_is_told() {
        assert_eq!(Clocks::of(&Allowance { depth: Some(3), ..Allowance::default() }), None);
    }
}
