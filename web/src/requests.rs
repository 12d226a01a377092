//! Requests of clients. Malformed ones are refused with the reason.

use crate::refused::Refused;
use crate::server::Shared;
use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use core::num::NonZeroU32;
use plywood_search::Side;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use tokio::time::timeout;

/// A request to begin a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSession {
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    pub(crate) position: Option<String>,
    pub(crate) moves: Option<Vec<String>>,
    pub(crate) record: Option<String>,
}

/// Plies to play.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plies {
    pub(crate) text: String,
}

/// The plies to take back; one by default.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Undo {
    pub(crate) plies: Option<NonZeroU32>,
    pub(crate) turn: Option<bool>,
}

/// A line from the start of the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveLine {
    pub(crate) moves: Vec<String>,
}

/// Clicks that begin no move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clicks {
    pub(crate) clicks: Vec<String>,
}

/// A text of records.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordText {
    pub(crate) game: String,
    pub(crate) text: String,
}

/// The pieces of a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arrangement {
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    pub(crate) pieces: Vec<PlacedPiece>,
    pub(crate) side: Side,
}

/// A piece of an arrangement.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacedPiece {
    pub(crate) cell: String,
    pub(crate) kind: String,
    pub(crate) side: Side,
}

/// The parameters of a search.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchQuery {
    pub(crate) engine: Option<String>,
    pub(crate) multipv: Option<u32>,
    pub(crate) time: Option<String>,
    pub(crate) ponder: Option<bool>,
}

/// The parameters of a graph: which positions to evaluate, and how deeply.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GraphQuery {
    pub(crate) nodes: Option<u64>,
    pub(crate) from: Option<usize>,
}

/// The result to write into a record.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordQuery {
    pub(crate) result: Option<String>,
}

/// A body of JSON.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Refused> {
        let patience = shared.settings.patience;
        match timeout(patience, Json::from_request(request, shared)).await {
            Err(_) => {
                let reason = format!("the body did not come within {} s", patience.as_secs_f64());
                Err(Refused::new(StatusCode::REQUEST_TIMEOUT, reason))
            }
            Ok(Ok(Json(value))) => Ok(Self(value)),
            Ok(Err(rejection)) => Err(Refused::new(bad_if_data(rejection.status()), rejection.body_text())),
        }
    }
}

/// JSON of the wrong form is a bad request (400); 422 is for texts that are not moves.
fn bad_if_data(status: StatusCode) -> StatusCode {
    if status == StatusCode::UNPROCESSABLE_ENTITY { StatusCode::BAD_REQUEST } else { status }
}

/// The part of an address after the question mark.
#[derive(Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Asked<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Self(value)),
            Err(rejection) => Err(Refused::new(bad_if_data(rejection.status()), rejection.body_text())),
        }
    }
}

/// The id of a session in an address.
#[derive(Debug)]
pub(crate) struct Id(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(id)) => Ok(Self(id)),
            Err(rejection) => Err(Refused::new(rejection.status(), rejection.body_text())),
        }
    }
}
