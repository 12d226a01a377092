//! Numbers with their units.

pub(crate) use plywood_play::grouped;
use std::time::Duration;

/// A time with about three digits: `0.04 s`, `12.3 s`.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let digits = if seconds < 10.0 { 2 } else { usize::from(seconds < 100.0) };
    format!("{seconds:.digits$} s")
}

/// A time to wait, without what nobody waits for: `12 s`, `3 min 05 s`, `2 h 07 min`.
pub(crate) fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours) = (seconds / 60, seconds / 3_600);
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{minutes} min {:02} s", seconds % 60),
        _ => format!("{} h {:02} min", grouped(hours), minutes % 60),
    }
}

/// A rate per second; `0` if no time has passed.
pub(crate) fn per_second(count: u64, time: Duration) -> u64 {
    if time.is_zero() { 0 } else { (count as f64 / time.as_secs_f64()) as u64 }
}

/// `1 game`, `1 000 games`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_few_digits() {
        let texts = [40, 12_340, 123_456].map(|ms| seconds(Duration::from_millis(ms)));
        assert_eq!(texts, ["0.04 s", "12.3 s", "123 s"]);
    }

    #[test]
    fn times_to_wait_have_two_units() {
        let texts = [0, 59, 60, 185, 3_600, 7_621].map(|seconds| span(Duration::from_secs(seconds)));
        assert_eq!(texts, ["0 s", "59 s", "1 min 00 s", "3 min 05 s", "1 h 00 min", "2 h 07 min"]);
    }

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 1_000].map(|count| counted(count, "game")), ["0 games", "1 game", "1 000 games"]);
    }
}
