//! Refusals as HTTP answers: a status and one line for people.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plywood_desk::{ErrorBody, Kind, Reason};

/// A refusal, as every error is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    status: StatusCode,
    body: ErrorBody,
}

impl Refused {
    /// A refusal for a reason of this kind.
    pub(crate) fn new(status: StatusCode, kind: &'static str, message: &str) -> Self {
        Self { status, body: ErrorBody { error: Reason::new(kind, message) } }
    }

    /// A request that the page does not make.
    pub(crate) fn not_served(status: StatusCode, message: &str) -> Self {
        Self::new(status, "not-served", message)
    }

    /// A limit is reached for now.
    pub(crate) fn busy(message: &str) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "busy", message)
    }

    /// Something that was to run in the background did not.
    pub(crate) fn broken() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "broken",
            "the server failed at this; its log may say why",
        )
    }
}

impl From<plywood_desk::Refused> for Refused {
    fn from(refused: plywood_desk::Refused) -> Self {
        let status = match refused.kind {
            Kind::Malformed => StatusCode::BAD_REQUEST,
            Kind::Unknown => StatusCode::NOT_FOUND,
            Kind::Unprocessable => StatusCode::UNPROCESSABLE_ENTITY,
        };
        Self { status, body: refused.body() }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        const SECONDS_UNTIL_A_SEARCH_MAY_BE_OVER: HeaderValue = HeaderValue::from_static("2");
        let mut response = (self.status, Json(self.body)).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, SECONDS_UNTIL_A_SEARCH_MAY_BE_OVER);
        }
        response
    }
}
