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

/// A server that thinks for a millisecond at most.
struct Asked {
    runtime: Runtime,
    server: Server,
}

impl Asked {
    fn new() -> Self {
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
        let mut settings = Settings { idle: Duration::ZERO, ..Settings::default() };
        settings.desk.longest_search = Duration::from_millis(1);
        settings.desk.hash = 1 << 16;
        Self { runtime, server: Server::new(settings) }
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

/// The first line is method and address, the rest the body.
pub(crate) fn request(data: &[u8]) {
    thread_local! {
        static ASKED: OnceCell<Asked> = const { OnceCell::new() };
    }
    let end = data.iter().position(|&byte| byte == b'\n').unwrap_or(data.len());
    let (line, body) = data.split_at(end);
    let Some((method, address)) = std::str::from_utf8(line).ok().and_then(|line| line.split_once(' ')) else {
        return;
    };
    ASKED.with(|asked| {
        let asked = asked.get_or_init(Asked::new);
        let body = body.get(1..).unwrap_or_default().to_vec();
        let Some((status, answer)) = asked.ask(method, address, body) else { return };
        assert!(status.as_u16() < 500, "{status}");
        if status.is_client_error() && method != "HEAD" {
            let answer: serde_json::Value = serde_json::from_slice(&answer).expect("an error is JSON");
            is_a_message(answer["error"]["message"].as_str().expect("an error has a message"));
        }
    });
}
