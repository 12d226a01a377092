//! Requests to the server of the browser front end.

use crate::is_a_message;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt;
use plywood_web::{Server, Settings};
use std::cell::OnceCell;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// A server that thinks for a millisecond at most, and the name of a session in it.
struct Asked {
    runtime: Runtime,
    server: Server,
    session: String,
}

impl Asked {
    fn new() -> Self {
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
        let longest_search = Duration::from_millis(1);
        let in_use = Duration::ZERO;
        let settings =
            Settings { longest_search, in_use, hash: 1 << 16, sessions: 64, ..Settings::default() };
        Self { runtime, server: Server::new(settings), session: String::new() }
    }

    /// The address of a session of Lines of Action that is there.
    fn session(&mut self) -> String {
        let is_there =
            self.ask("GET", &self.session, Vec::new()).is_some_and(|(status, _)| status == StatusCode::OK);
        if !is_there {
            let begun = self.ask("POST", "/api/sessions", br#"{"game": "loa"}"#.to_vec());
            let (_, state) = begun.expect("an answer");
            let state: serde_json::Value = serde_json::from_slice(&state).expect("a state");
            self.session = format!("/api/sessions/{}", state["id"].as_str().expect("an id"));
        }
        self.session.clone()
    }

    /// The answer, if this is a request at all.
    fn ask(&self, method: &str, address: &str, body: Vec<u8>) -> Option<(StatusCode, Vec<u8>)> {
        let request = Request::builder().method(method).uri(address).header("host", "localhost");
        let request = request.header("content-type", "application/json").body(Body::from(body)).ok()?;
        self.runtime.block_on(async {
            let answer = self.server.router().oneshot(request).await.expect("the router always answers");
            let status = answer.status();
            let body = answer.into_body().collect().await.expect("the body arrives");
            Some((status, body.to_bytes().to_vec()))
        })
    }
}

/// The first line is method and address, the rest the body; `@` in the address stands for a session.
pub(crate) fn request(data: &[u8]) {
    thread_local! {
        static ASKED: OnceCell<std::cell::RefCell<Asked>> = const { OnceCell::new() };
    }
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (line, body) = data.split_at(end);
    let Some((method, address)) = std::str::from_utf8(line).ok().and_then(|line| line.split_once(' ')) else {
        return;
    };
    ASKED.with(|asked| {
        let mut asked = asked.get_or_init(|| Asked::new().into()).borrow_mut();
        let address =
            if address.contains('@') { address.replace('@', &asked.session()) } else { address.to_owned() };
        let body = body.get(1..).unwrap_or_default().to_vec();
        let Some((status, answer)) = asked.ask(method, &address, body) else { return };
        assert!(status.as_u16() < 500, "{status}");
        if status.is_client_error() && method != "HEAD" {
            let answer: serde_json::Value = serde_json::from_slice(&answer).expect("an error is JSON");
            is_a_message(answer["error"]["message"].as_str().expect("an error has a message"));
        }
    });
}
