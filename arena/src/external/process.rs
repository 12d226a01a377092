//! Processes: a program, its pipes, the threads that serve them, and its end.

use super::family::Family;
use super::lines::{Piece, last_line, read_lines};
use super::log::Journal;
use super::pipe::{Cancel, Cancellable, cancellation};
use super::settings::Settings;
use core::time::Duration;
use plywood_play::{Excerpt, Fault};
use std::io::{self, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// The capacity of the queue of lines. The program blocks when it is full.
const LINES_WAITING: usize = 1_024;

/// How long is waited for what a program that has ended wrote at last.
const FAREWELL: Duration = Duration::from_millis(200);

/// The interval of polling.
const BEAT: Duration = Duration::from_millis(1);

/// A running program. Dropping it ends the program and everything that it has started.
pub(super) struct Process {
    child: Child,
    family: Family,
    /// The queue of lines for the program. Senders do not wait until it has read them.
    input: Sender<String>,
    output: Receiver<Piece>,
    /// The status, once it is known.
    status: Option<ExitStatus>,
    threads: Option<Threads>,
    /// What is said, for whoever wants to read it.
    pub(super) journal: Journal,
}

/// The threads at the pipes, and what calls them away.
struct Threads {
    cancel: Cancel,
    writer: JoinHandle<()>,
    reader: JoinHandle<()>,
    /// Returns the last line of the program's standard error.
    listener: JoinHandle<String>,
}

/// The result of a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// A line.
    Line(String),
    /// Nothing arrived in time.
    Nothing,
    /// A line that is too long.
    TooLong,
    /// The output has ended.
    End,
}

impl From<Piece> for Taken {
    fn from(piece: Piece) -> Self {
        match piece {
            Piece::Line(line) => Self::Line(line),
            Piece::TooLong => Self::TooLong,
        }
    }
}

impl Process {
    /// Starts the program.
    pub(super) fn start(settings: &Settings, journal: Journal) -> Result<Self, Fault> {
        let (program, arguments) =
            settings.command.split_first().ok_or_else(|| Fault::Start("there is no program".to_owned()))?;
        let failed = |error: io::Error| Fault::Start(format!("{}: {error}", Excerpt(program)));
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &settings.folder {
            command.current_dir(folder);
        }
        let (child, family) = Family::start(&mut command).map_err(failed)?;
        Self::attend(child, family, journal).map_err(failed)
    }

    /// Starts the threads of a program.
    fn attend(mut child: Child, family: Family, mut journal: Journal) -> io::Result<Self> {
        journal.begin(child.id());
        let (input, lines) = channel();
        let (taker, output) = sync_channel(LINES_WAITING);
        let threads = Threads::spawn(&mut child, lines, taker);
        let mut process = Self { child, family, input, output, status: None, threads: None, journal };
        // Without its threads the process is dropped here, and ended.
        process.threads = Some(threads?);
        Ok(process)
    }

    /// Sends a line, given without its end, to the program. Does not wait until it is read.
    pub(super) fn say(&self, line: String) {
        self.journal.said(&line);
        // The writer ends when the program has ended; the output shows that too.
        let _ = self.input.send(line);
    }

    /// Discards the lines that nobody has asked for.
    pub(super) fn forget(&mut self) {
        for piece in self.output.try_iter().take(LINES_WAITING) {
            self.journal.heard(&piece.into());
        }
    }

    /// The next line of the program; waits at most `patience`.
    pub(super) fn take(&mut self, patience: Duration) -> Taken {
        let taken = self.wait_for(patience);
        self.journal.heard(&taken);
        taken
    }

    fn wait_for(&mut self, patience: Duration) -> Taken {
        match self.output.recv_timeout(patience) {
            Ok(piece) => piece.into(),
            // Its last lines may have arrived just now.
            Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                self.output.try_recv().map_or(Taken::End, Taken::from)
            }
            Err(RecvTimeoutError::Timeout) => Taken::Nothing,
            Err(RecvTimeoutError::Disconnected) => Taken::End,
        }
    }

    /// Whether the program has ended. Everything that it has started is ended with it at once, because its
    /// number may be reused once it has been waited for.
    fn has_ended(&mut self) -> bool {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_some() {
                self.family.end();
            }
        }
        self.status.is_some()
    }

    /// Ends the program, whose output has ended, and returns how it ended by itself.
    pub(super) fn post_mortem(mut self) -> Fault {
        self.farewell(FAREWELL);
        let status = self.status.filter(|status| !status.success());
        let last_words = self.finish();
        status.map_or(Fault::Exit, |status| Fault::Crash { status: status.to_string(), last_words })
    }

    /// Waits until the program ends by itself, at most `patience`.
    pub(super) fn farewell(&mut self, patience: Duration) {
        let until = Instant::now() + patience;
        while !self.has_ended() && Instant::now() < until {
            thread::sleep(BEAT);
        }
    }

    /// Ends the program with its family and its threads, and gives the last line of its standard error.
    fn finish(&mut self) -> String {
        if self.status.is_none() {
            self.family.end();
            // Neither can fail for a child that has not been waited for.
            let _ = self.child.kill();
            self.status = self.child.wait().ok();
        }
        let Some(threads) = self.threads.take() else { return String::new() };
        let until = Instant::now() + FAREWELL;
        while !threads.have_read() && Instant::now() < until {
            // The reader may be waiting for its queue.
            self.output.try_iter().for_each(|piece| self.journal.heard(&piece.into()));
            thread::sleep(BEAT);
        }
        // Neither end of the channels is left: no thread can wait there.
        self.input = channel().0;
        self.output = channel().1;
        let last_words = threads.end();
        self.journal.end(self.status, &last_words);
        last_words
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Threads {
    fn spawn(
        child: &mut Child,
        lines: Receiver<String>,
        taker: std::sync::mpsc::SyncSender<Piece>,
    ) -> io::Result<Self> {
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("it has no pipes"));
        };
        let (cancel, sign) = cancellation()?;
        let stdin = Cancellable::new(stdin, &sign);
        let stdout = Cancellable::new(stdout, &sign);
        let stderr = Cancellable::new(stderr, &sign);
        let writer = thread::Builder::new().spawn(move || write_lines(stdin, &lines))?;
        let reader = thread::Builder::new().spawn(move || read_lines(stdout, &taker))?;
        let listener = thread::Builder::new().spawn(move || last_line(stderr))?;
        Ok(Self { cancel, writer, reader, listener })
    }

    /// Whether all that there was to read has been read.
    fn have_read(&self) -> bool {
        self.reader.is_finished() && self.listener.is_finished()
    }

    /// Calls the threads away, and gives the last line of the program's standard error. Where a thread cannot
    /// be called away it ends when the last process does that holds its pipe.
    fn end(self) -> String {
        drop(self.cancel);
        let may_wait = cfg!(unix);
        if may_wait {
            // They do not panic.
            let _ = (self.writer.join(), self.reader.join());
        }
        let listener = Some(self.listener).filter(|listener| may_wait || listener.is_finished());
        listener.and_then(|listener| listener.join().ok()).unwrap_or_default()
    }
}

fn write_lines(mut pipe: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if pipe.write_all(format!("{line}\n").as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}
