//! The arguments of `go`: the limits of a search.

use crate::pace::{endless, margin};
use core::fmt;
use core::time::Duration;
use plywood_play::Excerpt;
use plywood_search::{Limits, MAX_DEPTH, PonderHandle, Side, SystemClock, TimeLeft};

/// Error returned when a search cannot begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GoError {
    /// There is no such limit.
    Unknown(String),
    /// A limit has no number, or an invalid one.
    Number { limit: String, text: String },
}

impl fmt::Display for GoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(f, "unknown limit \"{}\"", Excerpt(word)),
            Self::Number { limit, text } => write!(f, "\"{}\" is no number for {limit}", Excerpt(text)),
        }
    }
}

/// The clocks of a game in milliseconds, as far as they are known.
#[derive(Clone, Copy, Debug, Default)]
struct Clocks {
    left: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u32>,
}

impl Clocks {
    /// The clock of a side, with a reserve for the transmission of the answer.
    fn of(&self, side: Side) -> Option<TimeLeft> {
        let left = Duration::from_millis(self.left[side.index()]?);
        let increment = Duration::from_millis(self.increment[side.index()]);
        let left = TimeLeft::new(left).with_increment(increment).with_reserve(margin(left));
        Some(TimeLeft { moves_to_go: self.moves_to_go, ..left })
    }
}

/// Reads limits: `depth`, `nodes`, `movetime`, `p1time`, `p2time`, `p1inc`, `p2inc`, `movestogo`, each with a
/// number, `infinite`, `ponder`. Without any, the engine's own limits apply.
pub(super) fn read_limits(text: &str, side: Side) -> Result<Limits, GoError> {
    let (mut limits, mut clocks) = (Limits::none(), Clocks::default());
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            let ponder = limits.ponder.take();
            limits = endless();
            limits.ponder = ponder;
            continue;
        }
        if word == "ponder" {
            limits.ponder = Some(PonderHandle::new());
            continue;
        }
        let number = || read_number(word, words.clone().next().unwrap_or_default());
        match word {
            "depth" => limits.depth = Some(number()?.min(u64::from(MAX_DEPTH)) as u32),
            "nodes" => limits.nodes = Some(number()?),
            "movetime" => limits = limits.with_time(Duration::from_millis(number()?), SystemClock::start()),
            "p1time" => clocks.left[0] = Some(number()?),
            "p2time" => clocks.left[1] = Some(number()?),
            "p1inc" => clocks.increment[0] = number()?,
            "p2inc" => clocks.increment[1] = number()?,
            "movestogo" => clocks.moves_to_go = Some(number()?.min(1_000) as u32),
            _ => return Err(GoError::Unknown(word.to_owned())),
        }
        words.next();
    }
    Ok(limits.with_time_left(clocks.of(side), SystemClock::start()))
}

/// A number without a sign; a clock that has run out, below zero, counts as zero.
fn read_number(limit: &str, text: &str) -> Result<u64, GoError> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let wrong = || GoError::Number { limit: limit.to_owned(), text: text.to_owned() };
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let value: u64 = digits.parse().ok().filter(|_| plain).ok_or_else(wrong)?;
    let is_clock = matches!(limit, "p1time" | "p2time");
    match (digits.len() < text.len(), is_clock) {
        (false, _) => Ok(value),
        (true, true) => Ok(0),
        (true, false) => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Limits {
        read_limits(text, Side::Second).expect(text)
    }

    #[test]
    fn each_limit_is_read() {
        assert_eq!(read("depth 5").depth, Some(5));
        assert_eq!(read("depth 5000").depth, Some(MAX_DEPTH));
        assert_eq!(read("nodes 100 depth 3").nodes, Some(100));
        assert_eq!(read("movetime 250").time_limit(), Some(Duration::from_millis(250)));
        let clock = "p1time 10 p2time 51000 p1inc 0 p2inc 500";
        let (left, second) = (read(clock).time_left().unwrap(), Duration::from_secs(1));
        assert_eq!((left.remaining, left.increment, left.moves_to_go), (51 * second, second / 2, None));
        assert_eq!(read("p2time 51000 movestogo 1").time_left().unwrap().allot().hard, 50 * second);
        assert_eq!(read("p2time -3").time_left().unwrap().remaining, Duration::ZERO);
        assert_eq!(read("p1time 3000").time_left(), None);
        assert!(read("infinite").time_limit() > Some(Duration::from_secs(86_400)));
        for text in ["ponder p2time 5", "p2time 5 ponder", "ponder infinite"] {
            assert!(read(text).ponder.is_some_and(|ponder| ponder.is_pondering()), "{text}");
        }
        let none = read("");
        assert_eq!(
            (none.depth, none.nodes, none.time_limit(), none.ponder.is_none()),
            (None, None, None, true)
        );
    }

    #[test]
    fn what_is_no_limit_is_named() {
        for (text, part) in [
            ("deep", "\"deep\""),
            ("depth", "\"\" is no number for depth"),
            ("depth x", "\"x\" is no number for depth"),
            ("nodes -1", "\"-1\" is no number for nodes"),
            ("movetime 1e3", "\"1e3\""),
            ("depth 3 4", "\"4\""),
            ("nodes 99999999999999999999", "\"99999999999999999999\""),
        ] {
            let error = read_limits(text, Side::First).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
