//! Requests by nobody's client: whatever comes, the answer is no failure of the server, and an error says
//! why.

use crate::client::{Answer, Client, request};
use axum::body::Body;
use plywood_web::Settings;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use std::time::Duration;

/// A server with a session of each game that thinks for a moment at most.
fn prepared() -> (Client, Vec<String>) {
    let longest_search = Duration::from_millis(5);
    let settings = Settings { hash: 1 << 16, longest_search, sessions: 10_000, ..Settings::default() };
    let client = Client::with(settings);
    let games = [("loa", ""), ("gekitai", ""), ("hex", "size=5,swap=sides"), ("arimaa", "")];
    let sessions = games.map(|(game, rules)| client.session(game, rules, &[]));
    (client, sessions.to_vec())
}

fn holds(cases: u32, strategy: impl Strategy<Value = (String, String, Vec<u8>)>) {
    let (client, sessions) = prepared();
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&strategy, |(method, path, body)| {
        let session = &sessions[body.len() % sessions.len()];
        let path = path.replace("{session}", session);
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
        Just("/api/sessions"),
        Just("/api/records"),
        Just("/api/positions"),
        Just("{session}"),
        Just("{session}/moves"),
        Just("{session}/undo"),
        Just("{session}/line"),
        Just("{session}/explain"),
        Just("{session}/search"),
        Just("{session}/graph"),
        Just("{session}/record"),
    ];
    let query = "(\\?(engine|time|multipv|ponder|nodes|from|result)=[a-z0-9:=,%+-]{0,20}(&[a-z]{0,8}=[a-z0-9%]{0,8})?)?";
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
            Just("game"), Just("rules"), Just("position"), Just("moves"), Just("record"), Just("text"),
            Just("plies"), Just("turn"), Just("clicks"), Just("pieces"), Just("side"), Just("cell"), Just("kind"),
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
    let begin =
        (game.clone(), text(), text(), vec(text(), 0..4)).prop_map(|(game, rules, position, moves)| {
            (
                "POST".to_owned(),
                "/api/sessions".to_owned(),
                json!({"game": game, "rules": rules, "position": position, "moves": moves})
                    .to_string()
                    .into_bytes(),
            )
        });
    let record = (game.clone(), text()).prop_map(|(game, text)| {
        (
            "POST".to_owned(),
            "/api/records".to_owned(),
            json!({"game": game, "text": text}).to_string().into_bytes(),
        )
    });
    let piece = (text(), text(), any::<bool>()).prop_map(|(cell, kind, first)| {
        json!({"cell": cell, "kind": kind, "side": if first { "first" } else { "second" }})
    });
    let arrange = (game, vec(piece, 0..4)).prop_map(|(game, pieces)| {
        (
            "POST".to_owned(),
            "/api/positions".to_owned(),
            json!({"game": game, "pieces": pieces, "side": "first"}).to_string().into_bytes(),
        )
    });
    let clicks = vec(text(), 0..10).prop_map(|clicks| {
        (
            "POST".to_owned(),
            "{session}/explain".to_owned(),
            json!({"clicks": clicks}).to_string().into_bytes(),
        )
    });
    let play = text().prop_map(|text| {
        ("POST".to_owned(), "{session}/moves".to_owned(), json!({"text": text}).to_string().into_bytes())
    });
    holds(1_500, prop_oneof![begin, record, arrange, clicks, play]);
}
