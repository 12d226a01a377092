//! Progress of long work on standard error: a line that is overwritten on a terminal, and one plain line per
//! minute elsewhere.

use crate::terminal::numbers::span;
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The progress of one piece of work.
///
/// A thread of its own writes it: the time goes on while the work has nothing new to say, and a terminal that
/// has been halted does not hold up the work, nor what the work has to tell others in time.
pub(crate) struct Progress {
    form: Form,
    line: Option<Line>,
}

impl Progress {
    /// The time before progress is shown on a terminal.
    pub(crate) const PATIENCE: Duration = Duration::from_secs(1);

    pub(crate) fn new() -> Self {
        Self { form: if io::stderr().is_terminal() { Form::Live } else { Form::Plain }, line: None }
    }

    /// Progress of work that begins now and may have nothing to say for long.
    pub(crate) fn of(text: &str) -> Self {
        let mut progress = Self::new();
        progress.show(Duration::ZERO, text);
        progress
    }

    /// Shows how far the work has come after `elapsed`, once it has taken long enough.
    pub(crate) fn show(&mut self, elapsed: Duration, text: &str) {
        self.show_with(elapsed, text, None);
    }

    /// The same with the time that is left, if it is known.
    pub(crate) fn show_with(&mut self, elapsed: Duration, text: &str, left: Option<Duration>) {
        let text = text.to_owned();
        self.show_made(elapsed, left, move || text.clone());
    }

    /// The same with a text that is made only when it is written, which is seldom.
    pub(crate) fn show_made(
        &mut self,
        elapsed: Duration,
        left: Option<Duration>,
        text: impl Fn() -> String + Send + 'static,
    ) {
        self.line = self.line.take().or_else(|| Line::on(io::stderr(), self.form, Instant::now()));
        if let Some(line) = &self.line {
            line.show(Report { text: Box::new(text), elapsed, left, at: Instant::now() });
        }
    }

    /// Takes the line off the terminal, so that something else can be written.
    pub(crate) fn clear(&mut self) {
        if self.form == Form::Live {
            self.end();
        }
    }

    fn end(&mut self) {
        if let Some(line) = self.line.take() {
            line.end();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

/// Where progress goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// To a terminal: a line that is overwritten.
    Live,
    /// To a file or a pipe: a line per minute.
    Plain,
}

impl Form {
    /// The time between two lines.
    const fn pause(self) -> Duration {
        match self {
            Self::Live => Duration::from_millis(250),
            Self::Plain => Duration::from_secs(60),
        }
    }

    /// The time of work before the first line.
    const fn patience(self) -> Duration {
        match self {
            Self::Live => Progress::PATIENCE,
            Self::Plain => self.pause(),
        }
    }
}

/// How far the work has come.
struct Report {
    text: Box<dyn Fn() -> String + Send>,
    /// The time of the work so far.
    elapsed: Duration,
    left: Option<Duration>,
    /// When this was so.
    at: Instant,
}

impl Report {
    /// The line at a later time.
    fn line(&self, since: Duration) -> String {
        let elapsed = span(self.elapsed + since);
        let left = self.left.map(|left| format!(", {} left", span(left.saturating_sub(since))));
        // In a narrow terminal the end of the line is cut.
        format!("{elapsed}{}: {}", left.unwrap_or_default(), (self.text)())
    }
}

/// The thread that writes, and where it gets its reports.
struct Line {
    reports: SyncSender<Report>,
    thread: JoinHandle<()>,
}

impl Line {
    /// `None` if the system has no thread to give.
    fn on(output: impl Write + Send + 'static, form: Form, started: Instant) -> Option<Self> {
        let (reports, received) = sync_channel(1);
        let write = move || Writer { output, form, started, due: None, is_shown: false }.run(&received);
        let thread = thread::Builder::new().spawn(write).ok()?;
        Some(Self { reports, thread })
    }

    /// Shows a report, unless the one before has not been taken yet.
    fn show(&self, report: Report) {
        let _ = self.reports.try_send(report);
    }

    /// Takes the line away, and waits until it is gone.
    fn end(self) {
        drop(self.reports);
        let _ = self.thread.join();
    }
}

/// Writes the latest report now and then.
struct Writer<W> {
    output: W,
    form: Form,
    started: Instant,
    /// When to write next; `None` before the first report.
    due: Option<Instant>,
    is_shown: bool,
}

impl<W: Write> Writer<W> {
    fn run(mut self, reports: &Receiver<Report>) {
        const FOREVER: Duration = Duration::from_secs(3_600);
        let mut latest: Option<Report> = None;
        loop {
            let now = Instant::now();
            let wait = self.due.map_or(FOREVER, |due| due.saturating_duration_since(now));
            match reports.recv_timeout(wait) {
                Ok(report) => {
                    // Work that has gone on for long before this line began is shown at once.
                    let patience = self.form.patience();
                    let worked = report.elapsed.max(report.at.saturating_duration_since(self.started));
                    let due = report.at + patience.saturating_sub(worked);
                    self.due.get_or_insert(due);
                    latest = Some(report);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let now = Instant::now();
            if let Some(report) = &latest
                && self.due.is_some_and(|due| due <= now)
            {
                self.write(&report.line(now.saturating_duration_since(report.at)));
                self.due = Some(now + self.form.pause());
            }
        }
        if self.is_shown && self.form == Form::Live {
            self.put("\r\x1b[K");
        }
    }

    fn write(&mut self, line: &str) {
        self.is_shown = true;
        match self.form {
            Form::Live => self.put(&format!("\r\x1b[K{}", cut(line, columns()))),
            Form::Plain => self.put(&format!("plywood: {line}\n")),
        }
    }

    /// Standard error may be closed.
    fn put(&mut self, text: &str) {
        let _ = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
    }
}

/// The width of the terminal of standard error.
fn columns() -> usize {
    terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0))
}

/// The part of a line that fits into a terminal and leaves its last column free, so that it stays one line.
fn cut(line: &str, columns: usize) -> String {
    let room = columns.saturating_sub(1).max(1);
    if line.chars().count() <= room {
        return line.to_owned();
    }
    line.chars().take(room - 1).chain(['\u{2026}']).collect()
}

/// How fast work goes that is counted, such as games.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    /// What had been done when this work began, and when: what is found in a store comes all at once.
    first: (u64, Duration),
}

impl Pace {
    /// Takes note of what has been done after `elapsed`.
    pub(crate) fn note(&mut self, done: u64, elapsed: Duration) {
        if elapsed < Progress::PATIENCE {
            self.first = (done, elapsed);
        }
    }

    /// The number done per minute; `None` until that can be told.
    pub(crate) fn per_minute(&self, done: u64, elapsed: Duration) -> Option<f64> {
        let (count, time) = (done.checked_sub(self.first.0)?, elapsed.checked_sub(self.first.1)?);
        (count > 0 && !time.is_zero()).then(|| count as f64 * 60.0 / time.as_secs_f64())
    }

    /// The time that the rest takes at this speed.
    pub(crate) fn left(&self, done: u64, all: u64, elapsed: Duration) -> Option<Duration> {
        let minutes = all.saturating_sub(done) as f64 / self.per_minute(done, elapsed)?;
        Duration::try_from_secs_f64(minutes * 60.0).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Sender, channel};

    /// A terminal that takes nothing until it is let go, and keeps what it took.
    struct Halted(Receiver<()>, Sender<Vec<u8>>);

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

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn report(text: &str, elapsed: Duration) -> Report {
        let text = text.to_owned();
        Report { text: Box::new(move || text.clone()), elapsed, left: None, at: Instant::now() }
    }

    #[test]
    fn a_halted_terminal_does_not_hold_up_the_work() {
        let ((go_on, halted), (took, taken)) = (channel(), channel());
        let line = Line::on(Halted(halted, took), Form::Live, Instant::now()).expect("a thread");
        line.reports.send(report("0 games", seconds(2))).expect("a writer");
        for game in 1..100 {
            line.show(report(&format!("{game} games"), seconds(2)));
        }
        // Two writes at the most: the line, and that it goes.
        let _ = (go_on.send(()), go_on.send(()));
        drop(go_on);
        line.end();
        let shown: Vec<u8> = taken.into_iter().flatten().collect();
        let shown = String::from_utf8(shown).expect("UTF-8");
        assert!(shown.contains("0 games") && shown.ends_with("\r\x1b[K"), "{shown:?}");
        assert!(!shown.contains("99 games"), "{shown:?}");
    }

    /// What is written of one report that comes after so much work.
    fn written(form: Form, elapsed: Duration) -> String {
        written_of(form, report("work", elapsed))
    }

    fn written_of(form: Form, report: Report) -> String {
        let (took, taken) = channel();
        let (go_on, halted) = channel();
        drop(go_on);
        let line = Line::on(Halted(halted, took), form, Instant::now()).expect("a thread");
        line.reports.send(report).expect("a writer");
        line.end();
        String::from_utf8(taken.into_iter().flatten().collect()).expect("UTF-8")
    }

    #[test]
    fn short_work_shows_nothing() {
        assert_eq!(written(Form::Plain, Duration::ZERO), "");
    }

    #[test]
    fn what_is_not_shown_is_not_put_into_words() {
        for (elapsed, times) in [(59, 0), (61, 1)] {
            let (made, all) = channel();
            let text = Box::new(move || made.send(()).map(|()| "work".to_owned()).unwrap_or_default());
            written_of(Form::Plain, Report { text, ..report("", seconds(elapsed)) });
            assert_eq!(all.into_iter().count(), times, "{elapsed} s");
        }
    }

    #[test]
    fn long_work_shows_a_line_without_escapes_where_there_is_no_terminal() {
        let plain = written(Form::Plain, seconds(61));
        assert!(plain.starts_with("plywood: 1 min ") && plain.ends_with(" s: work\n"), "{plain:?}");
        assert!(written(Form::Live, seconds(5)).ends_with(" s: work\r\x1b[K"));
    }

    #[test]
    fn the_line_goes_on_counting() {
        let report = Report { left: Some(seconds(90)), ..report("3 of 9 games", seconds(10)) };
        assert_eq!(report.line(seconds(0)), "10 s, 1 min 30 s left: 3 of 9 games");
        assert_eq!(report.line(seconds(55)), "1 min 05 s, 35 s left: 3 of 9 games");
        assert_eq!(report.line(seconds(100)), "1 min 50 s, 0 s left: 3 of 9 games");
    }

    #[test]
    fn a_line_fits_its_terminal() {
        assert_eq!(cut("12345", 6), "12345");
        assert_eq!(cut("123456", 6), "1234\u{2026}");
        assert_eq!(cut("123456", 0), "\u{2026}");
    }

    #[test]
    fn what_was_done_before_does_not_count_for_the_pace() {
        let mut pace = Pace::default();
        pace.note(500, Duration::from_millis(200));
        pace.note(510, Duration::from_millis(10_200));
        let elapsed = Duration::from_millis(10_200);
        assert_eq!(pace.per_minute(510, elapsed), Some(60.0));
        assert_eq!(pace.left(510, 600, elapsed), Some(seconds(90)));
        assert_eq!(pace.left(500, 600, Duration::from_millis(200)), None);
    }
}
