//! Lines followed, explained, refused; positions made of pieces.

use crate::client::{Client, line, texts};
use axum::http::StatusCode;
use serde_json::{Value, json};

fn move_texts(state: &Value) -> Vec<&str> {
    state["moves"].as_array().expect("a list").iter().map(|mv| mv["text"].as_str().expect("a text")).collect()
}

#[test]
fn a_line_begins_at_the_start_of_its_game_under_its_rules() {
    let client = Client::new();
    let state = client.state(&line("loa", "size=5", &[]));
    assert_eq!(state["rules"], "connection=draw,no-move=pass,repetition=third-draw,size=5");
    assert_eq!(state["position"], state["start"]);
    assert_eq!((&state["side"], &state["turn"]["number"]), (&json!("first"), &json!(1)));
    assert_eq!((&state["result"], &state["last"]["cells"]), (&Value::Null, &json!([])));
}

#[test]
fn a_line_begins_from_a_position() {
    let client = Client::new();
    let position = "6/6/2xo2/3x2/6/6 o";
    let state = client.state(&json!({"game": "gekitai", "position": position, "moves": ["a1 b3", "c6"]}));
    assert_eq!(move_texts(&state), ["a1", "b3", "c6"]);
    assert_eq!((&state["start"], &state["side"]), (&json!(position), &json!("first")));
}

#[test]
fn a_ply_is_told_with_what_it_did() {
    let state = Client::new().state(&line("loa", "", &["b1-h1"]));
    assert_eq!((&state["moves"][0]["text"], &state["side"]), (&json!("b1-h1"), &json!("second")));
    assert_eq!(texts(&state["last"]["cells"]), ["b1", "h1"]);
    assert_eq!(state["moves"][0]["motions"], json!([{"from": "b1", "to": "h1"}]));
}

#[test]
fn a_line_that_cannot_be_played_is_refused_with_the_place() {
    let client = Client::new();
    let refused = client.post("/api/state", &json!({"line": line("hex", "size=3", &["a1", "b1 b1"])}));
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused.json()["error"]["place"], json!(3));
    let refused = client.post("/api/state", &json!({"line": line("loa", "", &["b1-h1 b1-h1"])}));
    assert_eq!(refused.message(), "move \"b1-h1\": b1-h1 is not legal: there is no man on b1");
}

#[test]
fn a_lenient_request_is_told_how_far_the_line_goes() {
    let client = Client::new();
    let ask = |moves: &[&str]| {
        client.post("/api/state", &json!({"line": line("hex", "size=3", moves), "lenient": true})).json()
    };
    let state = ask(&["a1", "b1", "z9", "c1"]);
    assert_eq!(move_texts(&state), ["a1", "b1"]);
    assert_eq!((&state["refused"]["facts"]["text"], &state["refused"]["place"]), (&json!("z9"), &json!(3)));
    assert_eq!(ask(&["a1"])["refused"], Value::Null);
}

#[test]
fn a_turn_of_several_steps_is_counted() {
    let moves = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Ed2 Me2 Cf2 Dg2 Hh2 \
        ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7 Ed2n Ed3n";
    let state = Client::new().state(&line("arimaa", "", &[moves]));
    assert_eq!(state["turn"], json!({"number": 3, "steps_left": 2}));
}

#[test]
fn clicks_that_lead_nowhere_are_explained() {
    let client = Client::new();
    let explain =
        |clicks: Value| client.post("/api/explain", &json!({"line": line("loa", "", &[]), "clicks": clicks}));
    let reason = |clicks: Value| explain(clicks).json()["reason"]["message"].clone();
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
    let position = "g [r                                                     E        R]";
    let there_and_back = "Eg2n pass ra8e pass Eg3s pass rb8w pass Eg2n pass ra8e pass Eg3s pass rb8w";
    let line = json!({"game": "arimaa", "position": position, "moves": [there_and_back]});
    let explained = Client::new().post("/api/explain", &json!({"line": line, "clicks": ["pass"]})).json();
    assert_eq!(explained["reason"]["kind"], "repeats");
}

#[test]
fn the_end_is_told_with_the_cells_that_decided_it() {
    let client = Client::new();
    let over = line("hex", "size=2", &["a1 b1 a2"]);
    let state = client.state(&over);
    assert_eq!(state["result"]["outcome"], "first");
    assert_eq!(state["result"]["reason"]["kind"], "top-and-bottom");
    assert_eq!(state["result"]["reason"]["facts"], json!({"player": "black"}));
    assert_eq!(state["result"]["sentence"], "Black wins: black has connected top and bottom");
    assert_eq!(texts(&state["result"]["cells"]), ["a1", "a2"]);
    assert_eq!(state["choices"], json!([]));
    let explained = client.post("/api/explain", &json!({"line": over, "clicks": ["b2"]})).json();
    assert_eq!(explained["reason"]["kind"], "over");
}

#[test]
fn a_reason_has_the_facts_that_its_texts_on_the_page_need() {
    let client = Client::new();
    let refused = |body: Value| client.post("/api/state", &body).json()["error"].clone();
    let engine = |engine: &str| {
        let asked = json!({"line": line("loa", "", &[]), "engine": engine});
        client.post("/api/search", &asked).json()["error"].clone()
    };
    let clicked = |game: &str, moves: &[&str], clicks: Value| {
        let asked = json!({"line": line(game, "", moves), "clicks": clicks});
        client.post("/api/explain", &asked).json()["reason"].clone()
    };
    let setup = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Ed2 Me2 Cf2 Dg2 Hh2 \
        ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";
    let too_long = json!({"line": line("loa", "repetition=none", &["b1-b3 h2-f2 b3-b1 f2-h2"; 600])});
    for (reason, kind) in [
        (clicked("loa", &[], json!(["a1"])), "no-man"),
        (clicked("loa", &[], json!(["a2"])), "not-your-man"),
        (clicked("loa", &[], json!(["b1", "b4"])), "wrong-distance"),
        (clicked("loa", &[], json!(["pass"])), "pass-not-allowed"),
        (clicked("gekitai", &["c3"], json!(["c3"])), "occupied-by"),
        (clicked("hex", &["c3"], json!(["c3"])), "occupied"),
        (clicked("hex", &[], json!(["s19"])), "off-board"),
        (clicked("arimaa", &[], json!(["tray:R", "c1"])), "next-square"),
        (clicked("arimaa", &[setup], json!(["a1", "b2"])), "not-beside"),
        (clicked("arimaa", &[setup], json!(["d4"])), "no-piece"),
        (clicked("arimaa", &[setup], json!(["a1"])), "blocked"),
        (refused(json!({"line": line("loa", "", &["b1-b4"])})), "wrong-distance"),
        (refused(json!({"line": line("loa", "", &["q"])})), "not-a-move"),
        (refused(json!({"line": line("loa", "", &["b1-b1"])})), "goes-nowhere"),
        (refused(json!({"line": line("hex", "", &["z9"])})), "not-a-move"),
        (refused(json!({"line": line("gekitai", "", &["h8"])})), "not-a-cell"),
        (refused(json!({"line": line("arimaa", "", &["Qa2"])})), "no-piece-letter"),
        (refused(json!({"line": line("arimaa", "", &["Ra9"])})), "not-a-cell"),
        (refused(json!({"line": line("arimaa", "", &["Ra"])})), "not-a-move"),
        (refused(json!({"line": line("arimaa", "", &["Ra1w"])})), "step-off-board"),
        (
            refused(json!({"line": {"game": "hex", "rules": "size=1", "position": "1 x swapped"}})),
            "no-swap-of-sides",
        ),
        (refused(json!({"line": {"game": "loa", "position": "q"}})), "rows"),
        (refused(json!({"line": line("loa", "size=0", &[])})), "unknown-value"),
        (refused(json!({"line": line("loa", "size", &[])})), "not-a-setting"),
        (refused(json!({"line": line("loa", "size=5,size=6", &[])})), "set-twice"),
        (refused(json!({"line": line("hex", "size=7x20", &[])})), "no-such-size"),
        (refused(json!({"line": line("hex", "size=7x9,swap=pieces", &[])})), "not-square"),
        (refused(json!({"line": line("arimaa", "repeat=none", &[])})), "unknown-name"),
        (refused(json!({"line": line("arimaa", "", &[setup, "Rc3x"])})), "capture-not-made"),
        (refused(json!({"line": line("go", "", &[])})), "unknown-name"),
        (engine("pvs:dpth=3"), "unknown-name"),
        (engine("stockfish"), "unknown-name"),
        (engine("pvs:eval=h9"), "unknown-name"),
        (engine("pvs:depth"), "not-a-setting"),
        (engine("pvs:depth=3,depth=4"), "set-twice"),
        (engine("pvs:depth=3,"), "nothing-follows"),
        (engine("p v s"), "not-a-name"),
        (engine("pvs:depth=deep"), "not-a-number"),
        (engine("pvs:depth=1000"), "out-of-range"),
        (engine("mcts:bias=-1"), "out-of-range"),
        (engine("pvs:lmr=perhaps"), "unknown-value"),
        (engine("pvs:time=soon"), "not-a-time"),
        (engine("pvs:hash=big"), "not-a-size"),
        (engine("pvs:hash=1000GB"), "at-most"),
        (engine("pvs:nodes=99999999999999G"), "at-most"),
        (engine("pvs:net='a"), "open-mark"),
        (engine("pvs:net=a"), "no-file"),
        (refused(too_long), "line-too-long"),
    ] {
        assert_eq!(reason["kind"], kind, "{reason}");
        every_place_has_its_fact(&reason);
    }
    let illegal = refused(json!({"line": line("hex", "size=5", &["c3", "swap-pieces"])}));
    assert_eq!((&illegal["kind"], &illegal["facts"]["move"]), (&json!("no-swap"), &json!("swap-pieces")));
}

/// Checks that a reason has all that the page's text for it needs.
pub(crate) fn every_place_has_its_fact(reason: &Value) {
    let kind = reason["kind"].as_str().expect("a kind");
    for place in places_of(kind) {
        assert!(reason["facts"][&place].is_string(), "{kind} has no {place}: {reason}");
    }
}

/// The places to be filled in the page's text for a kind of reason.
fn places_of(kind: &str) -> Vec<String> {
    let texts = include_str!("../../client/src/words/en.ts");
    let key = format!("'reason.{kind}': ");
    let text = texts.split(&key).nth(1).unwrap_or_else(|| panic!("the page has no text for {kind}"));
    let line = text.lines().find(|line| !line.trim().is_empty()).expect("a text");
    line.split('{').skip(1).filter_map(|rest| rest.split('}').next()).map(str::to_owned).collect()
}

#[test]
fn a_board_is_drawn_as_text() {
    let drawn = Client::new().post("/api/draw", &json!({"line": line("gekitai", "", &["c3"])})).json();
    assert!(drawn["text"].as_str().expect("text").lines().count() > 6, "{drawn}");
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
        client.post("/api/arrange", &json!({"game": "arimaa", "pieces": pieces, "side": "second"})).json();
    let state = client.state(&json!({"game": "arimaa", "position": arranged["position"]}));
    assert_eq!((&state["board"], &state["side"]), (&arranged["board"], &json!("second")));
    let cow = json!({"game": "arimaa", "pieces": [{"cell": "a1", "kind": "cow", "side": "first"}], "side": "first"});
    let refused = client.post("/api/arrange", &cow);
    assert_eq!(
        (refused.status, &refused.json()["error"]["place"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!(1))
    );
    let lost =
        json!({"game": "loa", "pieces": [{"cell": "a1", "kind": "man", "side": "first"}], "side": "first"});
    assert_eq!(client.post("/api/arrange", &lost).status, StatusCode::UNPROCESSABLE_ENTITY);
}
