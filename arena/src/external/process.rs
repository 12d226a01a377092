//! A program that runs beside ours: its pipes, the threads that serve them, and its end.

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

/// How many lines may wait to be taken. The program waits when there are more.
const LINES_WAITING: usize = 1_024;

/// How long is waited for what a program that has ended wrote at last.
const FAREWELL: Duration = Duration::from_millis(200);

/// How often is looked for what cannot be waited for.
const BEAT: Duration = Duration::from_millis(1);

/// A running program. Dropping it ends it, and everything that it has started.
pub(super) struct Process {
    child: Child,
    family: Family,
    /// Where lines for the program go. Nobody waits until it has read them.
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
    /// Gives the last line of the program's standard error.
    listener: JoinHandle<String>,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// A line.
    Line(String),
    /// Nothing in this time.
    Nothing,
    /// A line without end.
    TooLong,
    /// Nothing, and there will be nothing any more.
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

    /// Gives a program its threads.
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

    /// Hands a line to the program, without its end. Whether it is read, the answers will tell.
    pub(super) fn say(&self, line: String) {
        self.journal.said(&line);
        // The writer ends when the program has: the output says so too.
        let _ = self.input.send(line);
    }

    /// Forgets the lines that nobody has asked for.
    pub(super) fn forget(&mut self) {
        for piece in self.output.try_iter().take(LINES_WAITING) {
            self.journal.heard(&piece.into());
        }
    }

    /// The next line of the program, waited for no longer than `patience`.
    pub(super) fn take(&mut self, patience: Duration) -> Taken {
        let taken = self.wait_for(patience);
        self.journal.heard(&taken);
        taken
    }

    fn wait_for(&mut self, patience: Duration) -> Taken {
        match self.output.recv_timeout(patience) {
            Ok(piece) => piece.into(),
            // What it said before its end may have come just now.
            Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                self.output.try_recv().map_or(Taken::End, Taken::from)
            }
            Err(RecvTimeoutError::Timeout) => Taken::Nothing,
            Err(RecvTimeoutError::Disconnected) => Taken::End,
        }
    }

    /// Whether the program has ended. What it has started ends with it: at once, for once it has been waited for, the number of its group may
    /// become that of another.
    fn has_ended(&mut self) -> bool {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_some() {
                self.family.end();
            }
        }
        self.status.is_some()
    }

    /// Ends the program, whose output has ended, and says how it did so by itself.
    pub(super) fn post_mortem(mut self) -> Fault {
        self.farewell(FAREWELL);
        let status = self.status.filter(|status| !status.success());
        let last_words = self.finish();
        status.map_or(Fault::Exit, |status| Fault::Crash { status: status.to_string(), last_words })
    }

    /// Waits until the program ends by itself, no longer than `patience`.
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
            // The reader may be waiting for somebody to take its lines.
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

    /// Calls the threads away, and gives the last line of the program's standard error. Where a thread cannot be called away it ends when
    /// the last process does that holds its pipe.
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
