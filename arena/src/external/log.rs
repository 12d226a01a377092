//! A log of the conversations with engines that are programs.

use super::process::Taken;
use core::fmt;
use plywood_play::{Excerpt, one_line};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::{Arc, Once, OnceLock};
use std::time::Instant;

/// A file that gets every line that engines which are programs were sent and have said.
///
/// Each line says when (milliseconds since the log was opened), in which game, which engine (its name and the
/// number of its process), and who spoke: `>` is what the engine was sent, `<` what it said, and `*` what
/// became of it.
///
/// ```text
///       1532 ms  game 3  wolf[4711]  > go movetime 1000
///       2530 ms  game 3  wolf[4711]  < bestmove b1-h1
/// ```
///
/// Control characters are escaped and long lines cut. Every line is written at once and as a whole, also
/// where several threads or programs write to one file, so that the last lines before a crash are there.
/// Copies write to the same file.
#[derive(Clone, Debug)]
pub struct Log(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    file: File,
    opened: Instant,
    /// Done when nothing is in the file that is not to stay.
    emptied: Once,
    failure: OnceLock<String>,
}

impl Log {
    /// A log in this file. What is in it already goes when the first line is written: not for a match that
    /// never begins.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::open(path, Once::new())
    }

    /// A log at the end of this file, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn append(path: &Path) -> io::Result<Self> {
        let as_it_is = Once::new();
        as_it_is.call_once(|| {});
        Self::open(path, as_it_is)
    }

    fn open(path: &Path, emptied: Once) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Self(Arc::new(Inner { file, opened: Instant::now(), emptied, failure: OnceLock::new() })))
    }

    /// The reason why a line could not be written, if one could not.
    pub fn failure(&self) -> Option<&str> {
        self.0.failure.get().map(String::as_str)
    }

    fn write(&self, speaker: &str, text: impl fmt::Display) {
        let time = self.0.opened.elapsed().as_millis();
        let line = format!("{time:>10} ms  {speaker}  {text}\n");
        let note = |error: io::Error| {
            self.0.failure.get_or_init(|| error.to_string());
        };
        self.0.emptied.call_once(|| self.0.file.set_len(0).unwrap_or_else(note));
        (&self.0.file).write_all(line.as_bytes()).unwrap_or_else(note);
    }
}

/// What one program writes into a log, if there is one.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    log: Option<Log>,
    engine: String,
    game: String,
    process: u32,
    speaker: String,
}

impl Journal {
    /// The most characters of a line that are written.
    const LONGEST: usize = 2_000;

    pub(super) fn new(log: Option<Log>, engine: &str) -> Self {
        Self { log, engine: Excerpt(engine).to_string(), ..Self::default() }
    }

    /// A program begins.
    pub(super) fn begin(&mut self, process: u32) {
        self.process = process;
        self.name();
        self.note("started");
    }

    /// What is said from now on belongs to this game.
    pub(super) fn set_game(&mut self, game: &str) {
        self.game = Excerpt(game).to_string();
        self.name();
    }

    fn name(&mut self) {
        let Self { engine, game, process, .. } = self;
        self.speaker = if game.is_empty() {
            format!("{engine}[{process}]")
        } else {
            format!("{game}  {engine}[{process}]")
        };
    }

    pub(super) fn said(&self, line: &str) {
        self.write('>', line);
    }

    pub(super) fn heard(&self, taken: &Taken) {
        match taken {
            Taken::Line(line) => self.write('<', line),
            Taken::TooLong => self.note("a line without end"),
            Taken::Nothing | Taken::End => {}
        }
    }

    /// The program has ended.
    pub(super) fn end(&self, status: Option<ExitStatus>, last_words: &str) {
        if !last_words.is_empty() {
            self.note(&format!("standard error ends with: {last_words}"));
        }
        let status = status.map_or_else(|| "it is not known how".to_owned(), |status| status.to_string());
        self.note(&format!("ended: {status}"));
    }

    /// What became of the program.
    pub(super) fn note(&self, event: &str) {
        self.write('*', &one_line(event));
    }

    fn write(&self, sign: char, text: &str) {
        if let Some(log) = &self.log {
            log.write(&self.speaker, format_args!("{sign} {:.*}", Self::LONGEST, Excerpt(text)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_when_where_who_and_what() {
        let path = std::env::temp_dir().join(format!("plywood-log-{}", std::process::id()));
        std::fs::write(&path, "old").expect("a file");
        let log = Log::create(&path).expect("a file");
        assert_eq!(std::fs::read_to_string(&path).expect("text"), "old", "nothing was said yet");
        let mut journal = Journal::new(Some(log.clone()), "wolf");
        journal.begin(7);
        journal.set_game("game 3");
        journal.said("go\u{1b}[2J");
        journal.heard(&Taken::Line("x".repeat(1_000_000)));
        journal.heard(&Taken::Nothing);
        journal.end(None, "");
        let text = std::fs::read_to_string(&path).expect("text");
        std::fs::remove_file(&path).expect("the file is there");
        let lines: Vec<&str> = text.lines().map(|line| line.split_once(" ms  ").expect("a time").1).collect();
        assert_eq!(lines[..2], ["wolf[7]  * started", "game 3  wolf[7]  > go\\u{1b}[2J"]);
        assert_eq!(lines[2], format!("game 3  wolf[7]  < {}...", "x".repeat(2_000)));
        assert_eq!(lines[3..], ["game 3  wolf[7]  * ended: it is not known how"]);
        assert_eq!(log.failure(), None);
    }
}
