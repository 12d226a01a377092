//! Refusals: what was wrong, in one line for people.

use core::fmt::Display;
use plywood_play::sgf::SgfError;
use plywood_play::{Cause, EngineError, RecordError, TextError, one_line};
use serde::Serialize;
use std::collections::BTreeMap;

/// The kind of error in a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request is not JSON, or not of the form of its operation.
    Malformed,
    /// There is no such operation.
    Unknown,
    /// A text or a value in it will not do.
    Unprocessable,
}

/// A refusal, as every error is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The kind of error.
    pub kind: Kind,
    /// The reason, as it is told.
    pub reason: Reason,
}

/// The reason of a refusal, or of the end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// The kind, for programs: a page tells it in its own language.
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::contract::kinds"))]
    pub kind: &'static str,
    /// What it is about, by name: `player` is the colour of a player, `piece` a kind of piece, `cell` a cell,
    /// `text` the offending text, or its beginning if it is long, and `what` the kind of text that was
    /// expected. `line` and `column` are its place in a record, and `move` the move that is refused for this.
    pub facts: BTreeMap<&'static str, String>,
    /// The same in English: one line.
    pub message: String,
    /// Where the offending text stands, from 1.
    pub place: Option<usize>,
}

/// The kinds of reasons besides those of the games.
#[cfg(feature = "schema")]
pub(crate) const KINDS: [&str; 13] = [
    "bad-record",
    "broken",
    "busy",
    "engine-ended",
    "engine-failed",
    "left-out",
    "line-too-long",
    "malformed",
    "name-too-long",
    "not-served",
    "too-large",
    "too-slow",
    "unknown-operation",
];

/// The body of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorBody {
    /// The reason of the refusal.
    pub error: Reason,
}

impl Reason {
    /// A reason of this kind without facts.
    pub fn new(kind: &'static str, message: &str) -> Self {
        Self { kind, facts: BTreeMap::new(), message: one_line(message), place: None }
    }

    /// Why SGF cannot be read, or played: of this kind, unless the error says more.
    pub(crate) fn of_sgf(kind: &'static str, error: &SgfError) -> Self {
        let cause = error.cause.as_deref().cloned();
        let reason = cause.map_or_else(|| Self::new(kind, ""), Self::from);
        let SgfError { place, .. } = error;
        let told = Self { message: one_line(&error.to_string()), place: Some(place.line), ..reason };
        told.with("line", place.line).with("column", place.column)
    }

    /// The same with one more fact.
    #[must_use]
    pub fn with(mut self, name: &'static str, fact: impl Display) -> Self {
        self.facts.insert(name, fact.to_string());
        self
    }
}

impl From<Cause> for Reason {
    fn from(cause: Cause) -> Self {
        let facts = cause.facts.into_iter().map(|(name, fact)| (name, shortened(fact)));
        Self { kind: cause.kind, facts: facts.collect(), message: cause.sentence, place: None }
    }
}

impl From<&RecordError> for Reason {
    fn from(error: &RecordError) -> Self {
        let cause = error.cause.as_deref().cloned();
        let reason = cause.map_or_else(|| Self::new("bad-record", ""), Self::from);
        let told = Self { message: one_line(&error.reason), place: Some(error.line), ..reason };
        told.with("line", error.line)
    }
}

impl ErrorBody {
    /// The body as it is sent.
    pub fn json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

impl Refused {
    /// A text or a value that will not do, for a reason of this kind.
    pub(crate) fn unprocessable(kind: &'static str, message: impl AsRef<str>) -> Self {
        Self { kind: Kind::Unprocessable, reason: Reason::new(kind, message.as_ref()) }
    }

    /// A number of `what` that is not between two others.
    pub(crate) fn out_of_range(what: &str, least: usize, most: usize) -> Self {
        let refused = Self::unprocessable("out-of-range", format!("{what} must be {least} to {most}"));
        refused.with("what", what).with("least", least).with("most", most)
    }

    /// A line of more plies than are played.
    pub(crate) fn too_long(most: usize) -> Self {
        Self::unprocessable("line-too-long", format!("a line has {most} plies at most")).with("most", most)
    }

    /// The same with one more fact.
    pub(crate) fn with(mut self, name: &'static str, fact: impl Display) -> Self {
        self.reason = self.reason.with(name, fact);
        self
    }

    /// The same, with the place of the offending text.
    pub(crate) fn at(mut self, place: usize) -> Self {
        self.reason.place = Some(place);
        self
    }

    /// The body that tells the refusal.
    pub fn body(self) -> ErrorBody {
        ErrorBody { error: self.reason }
    }
}

impl From<TextError> for Refused {
    fn from(error: TextError) -> Self {
        let message = error.to_string();
        let told = Reason::new("text", &message).with("what", error.what).with("text", shortened(error.text));
        let Some(cause) = error.cause.map(|cause| Reason::from(*cause)) else {
            return Self { kind: Kind::Unprocessable, reason: told };
        };
        // The part of the text that the cause names is nearer to the fault than the whole.
        let facts = told.facts.into_iter().chain(cause.facts).collect();
        Self { kind: Kind::Unprocessable, reason: Reason { facts, message, ..cause } }
    }
}

/// A text as it was sent, unless it is long: no answer is as long as what it is about.
fn shortened(text: String) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

impl From<EngineError> for Refused {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Spec(error) => error.into(),
            EngineError::WrongGame { .. } | EngineError::Fault(_) => {
                Self::unprocessable("engine-failed", error.to_string())
            }
        }
    }
}

impl From<RecordError> for Refused {
    fn from(error: RecordError) -> Self {
        let reason = Reason { message: one_line(&error.to_string()), ..Reason::from(&error) };
        Self { kind: Kind::Unprocessable, reason }
    }
}
