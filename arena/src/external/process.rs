//! A program that runs beside ours: its pipes, the threads that serve them, and its end.

use super::lines::{Piece, last_line, read_lines};
use super::settings::Settings;
use core::time::Duration;
use plywood_play::Fault;
use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// How many lines may wait to be taken. The program waits when there are more.
const LINES_WAITING: usize = 1_024;

/// How long the threads of a program that has ended are waited for. They end with its pipes, unless a process that it has started and
/// that has left its group still holds one; they end with that process then.
const FAREWELL: Duration = Duration::from_millis(200);

/// How often is looked for what cannot be waited for.
const BEAT: Duration = Duration::from_millis(1);

/// A running program. Dropping it ends it, and everything that it has started.
pub(super) struct Process {
    child: Child,
    /// Where lines for the program go. Nobody waits until it has read them.
    input: Sender<String>,
    output: Receiver<Piece>,
    /// The status, once it is known.
    status: Option<ExitStatus>,
    writer: JoinHandle<()>,
    reader: JoinHandle<()>,
    /// Gives the last line of the program's standard error.
    listener: Option<JoinHandle<String>>,
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

impl Process {
    /// Starts the program.
    pub(super) fn start(settings: &Settings) -> Result<Self, Fault> {
        let (program, arguments) =
            settings.command.split_first().ok_or_else(|| Fault::Start("there is no program".to_owned()))?;
        let failed = |error: io::Error| Fault::Start(format!("{program}: {error}"));
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &settings.folder {
            command.current_dir(folder);
        }
        group::lead(&mut command);
        Self::attend(command.spawn().map_err(failed)?).map_err(failed)
    }

    /// Gives a program its threads.
    fn attend(mut child: Child) -> io::Result<Self> {
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("it has no pipes"));
        };
        let (input, lines) = channel();
        let (taker, output) = sync_channel(LINES_WAITING);
        let spawn = || -> io::Result<_> {
            let writer = thread::Builder::new().spawn(move || write_lines(stdin, &lines))?;
            let reader = thread::Builder::new().spawn(move || read_lines(stdout, &taker))?;
            let listener = thread::Builder::new().spawn(move || last_line(stderr))?;
            Ok((writer, reader, listener))
        };
        match spawn() {
            Ok((writer, reader, listener)) => {
                Ok(Self { child, input, output, status: None, writer, reader, listener: Some(listener) })
            }
            Err(error) => {
                end(&mut child);
                Err(error)
            }
        }
    }

    /// Hands a line to the program, without its end. Whether it is read, the answers will tell.
    pub(super) fn say(&self, line: String) {
        // The writer ends when the program has: the output says so too.
        let _ = self.input.send(line);
    }

    /// Forgets the lines that nobody has asked for.
    pub(super) fn forget(&mut self) {
        self.output.try_iter().take(LINES_WAITING).for_each(drop);
    }

    /// The next line of the program, waited for no longer than `patience`.
    pub(super) fn take(&mut self, patience: Duration) -> Taken {
        match self.output.recv_timeout(patience) {
            Ok(Piece::Line(line)) => Taken::Line(line),
            Ok(Piece::TooLong) => Taken::TooLong,
            Err(RecvTimeoutError::Timeout) if self.has_ended() => {
                // What it said before its end may have come just now.
                match self.output.try_recv() {
                    Ok(Piece::Line(line)) => Taken::Line(line),
                    Ok(Piece::TooLong) => Taken::TooLong,
                    Err(_) => Taken::End,
                }
            }
            Err(RecvTimeoutError::Timeout) => Taken::Nothing,
            Err(RecvTimeoutError::Disconnected) => Taken::End,
        }
    }

    /// Whether the program has ended. What it has started ends with it: at once, for once it has been waited for, its number may become
    /// that of another process.
    fn has_ended(&mut self) -> bool {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_some() {
                group::kill(&self.child);
            }
        }
        self.status.is_some()
    }

    /// Ends the program, whose output has ended, and says how it did so by itself.
    pub(super) fn post_mortem(mut self) -> Fault {
        let until = Instant::now() + FAREWELL;
        while !self.has_ended() && Instant::now() < until {
            thread::sleep(BEAT);
        }
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

    /// Ends the program and its threads, and gives the last line of its standard error.
    fn finish(&mut self) -> String {
        if self.status.is_none() {
            end(&mut self.child);
        }
        let until = Instant::now() + FAREWELL;
        let listener = self.listener.take();
        let is_heard = || listener.as_ref().is_none_or(JoinHandle::is_finished);
        while !(self.reader.is_finished() && is_heard()) && Instant::now() < until {
            // The reader may be waiting for somebody to take its lines.
            while self.output.try_recv().is_ok() {}
            thread::sleep(BEAT);
        }
        let listener = listener.filter(JoinHandle::is_finished);
        listener.and_then(|listener| listener.join().ok()).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.listener.is_some() {
            self.finish();
        }
        // Without a sender the writer ends, for its pipe has nobody at its other end any more.
        self.input = channel().0;
        let until = Instant::now() + FAREWELL;
        while !self.writer.is_finished() && Instant::now() < until {
            thread::sleep(BEAT);
        }
    }
}

/// Kills a program that has not been waited for, with its group, and takes its status, so that nothing of it is left.
fn end(child: &mut Child) {
    group::kill(child);
    // Neither can fail for a child that has not been waited for.
    let _ = child.kill();
    let _ = child.wait();
}

fn write_lines(mut pipe: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if pipe.write_all(format!("{line}\n").as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

/// Groups of processes: what a program starts is ended with it, and Ctrl-C at the terminal does not reach it.
#[cfg(unix)]
mod group {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    /// The leader's number is the group's, and is not given to another process while the group has a member.
    pub(super) fn kill(child: &Child) {
        if let Ok(number) = i32::try_from(child.id()) {
            // It fails if nobody is left.
            let _ = killpg(Pid::from_raw(number), Signal::SIGKILL);
        }
    }
}

/// Elsewhere the program is ended alone.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, Command};

    pub(super) fn lead(_: &mut Command) {}

    pub(super) fn kill(_: &Child) {}
}
