//! HTP, the Hex Text Protocol: the dialect of GTP (G. Farneback, "Go Text Protocol, version 2", 2002) that
//! `HexGui`, benzene's tools and other Hex programs use.
//!
//! A line is a command, optionally preceded by a number; the answer is `= ...` or `? ...`, with that number
//! after the sign, followed by an empty line. Commands name the colour that moves, so both colours may move
//! in any order: a stone of either colour on any empty cell is a move, because every arrangement of stones is
//! a position of Hex.
//!
//! ```
//! use plywood_play::Erased;
//! use plywood_protocols::Htp;
//!
//! static HEX: Erased<plywood_hex::HexGame> = Erased::new();
//! let (rules, spec) = ("size=5,swap=pieces".parse()?, "alphabeta:depth=2".parse()?);
//! let mut htp = Htp::new(&HEX, rules, &spec, |session, spec| session.engine(spec))?;
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
use plywood_hex::{Hex, Rules, Swap};
use plywood_play::{AnyGame, Engine, EngineError, Session, Spec};
use plywood_search::StopHandle;
use request::Request;
use std::fmt;

/// The response to a line.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reply {
    /// The whole answer including its empty line; empty for a line without a command.
    pub text: String,
    /// Whether the session is over.
    pub quit: bool,
}

/// Reads a file by name; the error is the reason.
pub type ReadFile = fn(&str) -> Result<String, String>;

/// A session of HTP on the engine's side, without input and output.
///
/// A search runs within [`respond`](Self::respond); [`stop_handle`](Self::stop_handle) stops it.
pub struct Htp {
    /// Hex.
    game: &'static dyn AnyGame,
    board: Board,
    clock: Clock,
    engine: Box<dyn Engine>,
    /// The swap that the session began with.
    declared_swap: Swap,
    /// The word for a swap, if it differs from the rules' word.
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
    /// Makes a session of `game`, which is Hex, on the empty board of these rules, with the engine that
    /// `spec` describes, made by `make`.
    ///
    /// # Errors
    ///
    /// If there is no such engine, or the game is another.
    pub fn new(
        game: &'static dyn AnyGame,
        rules: Rules,
        spec: &Spec,
        make: MakeEngine,
    ) -> Result<Self, EngineError> {
        let board = Board::new(rules);
        Ok(Self {
            engine: make(&*session(game, board.position())?, spec)?,
            game,
            board,
            clock: Clock::default(),
            declared_swap: rules.swap(),
            swap_word: None,
            read_file: |_| Err("files are not read here".to_owned()),
            stop: StopHandle::new(),
        })
    }

    /// The same session, able to read files for `loadsgf`.
    pub fn with_files(self, read_file: ReadFile) -> Self {
        Self { read_file, ..self }
    }

    /// The same session with another word for the swap in force: `genmove` answers with it, and it is read in
    /// addition to `swap` and the rules' own word.
    ///
    /// benzene's match scripts send `swap-pieces` when players exchange colours: use `swap=sides` with this
    /// word.
    pub fn with_swap_word(self, word: &str) -> Self {
        Self { swap_word: Some(word.to_ascii_lowercase()), ..self }
    }

    /// The handle that stops the search for a move, which then answers with the best move found so far.
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

/// The position as a session of the object-safe layer.
fn session(game: &dyn AnyGame, position: &Hex) -> Result<Box<dyn Session>, EngineError> {
    Ok(game.session(&position.rules().to_string(), Some(&position.to_string()))?)
}

/// The text with a blank on each empty line, because an empty line ends an answer. The first line follows the
/// sign.
fn without_empty_lines(text: &str) -> String {
    let mut lines = text.trim_end().split('\n');
    let mut kept = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        kept.push('\n');
        kept.push_str(if line.is_empty() { " " } else { line });
    }
    kept
}
