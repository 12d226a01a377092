//! Bodies of requests: JSON by their type, whole in time.

use crate::refused::Refused;
use crate::server::Shared;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, StatusCode, header};
use std::sync::Arc;
use tokio::time::timeout;

/// A body that says it is JSON; the desk reads it.
#[derive(Debug)]
pub(crate) struct Json(pub(crate) Bytes);

impl FromRequest<Arc<Shared>> for Json {
    type Rejection = Refused;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Self, Refused> {
        // A form of another site can send text, but not this type.
        if !is_json(request.headers()) {
            return Err(Refused::not_served(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "a body is of the type application/json",
            ));
        }
        let patience = shared.settings.patience;
        match timeout(patience, Bytes::from_request(request, shared)).await {
            Err(_) => {
                let reason = format!("the body did not come within {} s", patience.as_secs_f64());
                Err(Refused::new(StatusCode::REQUEST_TIMEOUT, "too-slow", &reason))
            }
            Ok(Ok(bytes)) => Ok(Self(bytes)),
            Ok(Err(rejection)) => Err(Refused::new(rejection.status(), "too-large", &rejection.body_text())),
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}
