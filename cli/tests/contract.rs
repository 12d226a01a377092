//! The command line as scripts rely on it: forms, JSON and exit statuses.

use crate::complaints::complaints;
use serde_json::Value;
use std::collections::HashSet;
use std::process::{Command, Output};

fn plywood(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// Standard output of a command that succeeds and says nothing on standard error.
fn answer(arguments: &[&str]) -> String {
    let output = plywood(arguments);
    assert_eq!(complaints(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    text(&output.stdout)
}

/// The last line of the output, as JSON.
fn json(arguments: &[&str]) -> Value {
    let output = answer(arguments);
    serde_json::from_str(output.lines().last().expect("a line")).expect("JSON")
}

const NEARLY_WON: &str = "o7/8/8/8/2xx4/8/7o/x7 x";
const BOTH_CONNECTED: &str = "1oo5/8/8/8/8/8/5x2/5x2 x";

#[test]
fn games_lists_rules_evaluations_and_engines() {
    let games = json(&["games", "--json"]);
    assert_eq!(games["games"][0]["name"], "loa");
    assert_eq!(games["games"][0]["evaluations"][0]["name"], "default");
    assert_eq!(games["games"][0]["rules"][0]["default"], "draw");
    assert_eq!(games["engines"][0]["name"], "pvs");
    assert!(answer(&["games"]).contains("Lines of Action"));
}

#[test]
fn show_draws_the_board_and_marks_the_last_move() {
    let picture = answer(&["show", "loa", "--moves", "b1-h1 a7c5"]);
    assert!(picture.contains("  5 o .[o]. . . . o 5"), "{picture}");
    assert!(picture.contains("Black to move"), "{picture}");
    assert!(picture.contains("1xxxxxx1/7o/o6o/o1o4o/o6o/o6o/o6o/2xxxxxx x"), "{picture}");
}

#[test]
fn moves_lists_one_a_line_and_none_when_the_game_is_over() {
    assert_eq!(answer(&["moves", "loa"]).lines().count(), 36);
    assert_eq!(answer(&["moves", "loa", "--position", BOTH_CONNECTED]), "");
}

#[test]
fn perft_counts_and_divides() {
    let counted = json(&["perft", "loa", "--depth", "3", "--json"]);
    assert_eq!((&counted["depth"], &counted["nodes"]), (&3.into(), &44_952.into()));
    assert!(counted["seconds"].is_number());
    assert_eq!(json(&["perft", "loa", "--depth", "0", "--json"])["nodes"], 1);
    let divided = answer(&["perft", "loa", "--depth", "2", "--divide"]);
    assert_eq!(divided.lines().count(), 37);
    let divided = json(&["perft", "loa", "--depth", "2", "--divide", "--json"]);
    let sum: u64 = divided["divide"].as_object().expect("a map").values().filter_map(Value::as_u64).sum();
    assert_eq!(sum, 1_244);
}

#[test]
fn eval_gives_the_value_for_the_side_to_move() {
    let position = "8/x7/8/x5x1/8/8/3oo3/5o2 x";
    // Black 4, White 22 by the documented best group.
    let value = json(&["eval", "loa", "--position", position, "--eval", "h1", "--json"]);
    assert_eq!((&value["eval"], &value["value"]), (&"h1".into(), &(-18).into()));
    assert_eq!(json(&["eval", "loa", "--json"])["eval"], "default");
    assert!(answer(&["eval", "loa"]).lines().count() >= 5);
}

#[test]
fn result_follows_the_rules_in_force() {
    let draw = json(&["result", "loa", "--position", BOTH_CONNECTED, "--json"]);
    assert_eq!((&draw["over"], &draw["winner"]), (&true.into(), &"draw".into()));
    let won = json(&["result", "loa:connection=mover-wins", "--position", BOTH_CONNECTED, "--json"]);
    assert_eq!(won["winner"], "second");
    let open = json(&["result", "loa", "--json"]);
    assert_eq!((&open["over"], &open["winner"]), (&false.into(), &Value::Null));
}

#[test]
fn a_third_occurrence_is_a_draw_unless_the_rules_say_otherwise() {
    let dance = "b1-b3 a2-c2 b3-b1 c2-a2 b1-b3 a2-c2 b3-b1 c2-a2";
    let drawn = json(&["result", "loa", "--moves", dance, "--json"]);
    assert_eq!(drawn["winner"], "draw");
    assert!(drawn["reason"].as_str().expect("a reason").contains("third time"));
    assert_eq!(json(&["result", "loa:repetition=none", "--moves", dance, "--json"])["over"], false);
}

#[test]
fn analyze_answers_with_the_best_move_and_what_it_took() {
    let report = json(&["analyze", "loa", "--depth", "4", "--hash", "1MB", "--json"]);
    assert_eq!(report["depth"], 4);
    assert_eq!(report["best"], report["pv"][0]);
    for field in ["score", "nodes", "seconds"] {
        assert!(report[field].is_number(), "{field}");
    }
    assert!(report["table"]["hits"].as_u64() > Some(0));
    let lines = answer(&["analyze", "loa", "--depth", "3", "--engine", "alphabeta:eval=h2"]);
    assert!(lines.contains("best "), "{lines}");
}

#[test]
fn analyze_finds_a_win_in_one_and_says_so() {
    let report = json(&["analyze", "loa", "--position", NEARLY_WON, "--depth", "3", "--json"]);
    assert_eq!(report["win_in"], 1);
}

#[test]
fn the_same_limits_give_the_same_nodes() {
    let nodes = || json(&["analyze", "loa", "--nodes", "20k", "--json"])["nodes"].as_u64();
    assert_eq!(nodes(), nodes());
    assert!(nodes() <= Some(20_000));
}

#[test]
fn several_lines_are_distinct_and_in_order() {
    let report = json(&["analyze", "loa", "--depth", "3", "--multipv", "4", "--json"]);
    let lines = report["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 4);
    assert!(lines.windows(2).all(|pair| pair[0]["score"].as_i64() >= pair[1]["score"].as_i64()));
    let first = |line: &Value| line["pv"][0].as_str().expect("a move").to_owned();
    let distinct: std::collections::HashSet<_> = lines.iter().map(first).collect();
    assert_eq!(distinct.len(), 4);
}

#[test]
fn analyze_of_a_finished_game_says_how_it_ended() {
    let report = json(&["analyze", "loa", "--position", BOTH_CONNECTED, "--json"]);
    assert_eq!((&report["best"], &report["score"]), (&Value::Null, &0.into()));
    assert!(answer(&["analyze", "loa", "--position", BOTH_CONNECTED]).contains("a draw"));
}

#[test]
fn a_match_is_reproducible_and_counts_pairs() {
    let play = |concurrency: &str| {
        json(&[
            "match",
            "loa",
            "ids:eval=h2,depth=1,hash=64kB",
            "random",
            "--games",
            "6",
            "--seed",
            "5",
            "--concurrency",
            concurrency,
            "--json",
        ])
    };
    let (one, two) = (play("1"), play("2"));
    assert_eq!(one["games"], 6);
    for field in ["wins", "draws", "losses", "pairs", "score"] {
        assert_eq!(one[field], two[field], "{field}");
    }
}

#[test]
fn bench_prints_a_total() {
    let games = json(&["bench", "--json"]);
    assert!(games["nodes"].as_u64() > Some(100_000));
    assert_eq!(games["games"][0]["game"], "loa");
}

#[test]
fn every_command_has_help_with_an_example() {
    let commands = [
        "games",
        "show",
        "result",
        "moves",
        "perft",
        "eval",
        "analyze",
        "play",
        "match",
        "replay",
        "bench",
        "tables",
        "solve",
        "verify",
        "htp",
        "aei",
        "ugi",
        "distance",
        "turns",
        "tournament",
        "store",
    ];
    for command in commands {
        let help = answer(&[command, "--help"]);
        assert!(help.contains(&format!("plywood {command}")), "{help}");
        assert!(help.contains("Example"), "{command}");
    }
}

#[test]
fn a_proof_that_was_written_holds_and_a_spoilt_one_does_not() {
    let file = std::env::temp_dir().join(format!("plywood-contract-{}.proof", std::process::id()));
    let name = file.to_str().expect("a folder with a name");
    let position = ["--position", "6/2xx2/2o3/3o2/6/6 x"];
    let solved = json(&[&["solve", "gekitai", "--json", "--proof", name][..], &position].concat());
    assert_eq!((&solved["value"], &solved["plies"]), (&Value::from("win"), &Value::from(1)));
    assert!(solved["nodes"].as_u64() > Some(0));
    let holds = json(&[&["verify", "gekitai", "--json", "--proof", name][..], &position].concat());
    assert_eq!((&holds["holds"], &holds["plies"]), (&Value::from(true), &Value::from(1)));
    let elsewhere = plywood(&["verify", "gekitai", "--proof", name, "--position", "6/6/6/6/6/6 x"]);
    assert_eq!(elsewhere.status.code(), Some(1), "a proof of another position");
    let mut bytes = std::fs::read(&file).expect("the proof was written");
    *bytes.last_mut().expect("a proof has bytes") ^= 1;
    std::fs::write(&file, bytes).expect("the file can be written again");
    let spoilt = plywood(&["verify", "gekitai", "--proof", name]);
    std::fs::remove_file(&file).expect("the file is there");
    assert_eq!(spoilt.status.code(), Some(1), "{}", text(&spoilt.stdout));
    assert!(text(&spoilt.stdout).starts_with("the proof does not hold: "));
}

#[test]
fn what_is_not_solved_within_the_limits_is_unknown() {
    let output = plywood(&["solve", "gekitai", "--search", "--nodes", "1000", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("\"unknown\""));
}

#[test]
fn the_book_moves_of_gekitai_and_the_setups_of_arimaa_need_no_search() {
    for game in ["gekitai", "arimaa"] {
        let report = json(&["analyze", game, "--time", "50ms", "--json"]);
        assert_eq!(report["nodes"], 0, "{game}");
    }
    let setups = |book: &str| {
        let setup = |seed| {
            let engine = format!("pvs:book={book},seed={seed}");
            let report = json(&["analyze", "arimaa", "--engine", &engine, "--time", "50ms", "--json"]);
            assert_eq!(report["nodes"], 0);
            report["best"].to_string()
        };
        (0..8).map(setup).collect::<HashSet<_>>().len()
    };
    assert_eq!(setups("random"), 8);
    assert!(setups("on") <= 4, "two, and their mirror images");
    let report = json(&["analyze", "gekitai", "--engine", "pvs:book=off,depth=3", "--json"]);
    assert!(report["nodes"].as_u64() > Some(0));
}
