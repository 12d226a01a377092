//! Engines that think aloud, and stop when nobody listens.

use crate::client::{Client, HandMoved, request};
use axum::body::Body;
use axum::http::StatusCode;
use http_body_util::BodyExt;
use plywood_web::Settings;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A server for searches that only end because somebody stops them.
fn patient(search_threads: usize) -> Client {
    Client::with(Settings { hash: 1 << 20, threads: 4, search_threads, ..Settings::default() })
}

/// The answer to a search that has begun; dropping it ends the search.
fn begun(client: &Client, path: &str) -> axum::response::Response {
    use tower::ServiceExt;
    let get = request("GET", path).body(Body::empty()).expect("a request");
    let answer = client.runtime.block_on(client.server.router().oneshot(get)).expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    answer
}

/// Waits until so many searches run: for ever, if that never comes.
async fn until_running(client: &Client, count: usize) {
    while client.server.running_searches() != count {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[test]
fn a_search_tells_its_iterations_and_then_its_move() {
    let client = Client::new();
    let session = client.session("loa", "size=6", &["b1-b3"]);
    let answer = client.get(&format!("{session}/search?engine=pvs:depth=4&multipv=2"));
    assert_eq!(answer.headers["content-type"], "text/event-stream");
    let events = answer.events();
    let (last, iterations) = events.split_last().expect("events");
    assert_eq!(last.0, "best");
    assert_eq!(last.1["ended"], "depth");
    assert!(iterations.iter().all(|(name, _)| name == "iteration"));
    let depths: Vec<_> =
        iterations.iter().map(|(_, data)| data["depth"].as_u64().expect("a depth")).collect();
    assert_eq!(depths, [1, 2, 3, 4]);
    let lines = iterations[3].1["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2);
    let played = client.post(&format!("{session}/moves"), &json!({"text": last.1["move"]}));
    assert_eq!(played.status, StatusCode::OK, "{}", played.text());
}

#[test]
fn lines_come_with_the_clicks_of_their_plies() {
    let client = Client::new();
    let session = client.session("loa", "size=6", &[]);
    let events = client.get(&format!("{session}/search?engine=pvs:depth=3")).events();
    let line = &events.last().expect("events").1["lines"][0];
    let plies = line["plies"].as_array().expect("plies");
    let texts: Vec<_> = plies.iter().map(|ply| ply["text"].clone()).collect();
    assert_eq!(Value::from(texts), line["pv"]);
    assert!(plies.iter().all(|ply| ply["clicks"].as_array().map(Vec::len) == Some(2)));
    assert_eq!((&plies[0]["side"], &plies[1]["side"]), (&json!("first"), &json!("second")));
}

#[test]
fn every_engine_moves_in_every_game() {
    let client = Client::new();
    for (game, rules) in [("loa", "size=5"), ("gekitai", ""), ("hex", "size=4"), ("arimaa", "")] {
        let session = client.session(game, rules, &[]);
        for engine in [
            "pvs:nodes=500",
            "ids:nodes=500",
            "mcts:nodes=20",
            "alphabeta:depth=1",
            "minimax:depth=1",
            "random",
        ] {
            let events = client.get(&format!("{session}/search?engine={engine}")).events();
            let (name, best) = events.last().expect("events");
            assert_eq!((name.as_str(), best["move"].is_string()), ("best", true), "{engine}, {game}: {best}");
        }
    }
}

#[test]
fn every_level_is_an_engine_of_its_game() {
    let client = Client::new();
    let catalogue = client.get("/api/catalogue").json();
    for game in catalogue["games"].as_array().expect("games") {
        let session = client.session(game["name"].as_str().expect("a name"), "", &[]);
        for level in game["levels"].as_array().expect("levels") {
            let engine = level["engine"].as_str().expect("an engine");
            let events = client.get(&format!("{session}/search?engine={engine}&time=10ms")).events();
            assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("best"), "{engine}");
        }
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let client = Client::new();
    let session = client.session("hex", "size=2", &["a1 b1 a2"]);
    let events = client.get(&format!("{session}/search")).events();
    let (name, best) = events.last().expect("events");
    assert_eq!((name.as_str(), &best["move"], &best["ended"]), ("best", &Value::Null, &json!("gameover")));
}

#[test]
fn an_engine_that_there_is_not_is_refused() {
    let client = Client::new();
    let session = client.session("loa", "", &[]);
    for query in [
        "engine=stockfish",
        "engine=external:protocol=ugi,cmd=true",
        "engine=pvs:eval=none",
        "engine=pvs:depth=x",
        "engine=pvs:hash=9GB",
        "engine=pvs:threads=1000",
        "engine=pvs:colour=red",
        "engine=",
        "time=soon",
        "multipv=0",
        "multipv=1000",
    ] {
        let answer = client.get(&format!("{session}/search?{query}"));
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{query}: {}", answer.text());
    }
    for query in ["multipv=x", "ponder=perhaps", "speed=9"] {
        assert_eq!(
            client.get(&format!("{session}/search?{query}")).status,
            StatusCode::BAD_REQUEST,
            "{query}"
        );
    }
    assert_eq!(client.server.running_searches(), 0);
}

#[test]
fn a_graph_has_a_point_for_every_position() {
    let client = Client::new();
    let session = client.session("hex", "size=3", &["a1 b2 c1"]);
    let events = client.get(&format!("{session}/graph?nodes=50")).events();
    let names: Vec<_> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["position", "position", "position", "position", "done"]);
    let plies: Vec<_> = events[..4].iter().map(|(_, data)| data["ply"].as_u64()).collect();
    assert_eq!(plies, [Some(0), Some(1), Some(2), Some(3)]);
    let later = client.get(&format!("{session}/graph?nodes=50&from=3")).events();
    assert_eq!(later[0].1["ply"], 3);
    assert_eq!(later.len(), 2);
    assert_eq!(client.get(&format!("{session}/graph?from=99")).events().len(), 1);
    for query in ["nodes=0", "nodes=1000000000"] {
        assert_eq!(client.get(&format!("{session}/graph?{query}")).status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(client.get(&format!("{session}/graph?from=-1")).status, StatusCode::BAD_REQUEST);
}

#[test]
fn a_client_that_leaves_stops_its_search() {
    let client = patient(1);
    let path = format!("{}/search?ponder=true", client.session("loa", "", &[]));
    client.runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let server = client.server.clone();
        let serving = tokio::spawn(async move { server.serve(listener).await });
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let asked = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(asked.as_bytes()).await.expect("the request is sent");
        let mut heard = String::new();
        while !heard.contains("event: iteration") {
            let mut bytes = [0; 1_024];
            let count = stream.read(&mut bytes).await.expect("an answer");
            assert_ne!(count, 0, "{heard}");
            heard.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
        assert_eq!(client.server.running_searches(), 1);
        drop(stream);
        until_running(&client, 0).await;
        serving.abort();
    });
}

#[test]
fn a_second_search_of_a_session_ends_the_first() {
    let client = patient(1);
    let path = format!("{}/search?ponder=true", client.session("loa", "", &[]));
    let get = || request("GET", &path).body(Body::empty()).expect("a request");
    client.runtime.block_on(async {
        use tower::ServiceExt;
        let first = client.server.router().oneshot(get()).await.expect("an answer");
        until_running(&client, 1).await;
        let second = client.server.router().oneshot(get()).await.expect("an answer");
        let body = first.into_body().collect().await.expect("the first stream ends").to_bytes();
        assert!(String::from_utf8_lossy(&body).contains("\"ended\":\"stopped\""));
        assert_eq!(second.status(), StatusCode::OK);
        drop(second);
        until_running(&client, 0).await;
    });
}

#[test]
fn a_search_too_many_is_refused_for_now() {
    let client = patient(1);
    let [one, other] = [(); 2].map(|()| format!("{}/search?ponder=true", client.session("loa", "", &[])));
    let running = client.runtime.block_on(async {
        use tower::ServiceExt;
        let get = request("GET", &one).body(Body::empty()).expect("a request");
        client.server.router().oneshot(get).await.expect("an answer")
    });
    let refused = client.get(&other);
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(refused.message(), "all threads for searches are busy; the server has 1");
    drop(running);
    client.runtime.block_on(until_running(&client, 0));
}

#[test]
fn room_is_counted_in_threads() {
    let client = patient(4);
    let sessions = [(); 3].map(|()| client.session("loa", "", &[]));
    let search =
        |session: &str, threads| format!("{session}/search?ponder=true&engine=pvs:threads={threads}");
    let three = begun(&client, &search(&sessions[0], 3));
    assert_eq!(client.get(&search(&sessions[1], 2)).status, StatusCode::TOO_MANY_REQUESTS);
    let one = begun(&client, &search(&sessions[1], 1));
    assert_eq!(client.get(&search(&sessions[2], 1)).status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(client.server.running_searches(), 2);
    drop((three, one));
    client.runtime.block_on(until_running(&client, 0));
    let all = begun(&client, &search(&sessions[2], 4));
    drop(all);
    client.runtime.block_on(until_running(&client, 0));
}

#[test]
fn a_search_that_is_refused_does_not_end_the_one_before_it() {
    let client = patient(3);
    let [one, other] = [(); 2].map(|()| client.session("loa", "", &[]));
    let search = |session: &str, engine: &str| format!("{session}/search?ponder=true&engine={engine}");
    let first = begun(&client, &search(&one, "pvs:threads=1"));
    let second = begun(&client, &search(&other, "pvs:threads=2"));
    for (engine, status) in [
        ("pvs:colour=red", StatusCode::UNPROCESSABLE_ENTITY),
        ("mcts:rave=many", StatusCode::UNPROCESSABLE_ENTITY),
        ("pvs:threads=2", StatusCode::TOO_MANY_REQUESTS),
    ] {
        assert_eq!(client.get(&search(&one, engine)).status, status, "{engine}");
        assert_eq!(client.server.running_searches(), 2, "{engine}");
    }
    // What the one before has is enough for this one, though nothing else is free.
    let third = begun(&client, &search(&one, "pvs:threads=1"));
    assert_eq!(client.server.running_searches(), 2);
    drop((first, second, third));
    client.runtime.block_on(until_running(&client, 0));
}

#[test]
fn tables_of_sessions_that_have_ended_are_freed() {
    let clock = HandMoved::default();
    let idle = Duration::from_secs(1_000);
    let settings = Settings { hash: 1 << 16, idle, clock: Arc::new(clock.clone()), ..Settings::default() };
    let client = Client::with(settings);
    let search = |session: &str| client.get(&format!("{session}/search?engine=pvs:nodes=100"));
    let sessions = [(); 3].map(|()| client.session("loa", "size=6", &[]));
    for session in &sessions {
        search(session);
    }
    client.runtime.block_on(until_running(&client, 0));
    assert_eq!(client.server.kept_engines(), 3);
    client.send("DELETE", &sessions[0], &json!({}));
    assert_eq!(client.server.kept_engines(), 2);
    clock.advance(600);
    client.get(&sessions[1]);
    clock.advance(600);
    client.server.sweep();
    assert_eq!(client.server.kept_engines(), 1);
    clock.advance(1_001);
    assert_eq!(client.get(&sessions[1]).status, StatusCode::NOT_FOUND);
    assert_eq!(client.server.kept_engines(), 0);
}

#[test]
fn the_end_of_a_session_stops_its_search() {
    let client = patient(1);
    let session = client.session("loa", "", &[]);
    let running = client.runtime.block_on(async {
        use tower::ServiceExt;
        let get =
            request("GET", &format!("{session}/search?ponder=true")).body(Body::empty()).expect("a request");
        client.server.router().oneshot(get).await.expect("an answer")
    });
    client.send("DELETE", &session, &json!({}));
    client.runtime.block_on(until_running(&client, 0));
    drop(running);
    let session = client.session("loa", "", &[]);
    let get =
        request("GET", &format!("{session}/graph?nodes=200000")).body(Body::empty()).expect("a request");
    let running = client.runtime.block_on(async {
        use tower::ServiceExt;
        client.server.router().oneshot(get).await.expect("an answer")
    });
    client.server.clear();
    client.runtime.block_on(until_running(&client, 0));
    drop(running);
}

#[test]
fn a_click_is_answered_while_the_only_search_runs() {
    let client = patient(1);
    let session = client.session("loa", "", &[]);
    let running = client.runtime.block_on(async {
        use tower::ServiceExt;
        let get =
            request("GET", &format!("{session}/search?ponder=true")).body(Body::empty()).expect("a request");
        client.server.router().oneshot(get).await.expect("an answer")
    });
    let state = client.post(&format!("{session}/moves"), &json!({"text": "b1-h1"})).json();
    assert_eq!(state["moves"][0]["text"], "b1-h1");
    assert_eq!(client.server.running_searches(), 1);
    drop(running);
    client.runtime.block_on(until_running(&client, 0));
}
