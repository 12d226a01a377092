//! Standard output that survives a closed pipe, and the format of numbers and times.

use serde_json::Value;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The output of results.
pub(crate) struct Output(BufWriter<Stdout>);

impl Output {
    pub(crate) fn standard() -> Self {
        Self(BufWriter::new(io::stdout()))
    }

    /// Writes one or more lines and flushes.
    pub(crate) fn text(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.part(text.as_ref())?;
        self.part("\n")?;
        self.flush()
    }

    /// Writes text without a line end.
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

/// A progress line on standard error, overwritten as work goes on; nothing if standard error is not a
/// terminal.
///
/// A thread of its own writes it: a terminal that has been halted does not hold up the work, nor what the
/// work has to tell others in time.
pub(crate) struct Progress {
    line: Option<Line>,
}

/// The thread that writes the line, and where it gets its texts.
struct Line {
    texts: SyncSender<String>,
    thread: JoinHandle<()>,
}

impl Line {
    /// `None` if the system has no thread to give.
    fn on(mut terminal: impl Write + Send + 'static) -> Option<Self> {
        let (texts, shown) = sync_channel::<String>(1);
        let write = move || {
            for text in shown {
                let _ = write!(terminal, "\r\x1b[K{text}").and_then(|()| terminal.flush());
            }
            let _ = write!(terminal, "\r\x1b[K").and_then(|()| terminal.flush());
        };
        let thread = thread::Builder::new().spawn(write).ok()?;
        Some(Self { texts, thread })
    }

    /// Shows a text, unless the one before has not been written yet.
    fn show(&self, text: &str) {
        let _ = self.texts.try_send(text.to_owned());
    }

    /// Takes the line away, and waits until it is gone.
    fn clear(self) {
        drop(self.texts);
        let _ = self.thread.join();
    }
}

impl Progress {
    /// The time before progress is shown.
    pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

    pub(crate) fn new() -> Self {
        Self { line: None }
    }

    /// Shows `text` if the work has taken long enough.
    pub(crate) fn show(&mut self, elapsed: Duration, text: &str) {
        if elapsed >= Self::PATIENCE && io::stderr().is_terminal() {
            self.line = self.line.take().or_else(|| Line::on(io::stderr()));
            if let Some(line) = &self.line {
                line.show(text);
            }
        }
    }

    /// Clears the line.
    pub(crate) fn clear(&mut self) {
        if let Some(line) = self.line.take() {
            line.clear();
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

/// A time with about three digits: `0.04 s`, `12.3 s`.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let digits = if seconds < 10.0 { 2 } else { usize::from(seconds < 100.0) };
    format!("{seconds:.digits$} s")
}

/// A rate per second; `0` if no time has passed.
pub(crate) fn per_second(count: u64, time: Duration) -> u64 {
    if time.is_zero() { 0 } else { (count as f64 / time.as_secs_f64()) as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal that takes nothing until it is let go, and keeps what it took.
    struct Halted(std::sync::mpsc::Receiver<()>, std::sync::mpsc::Sender<Vec<u8>>);

    impl Write for Halted {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            let _ = self.1.send(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_halted_terminal_does_not_hold_up_the_work() {
        let ((go_on, halted), (took, taken)) = (std::sync::mpsc::channel(), std::sync::mpsc::channel());
        let line = Line::on(Halted(halted, took)).expect("a thread");
        for game in 0..100 {
            line.show(&format!("{game} games"));
        }
        drop(go_on);
        line.clear();
        let shown: Vec<u8> = taken.into_iter().flatten().collect();
        let shown = String::from_utf8(shown).expect("UTF-8");
        assert!(shown.contains("0 games") && shown.ends_with("\r\x1b[K"), "{shown:?}");
        assert!(!shown.contains("99 games"), "{shown:?}");
    }

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
