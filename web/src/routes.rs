//! The addresses of the server: the operations of the desk, and the files of the page.

use crate::assets;
use crate::body::Json;
use crate::events::{Speaker, channel};
use crate::refused::Refused;
use crate::server::Shared;
use axum::Router;
use axum::body::Bytes;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use plywood_desk::{Desk, Work};
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// The state that all routes share.
type App = State<Arc<Shared>>;

/// All addresses. An address outside the interface may be a file of the page.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/catalogue", get(catalogue))
        .route("/api/{operation}", post(operate))
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .with_state(shared)
}

async fn catalogue(State(shared): App) -> Response {
    json(shared.catalogue.clone())
}

/// Answers an operation of the desk, or begins its work.
async fn operate(
    State(shared): App,
    operation: Result<Path<String>, PathRejection>,
    Json(body): Json,
) -> Result<Response, Refused> {
    // A name that is not UTF-8 is refused like an unknown one.
    let Path(operation) = operation.map_err(|_| nothing())?;
    if Desk::is_work(&operation) == Some(true) {
        return begin(shared, operation, body).await;
    }
    let answer = spawn_blocking(move || shared.desk.answer(&operation, &body));
    Ok(json(answer.await.map_err(|_| Refused::broken())??.into()))
}

fn json(body: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// Begins work for which there is room, and answers with what it says.
async fn begin(shared: Arc<Shared>, operation: String, body: Bytes) -> Result<Response, Refused> {
    let desk = shared.clone();
    let planned = spawn_blocking(move || desk.desk.work(&operation, &body));
    let work = planned.await.map_err(|_| Refused::broken())??;
    let needs = work.needs().clone();
    let permit = shared.searches.begin(&needs).await?;
    let (speaker, answer) = channel(&needs.stop);
    spawn_blocking(move || {
        run(&shared, work, &speaker);
        drop(permit);
    });
    Ok(answer)
}

fn run(shared: &Shared, work: Work, speaker: &Speaker) {
    work.run(&shared.memory, &mut |event| speaker.say(event));
}

async fn page(request: Request) -> Response {
    let is_read = request.method().is_safe();
    let asset = assets::answer(request.uri().path(), request.headers()).filter(|_| is_read);
    asset.unwrap_or_else(|| nothing().into_response())
}

fn nothing() -> Refused {
    Refused::not_served(StatusCode::NOT_FOUND, "there is nothing at this address")
}

async fn wrong_method() -> Refused {
    Refused::not_served(StatusCode::METHOD_NOT_ALLOWED, "this address is not asked for in this way")
}
