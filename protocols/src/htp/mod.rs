//! HTP, the Hex Text Protocol: the dialect of GTP (G. Farneback, "Go Text Protocol, version 2", 2002) that `HexGui`, benzene's tools and
//! other programs for Hex speak.
//!
//! A line is a command, possibly with a number in front; the answer is `= ...` or `? ...`, with that number after the sign, and an empty
//! line. Commands name the colour that moves, so both colours may move in any order: a stone of either colour on any empty cell is a
//! move, for any arrangement of stones is a position of Hex.
//!
//! ```
//! use plywood_protocols::Htp;
//!
//! let mut htp = Htp::new("size=5,swap=pieces".parse()?, &"alphabeta:depth=2".parse()?, |session, spec| session.engine(spec))?;
//! assert_eq!(htp.respond("1 play black a2").text, "=1 \n\n");
//! assert_eq!(htp.respond("2 play white swap-pieces # takes it over").text, "=2 \n\n");
//! assert_eq!(htp.respond("3 play black b1").text, "?3 b1 is not legal: a white stone is on b1\n\n");
//! assert_eq!(htp.respond("").text, "");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod clock;
mod commands;
mod error;
mod request;

pub use error::HtpError;

use crate::conversation::MakeEngine;
use board::Board;
use clock::Clock;
use plywood_hex::{Hex, HexGame, Rules, Swap};
use plywood_play::{AnyGame, Engine, EngineError, Erased, Session, Spec};
use plywood_search::StopHandle;
use request::Request;
use std::fmt;

/// What comes back for a line.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reply {
    /// All of the answer, its empty line included; no text for a line without a command.
    pub text: String,
    /// Whether the session is over.
    pub quit: bool,
}

/// Gives the text of the file of this name, or says why there is none.
pub type ReadFile = fn(&str) -> Result<String, String>;

/// A session of HTP, as the program that is asked: a state and no input or output.
///
/// A move is searched for while [`respond`](Self::respond) runs; [`stop_handle`](Self::stop_handle) cuts that short.
pub struct Htp {
    board: Board,
    clock: Clock,
    engine: Box<dyn Engine>,
    /// The swap that the session began with.
    declared_swap: Swap,
    /// The word for a swap, where it is not the rules' own.
    swap_word: Option<String>,
    read_file: ReadFile,
    stop: StopHandle,
}

impl fmt::Debug for Htp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Htp").field("position", self.board.position()).finish_non_exhaustive()
    }
}

impl Htp {
    /// A session on the empty board of these rules, with the engine that `spec` describes. `make` makes it.
    ///
    /// # Errors
    ///
    /// If there is no such engine.
    pub fn new(rules: Rules, spec: &Spec, make: MakeEngine) -> Result<Self, EngineError> {
        let board = Board::new(rules);
        Ok(Self {
            engine: make(&*session(board.position())?, spec)?,
            board,
            clock: Clock::default(),
            declared_swap: rules.swap(),
            swap_word: None,
            read_file: |_| Err("files are not read here".to_owned()),
            stop: StopHandle::new(),
        })
    }

    /// The same, able to read files for `loadsgf`.
    pub fn with_files(self, read_file: ReadFile) -> Self {
        Self { read_file, ..self }
    }

    /// The same, with another word for the swap in force: answered by `genmove`, and understood besides `swap` and the rules' own.
    ///
    /// benzene's match scripts say `swap-pieces` where players exchange colours: `swap=sides` with this word suits them.
    pub fn with_swap_word(self, word: &str) -> Self {
        Self { swap_word: Some(word.to_ascii_lowercase()), ..self }
    }

    /// The handle that ends the search for a move: it answers with the best found so far.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    /// Answers a line.
    pub fn respond(&mut self, line: &str) -> Reply {
        let Some(request) = Request::read(line) else { return Reply::default() };
        let (sign, body) = match self.obey(&request) {
            Ok(body) => ('=', body),
            Err(error) => ('?', error.to_string()),
        };
        let quit = request.name == "quit" && sign == '=';
        Reply { text: format!("{sign}{} {}\n\n", request.id, without_empty_lines(&body)), quit }
    }
}

/// A position as engines know it.
fn session(position: &Hex) -> Result<Box<dyn Session>, EngineError> {
    Ok(Erased::<HexGame>::new().session(&position.rules().to_string(), Some(&position.to_string()))?)
}

/// The text with a blank on each empty line, for an empty line ends an answer. The first stands behind the sign.
fn without_empty_lines(text: &str) -> String {
    let mut lines = text.trim_end().split('\n');
    let mut kept = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        kept.push('\n');
        kept.push_str(if line.is_empty() { " " } else { line });
    }
    kept
}
