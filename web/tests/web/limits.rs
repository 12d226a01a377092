//! Limits: of requests, sessions, plies and time.

use crate::client::{Client, HandMoved, request};
use axum::body::Body;
use axum::http::StatusCode;
use plywood_web::Settings;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

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
fn an_answer_about_a_long_text_is_short_and_one_line() {
    let client = Client::new();
    let long = "\u{1b}[31mx\n".repeat(20_000);
    for new in [
        json!({"game": &long}),
        json!({"game": "loa", "rules": &long}),
        json!({"game": "loa", "position": &long}),
        json!({"game": "loa", "moves": [long.replace('\n', "")]}),
        json!({"game": "loa", "record": format!("a=\"{long}")}),
        json!({"game": "hex", "record": format!("(;{})", "a".repeat(100_000))}),
        json!({"game": "hex", "record": format!("(;SZ[{long}])")}),
        json!({"game": "arimaa", "record": format!("1g {}", "q".repeat(100_000))}),
        json!({&long: 1}),
    ] {
        let answer = client.post("/api/sessions", &new);
        assert!(answer.status.is_client_error());
        assert!(answer.body.len() < 3_000, "{} bytes", answer.body.len());
        assert!(!answer.message().contains(char::is_control), "{}", answer.message());
    }
}

#[test]
fn a_connection_that_keeps_the_server_waiting_is_closed() {
    let head = "POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    for (sent, answer) in [
        ("", ""),
        ("GET /api/cata", ""),
        (&format!("{head}Content-Length: 100\r\n\r\n{{\"game\":")[..], "HTTP/1.1 408 "),
        ("GET /api/catalogue HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200 "),
    ] {
        let patience = Duration::from_millis(100);
        let client = Client::with(Settings { patience, ..Settings::default() });
        let heard = client.runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let mut stream =
                TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a stream");
            let server = client.server.clone();
            let serving = tokio::spawn(async move { server.serve(listener).await });
            stream.write_all(sent.as_bytes()).await.expect("the request is sent");
            let mut heard = Vec::new();
            // It returns when the server closes the connection.
            let _ = stream.read_to_end(&mut heard).await;
            serving.abort();
            heard
        });
        assert!(heard.starts_with(answer.as_bytes()), "{sent}: {}", String::from_utf8_lossy(&heard));
    }
}

#[test]
fn a_client_that_takes_nothing_of_an_answer_is_given_up() {
    let settings = Settings { patience: Duration::from_millis(100), connections: 1, ..Settings::default() };
    let client = Client::with(settings);
    let heard = client.runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let mut idle = TcpStream::connect(address).await.expect("a connection");
        // So many answers that the buffers on the way fill up.
        let page = "GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(300);
        idle.write_all(page.as_bytes()).await.expect("the requests are sent");
        let server = client.server.clone();
        let serving = tokio::spawn(async move { server.serve(listener).await });
        // There is room for one connection: this one is answered when the other has been given up.
        let mut other = TcpStream::connect(address).await.expect("a connection");
        let get = "GET /api/catalogue HTTP/1.1\r\nHost: localhost\r\n\r\n";
        other.write_all(get.as_bytes()).await.expect("the request is sent");
        let mut heard = Vec::new();
        other.read_to_end(&mut heard).await.expect("an answer");
        serving.abort();
        drop(idle);
        heard
    });
    assert!(heard.starts_with(b"HTTP/1.1 200 "));
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
