//! Requests by nobody's client: whatever comes, the answer is no failure of the server, and an error says
//! why.

use crate::client::{Answer, Client, request, settings};
use axum::body::Body;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use std::time::Duration;

/// A server that thinks for a moment at most.
fn hasty() -> Client {
    Client::with(settings(|desk| {
        desk.hash = 1 << 16;
        desk.longest_search = Duration::from_millis(5);
    }))
}

fn holds(cases: u32, strategy: impl Strategy<Value = (String, String, Vec<u8>)>) {
    let client = hasty();
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&strategy, |(method, path, body)| {
        let asked = request(&method, &path).header("content-type", "application/json").body(Body::from(body));
        // What is no address does not leave a client.
        if let Ok(asked) = asked {
            is_in_order(&client.ask(asked), method == "HEAD", &path);
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// An answer below 500; an error with a message of one line, unless only the head was asked for.
fn is_in_order(answer: &Answer, is_head: bool, path: &str) {
    assert!(answer.status.as_u16() < 500, "{path}: {}", answer.text());
    if answer.status.is_client_error() && !is_head {
        assert_eq!(answer.message().lines().count(), 1, "{path}: {}", answer.text());
    }
}

fn method() -> impl Strategy<Value = String> {
    prop_oneof![Just("GET"), Just("POST"), Just("PUT"), Just("DELETE"), Just("PATCH"), Just("HEAD")]
        .prop_map(str::to_owned)
}

fn path() -> impl Strategy<Value = String> {
    let known = prop_oneof![
        Just("/api/catalogue"),
        Just("/api/state"),
        Just("/api/explain"),
        Just("/api/draw"),
        Just("/api/record"),
        Just("/api/records"),
        Just("/api/arrange"),
        Just("/api/search"),
        Just("/api/graph"),
    ];
    let query = "(\\?(engine|time|line)=[a-z0-9:=,%+-]{0,20}(&[a-z]{0,8}=[a-z0-9%]{0,8})?)?";
    prop_oneof![
        3 => (known, query).prop_map(|(path, query)| format!("{path}{query}")),
        1 => "/[a-z0-9/%.?=&~-]{0,40}",
        1 => "/\\PC{0,20}",
    ]
}

/// JSON of any form, with the names that requests have here and there.
fn value() -> impl Strategy<Value = Value> {
    let name = prop_oneof![
        3 => prop_oneof![
            Just("game"), Just("rules"), Just("position"), Just("moves"), Just("result"), Just("text"),
            Just("line"), Just("engine"), Just("lenient"), Just("clicks"), Just("pieces"), Just("side"), Just("cell"), Just("kind"),
        ].prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ];
    let text = prop_oneof![
        2 => prop_oneof![Just("loa"), Just("hex"), Just("gekitai"), Just("arimaa"), Just("first"), Just("second")].prop_map(str::to_owned),
        2 => "[a-h][1-9](-[a-h][1-9])?",
        1 => "[xo1-9/ gsRrCcDdHhMmEe\\[\\]=,-]{0,30}",
        1 => "\\PC{0,30}",
    ];
    let leaf = prop_oneof![
        1 => Just(Value::Null),
        1 => any::<bool>().prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        4 => text.prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            vec((name.clone(), inner), 0..5).prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

#[test]
fn any_bytes_to_any_address_are_answered() {
    holds(400, (method(), path(), vec(any::<u8>(), 0..200)));
}

#[test]
fn any_json_to_any_address_is_answered() {
    holds(1_000, (method(), path(), value().prop_map(|value| value.to_string().into_bytes())));
}

#[test]
fn texts_of_every_kind_are_answered_by_every_game() {
    let game = prop_oneof![Just("loa"), Just("hex"), Just("gekitai"), Just("arimaa")];
    let text =
        || prop_oneof!["[xo1-9/ gs\\[\\]a-h=,-]{0,60}", "\\PC{0,40}", "[(;A-Z\\[\\]a-z0-9)\\n .\"=]{0,60}"];
    let line = (game.clone(), text(), text(), vec(text(), 0..4)).prop_map(|(game, rules, position, moves)| {
        json!({"game": game, "rules": rules, "position": position, "moves": moves})
    });
    let begin = line.clone().prop_map(|line| posted("state", &json!({"line": line, "lenient": true})));
    let plain =
        (game.clone(), vec(text(), 0..3)).prop_map(|(game, moves)| json!({"game": game, "moves": moves}));
    let think = (plain.clone(), text(), text()).prop_map(|(line, engine, time)| {
        posted("search", &json!({"line": line, "engine": engine, "time": time}))
    });
    let graph = plain.clone().prop_map(|line| posted("graph", &json!({"line": line, "nodes": 3})));
    let solve = plain.clone().prop_map(|line| posted("solve", &json!({"line": line, "nodes": 3})));
    let node = (0..4_usize, text(), text()).prop_map(|(parent, ply, comment)| {
        json!({"parent": parent, "ply": ply, "comment": comment, "other": [[ply, [comment]]]})
    });
    let study = (plain, vec(node, 0..5))
        .prop_map(|(line, nodes)| posted("record", &json!({"line": line, "nodes": nodes})));
    let record = (game.clone(), text())
        .prop_map(|(game, text)| posted("records", &json!({"game": game, "text": text})));
    let piece = (text(), text(), any::<bool>()).prop_map(|(cell, kind, first)| {
        json!({"cell": cell, "kind": kind, "side": if first { "first" } else { "second" }})
    });
    let arrange = (game.clone(), vec(piece, 0..4)).prop_map(|(game, pieces)| {
        posted("arrange", &json!({"game": game, "pieces": pieces, "side": "first"}))
    });
    let clicks = (game, vec(text(), 0..10))
        .prop_map(|(game, clicks)| posted("explain", &json!({"line": {"game": game}, "clicks": clicks})));
    holds(1_500, prop_oneof![begin, think, graph, solve, study, record, arrange, clicks]);
}

/// A request for an operation.
fn posted(operation: &str, body: &Value) -> (String, String, Vec<u8>) {
    ("POST".to_owned(), format!("/api/{operation}"), body.to_string().into_bytes())
}

#[test]
fn a_long_text_of_records_is_read_in_bounds() {
    let client = hasty();
    for text in ["(;)".repeat(80_000), "(".repeat(200_000), "a1 ".repeat(80_000)] {
        let answer = client.post("/api/records", &json!({"game": "hex", "text": text}));
        is_in_order(&answer, false, "/api/records");
        assert!(answer.json()["games"].as_array().is_none_or(|games| games.len() <= 100));
    }
}
