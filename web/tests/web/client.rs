//! A client for tests.

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use plywood_search::Clock;
use plywood_web::{Server, Settings};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tower::ServiceExt;

/// A server and a runtime for it.
pub(crate) struct Client {
    pub(crate) server: Server,
    pub(crate) runtime: Runtime,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the body is JSON")
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the body is text")
    }

    /// The message of an error.
    pub(crate) fn message(&self) -> String {
        self.json()["error"]["message"].as_str().expect("an error has a message").to_owned()
    }

    /// The events of a stream: names and data.
    pub(crate) fn events(&self) -> Vec<(String, Value)> {
        let blocks = self.text().split("\n\n").filter(|block| block.starts_with("event: "));
        let event = |block: &str| {
            let (name, data) = block.split_once('\n').expect("an event has data");
            let data = data.strip_prefix("data: ").expect("data");
            let name = name.trim_start_matches("event: ").to_owned();
            (name, serde_json::from_str(data).expect("the data is JSON"))
        };
        blocks.map(event).collect()
    }
}

impl Client {
    pub(crate) fn new() -> Self {
        Self::with(settings(|desk| desk.hash = 1 << 20))
    }

    pub(crate) fn with(settings: Settings) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
        Self { server: Server::new(settings), runtime: runtime.expect("a runtime") }
    }

    pub(crate) fn ask(&self, request: Request<Body>) -> Answer {
        let router = self.server.router();
        self.runtime.block_on(async {
            let response = router.oneshot(request).await.expect("the router always answers");
            let (parts, body) = response.into_parts();
            let body = body.collect().await.expect("the body arrives").to_bytes().to_vec();
            Answer { status: parts.status, headers: parts.headers, body }
        })
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask(request("GET", path).body(Body::empty()).expect("a request"))
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.ask(sent(method, path, body))
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, body)
    }

    /// The state at the end of a line.
    pub(crate) fn state(&self, line: &Value) -> Value {
        let answer = self.post("/api/state", &json!({ "line": line }));
        assert_eq!(answer.status, StatusCode::OK, "{line}: {}", answer.text());
        answer.json()
    }

    /// The answer to a search of a line, with these parameters.
    pub(crate) fn search(&self, line: &Value, parameters: &Value) -> Answer {
        self.post("/api/search", &with_line(line, parameters))
    }

    /// The events of a graph of a line.
    pub(crate) fn graph(&self, line: &Value, parameters: &Value) -> Answer {
        self.post("/api/graph", &with_line(line, parameters))
    }
}

/// The default settings with other limits for a request.
pub(crate) fn settings(change: impl FnOnce(&mut plywood_desk::Settings)) -> Settings {
    let mut settings = Settings::default();
    change(&mut settings.desk);
    settings
}

/// The line of a game.
pub(crate) fn line(game: &str, rules: &str, moves: &[&str]) -> Value {
    json!({"game": game, "rules": rules, "moves": moves})
}

/// Parameters with a line.
pub(crate) fn with_line(line: &Value, parameters: &Value) -> Value {
    let mut all = parameters.clone();
    all["line"] = line.clone();
    all
}

/// A request with a body of JSON.
pub(crate) fn sent(method: &str, path: &str, body: &Value) -> Request<Body> {
    let request = request(method, path).header(header::CONTENT_TYPE, "application/json");
    request.body(Body::from(body.to_string())).expect("a request")
}

/// A request to a server on this machine.
pub(crate) fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header(header::HOST, "localhost")
}

/// The texts of a list.
pub(crate) fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

/// A clock that stands still until it is moved.
#[derive(Clone, Debug, Default)]
pub(crate) struct HandMoved(Arc<AtomicU64>);

impl HandMoved {
    pub(crate) fn advance(&self, seconds: u64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for HandMoved {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.load(Ordering::SeqCst))
    }
}
