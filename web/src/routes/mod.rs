//! The routes of the server.

mod graph;
mod positions;
mod records;
mod search;
mod sessions;

use crate::assets;
use crate::refused::Refused;
use crate::server::Shared;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use axum::{Json, Router};
use std::sync::Arc;

/// The state that all routes share.
type App = State<Arc<Shared>>;

/// All addresses. An address outside the interface may be a file of the page.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/catalogue", get(catalogue))
        .route("/api/sessions", post(sessions::create))
        .route("/api/sessions/{id}", get(sessions::read).delete(sessions::end))
        .route("/api/sessions/{id}/moves", post(sessions::play))
        .route("/api/sessions/{id}/undo", post(sessions::undo))
        .route("/api/sessions/{id}/line", put(sessions::set_line))
        .route("/api/sessions/{id}/explain", post(sessions::explain))
        .route("/api/sessions/{id}/search", get(search::think))
        .route("/api/sessions/{id}/graph", get(graph::graph))
        .route("/api/sessions/{id}/record", get(records::write))
        .route("/api/records", post(records::read))
        .route("/api/positions", post(positions::arrange))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .with_state(shared)
}

async fn catalogue(State(shared): App) -> Response {
    Json(&shared.catalogue).into_response()
}

async fn page(request: Request) -> Response {
    let is_read = request.method().is_safe();
    let asset = assets::answer(request.uri().path(), request.headers()).filter(|_| is_read);
    let nothing = || Refused::new(StatusCode::NOT_FOUND, "there is nothing at this address").into_response();
    asset.unwrap_or_else(nothing)
}

async fn wrong_method() -> Refused {
    Refused::new(StatusCode::METHOD_NOT_ALLOWED, "this address is not asked for in this way")
}
