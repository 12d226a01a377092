//! Limits: of requests, connections, plies and time.

use crate::client::{Client, line, request, settings};
use axum::body::Body;
use axum::http::StatusCode;
use plywood_web::Settings;
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

#[test]
fn a_body_that_is_too_large_is_refused() {
    let client = Client::with(Settings { body: 1_000, ..Settings::default() });
    let answer = client.post("/api/state", &json!({"game": "l".repeat(2_000)}));
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
    let line = |line: serde_json::Value| ("state", json!({ "line": line }));
    for (operation, body) in [
        line(json!({"game": &long})),
        line(json!({"game": "loa", "rules": &long})),
        line(json!({"game": "loa", "position": &long})),
        line(json!({"game": "loa", "moves": [long.replace('\n', "")]})),
        ("records", json!({"game": &long, "text": ""})),
        ("search", json!({"line": {"game": "loa"}, "engine": &long})),
        ("search", json!({"line": {"game": "loa"}, "time": &long})),
        ("search", json!({"line": {"game": "loa"}, "memory": &long})),
        ("state", json!({&long: 1})),
    ] {
        let answer = client.post(&format!("/api/{operation}"), &body);
        assert!(answer.status.is_client_error());
        assert!(answer.body.len() < 3_000, "{} bytes", answer.body.len());
        assert!(!answer.message().contains(char::is_control), "{}", answer.message());
    }
}

#[test]
fn a_connection_that_keeps_the_server_waiting_is_closed() {
    let head = "POST /api/state HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
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
fn errors_in_records_are_short_and_one_line() {
    let client = Client::new();
    let long = "\u{1b}[31mx".repeat(20_000);
    for (game, text) in [
        ("loa", format!("a=\"{long}")),
        ("hex", format!("(;{})", "a".repeat(100_000))),
        ("hex", format!("(;SZ[{long}])")),
        ("arimaa", format!("1g {}", "q".repeat(100_000))),
    ] {
        let answer = client.post("/api/records", &json!({"game": game, "text": text}));
        assert!(answer.body.len() < 3_000, "{} bytes", answer.body.len());
        let error = answer.json()["games"][0]["error"]["message"].as_str().expect("a reason").to_owned();
        assert!(!error.contains(char::is_control), "{error}");
    }
}

#[test]
fn a_line_has_only_so_many_plies() {
    let client = Client::with(settings(|desk| desk.plies = 4));
    let state = |moves: &str| client.post("/api/state", &json!({"line": line("hex", "size=5", &[moves])}));
    assert_eq!(state("a1 a2 a3 a4").status, StatusCode::OK);
    let refused = state("a1 a2 a3 a4 a5");
    assert_eq!(
        (refused.status, refused.message().as_str()),
        (StatusCode::UNPROCESSABLE_ENTITY, "a line has 4 plies at most")
    );
    for text in ["a1 a2 a3 a4 a5", "(;FF[4]GM[11]SZ[5];B[a1];W[a2];B[a3];W[a4];B[a5])"] {
        let read = client.post("/api/records", &json!({"game": "hex", "text": text})).json();
        assert_eq!(read["games"][0]["moves"].as_array().map(Vec::len), Some(4));
        assert!(read["games"][0]["error"]["message"].as_str().expect("a reason").contains("4 plies at most"));
    }
}

#[test]
fn what_is_no_json_of_the_right_form_is_a_bad_request() {
    let client = Client::new();
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{\"line\": 7}",
        "{\"line\": {\"game\": \"loa\", \"size\": 8}}",
        "{}",
        "\u{0}",
    ] {
        let post = request("POST", "/api/state").header("content-type", "application/json");
        let answer = client.ask(post.body(Body::from(body)).expect("a request"));
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body:?}: {}", answer.text());
        assert_eq!(answer.message().lines().count(), 1);
    }
}
