//! Times, sizes and counts as people type them.

use crate::error::TextError;
use core::time::Duration;

/// Reads a time: a number, possibly with a decimal point, and a unit `ms`, `s`, `m` or `h`; seconds if there is none.
///
/// ```
/// use plywood_play::read_duration;
/// use std::time::Duration;
///
/// assert_eq!(read_duration("0.1s"), Ok(Duration::from_millis(100)));
/// assert_eq!(read_duration("2m"), Ok(Duration::from_secs(120)));
/// assert!(read_duration("-1s").is_err());
/// ```
///
/// # Errors
///
/// If the text is no such time, or it is longer than a thousand years.
pub fn read_duration(text: &str) -> Result<Duration, TextError> {
    const LONGEST_SECONDS: f64 = 1_000.0 * 366.0 * 86_400.0;
    let error = |reason: &str| TextError::new("time", text, reason);
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "ms" => 0.001,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3_600.0,
        _ => return Err(error(&format!("unknown unit `{unit}`; use ms, s, m or h"))),
    };
    let value: f64 =
        number.parse().map_err(|_| error("expected a number and a unit, such as 5s or 100ms"))?;
    if value * seconds > LONGEST_SECONDS {
        return Err(error("longer than a thousand years"));
    }
    Ok(Duration::from_secs_f64(value * seconds))
}

/// Reads a size in bytes: a whole number and a unit `B`, `kB`, `KiB`, `MB`, `MiB`, `GB`, `GiB`; bytes if there is none.
///
/// Table sizes are powers of two, so `MB` means the same as `MiB` here: 1 048 576 bytes.
///
/// ```
/// assert_eq!(plywood_play::read_bytes("64MB"), Ok(64 << 20));
/// ```
///
/// # Errors
///
/// If the text is no such size, or too large to address.
pub fn read_bytes(text: &str) -> Result<usize, TextError> {
    let error = |reason: &str| TextError::new("size", text, reason);
    let (number, unit) = split_unit(text);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err(error(&format!("unknown unit `{unit}`; use kB, MB or GB"))),
    };
    let value: usize =
        number.parse().map_err(|_| error("expected a whole number and a unit, such as 64MB"))?;
    value.checked_mul(1 << shift).ok_or_else(|| error("larger than any memory"))
}

/// Reads a count: a whole number, with `_` between digits if wanted and `k`, `M` or `G` for thousands, millions and so on behind it.
///
/// ```
/// assert_eq!(plywood_play::read_count("1_500k"), Ok(1_500_000));
/// ```
///
/// # Errors
///
/// If the text is no such number, or does not fit 64 bits.
pub fn read_count(text: &str) -> Result<u64, TextError> {
    let error = |reason: &str| TextError::new("number", text, reason);
    let (number, unit) = split_unit(text);
    let factor = match unit {
        "" => 1,
        "k" | "K" => 1_000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        _ => return Err(error("expected a whole number")),
    };
    let value: u64 = number.replace('_', "").parse().map_err(|_| error("expected a whole number"))?;
    value.checked_mul(factor).ok_or_else(|| error("too large"))
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
        for (text, milliseconds) in
            [("5s", 5_000), ("100ms", 100), ("0", 0), ("1.5", 1_500), ("1h", 3_600_000)]
        {
            assert_eq!(read_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
    }

    #[test]
    fn bad_quantities_are_refused_with_the_text() {
        for text in
            ["", "s", "-1s", "1e9s", "nan", "inf", "5 s", "5x", "1..2s", "99999999999999999999h", "٣s", "."]
        {
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
