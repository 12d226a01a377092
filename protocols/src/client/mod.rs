//! The other side of the protocols: what a program says to an engine that it has started, and what it makes of the answers.
//!
//! A [`Client`] is a state without input and output. It gives the lines that are to be written, takes the lines that were read, and says
//! what they mean. Time, pipes and processes are somebody else's: `plywood_arena::external` holds a client over a process.
//!
//! ```
//! use plywood_play::{AnyGame, Erased};
//! use plywood_protocols::client::{Allowance, Answer, Client, News, UgiClient};
//!
//! static LOA: Erased<plywood_loa::LinesOfAction> = Erased::new();
//! let session = LOA.session("", None)?;
//! let mut client = UgiClient::new(&[]);
//! assert_eq!(client.open(), ["ugi"]);
//! assert_eq!(client.hear("ugiok")?.say, ["isready"]);
//! assert_eq!(client.hear("readyok")?.news, News::Ready);
//! let lines = client.ask(&*session, &Allowance { nodes: Some(500), ..Allowance::default() })?;
//! assert_eq!(lines[1], "go nodes 500");
//! let News::Answer(Answer::Thoughts(thoughts)) = client.hear("bestmove b1-h1")?.news else { panic!("a move") };
//! assert_eq!(thoughts.best.as_deref(), Some("b1-h1"));
//! # Ok::<(), plywood_play::EngineError>(())
//! ```

mod aei;
mod allowance;
mod clocks;
mod htp;
mod ugi;
mod variation;

pub use aei::AeiClient;
pub use allowance::Allowance;
pub use htp::HtpClient;
pub use ugi::UgiClient;

use core::fmt;
use core::time::Duration;
use plywood_play::{EngineError, Fault, Session, Thoughts};
use plywood_search::{Score, TableUse};

/// One side of a session with an engine: the one that asks.
pub trait Client: Send {
    /// The lines that begin the session. [`News::Ready`] says when the engine is there.
    fn open(&mut self) -> Vec<String>;

    /// The lines that tell the engine of another game, in which it will have such limits as far as they are known. [`News::Ready`] says when it
    /// has heard of it.
    fn new_game(&mut self, allowance: &Allowance) -> Vec<String>;

    /// The lines that ask for a move in the current position of `session`. [`News::Answer`] brings it.
    ///
    /// # Errors
    ///
    /// If the protocol cannot tell this game, this position or a limit of this kind.
    fn ask(&mut self, session: &dyn Session, allowance: &Allowance) -> Result<Vec<String>, EngineError>;

    /// The lines that end the engine's thinking at once; none if the protocol has no way to.
    fn stop(&mut self) -> Vec<String>;

    /// The lines that end the session.
    fn quit(&mut self) -> Vec<String>;

    /// Takes a line that the engine has written, without its end.
    ///
    /// # Errors
    ///
    /// If the line is an answer that cannot be, or refuses what has to be obeyed. The session is over then.
    fn hear(&mut self, line: &str) -> Result<Heard, Fault>;

    /// The build that the engine says it is of, if it has said so: as exact as it knows itself, at least its name.
    fn build(&self) -> Option<String> {
        None
    }
}

/// What a line means.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Heard {
    /// Lines to be written now.
    pub say: Vec<String>,
    /// What is new.
    pub news: News,
}

impl From<News> for Heard {
    fn from(news: News) -> Self {
        Self { say: Vec::new(), news }
    }
}

/// What an engine has said.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum News {
    /// Nothing that matters.
    #[default]
    Nothing,
    /// Nothing that belongs to the protocol. Programs let slip a line now and then; one that says nothing else is broken.
    Noise,
    /// The engine has done all that was asked of it.
    Ready,
    /// What it knows while it thinks. `best` is there if it named a variation.
    Thoughts(Box<Thoughts>),
    /// It has answered.
    Answer(Answer),
}

/// How an engine answers when it is asked for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// By `best`, not checked yet; `None` if it says that it has no move.
    Thoughts(Box<Thoughts>),
    /// It gives up the game.
    Resigns,
}

/// Thoughts of an engine that has not said anything.
fn no_thoughts() -> Thoughts {
    Thoughts {
        best: None,
        score: Score::ZERO,
        depth: 0,
        nodes: 0,
        elapsed: Duration::ZERO,
        pv: Vec::new(),
        lines: Vec::new(),
        table: TableUse::default(),
        ended: None,
    }
}

/// The error about a limit that a protocol has no words for.
fn unknown_limit(limit: &'static str, protocol: &str, advice: impl fmt::Display) -> EngineError {
    let reason = format!("{protocol} has no such limit; {advice}");
    EngineError::Spec(plywood_play::TextError::new("engine option", limit, reason))
}
