//! The controller side of the protocols: what a program sends to an engine that it has started, and how it
//! reads the answers.
//!
//! A [`Client`] is a state machine without input and output. It returns the lines to write, takes the lines
//! that were read, and says what they mean. Time, pipes and processes belong to its caller:
//! `plywood_arena::external` runs a client over a process.
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
use plywood_play::{EngineError, Fault, Session, Thoughts};
use plywood_search::Score;

/// The controller's side of a session with an engine.
pub trait Client: Send {
    /// The lines that begin the session. [`News::Ready`] follows when the engine is ready.
    fn open(&mut self) -> Vec<String>;

    /// The lines that tell the engine of another game, in which it will have such limits as far as they are
    /// known. [`News::Ready`] says when it has heard of it.
    fn new_game(&mut self, allowance: &Allowance) -> Vec<String>;

    /// The lines that ask for a move in the current position of `session`. [`News::Answer`] follows.
    ///
    /// # Errors
    ///
    /// If the protocol cannot express this game, this position or a limit of this kind.
    fn ask(&mut self, session: &dyn Session, allowance: &Allowance) -> Result<Vec<String>, EngineError>;

    /// The lines that stop the engine's search at once; none if the protocol cannot do that.
    fn stop(&mut self) -> Vec<String>;

    /// The lines that end the session.
    fn quit(&mut self) -> Vec<String>;

    /// Reads a line from the engine, given without its end.
    ///
    /// # Errors
    ///
    /// If the line is an impossible answer, or refuses a command that must be obeyed. The session is over
    /// then.
    fn hear(&mut self, line: &str) -> Result<Heard, Fault>;

    /// The build that the engine says it is of, if it has said so: as exact as it knows itself, at least its
    /// name.
    fn build(&self) -> Option<String> {
        None
    }
}

/// The meaning of a line.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Heard {
    /// Lines to write now.
    pub say: Vec<String>,
    /// The news in the line.
    pub news: News,
}

impl From<News> for Heard {
    fn from(news: News) -> Self {
        Self { say: Vec::new(), news }
    }
}

/// The news in a line from an engine.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum News {
    /// Nothing of importance.
    #[default]
    Nothing,
    /// Nothing that belongs to the protocol. Programs print stray lines now and then; one that prints nothing
    /// else is broken.
    Noise,
    /// The engine has done everything that it was told.
    Ready,
    /// Information during a search. `best` is set if the engine sent a variation.
    Thoughts(Box<Thoughts>),
    /// The engine has answered.
    Answer(Answer),
}

/// The answer of an engine that was asked for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The move `best`, not checked yet; `None` if the engine says that it has no move.
    Thoughts(Box<Thoughts>),
    /// The engine resigns.
    Resigns,
}

/// An empty report, of an engine that has sent none.
fn no_thoughts() -> Thoughts {
    Thoughts::of_root(Score::ZERO, None)
}

/// The error about a limit that a protocol cannot express.
fn unknown_limit(limit: &'static str, protocol: &str, advice: impl fmt::Display) -> EngineError {
    let reason = format!("{protocol} has no such limit; {advice}");
    EngineError::Spec(plywood_play::TextError::new("engine option", limit, reason))
}
