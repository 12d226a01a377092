//! The options of AEI: the time control, facts about the game, and the engine's own options.

use super::time_control::TimeControl;
use core::fmt;
use core::time::Duration;
use plywood_play::{EngineError, Excerpt};
use plywood_search::MAX_DEPTH;

/// The options set by `setoption` that this crate uses.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    pub(super) time: TimeControl,
    /// The depth limit in steps.
    pub(super) depth: Option<u32>,
}

/// The effect of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    None,
    /// An option of the engine.
    Engine {
        key: &'static str,
        value: String,
    },
}

/// Error returned when setting an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OptionError {
    /// The text is not `name ID` or `name ID value X`.
    Form(String),
    /// There is no such option.
    Unknown(String),
    /// The value is not a number, or out of range.
    Value { name: String, value: String },
    /// The engine does not take it.
    Engine(EngineError),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form(text) => {
                write!(f, "\"setoption {}\" is not of the form \"setoption name ID value X\"", Excerpt(text))
            }
            Self::Unknown(name) => write!(f, "unknown option \"{}\"", Excerpt(name)),
            Self::Value { name, value } => write!(f, "\"{}\" is no value of {name}", Excerpt(value)),
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl Options {
    /// Sets an option from the text after `setoption`.
    pub(super) fn set(&mut self, text: &str) -> Result<Effect, OptionError> {
        let (name, value) = read(text).ok_or_else(|| OptionError::Form(text.to_owned()))?;
        let wrong = || OptionError::Value { name: name.clone(), value: value.to_owned() };
        let time = &mut self.time;
        match name.as_str() {
            "tcmove" => time.per_move = seconds(value).ok_or_else(wrong)?,
            "tcreserve" => time.initial_reserve = seconds(value).ok_or_else(wrong)?,
            "tcpercent" => time.percent_saved = value.parse().map_err(|_| wrong())?,
            "tcturntime" => time.longest_turn = seconds(value).ok_or_else(wrong)?,
            "greserve" => time.reserves[0] = Some(seconds(value).ok_or_else(wrong)?),
            "sreserve" => time.reserves[1] = Some(seconds(value).ok_or_else(wrong)?),
            "moveused" => time.used = seconds(value).ok_or_else(wrong)?,
            "depth" => self.depth = limit(value.parse().map_err(|_| wrong())?),
            "hash" => return hash(value).ok_or_else(wrong),
            "threads" => return Ok(Effect::Engine { key: "threads", value: value.to_owned() }),
            // They limit the game and not the move, or describe the past.
            "tcmax" | "tctotal" | "tcturns" | "gused" | "sused" | "lastmoveused" => {
                seconds(value).map(drop).ok_or_else(wrong)?;
            }
            "opponent" | "opponent_rating" | "rating" | "rated" | "event" => {}
            _ => return Err(OptionError::Unknown(name)),
        }
        Ok(Effect::None)
    }

    /// Resets the clocks for another game.
    pub(super) fn new_game(&mut self) {
        self.time.new_game();
    }
}

/// The name in lower case and the value, empty if there is none.
fn read(text: &str) -> Option<(String, &str)> {
    let rest = text.strip_prefix("name")?.strip_prefix(char::is_whitespace)?.trim();
    let (name, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let rest = rest.trim();
    let value = if rest.is_empty() { rest } else { rest.strip_prefix("value")?.trim_start() };
    (!name.is_empty()).then(|| (name.to_ascii_lowercase(), value))
}

/// A number of seconds; a negative number (an overdrawn reserve) counts as zero.
fn seconds(text: &str) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(number.max(0.0)).ok().filter(|_| number.is_finite())
}

/// A depth in steps; 0 and below mean no limit.
fn limit(depth: i64) -> Option<u32> {
    let depth = depth.min(i64::from(MAX_DEPTH));
    u32::try_from(depth).ok().filter(|&depth| depth > 0)
}

/// A size in megabytes; 0 keeps the present size.
fn hash(text: &str) -> Option<Effect> {
    let number: u32 = text.parse().ok()?;
    Some(match number {
        0 => Effect::None,
        _ => Effect::Engine { key: "hash", value: format!("{number}MB") },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_read() {
        for (text, name, value) in [
            ("name tcmove value 15", "tcmove", "15"),
            ("name Hash  value  500 ", "hash", "500"),
            ("name opponent value bot With Blanks", "opponent", "bot With Blanks"),
            ("name rated", "rated", ""),
            ("name event value", "event", ""),
        ] {
            assert_eq!(read(text), Some((name.to_owned(), value)), "{text}");
        }
        for text in ["", "name", "name ", "tcmove value 15", "name tcmove 15", "namevalue x"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }

    #[test]
    fn values_that_are_none_are_refused_with_their_text() {
        let mut options = Options::default();
        for (text, part) in [
            ("name tcmove value soon", "\"soon\" is no value of tcmove"),
            ("name tcmove value inf", "\"inf\""),
            ("name greserve value NaN", "\"NaN\""),
            ("name tcpercent value -1", "\"-1\""),
            ("name depth value deep", "\"deep\""),
            ("name hash value -5", "\"-5\""),
            ("name tcturns value ?", "\"?\""),
            ("name colour value red", "unknown option \"colour\""),
            ("colour red", "\"setoption colour red\" is not of the form"),
        ] {
            let error = options.set(text).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn every_standard_option_is_known() {
        let mut options = Options::default();
        for name in [
            "tcmove",
            "tcreserve",
            "tcpercent",
            "tcmax",
            "tctotal",
            "tcturns",
            "tcturntime",
            "greserve",
            "sreserve",
            "gused",
            "sused",
            "lastmoveused",
            "moveused",
            "opponent",
            "opponent_rating",
            "rating",
            "rated",
            "event",
            "hash",
            "depth",
            "threads",
        ] {
            assert!(options.set(&format!("name {name} value 1")).is_ok(), "{name}");
        }
        assert_eq!(options.depth, Some(1));
        options.set("name depth value -1").expect("no limit");
        assert_eq!(options.depth, None);
    }
}
