//! Times, sizes and counts as people type them.

use crate::cause::Cause;
use crate::error::TextError;
use crate::excerpt::Excerpt;
use core::time::Duration;

/// Reads a time: a number, possibly with a decimal point, and a unit `ms`, `s`, `m` or `h`; seconds without a
/// unit.
///
/// ```
/// use plywood_play::read_duration;
/// use std::time::Duration;
///
/// assert_eq!(read_duration("0.1s"), Ok(Duration::from_millis(100)));
/// assert_eq!(read_duration("9m50s"), Ok(Duration::from_secs(590)));
/// assert!(read_duration("-1s").is_err());
/// ```
///
/// # Errors
///
/// If the text is not such a time, or is longer than a thousand years.
pub fn read_duration(text: &str) -> Result<Duration, TextError> {
    const LONGEST: Duration = Duration::from_secs(1_000 * 366 * 86_400);
    let error = |reason: &str| {
        TextError::told("time", text, Cause::new("not-a-time", reason).with("text", Excerpt(text)))
    };
    let mut time = Duration::ZERO;
    let mut rest = text;
    let mut above = None;
    while !rest.is_empty() || above.is_none() {
        let (number, unit);
        (number, rest) = split_unit(rest);
        (unit, rest) = rest.split_at(rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len()));
        let Some(factor) = factor(unit) else {
            return Err(error(&format!("unknown unit `{}`; use ms, s, m or h", Excerpt(unit))));
        };
        if above.is_some_and(|above| factor >= above || unit.is_empty()) {
            return Err(error("each number needs a smaller unit than the one before it, as in 1h30m"));
        }
        let part = part(number, factor)
            .ok_or_else(|| error("expected a number and a unit, such as 9m50s or 100ms"))?;
        time = time.saturating_add(part);
        above = Some(factor);
    }
    if time > LONGEST {
        return Err(too_great("time", text, "longer than a thousand years", "8784000h"));
    }
    Ok(time)
}

/// The milliseconds of a unit of time.
fn factor(unit: &str) -> Option<u64> {
    Some(match unit {
        "ms" => 1,
        "s" | "" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    })
}

/// A number of units, of so many milliseconds each. `None` if it is no number; a time beyond all bounds is
/// one.
fn part(number: &str, factor: u64) -> Option<Duration> {
    const IN_A_SECOND: u128 = 1_000_000_000;
    const DIGITS: usize = 18;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_number = whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
    if !is_number || whole.len() + fraction.len() == 0 {
        return None;
    }
    let fraction = &fraction[..fraction.len().min(DIGITS)];
    let unit = u128::from(factor) * 1_000_000;
    let nanoseconds =
        value(whole).saturating_mul(unit) + value(fraction) * unit / 10_u128.pow(fraction.len() as u32);
    let seconds = u64::try_from(nanoseconds / IN_A_SECOND).unwrap_or(u64::MAX);
    Some(Duration::new(seconds, (nanoseconds % IN_A_SECOND) as u32))
}

/// The value of digits, as far as there are numbers.
fn value(digits: &str) -> u128 {
    const MOST: u128 = u128::MAX >> 64;
    digits.bytes().fold(0, |value, digit| MOST.min(value * 10 + u128::from(digit - b'0')))
}

/// A time as it is written everywhere: in seconds, exactly, such as `590s` or `0.05s`. [`read_duration`]
/// reads it back.
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(plywood_play::write_duration(Duration::from_millis(90_500)), "90.5s");
/// ```
pub fn write_duration(time: Duration) -> String {
    format!("{}s", write_seconds(time))
}

/// A time as a number of seconds, exactly: whole if it is.
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(plywood_play::write_seconds(Duration::from_secs(590)), "590");
/// ```
pub fn write_seconds(time: Duration) -> String {
    let digits = format!("{}.{:09}", time.as_secs(), time.subsec_nanos());
    digits.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Reads a size in bytes: a whole number and a unit `B`, `kB`, `KiB`, `MB`, `MiB`, `GB`, `GiB`; bytes without
/// a unit.
///
/// Table sizes are powers of two, so `MB` means the same as `MiB` here: 1 048 576 bytes.
///
/// ```
/// assert_eq!(plywood_play::read_bytes("64MB"), Ok(64 << 20));
/// ```
///
/// # Errors
///
/// If the text is not such a size, or is too large to address.
pub fn read_bytes(text: &str) -> Result<usize, TextError> {
    let error = |reason: &str| {
        TextError::told("size", text, Cause::new("not-a-size", reason).with("text", Excerpt(text)))
    };
    let (number, unit) = split_unit(text);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err(error(&format!("unknown unit `{}`; use kB, MB or GB", Excerpt(unit)))),
    };
    let value: usize =
        number.parse().map_err(|_| error("expected a whole number and a unit, such as 64MB"))?;
    let most = format!("{} B", usize::MAX);
    value.checked_mul(1 << shift).ok_or_else(|| too_great("size", text, "larger than any memory", &most))
}

/// Reads a count: a whole number, optionally with `_` between digits, and optionally followed by `k`, `M` or
/// `G` for thousands, millions and billions.
///
/// ```
/// assert_eq!(plywood_play::read_count("1_500k"), Ok(1_500_000));
/// ```
///
/// # Errors
///
/// If the text is not such a number, or does not fit in 64 bits.
pub fn read_count(text: &str) -> Result<u64, TextError> {
    let error = || {
        let cause = Cause::new("not-a-number", "expected a whole number");
        TextError::told("number", text, cause.with("text", Excerpt(text)))
    };
    let (number, unit) = split_unit(text);
    let factor = match unit {
        "" => 1,
        "k" | "K" => 1_000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        _ => return Err(error()),
    };
    let value: u64 = number.replace('_', "").parse().map_err(|_| error())?;
    value.checked_mul(factor).ok_or_else(|| too_great("number", text, "too large", &u64::MAX.to_string()))
}

/// The error about a text that means more than `most`.
fn too_great(what: &'static str, text: &str, reason: &str, most: &str) -> TextError {
    TextError::told(what, text, Cause::new("at-most", reason).with("most", most))
}

/// Writes a whole number for people, in groups of three digits.
///
/// ```
/// assert_eq!(plywood_play::grouped(1_938_494_632), "1 938 494 632");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// The number at the front, and what follows it.
fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(text.len());
    text.split_at(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_times_are_read() {
        for (text, milliseconds) in [
            ("5s", 5_000),
            ("100ms", 100),
            ("0", 0),
            ("1.5", 1_500),
            ("1h", 3_600_000),
            ("9m50s", 590_000),
            ("1h30m", 5_400_000),
            ("1m30.5s", 90_500),
            ("1.5h1m", 5_460_000),
            ("1h2m3s4ms", 3_723_004),
            ("2min", 120_000),
        ] {
            assert_eq!(read_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn a_time_is_written_so_that_it_is_read_back(milliseconds in 0..=1_u64 << 40) {
            let time = Duration::from_millis(milliseconds);
            proptest::prop_assert_eq!(read_duration(&write_duration(time)), Ok(time));
        }
    }

    #[test]
    fn numbers_are_grouped_by_three() {
        let texts = [0, 999, 1_000, 1_938_494_632].map(grouped);
        assert_eq!(texts, ["0", "999", "1 000", "1 938 494 632"]);
    }

    #[test]
    fn bad_quantities_are_refused_with_the_text() {
        for text in [
            "",
            "s",
            "-1s",
            "1e9s",
            "nan",
            "inf",
            "5 s",
            "5x",
            "1..2s",
            "99999999999999999999h",
            "٣s",
            ".",
            "30m1h",
            "1m2m",
            "1s2",
            "1m30",
            "1h 30m",
            "1hm",
            "1s-2ms",
            "1ms2s",
            "1m.s",
        ] {
            let error = read_duration(text).expect_err(text);
            assert!(error.to_string().contains(text), "{error}");
        }
        for text in ["", "MB", "1.5MB", "-1", "64QB", "99999999999GB", "18446744073709551616"] {
            assert!(read_bytes(text).is_err(), "{text}");
        }
        for text in ["", "k", "1.5", "-1", "1kk", "18446744073709551615k"] {
            assert!(read_count(text).is_err(), "{text}");
        }
    }
}
