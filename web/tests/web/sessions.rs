//! Games begun, played, taken back, explained, ended.

use crate::client::{Client, texts};
use axum::http::StatusCode;
use serde_json::{Value, json};

fn move_texts(state: &Value) -> Vec<&str> {
    state["moves"].as_array().expect("a list").iter().map(|mv| mv["text"].as_str().expect("a text")).collect()
}

#[test]
fn a_game_begins_at_its_start_under_the_rules_asked_for() {
    let client = Client::new();
    let state = client.begin(&json!({"game": "loa", "rules": "size=5"}));
    assert_eq!(state["rules"], "connection=draw,no-move=pass,repetition=third-draw,size=5");
    assert_eq!(state["position"], state["start"]);
    assert_eq!((&state["side"], &state["turn"]["number"]), (&json!("first"), &json!(1)));
    assert_eq!((&state["result"], &state["last"]["cells"]), (&Value::Null, &json!([])));
}

#[test]
fn a_game_begins_from_a_position_and_moves() {
    let client = Client::new();
    let state =
        client.begin(&json!({"game": "gekitai", "position": "6/6/2xo2/3x2/6/6 o", "moves": ["a1 b3", "c6"]}));
    assert_eq!(move_texts(&state), ["a1", "b3", "c6"]);
    assert_eq!(state["start"], "6/6/2xo2/3x2/6/6 o");
}

#[test]
fn what_does_not_begin_a_game_is_refused_with_the_offending_text() {
    let client = Client::new();
    for (new, what, text) in [
        (json!({"game": "chess"}), "game", "chess"),
        (json!({"game": "loa", "rules": "size=9"}), "rules", "size=9"),
        (json!({"game": "loa", "position": "8 x"}), "position", "8 x"),
        (json!({"game": "loa", "moves": ["b1-h1", "b1-h1"]}), "move", "b1-h1"),
        (json!({"game": "loa", "record": "c8-c6 h1-a1"}), "move", "h1-a1"),
    ] {
        let answer = client.post("/api/sessions", &new);
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{new}");
        assert_eq!(
            (&answer.json()["error"]["what"], &answer.json()["error"]["text"]),
            (&json!(what), &json!(text))
        );
    }
    let second_ply = client.post("/api/sessions", &json!({"game": "loa", "moves": ["b1-h1 b1-h1"]})).json();
    assert_eq!(second_ply["error"]["place"], 2);
    let both = json!({"game": "loa", "record": "c8-c6", "moves": []});
    assert_eq!(client.post("/api/sessions", &both).status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[test]
fn a_ply_is_played_and_an_illegal_one_is_not() {
    let client = Client::new();
    let session = client.session("loa", "", &[]);
    let state = client.post(&format!("{session}/moves"), &json!({"text": "b1-h1"})).json();
    assert_eq!((&state["moves"][0]["text"], &state["side"]), (&json!("b1-h1"), &json!("second")));
    assert_eq!(texts(&state["last"]["cells"]), ["b1", "h1"]);
    assert_eq!(state["moves"][0]["motions"], json!([{"from": "b1", "to": "h1"}]));
    let refused = client.post(&format!("{session}/moves"), &json!({"text": "b1-h1"}));
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.message(), "move \"b1-h1\": b1-h1 is not legal: there is no man on b1");
    assert_eq!(client.get(&session).json()["moves"].as_array().map(Vec::len), Some(1));
}

#[test]
fn several_plies_are_played_whole_or_not_at_all() {
    let client = Client::new();
    let session = client.session("hex", "size=3", &[]);
    let refused = client.post(&format!("{session}/moves"), &json!({"text": "a1 b1 a1"}));
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(client.get(&session).json()["moves"], json!([]));
    let state = client.post(&format!("{session}/moves"), &json!({"text": "a1 b1"})).json();
    assert_eq!(move_texts(&state), ["a1", "b1"]);
}

#[test]
fn undo_takes_back_a_ply_several_or_a_turn() {
    let client = Client::new();
    let moves = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Ed2 Me2 Cf2 Dg2 Hh2 \
        ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7 Ed2n Ed3n";
    let session = client.session("arimaa", "", &[moves]);
    let undo = |body: Value| client.post(&format!("{session}/undo"), &body).json();
    let left = |state: &Value| state["moves"].as_array().map_or(0, Vec::len);
    assert_eq!(client.get(&session).json()["turn"], json!({"number": 3, "steps_left": 2}));
    assert_eq!(left(&undo(json!({}))), 33);
    let start_of_turn = undo(json!({"turn": true}));
    assert_eq!((left(&start_of_turn), &start_of_turn["turn"]), (32, &json!({"number": 3, "steps_left": 4})));
    assert_eq!(left(&undo(json!({"turn": true}))), 16);
    assert_eq!(left(&undo(json!({"plies": 3}))), 13);
    assert_eq!(left(&undo(json!({"plies": 4_000_000}))), 0);
    assert_eq!(left(&undo(json!({"turn": true}))), 0);
}

#[test]
fn no_plies_are_nothing_to_take_back() {
    let client = Client::new();
    let session = client.session("hex", "size=3", &["a1", "b1"]);
    for plies in [json!(0), json!(-1), json!(1.5), json!("1")] {
        let refused = client.post(&format!("{session}/undo"), &json!({"plies": plies}));
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{plies}");
    }
    assert_eq!(move_texts(&client.get(&session).json()), ["a1", "b1"]);
}

#[test]
fn a_line_replaces_what_was_played_unless_it_cannot_be_played() {
    let client = Client::new();
    let session = client.session("hex", "size=3", &["a1", "b1"]);
    let put = |moves: Value| client.send("PUT", &format!("{session}/line"), &json!({"moves": moves}));
    assert_eq!(move_texts(&put(json!(["c3", "b2"])).json()), ["c3", "b2"]);
    let refused = put(json!(["a1", "b1", "b1"]));
    assert_eq!(
        (refused.status, &refused.json()["error"]["place"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!(3))
    );
    assert_eq!(move_texts(&client.get(&session).json()), ["c3", "b2"]);
    assert_eq!(put(json!([])).json()["moves"], json!([]));
}

#[test]
fn clicks_that_lead_nowhere_are_explained() {
    let client = Client::new();
    let session = client.session("loa", "", &[]);
    let explain = |clicks: Value| client.post(&format!("{session}/explain"), &json!({"clicks": clicks}));
    let reason = |clicks: Value| explain(clicks).json()["reason"].clone();
    assert_eq!(reason(json!(["b1"])), Value::Null);
    assert_eq!(reason(json!(["b1", "h1"])), Value::Null);
    assert_eq!(reason(json!(["b1", "b4"])), "it goes 3 squares, and 2 men stand on that line");
    assert_eq!(reason(json!(["nowhere"])), "no legal move begins so");
    for clicks in [json!([]), json!(["a1", "a1", "a1", "a1", "a1", "a1", "a1", "a1", "a1"])] {
        assert_eq!(explain(clicks).status, StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[test]
fn a_ply_that_repeats_a_position_too_often_is_explained() {
    let client = Client::new();
    let position = "g [r                                                     E        R]";
    let there_and_back = "Eg2n pass ra8e pass Eg3s pass rb8w pass Eg2n pass ra8e pass Eg3s pass rb8w";
    let state = client.begin(&json!({"game": "arimaa", "position": position, "moves": [there_and_back]}));
    let session = format!("/api/sessions/{}", state["id"].as_str().expect("an id"));
    let explained = client.post(&format!("{session}/explain"), &json!({"clicks": ["pass"]})).json();
    assert_eq!(explained["reason"], "it repeats a position too often");
}

#[test]
fn the_end_is_told_with_the_cells_that_decided_it() {
    let client = Client::new();
    let state = client.begin(&json!({"game": "hex", "rules": "size=2", "moves": ["a1 b1 a2"]}));
    assert_eq!(state["result"]["outcome"], "first");
    assert_eq!(state["result"]["sentence"], "First wins: black has connected top and bottom");
    assert_eq!(texts(&state["result"]["cells"]), ["a1", "a2"]);
    assert_eq!(state["choices"], json!([]));
    let session = format!("/api/sessions/{}", state["id"].as_str().expect("an id"));
    let reason =
        client.post(&format!("{session}/explain"), &json!({"clicks": ["b2"]})).json()["reason"].clone();
    assert_eq!(reason, "the game is over");
}

#[test]
fn sessions_know_nothing_of_each_other() {
    let client = Client::new();
    let (one, other) = (client.session("hex", "size=3", &[]), client.session("hex", "size=3", &[]));
    assert_ne!(one, other);
    client.post(&format!("{one}/moves"), &json!({"text": "b2"}));
    assert_eq!(client.get(&other).json()["moves"], json!([]));
}

#[test]
fn a_session_that_has_ended_is_not_there() {
    let client = Client::new();
    let session = client.session("loa", "", &[]);
    assert_eq!(client.send("DELETE", &session, &json!({})).status, StatusCode::NO_CONTENT);
    assert_eq!(client.send("DELETE", &session, &json!({})).status, StatusCode::NOT_FOUND);
    assert_eq!(client.get(&session).status, StatusCode::NOT_FOUND);
    for path in ["moves", "undo", "explain"] {
        let body = json!({"text": "b1-h1", "clicks": ["b1"]});
        let body = match path {
            "moves" => json!({"text": body["text"]}),
            "explain" => json!({"clicks": body["clicks"]}),
            _ => json!({}),
        };
        assert_eq!(client.post(&format!("{session}/{path}"), &body).status, StatusCode::NOT_FOUND, "{path}");
    }
    for path in ["search", "graph", "record"] {
        assert_eq!(client.get(&format!("{session}/{path}")).status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[test]
fn pieces_make_a_position() {
    let client = Client::new();
    let pieces = json!([
        {"cell": "a1", "kind": "rabbit", "side": "first"},
        {"cell": "d4", "kind": "elephant", "side": "second"},
        {"cell": "h8", "kind": "rabbit", "side": "second"},
    ]);
    let arranged =
        client.post("/api/positions", &json!({"game": "arimaa", "pieces": pieces, "side": "second"})).json();
    let state = client.begin(&json!({"game": "arimaa", "position": arranged["position"]}));
    assert_eq!((&state["board"], &state["side"]), (&arranged["board"], &json!("second")));
    let cow = json!({"game": "arimaa", "pieces": [{"cell": "a1", "kind": "cow", "side": "first"}], "side": "first"});
    let refused = client.post("/api/positions", &cow);
    assert_eq!(
        (refused.status, &refused.json()["error"]["place"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!(1))
    );
    let lost =
        json!({"game": "loa", "pieces": [{"cell": "a1", "kind": "man", "side": "first"}], "side": "first"});
    assert_eq!(client.post("/api/positions", &lost).status, StatusCode::UNPROCESSABLE_ENTITY);
}
