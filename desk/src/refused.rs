//! Refusals: what was wrong, in one line for people.

use plywood_play::{EngineError, RecordError, TextError, one_line};
use serde::Serialize;

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

/// The reason of a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reason {
    /// One line.
    pub message: String,
    /// The kind of text that was expected.
    pub what: Option<&'static str>,
    /// The offending text, or its beginning if it is long.
    pub text: Option<String>,
    /// Where the offending text stands, from 1.
    pub place: Option<usize>,
}

/// The body of an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorBody {
    /// The reason of the refusal.
    pub error: Reason,
}

impl Reason {
    /// A reason without a text to quote.
    pub fn new(message: &str) -> Self {
        Self { message: one_line(message), what: None, text: None, place: None }
    }
}

impl ErrorBody {
    /// The body as it is sent.
    pub fn json(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

impl Refused {
    pub(crate) fn new(kind: Kind, message: impl AsRef<str>) -> Self {
        Self { kind, reason: Reason::new(message.as_ref()) }
    }

    /// A text or a value that will not do.
    pub(crate) fn unprocessable(message: impl AsRef<str>) -> Self {
        Self::new(Kind::Unprocessable, message)
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
        let mut refused = Self::unprocessable(error.to_string());
        refused.reason.what = Some(error.what);
        refused.reason.text = Some(shortened(error.text));
        refused
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
            EngineError::WrongGame { .. } | EngineError::Fault(_) => Self::unprocessable(error.to_string()),
        }
    }
}

impl From<RecordError> for Refused {
    fn from(error: RecordError) -> Self {
        Self::unprocessable(error.to_string()).at(error.line)
    }
}
