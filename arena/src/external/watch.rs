//! Waiting for a program's answer within limits on time and output.

use super::process::{Process, Taken};
use core::time::Duration;
use plywood_play::Fault;
use plywood_protocols::client::{Client, News};
use plywood_search::StopHandle;
use std::time::Instant;

/// The greatest number of lines before an answer.
const MOST_LINES: usize = 100_000;

/// The greatest number of meaningless lines before an answer.
const MOST_NOISE: usize = 100;

/// The greatest time for an answer after the program was told to stop.
const GRACE: Duration = Duration::from_secs(1);

/// The interval between checks of the stop handle.
const BEAT: Duration = Duration::from_millis(10);

/// The limits of one wait.
pub(super) struct Watch<'a> {
    started: Instant,
    /// The time for the answer, and the margin.
    limit: Duration,
    margin: Duration,
    /// Ends the wait from outside; the program is told to answer at once.
    stop: Option<&'a StopHandle>,
    /// The time when the program was told to stop.
    stopped: Option<Instant>,
    lines: usize,
    noise: usize,
    /// The first meaningless line, as long as there was no meaningful one.
    nonsense: Option<String>,
    has_spoken: bool,
}

/// The reason why a wait ends.
pub(super) enum Step<T> {
    Done(T),
    Wait,
}

impl<'a> Watch<'a> {
    /// Begins a wait.
    pub(super) fn new(limit: Duration, margin: Duration, stop: Option<&'a StopHandle>) -> Self {
        Self {
            started: Instant::now(),
            limit,
            margin,
            stop,
            stopped: None,
            lines: 0,
            noise: 0,
            nonsense: None,
            has_spoken: false,
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Reads lines until `judge` accepts them or something is wrong. `None` stands for the end of the
    /// program: only the owner of the process can find out how it ended.
    pub(super) fn wait<T>(
        &mut self,
        process: &mut Process,
        client: &mut dyn Client,
        judge: &mut dyn FnMut(News) -> Step<T>,
    ) -> Result<T, Option<Fault>> {
        loop {
            self.look(process, client)?;
            let line = match process.take(BEAT) {
                Taken::Line(line) => line,
                Taken::Nothing => continue,
                Taken::TooLong => return Err(Some(Fault::Flood { lines: None })),
                Taken::End => return Err(None),
            };
            let heard = client.hear(&line)?;
            for line in heard.say {
                process.say(line);
            }
            self.note(&line, &heard.news)?;
            if let Step::Done(done) = judge(heard.news) {
                return self.in_time().map(|()| done).map_err(Some);
            }
        }
    }

    /// Tells the program to stop when its time is up or the handle is pulled; gives up if it does not.
    fn look(&mut self, process: &Process, client: &mut dyn Client) -> Result<(), Fault> {
        let is_late = self.elapsed() > self.limit.saturating_add(self.margin);
        match self.stopped {
            Some(stopped) if stopped.elapsed() > GRACE => return Err(self.silence()),
            None if is_late || self.is_unwanted() => {
                self.stopped = Some(Instant::now());
                for line in client.stop() {
                    process.say(line);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn is_unwanted(&self) -> bool {
        self.stop.is_some_and(StopHandle::is_stopped)
    }

    /// Counts a line.
    fn note(&mut self, line: &str, news: &News) -> Result<(), Fault> {
        self.lines += 1;
        if self.lines > MOST_LINES {
            return Err(Fault::Flood { lines: Some(MOST_LINES) });
        }
        if *news != News::Noise {
            self.has_spoken |= !line.trim().is_empty();
            return Ok(());
        }
        self.noise += 1;
        if self.noise > MOST_NOISE {
            return Err(Fault::Garbage(line.to_owned()));
        }
        self.nonsense.get_or_insert_with(|| line.to_owned());
        Ok(())
    }

    /// The fault of a program that does not answer.
    fn silence(&mut self) -> Fault {
        match self.nonsense.take().filter(|_| !self.has_spoken) {
            Some(line) => Fault::Garbage(line),
            None => Fault::Hang { waited: self.elapsed() },
        }
    }

    /// A late answer does not count, unless the program was told to stop.
    fn in_time(&self) -> Result<(), Fault> {
        let elapsed = self.elapsed();
        if elapsed <= self.limit.saturating_add(self.margin) || self.is_unwanted() {
            return Ok(());
        }
        Err(Fault::Late { limit: self.limit, elapsed })
    }
}
