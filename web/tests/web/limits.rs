//! Limits: of requests, sessions, plies and time.

use crate::client::{Client, HandMoved, request};
use axum::body::Body;
use axum::http::StatusCode;
use plywood_web::Settings;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// A server with room for two sessions, and the clock it goes by.
fn small() -> (Client, HandMoved) {
    let clock = HandMoved::default();
    let settings = Settings {
        sessions: 2,
        idle: Duration::from_secs(1_000),
        in_use: Duration::from_secs(60),
        clock: Arc::new(clock.clone()),
        ..Settings::default()
    };
    (Client::with(settings), clock)
}

#[test]
fn a_session_that_nobody_asks_about_is_forgotten() {
    let (client, clock) = small();
    let session = client.session("loa", "", &[]);
    clock.advance(1_000);
    assert_eq!(client.get(&session).status, StatusCode::OK);
    clock.advance(1_001);
    assert_eq!(client.get(&session).status, StatusCode::NOT_FOUND);
}

#[test]
fn the_longest_idle_session_makes_room() {
    let (client, clock) = small();
    let (old, older) = (client.session("loa", "", &[]), client.session("loa", "", &[]));
    clock.advance(50);
    client.get(&old);
    clock.advance(50);
    let new = client.session("loa", "", &[]);
    assert_eq!(client.get(&older).status, StatusCode::NOT_FOUND);
    assert_eq!((client.get(&old).status, client.get(&new).status), (StatusCode::OK, StatusCode::OK));
}

#[test]
fn sessions_in_use_make_no_room() {
    let (client, _clock) = small();
    let sessions = [client.session("loa", "", &[]), client.session("loa", "", &[])];
    let refused = client.post("/api/sessions", &json!({"game": "loa"}));
    assert_eq!(
        (refused.status, refused.message().as_str()),
        (StatusCode::TOO_MANY_REQUESTS, "too many sessions are in use")
    );
    assert!(refused.headers.contains_key("retry-after"));
    assert!(sessions.iter().all(|session| client.get(session).status == StatusCode::OK));
}

#[test]
fn a_body_that_is_too_large_is_refused() {
    let client = Client::with(Settings { body: 1_000, ..Settings::default() });
    let answer = client.post("/api/sessions", &json!({"game": "l".repeat(2_000)}));
    assert_eq!(answer.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert!(!answer.message().is_empty());
}

#[test]
fn an_address_that_is_too_long_is_refused() {
    let client = Client::new();
    let answer = client.get(&format!("/api/catalogue?{}", "x".repeat(5_000)));
    assert_eq!(answer.status, StatusCode::URI_TOO_LONG);
    assert_eq!(answer.message(), "the address is too long");
}

#[test]
fn a_session_has_only_so_many_plies() {
    let client = Client::with(Settings { plies: 4, ..Settings::default() });
    let session = client.session("hex", "size=5", &["a1 a2 a3"]);
    let play = |text: &str| client.post(&format!("{session}/moves"), &json!({"text": text}));
    let refused = play("a4 a5");
    assert_eq!(
        (refused.status, refused.message().as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, "a session has 4 plies at most")
    );
    assert_eq!(client.get(&session).json()["moves"].as_array().map(Vec::len), Some(3));
    assert_eq!(play("a4").status, StatusCode::OK);
    let line = json!({"moves": ["a1", "a2", "a3", "a4", "a5"]});
    assert_eq!(
        client.send("PUT", &format!("{session}/line"), &line).status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let new = json!({"game": "hex", "moves": ["a1 a2 a3 a4 a5"]});
    assert_eq!(client.post("/api/sessions", &new).status, StatusCode::UNPROCESSABLE_ENTITY);
    let record = json!({"game": "hex", "record": "a1 a2 a3 a4 a5"});
    assert_eq!(client.post("/api/sessions", &record).status, StatusCode::UNPROCESSABLE_ENTITY);
    let own = json!({"game": "hex", "record": "(;FF[4]GM[11]SZ[5];B[a1];W[a2];B[a3];W[a4];B[a5])"});
    assert_eq!(client.post("/api/sessions", &own).status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[test]
fn what_is_no_json_of_the_right_form_is_a_bad_request() {
    let client = Client::new();
    for body in ["", "{", "[]", "null", "{\"game\": 7}", "{\"game\": \"loa\", \"size\": 8}", "{}", "\u{0}"] {
        let post = request("POST", "/api/sessions").header("content-type", "application/json");
        let answer = client.ask(post.body(Body::from(body)).expect("a request"));
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body:?}: {}", answer.text());
        assert_eq!(answer.message().lines().count(), 1);
    }
}
