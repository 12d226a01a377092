//! Engines that think aloud, and stop when nobody listens.

use crate::client::{Client, HandMoved, line, sent, settings, with_line};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use http_body_util::BodyExt;
use plywood_web::Settings;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt;

/// A server for searches that only end because somebody stops them.
fn patient(search_threads: usize) -> Client {
    let settings = settings(|desk| {
        desk.hash = 1 << 20;
        desk.threads = 4;
    });
    Client::with(Settings { search_threads, ..settings })
}

/// A search without an end, under this name and by this engine.
fn endless(name: &str, engine: &str) -> Value {
    json!({"line": line("loa", "", &[]), "endless": true, "memory": name, "engine": engine})
}

/// The answer to a search that has begun; dropping it ends the search.
fn begun(client: &Client, search: &Value) -> Response {
    let post = sent("POST", "/api/search", search);
    let answer = client.runtime.block_on(client.server.router().oneshot(post)).expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK, "{search}");
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
    let line = line("loa", "size=6", &["b1-b3"]);
    let answer = client.search(&line, &json!({"engine": "pvs:depth=4", "multipv": 2}));
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
    let state = client.state(&json!({"game": "loa", "rules": "size=6", "moves": ["b1-b3", last.1["move"]]}));
    assert_eq!(state["side"], "first");
}

#[test]
fn lines_come_with_the_clicks_of_their_plies() {
    let client = Client::new();
    let events = client.search(&line("loa", "size=6", &[]), &json!({"engine": "pvs:depth=3"})).events();
    let line = &events.last().expect("events").1["lines"][0];
    let plies = line["plies"].as_array().expect("plies");
    let texts: Vec<_> = plies.iter().map(|ply| ply["text"].clone()).collect();
    assert_eq!(Value::from(texts), line["pv"]);
    assert!(plies.iter().all(|ply| ply["clicks"].as_array().map(Vec::len) == Some(2)));
    assert_eq!((&plies[0]["side"], &plies[1]["side"]), (&json!("first"), &json!("second")));
}

/// Both sides of Arimaa set up, elephants and camels ahead.
const SETUP: &str = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Ed2 Me2 Cf2 Dg2 Hh2 \
    ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";

#[test]
fn lines_of_arimaa_lead_to_different_positions() {
    let client = Client::new();
    let asked = json!({"engine": "pvs:depth=4", "multipv": 3});
    let events = client.search(&line("arimaa", "", &[SETUP]), &asked).events();
    let lines = events.last().expect("events").1["lines"].as_array().expect("lines").clone();
    let after = |turn: &Value| {
        client.state(&line("arimaa", "", &[SETUP, turn.as_str().expect("a turn")]))["position"].clone()
    };
    let positions: Vec<_> = lines.iter().map(|line| after(&line["pv"][0])).collect();
    assert!(lines.len() > 1 && lines.len() <= 3, "{} lines", lines.len());
    for (index, position) in positions.iter().enumerate() {
        assert!(!positions[..index].contains(position), "{lines:?}");
    }
}

#[test]
fn the_analysis_of_a_solved_game_says_so_at_once() {
    let client = patient(1);
    let asked = json!({"engine": "pvs", "multipv": 3, "endless": true});
    let post = with_line(&line("gekitai", "", &[]), &asked);
    let mut body = begun(&client, &post).into_body();
    let heard = client.runtime.block_on(async {
        let frame = body.frame().await.expect("an event").expect("a frame");
        String::from_utf8(frame.into_data().expect("data").to_vec()).expect("text")
    });
    let data = heard.lines().find_map(|line| line.strip_prefix("data: ")).expect("data");
    let first: Value = serde_json::from_str(data).expect("JSON");
    assert_eq!((&first["score"]["kind"], &first["score"]["plies"]), (&json!("win"), &json!(25)), "{heard}");
    assert_eq!(first["proven"], "gekitai", "{heard}");
    drop(body);
    client.runtime.block_on(until_running(&client, 0));
}

/// The lines of the first report that has so many.
async fn lines_told(body: &mut Body, count: usize) -> Value {
    let mut heard = String::new();
    loop {
        let frame = body.frame().await.expect("an event").expect("a frame");
        heard.push_str(core::str::from_utf8(&frame.into_data().expect("data")).expect("text"));
        let told = heard.lines().filter_map(|line| line.strip_prefix("data: "));
        let told = told.filter_map(|data| serde_json::from_str::<Value>(data).ok());
        let found = told.map(|event| event["lines"].clone()).find(|lines| lines[count - 1].is_object());
        if let Some(lines) = found {
            return lines;
        }
    }
}

#[test]
fn the_turns_of_an_analysis_are_worth_what_is_proven_of_them() {
    let client = patient(1);
    let asked = json!({"engine": "pvs", "multipv": 4, "endless": true});
    let mut body = begun(&client, &with_line(&line("hex", "size=3,swap=off", &[]), &asked)).into_body();
    let lines = client.runtime.block_on(lines_told(&mut body, 4));
    for line in lines.as_array().expect("lines") {
        assert_ne!(line["score"]["kind"], "value", "{lines}");
    }
    assert_eq!(
        (&lines[0]["score"]["kind"], &lines[0]["score"]["plies"]),
        (&json!("win"), &json!(5)),
        "{lines}"
    );
    drop(body);
    client.runtime.block_on(until_running(&client, 0));
}

/// Turns of Gekitai whose mirror images are the same, told apart by how far their squares lie from the
/// edges.
#[test]
fn mirror_images_of_a_turn_are_worth_the_same() {
    let client = patient(1);
    let asked = json!({"engine": "pvs", "multipv": 32, "endless": true});
    let mut body = begun(&client, &with_line(&line("gekitai", "", &[]), &asked)).into_body();
    let lines = client.runtime.block_on(lines_told(&mut body, 32));
    drop(body);
    client.runtime.block_on(until_running(&client, 0));
    let mut worth: BTreeMap<[u8; 2], BTreeSet<Option<u64>>> = BTreeMap::new();
    for line in lines.as_array().expect("lines") {
        let turn = line["pv"][0].as_str().expect("a turn").as_bytes();
        let mut depths = [turn[0] - b'a', turn[1] - b'1'].map(|place| place.min(5 - place));
        depths.sort_unstable();
        worth.entry(depths).or_default().insert(line["score"]["plies"].as_u64());
    }
    assert_eq!(worth[&[2, 2]], BTreeSet::from([Some(25)]), "{lines}");
    assert!(worth.len() == 6 && worth.values().all(|plies| plies.len() == 1), "{worth:?}");
}

#[test]
fn levels_below_the_strongest_do_not_play_out_of_a_proof() {
    let client = Client::new();
    let catalogue = client.get("/api/catalogue").json();
    let games = catalogue["games"].as_array().expect("games");
    let gekitai = games.iter().find(|game| game["name"] == "gekitai").expect("Gekitai");
    for level in &gekitai["levels"].as_array().expect("levels")[..4] {
        let events = client.search(&line("gekitai", "", &[]), &json!({"engine": level["engine"]})).events();
        let ended = &events.last().expect("events").1["ended"];
        assert_ne!(ended, "book", "{level}");
    }
}

#[test]
fn every_engine_moves_in_every_game() {
    let client = Client::new();
    for (game, rules) in [("loa", "size=5"), ("gekitai", ""), ("hex", "size=4"), ("arimaa", "")] {
        for engine in [
            "pvs:nodes=500",
            "ids:nodes=500",
            "mcts:nodes=20",
            "alphabeta:depth=1",
            "minimax:depth=1",
            "random",
        ] {
            let events = client.search(&line(game, rules, &[]), &json!({ "engine": engine })).events();
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
        let line = line(game["name"].as_str().expect("a name"), "", &[]);
        for level in game["levels"].as_array().expect("levels") {
            let engine = &level["engine"];
            let events = client.search(&line, &json!({"engine": engine, "time": "10ms"})).events();
            assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("best"), "{engine}");
        }
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    let events = Client::new().search(&line("hex", "size=2", &["a1 b1 a2"]), &json!({})).events();
    let (name, best) = events.last().expect("events");
    assert_eq!((name.as_str(), &best["move"], &best["ended"]), ("best", &Value::Null, &json!("gameover")));
}

#[test]
fn an_engine_that_there_is_not_is_refused() {
    let client = Client::new();
    let loa = line("loa", "", &[]);
    for engine in [
        "stockfish",
        "external:protocol=ugi,cmd=true",
        "pvs:eval=none",
        "pvs:depth=x",
        "pvs:hash=9GB",
        "pvs:threads=1000",
        "pvs:colour=red",
        "",
    ] {
        let answer = client.search(&loa, &json!({ "engine": engine }));
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{engine}: {}", answer.text());
    }
    for (asked, status) in [
        (json!({"time": "soon"}), 422),
        (json!({"multipv": 0}), 422),
        (json!({"multipv": 1000}), 422),
        (json!({"memory": "x".repeat(65)}), 422),
        (json!({"multipv": "x"}), 400),
        (json!({"endless": "perhaps"}), 400),
        (json!({"speed": 9}), 400),
    ] {
        assert_eq!(client.search(&loa, &asked).status.as_u16(), status, "{asked}");
    }
    assert_eq!(client.server.running_searches(), 0);
}

#[test]
fn a_graph_has_a_point_for_every_position() {
    let client = Client::new();
    let game = line("hex", "size=3", &["a1 b2 c1"]);
    let events = client.graph(&game, &json!({"nodes": 50})).events();
    let names: Vec<_> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["position", "position", "position", "position", "done"]);
    let plies: Vec<_> = events[..4].iter().map(|(_, data)| data["ply"].as_u64()).collect();
    assert_eq!(plies, [Some(0), Some(1), Some(2), Some(3)]);
    let later = client.graph(&game, &json!({"nodes": 50, "from": 3})).events();
    assert_eq!(later[0].1["ply"], 3);
    assert_eq!(later.len(), 2);
    assert_eq!(client.graph(&game, &json!({"from": 99})).events().len(), 1);
    for nodes in [0, 1_000_000_000] {
        assert_eq!(client.graph(&game, &json!({ "nodes": nodes })).status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(client.graph(&game, &json!({"from": -1})).status, StatusCode::BAD_REQUEST);
}

#[test]
fn a_search_profits_from_the_one_before_it_under_its_name_alone() {
    let client = Client::new();
    let nodes = |asked: Value| {
        let events = client.search(&line("loa", "size=6", &[]), &asked).events();
        client.runtime.block_on(until_running(&client, 0));
        events.last().expect("events").1["nodes"].as_u64().expect("nodes")
    };
    let fresh = nodes(json!({"engine": "pvs:depth=5,seed=1"}));
    assert_eq!(nodes(json!({"engine": "pvs:depth=5,seed=1"})), fresh);
    assert_eq!(client.server.kept_engines(), 0);
    let named = || json!({"engine": "pvs:depth=5,seed=1", "memory": "a name"});
    assert_eq!(nodes(named()), fresh);
    assert!(nodes(named()) < fresh);
    assert_eq!(nodes(json!({"engine": "pvs:depth=5,seed=1", "memory": "another"})), fresh);
    assert_eq!(client.server.kept_engines(), 2);
}

#[test]
fn a_client_that_leaves_stops_its_search() {
    let client = patient(1);
    let body = endless("a", "pvs").to_string();
    client.runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let server = client.server.clone();
        let serving = tokio::spawn(async move { server.serve(listener).await });
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        let head =
            format!("POST /api/search HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n");
        let asked = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
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
fn a_second_search_of_a_name_ends_the_first() {
    let client = patient(1);
    let first = begun(&client, &endless("a", "pvs"));
    client.runtime.block_on(until_running(&client, 1));
    let second = begun(&client, &endless("a", "pvs"));
    client.runtime.block_on(async {
        let body = first.into_body().collect().await.expect("the first stream ends").to_bytes();
        assert!(String::from_utf8_lossy(&body).contains("\"ended\":\"stopped\""));
        drop(second);
        until_running(&client, 0).await;
    });
}

#[test]
fn a_search_and_a_graph_of_a_name_run_side_by_side() {
    let client = patient(2);
    let search = begun(&client, &endless("a", "pvs"));
    let graph = client.graph(&line("hex", "size=3", &[]), &json!({"nodes": 20, "memory": "a"}));
    assert_eq!(graph.events().last().map(|(name, _)| name.as_str()), Some("done"));
    assert_eq!(client.server.running_searches(), 1);
    drop(search);
    client.runtime.block_on(until_running(&client, 0));
}

#[test]
fn a_search_too_many_is_refused_for_now() {
    let client = patient(1);
    let running = begun(&client, &endless("a", "pvs"));
    for other in [endless("b", "pvs"), json!({"line": line("loa", "", &[])})] {
        let refused = client.post("/api/search", &other);
        assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
        assert!(refused.headers.contains_key("retry-after"));
        assert_eq!(refused.message(), "all threads for searches are busy; the server has 1");
    }
    drop(running);
    client.runtime.block_on(until_running(&client, 0));
}

#[test]
fn room_is_counted_in_threads() {
    let client = patient(4);
    let search = |name: &str, threads| endless(name, &format!("pvs:threads={threads}"));
    let refused = |search: &Value| client.post("/api/search", search).status == StatusCode::TOO_MANY_REQUESTS;
    let three = begun(&client, &search("a", 3));
    assert!(refused(&search("b", 2)));
    let one = begun(&client, &search("b", 1));
    assert!(refused(&search("c", 1)));
    assert_eq!(client.server.running_searches(), 2);
    drop((three, one));
    client.runtime.block_on(until_running(&client, 0));
    let all = begun(&client, &search("c", 4));
    drop(all);
    client.runtime.block_on(until_running(&client, 0));
}

#[test]
fn a_search_that_is_refused_does_not_end_the_one_before_it() {
    let client = patient(3);
    let first = begun(&client, &endless("a", "pvs:threads=1"));
    let second = begun(&client, &endless("b", "pvs:threads=2"));
    for (engine, status) in [
        ("pvs:colour=red", StatusCode::UNPROCESSABLE_ENTITY),
        ("mcts:rave=many", StatusCode::UNPROCESSABLE_ENTITY),
        ("pvs:threads=2", StatusCode::TOO_MANY_REQUESTS),
    ] {
        assert_eq!(client.post("/api/search", &endless("a", engine)).status, status, "{engine}");
        assert_eq!(client.server.running_searches(), 2, "{engine}");
    }
    // What the one before has is enough for this one, though nothing else is free.
    let third = begun(&client, &endless("a", "pvs:threads=1"));
    assert_eq!(client.server.running_searches(), 2);
    drop((first, second, third));
    client.runtime.block_on(until_running(&client, 0));
}

#[test]
fn tables_that_nobody_uses_are_forgotten() {
    let clock = HandMoved::default();
    let idle = Duration::from_secs(1_000);
    let settings = settings(|desk| {
        desk.hash = 1 << 16;
        desk.clock = Arc::new(clock.clone());
    });
    let client = Client::with(Settings { idle, search_threads: 2, ..settings });
    let search = |name: &str| {
        client.search(&line("loa", "size=6", &[]), &json!({"engine": "pvs:nodes=100", "memory": name}));
        client.runtime.block_on(until_running(&client, 0));
    };
    for name in ["a", "b", "c"] {
        search(name);
    }
    assert_eq!(client.server.kept_engines(), 2, "as many as threads");
    clock.advance(600);
    search("c");
    clock.advance(600);
    client.server.sweep();
    assert_eq!(client.server.kept_engines(), 1);
    clock.advance(1_001);
    client.server.sweep();
    assert_eq!(client.server.kept_engines(), 0);
}

#[test]
fn the_end_of_the_server_stops_what_has_a_name() {
    let client = patient(1);
    let running = begun(&client, &endless("a", "pvs"));
    client.server.clear();
    client.runtime.block_on(until_running(&client, 0));
    drop(running);
}

#[test]
fn a_click_is_answered_while_the_only_search_runs() {
    let client = patient(1);
    let running = begun(&client, &endless("a", "pvs"));
    assert_eq!(client.state(&line("loa", "", &["b1-h1"]))["moves"][0]["text"], "b1-h1");
    assert_eq!(client.server.running_searches(), 1);
    drop(running);
    client.runtime.block_on(until_running(&client, 0));
}

#[test]
fn a_proof_says_who_wins_or_that_nobody_is_proven_to() {
    let client = Client::new();
    let solved = |line: &Value, nodes: u64| {
        let answer = client.post("/api/solve", &json!({"line": line, "nodes": nodes}));
        let text = answer.text();
        let data = text.lines().find_map(|line| line.strip_prefix("data: ")).expect("data").to_owned();
        serde_json::from_str::<Value>(&data).expect("JSON")
    };
    assert_eq!(solved(&line("hex", "size=3", &[]), 1_000)["winner"], json!("first"));
    assert_eq!(solved(&line("hex", "size=2", &["a1 b1 a2"]), 1), json!({"winner": "first", "plies": 0}));
    assert_eq!(solved(&line("loa", "", &[]), 10)["winner"], Value::Null);
    let refused = client.post("/api/solve", &json!({"line": line("loa", "", &[]), "nodes": 0}));
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
}
