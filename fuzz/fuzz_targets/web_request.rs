//! Any request is answered below 500, and an error says why in one line. The first line of the input is method and address, the rest the body;
//! `@` in the address stands for a session of Lines of Action.
#![no_main]

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use libfuzzer_sys::fuzz_target;
use plywood_web::{Server, Settings};
use std::sync::LazyLock;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// A server that thinks for a millisecond at most, and the name of a session in it.
static SERVER: LazyLock<(Runtime, Server, String)> = LazyLock::new(|| {
    let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
    let longest_search = Duration::from_millis(1);
    let server =
        Server::new(Settings { longest_search, hash: 1 << 16, sessions: 100_000, ..Settings::default() });
    let (_, state) =
        ask(&runtime, &server, "POST", "/api/sessions", br#"{"game": "loa"}"#.to_vec()).expect("an answer");
    let state: serde_json::Value = serde_json::from_slice(&state).expect("a state");
    let id = state["id"].as_str().expect("an id").to_owned();
    (runtime, server, id)
});

/// The answer, if this is a request at all.
fn ask(
    runtime: &Runtime,
    server: &Server,
    method: &str,
    address: &str,
    body: Vec<u8>,
) -> Option<(StatusCode, Vec<u8>)> {
    let request = Request::builder().method(method).uri(address).header("host", "localhost");
    let request = request.header("content-type", "application/json").body(Body::from(body)).ok()?;
    runtime.block_on(async {
        let answer = server.router().oneshot(request).await.expect("the router always answers");
        let status = answer.status();
        let body = answer.into_body().collect().await.expect("the body arrives");
        Some((status, body.to_bytes().to_vec()))
    })
}

fuzz_target!(|input: &[u8]| {
    let (runtime, server, id) = &*SERVER;
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (line, body) = input.split_at(end);
    let Ok(line) = std::str::from_utf8(line) else { return };
    let Some((method, address)) = line.split_once(' ') else { return };
    let address = address.replace('@', &format!("/api/sessions/{id}"));
    // The session is to stay.
    if method == "DELETE" {
        return;
    }
    let body = body.get(1..).unwrap_or_default().to_vec();
    let Some((status, answer)) = ask(runtime, server, method, &address, body) else { return };
    assert!(status.as_u16() < 500, "{status}");
    if status.is_client_error() && method != "HEAD" {
        let answer: serde_json::Value = serde_json::from_slice(&answer).expect("an error is JSON");
        let message = answer["error"]["message"].as_str().expect("an error has a message");
        assert_eq!(message.lines().count(), 1, "{message}");
    }
});
