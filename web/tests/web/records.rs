//! Records, read and written.

use crate::client::{Client, line, texts};
use crate::states::every_place_has_its_fact;
use axum::http::StatusCode;
use serde_json::{Value, json};

fn read(client: &Client, game: &str, text: &str) -> Vec<Value> {
    let answer = client.post("/api/records", &json!({"game": game, "text": text}));
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()["games"].as_array().expect("games").clone()
}

/// Both sides set up, and a turn.
const ARIMAA: &str = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Ed2 Me2 Cf2 Dg2 Hh2 \
    ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7 Ed2n Ed3n pass";

/// The record of a line.
fn written(client: &Client, line: &Value) -> String {
    let answer = client.post("/api/record", &json!({ "line": line }));
    answer.json()["text"].as_str().expect("a record").to_owned()
}

#[test]
fn what_is_written_is_read_back_for_every_game() {
    let client = Client::new();
    for (game, rules, moves) in [
        ("loa", "connection=mover-wins", "b1-h1 a7-c5"),
        ("gekitai", "", "c3 d4"),
        ("hex", "size=5,swap=sides", "c3 swap-sides b2"),
        ("arimaa", "", ARIMAA),
        ("arimaa", "", "Ra1 Rb1"),
    ] {
        let line = line(game, rules, &[moves]);
        let text = written(&client, &line);
        let games = read(&client, game, &text);
        assert_eq!(texts(&games[0]["moves"]), moves.split_whitespace().collect::<Vec<_>>(), "{text}");
        assert_eq!((&games[0]["rules"], &games[0]["error"]), (&client.state(&line)["rules"], &Value::Null));
    }
}

#[test]
fn games_are_written_in_the_format_that_their_players_use() {
    let client = Client::new();
    let record = |game, moves: &str| written(&client, &line(game, "", &[moves]));
    assert!(record("hex", "f6").starts_with("(;FF[4]GM[11]"));
    assert!(record("arimaa", ARIMAA).contains("\n2g Ed2n Ed3n"));
    assert!(record("loa", "b1-h1").starts_with("game=\"loa\""));
}

#[test]
fn a_resignation_is_recorded_and_a_result_of_the_rules_stands() {
    let client = Client::new();
    let record =
        |line: &Value, result: &str| client.post("/api/record", &json!({"line": line, "result": result}));
    let text = |answer: crate::client::Answer| answer.json()["text"].as_str().expect("a record").to_owned();
    let open = line("loa", "", &["b1-h1"]);
    assert!(text(record(&open, "0-1")).ends_with(" 0-1\n"));
    assert_eq!(record(&open, "7-1").status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text(record(&line("hex", "size=2", &["a1 b1 a2"]), "0-1")).contains("RE[B"));
}

#[test]
fn a_bad_record_does_not_spoil_the_others() {
    let client = Client::new();
    let games = read(&client, "loa", "c8-c6 h4-f2 *\nc8-c6 h1-a1 0-1\na=\"b\nplayer=Ann c8-c6\n");
    assert_eq!(games.len(), 4);
    assert_eq!((texts(&games[0]["moves"]).len(), &games[0]["result"]), (2, &json!("*")));
    assert_eq!(texts(&games[1]["moves"]), ["c8-c6"]);
    assert!(games[1]["error"]["message"].as_str().expect("a reason").starts_with("ply 2: "), "{}", games[1]);
    assert_eq!((&games[2]["line"], &games[2]["moves"]), (&json!(3), &json!([])));
    assert_eq!(games[3]["tags"], json!([["player", "Ann"]]));
    let hex = read(&client, "hex", "(;FF[4]GM[11]SZ[5];B[c3];W[c3])");
    assert_eq!(texts(&hex[0]["moves"]), ["c3"]);
    assert!(hex[0]["error"]["message"].as_str().expect("a reason").contains("c3 is not legal"), "{}", hex[0]);
    let error = &hex[0]["error"];
    assert_eq!((&error["kind"], &error["facts"]["move"]), (&json!("occupied"), &json!("c3")), "{error}");
    assert_eq!(
        client.post("/api/records", &json!({"game": "go", "text": ""})).status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

#[test]
fn what_is_wrong_with_a_record_is_told_by_kind() {
    let client = Client::new();
    let error = |game, text| read(&client, game, text)[0]["error"].clone();
    for (game, text, kind, fact) in [
        ("hex", "(;GM[11]SZ[5];B[c3]", "open-game", ("line", "1")),
        ("hex", "(;GM[1])", "other-game", ("column", "6")),
        ("hex", "(;SZ[5]\n;B[c3", "open-value", ("text", "c3")),
        ("hex", "(;SZ[5];B[z9])", "not-a-cell", ("text", "z9")),
        ("hex", "(;SZ[5];;B c3)", "no-value", ("text", "B")),
        ("gekitai", "(;GAME[loa])", "other-game", ("line", "1")),
        ("gekitai", "(;GAME[gekitai];B[c3];B[c4])", "other-to-move", ("line", "1")),
        ("loa", "(;GAME[loa];B[b1-b2])", "wrong-distance", ("move", "b1-b2")),
        ("loa", "c8-c6 1-0 h4-f2", "after-result", ("text", "h4-f2")),
        ("loa", "black=\"J", "open-mark", ("line", "1")),
        ("loa", "rules=size=5,siz=6 c5-c3", "unknown-name", ("meant", "size")),
        ("loa", "game=hex c5-c3", "other-game", ("text", "hex")),
        ("arimaa", "1g Ra1\n", "not-set-up", ("turn", "1g")),
        ("hex", "(;SZ[99])", "no-such-size", ("text", "99")),
        ("hex", "(;SZ[5]PL[x])", "bad-side", ("text", "x")),
        ("loa", "(;GAME[loa]RULES[size=99])", "unknown-value", ("text", "99")),
        ("gekitai", "(;GAME[gekitai]POSITION[q])", "rows", ("found", "1")),
        ("arimaa", "1g Ra1 Rb9\n", "not-a-cell", ("step", "2")),
        ("arimaa", "2g Ra1\n", "other-turn", ("next", "1g")),
        ("arimaa", "x Ra1\n1g Ra1\n", "not-a-label", ("text", "x")),
        ("arimaa", "# result g termination g\n1g\n", "other-result", ("recorded", "g g")),
        ("arimaa", "1s takeback\n", "no-turn-to-take-back", ("turn", "1s")),
        ("arimaa", "# result g termination q\n1g resigns\n", "bad-tag", ("name", "termination")),
        ("arimaa", "# result g\n1g resigns\n", "resigned-and-won", ("player", "gold")),
        ("arimaa", "# termination t\n1g resigns\n", "other-ending", ("text", "t")),
        ("arimaa", "1g resigns\n1s Ra8\n", "has-resigned", ("line", "2")),
        ("arimaa", "1g\n1s Ra8\n", "turn-missing", ("turn", "1s")),
        ("arimaa", "# result g termination g\n1g takeback\n", "no-turn-to-take-back", ("line", "2")),
    ] {
        let error = error(game, text);
        every_place_has_its_fact(&error);
        assert_eq!((&error["kind"], &error["facts"][fact.0]), (&json!(kind), &json!(fact.1)), "{error}");
    }
}

#[test]
fn no_more_than_a_hundred_games_are_read() {
    let client = Client::new();
    assert_eq!(read(&client, "loa", &"c8-c6\n".repeat(101)).len(), 100);
}

#[test]
fn a_game_with_variations_comments_and_marks_is_read_as_it_was_written() {
    let client = Client::new();
    for (game, rules, plies) in [
        ("loa", "connection=mover-wins", ["b1-b3", "a4-c4", "a5-c5"]),
        ("gekitai", "", ["c3", "d4", "e5"]),
        ("hex", "size=5,swap=pieces", ["c3", "swap-pieces", "b2"]),
        ("arimaa", "", ["Ra1", "Rb1", "Cb1"]),
    ] {
        let mark = json!([{"kind": "arrow", "cell": "a1", "more": "b2"}]);
        let nodes = json!([
            {"parent": 0, "ply": "", "comment": "a [bracket] \\ and\nanother line"},
            {"parent": 0, "ply": plies[0], "marks": mark, "name": "first"},
            {"parent": 1, "ply": plies[1]},
            {"parent": 1, "ply": plies[2], "other": [["XY", ["kept"]]]},
        ]);
        let asked =
            json!({"line": line(game, rules, &[]), "nodes": nodes, "tags": [["PB", "Ann"]], "result": "1-0"});
        let answer = client.post("/api/record", &asked);
        let text = answer.json()["text"].as_str().unwrap_or_else(|| panic!("{}", answer.text())).to_owned();
        let found = &read(&client, game, &text)[0];
        let plies_of = |nodes: &Value| -> Vec<(Value, Value)> {
            let nodes = nodes.as_array().expect("nodes").iter();
            nodes.map(|node| (node["parent"].clone(), node["ply"].clone())).collect()
        };
        assert_eq!(plies_of(&found["nodes"]), plies_of(&nodes), "{text}");
        assert_eq!(found["nodes"][0]["comment"], nodes[0]["comment"], "{text}");
        assert_eq!((&found["nodes"][1]["marks"], &found["nodes"][1]["name"]), (&mark, &json!("first")));
        assert_eq!(found["nodes"][3]["other"], json!([["XY", ["kept"]]]));
        assert_eq!((&found["tags"], &found["result"]), (&json!([["PB", "Ann"]]), &json!("1-0")));
        assert_eq!((&found["error"], &found["left_out"]), (&Value::Null, &json!([])));
    }
}

#[test]
fn a_game_with_variations_that_cannot_be_played_is_refused() {
    let client = Client::new();
    let refused = |nodes: Value| {
        client.post("/api/record", &json!({"line": line("hex", "size=3", &[]), "nodes": nodes})).status
    };
    let start = json!({"parent": 0, "ply": ""});
    assert_eq!(refused(json!([start, {"parent": 0, "ply": "z9"}])), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused(json!([start, {"parent": 7, "ply": "a1"}])), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused(json!([start, {"parent": 1, "ply": "a1"}])), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused(json!([{"ply": "a1"}])), StatusCode::BAD_REQUEST);
}
