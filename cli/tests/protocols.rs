//! `plywood htp`, `aei` and `ugi` over real pipes, and the commands for one game each.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn plywood(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may well end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// Standard output of a session that ends well and says nothing on standard error.
fn session(arguments: &[&str], input: &str) -> String {
    let output = plywood(arguments, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(session(arguments, "").trim_end()).expect("JSON")
}

const ENGINE: [&str; 2] = ["--engine", "ids:depth=2,hash=1MB"];

#[test]
fn htp_holds_a_session_to_its_end() {
    let input =
        "name\n\n# a comment\n1 boardsize 3\n2 play b b1\nplay b b2\ngenmove b\nfinal_score\nquit\nname\n";
    let output = session(&["htp", "hex:size=11", ENGINE[0], ENGINE[1]], input);
    let answers: Vec<_> = output.split("\n\n").collect();
    assert_eq!(answers[..4], ["= plywood", "=1 ", "=2 ", "= "]);
    assert!(["= a3", "= b3"].contains(&answers[4]), "{output}");
    assert_eq!(answers[5..], ["= B+", "= ", ""], "nothing is answered after quit");
}

#[test]
fn htp_goes_on_after_bad_input_until_the_input_ends() {
    let output = session(&["htp"], "dance\nplay b z9\n\u{1b}[A\nboardsize 99\nname");
    let signs: Vec<_> = output.split_terminator("\n\n").map(|answer| &answer[..1]).collect();
    assert_eq!(signs, ["?", "?", "?", "?", "="], "{output}");
}

#[test]
fn htp_swaps_in_both_readings_and_says_another_word_if_asked() {
    let input = "boardsize 3\nplay b b2\ngenmove w\nshowboard\n";
    for (game, more, word, position) in [
        ("hex:swap=pieces", vec![], "swap-pieces", "3/1o1/3 x"),
        ("hex:swap=sides", vec![], "swap-sides", "3/1x1/3 o swapped"),
        ("hex:swap=sides", vec!["--swap-word", "swap-pieces"], "swap-pieces", "3/1x1/3 o swapped"),
    ] {
        let mut arguments = vec!["htp", game, "--engine", "alphabeta:depth=8"];
        arguments.extend(more);
        let output = session(&arguments, input);
        assert!(output.contains(&format!("= {word}\n\n")), "{output}");
        assert!(output.contains(position), "{output}");
    }
}

#[test]
fn htp_loads_a_record_from_a_file() {
    let path = std::env::temp_dir().join(format!("plywood-{}.sgf", std::process::id()));
    std::fs::write(&path, "(;GM[11]SZ[4];B[b2];W[c3])").expect("a file");
    let output =
        session(&["htp"], &format!("loadsgf {} 1\nshowboard\nloadsgf no/such/file\n", path.display()));
    std::fs::remove_file(path).expect("the file is there");
    assert!(output.contains("\n4/1x2/4/4 o\n\n? cannot read \"no/such/file\""), "{output}");
}

#[test]
fn aei_opens_sets_up_and_moves() {
    let input = "aei\nisready\nsetoption name depth value 2\nnewgame\ngo\ndance\nquit\n";
    let output = session(&["aei", ENGINE[0], ENGINE[1]], input);
    let lines: Vec<_> = output.lines().collect();
    assert_eq!(lines[0], "protocol-version 1");
    let setup = lines.iter().find(|line| line.starts_with("bestmove ")).expect("a setup");
    assert_eq!(setup.split(' ').count(), 17, "{setup}");
    assert!(lines.iter().any(|line| line.contains("log Error: unknown message \"dance\"")), "{output}");
    let position = "setposition g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";
    let output = session(&["aei", ENGINE[0], ENGINE[1]], &format!("aei\n{position}\ngo\nstop\n"));
    assert!(output.lines().any(|line| line.starts_with("bestmove ")), "{output}");
}

#[test]
fn ugi_plays_every_game() {
    for game in ["loa", "loa:size=6", "gekitai", "hex:size=5", "arimaa"] {
        let input = "ugi\nisready\nuginewgame\nposition startpos\nquery gameover\ngo nodes 50\nquit\n";
        let output = session(&["ugi", game, ENGINE[0], ENGINE[1]], input);
        for part in ["ugiok\n", "readyok\n", "response false\n", "bestmove "] {
            assert!(output.contains(part), "{game}: {output}");
        }
    }
}

#[test]
fn a_protocol_that_cannot_begin_says_why() {
    for (arguments, part) in [
        (vec!["htp", "loa"], "\"loa\""),
        (vec!["htp", "hex:size=99"], "\"99\""),
        (vec!["htp", "--engine", "oracle"], "\"oracle\""),
        (vec!["aei", "--engine", "pvs:depth=x"], "\"x\""),
        (vec!["aei", "--seed", "much"], "\"much\""),
        (vec!["ugi"], "GAME"),
        (vec!["ugi", "chess"], "\"chess\""),
        (vec!["ugi", "loa:size=99"], "99"),
        (vec!["distance", "loa"], "\"loa\""),
        (vec!["distance", "hex:size=2", "--position", "2/2"], "\"2/2\""),
        (vec!["turns", "hex"], "\"hex\""),
        (vec!["turns", "arimaa"], "after the setup"),
    ] {
        let output = plywood(&arguments, "");
        let message = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{arguments:?}: {message}");
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
}

#[test]
fn distance_counts_the_stones_still_needed() {
    assert_eq!(json_of(&["distance", "hex", "--json"]), json!({"black": 11, "white": 11}));
    let position = ["distance", "hex:size=3", "--position", "1x1/1x1/3 o", "--json"];
    assert_eq!(json_of(&position), json!({"black": 1, "white": 3}));
    let won = ["distance", "hex:size=3", "--position", "1x1/1x1/1x1 o", "--json"];
    assert_eq!(json_of(&won), json!({"black": 0, "white": null}));
    let text = session(&["distance", "hex:size=3", "--position", "1x1/1x1/1x1 o"], "");
    assert_eq!(text, "black 0\nwhite cannot connect\n");
}

#[test]
fn turns_counts_what_the_rules_define() {
    let start = "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]";
    let counts = json_of(&["turns", "arimaa", "--position", start, "--json"]);
    assert_eq!((&counts["first_steps"], &counts["turns"]), (&json!(8), &json!(3_353)));
    assert_eq!(counts["hash"], "f4eb2b47023d440b");
    for field in ["pushes", "pulls", "turns_goal"] {
        assert_eq!(counts[field], 0, "{field}");
    }
    assert!(counts["turns_capture"].as_u64() > Some(0), "own pieces can be left in traps");
    assert!(session(&["turns", "arimaa", "--position", start], "").contains("3 353"));
}
