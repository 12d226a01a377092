//! Refusals: a status and one line for people.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plywood_play::{EngineError, RecordError, TextError, one_line};
use serde::Serialize;

/// A refusal, as every error is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) status: StatusCode,
    pub(crate) reason: Reason,
}

/// The reason of a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Reason {
    /// One line.
    pub(crate) message: String,
    /// What the text should have been.
    pub(crate) what: Option<&'static str>,
    /// The offending text, or its beginning if it is long.
    pub(crate) text: Option<String>,
    /// Where it stands, from 1.
    pub(crate) place: Option<usize>,
}

/// The body of an error.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorBody {
    pub(crate) error: Reason,
}

impl Refused {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let message = one_line(&message.into());
        Self { status, reason: Reason { message, what: None, text: None, place: None } }
    }

    /// A text or a value that will not do.
    pub(crate) fn unprocessable(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// A limit is reached for now.
    pub(crate) fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, message)
    }

    pub(crate) fn no_session(id: &str) -> Self {
        let known =
            if id.len() == 32 { "it has ended, or the server was restarted" } else { "ids are longer" };
        Self::new(StatusCode::NOT_FOUND, format!("there is no such session: {known}"))
    }

    /// Something that was to run in the background did not.
    pub(crate) fn broken() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "the server failed at this; its log may say why")
    }

    /// The same, with the place of the offending text.
    pub(crate) fn at(mut self, place: usize) -> Self {
        self.reason.place = Some(place);
        self
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

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        const SECONDS_UNTIL_A_SEARCH_MAY_BE_OVER: HeaderValue = HeaderValue::from_static("2");
        let mut response = (self.status, Json(ErrorBody { error: self.reason })).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, SECONDS_UNTIL_A_SEARCH_MAY_BE_OVER);
        }
        response
    }
}
