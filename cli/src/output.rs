//! Standard output that survives a closed pipe, and how numbers and times are written.

use serde_json::Value;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::time::Duration;

/// Where results go.
pub(crate) struct Output(BufWriter<Stdout>);

impl Output {
    pub(crate) fn standard() -> Self {
        Self(BufWriter::new(io::stdout()))
    }

    /// Writes a line, or several, and shows it at once.
    pub(crate) fn text(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.part(text.as_ref())?;
        self.part("\n")?;
        self.flush()
    }

    /// Writes text that more will follow.
    pub(crate) fn part(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(text.as_bytes())
    }

    /// Writes a value as one line of JSON.
    pub(crate) fn json(&mut self, value: &Value) -> io::Result<()> {
        self.text(value.to_string())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// A line on standard error that is written over as work goes on; nothing if standard error is no terminal.
pub(crate) struct Progress {
    shown: bool,
}

impl Progress {
    /// Work that takes no longer than this shows no progress.
    pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

    pub(crate) fn new() -> Self {
        Self { shown: false }
    }

    /// Shows `text` if the work has taken `elapsed` by now, and that is long.
    pub(crate) fn show(&mut self, elapsed: Duration, text: &str) {
        if elapsed >= Self::PATIENCE && io::stderr().is_terminal() {
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
            let _ = io::stderr().flush();
            self.shown = true;
        }
    }

    /// Takes the line away.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// A whole number in groups of three digits: `1 938 494 632`.
pub(crate) fn grouped(number: u64) -> String {
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

/// A time with three digits or so: `0.04 s`, `12.3 s`.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let digits = if seconds < 10.0 { 2 } else { usize::from(seconds < 100.0) };
    format!("{seconds:.digits$} s")
}

/// How many a second, `0` where no time has passed.
pub(crate) fn per_second(count: u64, time: Duration) -> u64 {
    if time.is_zero() { 0 } else { (count as f64 / time.as_secs_f64()) as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        let texts = [0, 999, 1_000, 1_938_494_632].map(grouped);
        assert_eq!(texts, ["0", "999", "1 000", "1 938 494 632"]);
    }

    #[test]
    fn times_have_few_digits() {
        let texts = [40, 12_340, 123_456].map(|ms| seconds(Duration::from_millis(ms)));
        assert_eq!(texts, ["0.04 s", "12.3 s", "123 s"]);
    }
}
