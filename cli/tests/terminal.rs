//! What a person meets in a terminal, and that none of it gets into files and pipes.

use crate::complaints::complaints;
use plywood_play::split_command;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Standard output of a command that succeeds and says nothing on standard error.
fn answer_to(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // It may well end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(complaints(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn answer(arguments: &[&str]) -> String {
    answer_to(arguments, "")
}

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("plywood-terminal-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn colours_are_left_out_of_pipes_unless_they_are_wanted() {
    for arguments in [&["show", "arimaa"][..], &["games"], &["--help"], &["analyze", "loa", "--depth", "2"]] {
        assert!(!answer(arguments).contains('\u{1b}'), "{arguments:?}");
        let coloured = answer(&[arguments, &["--color", "always"]].concat());
        assert!(coloured.contains('\u{1b}'), "{arguments:?}");
        let never = answer(&[arguments, &["--color=never"]].concat());
        assert!(!never.contains('\u{1b}'), "{arguments:?}");
    }
    for arguments in [&["show", "loa", "--json"][..], &["moves", "loa"], &["perft", "loa", "--depth", "2"]] {
        assert!(!answer(&[arguments, &["--color", "always"]].concat()).contains('\u{1b}'), "{arguments:?}");
    }
}

#[test]
fn boards_name_their_sides() {
    let hex = answer(&["show", "hex:swap=sides", "--moves", "a1 swap-sides"]);
    assert!(hex.contains("x  Black (Second): top and bottom\no  White (First): left and right"), "{hex}");
    assert!(hex.ends_with("White (First) to move, 120 legal moves\n"), "{hex}");
    assert!(answer(&["show", "arimaa"]).contains("Capitals  Gold: rabbits go up"));
}

#[test]
fn one_game_can_be_listed() {
    let text = answer(&["games", "hex"]);
    assert!(text.starts_with("hex: Hex\n") && !text.contains("Arimaa"), "{text}");
    let json: Value = serde_json::from_str(&answer(&["games", "hex", "--json"])).expect("JSON");
    assert_eq!((&json["games"][0]["name"], &json["games"][1]), (&"hex".into(), &Value::Null));
}

#[test]
fn every_shell_completes_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = answer(&["completions", shell]);
        assert!(script.contains("analyze") && script.contains("multipv"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder("man");
    answer(&["man", "--out", folder.to_str().expect("UTF-8")]);
    for command in ["plywood", "plywood-match", "plywood-store-export"] {
        let page = std::fs::read_to_string(folder.join(format!("{command}.1"))).expect("a page");
        assert!(page.contains(".SH NAME") && !page.contains('\u{1b}'), "{page}");
    }
    assert!(answer(&["man"]).contains(".SH SUBCOMMANDS"));
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn scores_say_whose_view_they_are() {
    let text = answer(&["analyze", "loa", "--moves", "b1-h1", "--depth", "2"]);
    assert!(text.contains(" for White\n") && text.contains(" nodes/s"), "{text}");
    let won = answer(&["analyze", "loa", "--position", "o7/8/8/8/2xx4/8/7o/x7 x", "--depth", "2"]);
    assert!(won.contains("score win in 1 ply for Black\n"), "{won}");
    assert!(answer(&["eval", "hex"]).starts_with("Points for Black (First), to move"));
}

#[test]
fn a_game_that_is_left_goes_on_with_the_line_it_ends_with() {
    let text = answer_to(&["play", "hex:size=5", "--second", "ids:depth=1", "--clock", "1h+1s"], "c3\n");
    assert!(text.contains("Black (First) 1 h 00 min left, White (Second) 1 h 00 min left"), "{text}");
    let line = text.lines().last().expect("a line");
    let words = split_command(line.strip_prefix("go on with: ").expect("how to go on")).expect("words");
    assert_eq!(words[..3], ["plywood", "play", "hex:size=5,swap=off"]);
    let moves = words.iter().position(|word| word == "--moves").expect("moves");
    let moves: Vec<&str> = words[moves + 1].split(' ').collect();
    assert_eq!((moves[0], moves.len()), ("c3", 2));
    let again: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let text = answer_to(&again, "resign\n");
    assert!(text.contains("Black (First) resigns: White (Second) wins"), "{text}");
}

#[test]
fn pictures_are_drawn() {
    let folder = folder("svg");
    let file = folder.join("picture.svg");
    let svg = file.to_str().expect("UTF-8");
    let games = folder.join("games.txt");
    let records = games.to_str().expect("UTF-8");
    let commands: [(&[&str], &str, &[&str]); 4] = [
        (&["analyze", "loa", "--depth", "4"], "", &["nodes of pvs:depth=4 by depth", ">depth in plies<"]),
        (
            &["match", "hex:size=3", "random", "random:seed=2", "--games", "6", "--records", records],
            "",
            &["random against random:seed=2", "class=\"band\""],
        ),
        (&["tournament", "hex:size=3", "random", "random:seed=2", "--games", "6"], "", &["Cross-table"]),
        (
            &["replay", "loa", "-", "--engine", "pvs:depth=2"],
            "b1-h1 a7-c5\nc8-c6 h4-f2 g8-g6\n",
            &["Lines of Action: scores by pvs:depth=2", "points for Black", ">2<"],
        ),
    ];
    for (arguments, input, parts) in commands {
        answer_to(&[arguments, &["--svg", svg]].concat(), input);
        let picture = std::fs::read_to_string(&file).expect("a picture");
        assert!(picture.starts_with("<svg") && picture.contains("prefers-color-scheme: dark"), "{picture}");
        for part in parts {
            assert!(picture.contains(part), "{part} in {picture}");
        }
        assert!(!picture.contains("NaN"), "{picture}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn help_lists_the_commands_in_groups() {
    let help = answer(&["--help"]);
    let place = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text} in {help}"));
    assert!(place("Look at a position:") < place("\n  show "));
    assert!(
        place("\n  show ") < place("Compare engines:") && place("Compare engines:") < place("\n  match ")
    );
    let headings = answer(&["match", "--help"]);
    for heading in ["Position:", "Games:", "Time:", "Endings:", "Files:", "Options:", "Display:"] {
        assert!(headings.contains(&format!("\n{heading}\n")), "{headings}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 110), "{help}");
}

#[test]
fn a_score_says_for_whom_it_is_and_in_what_unit() {
    for engine in ["pvs", "mcts"] {
        let engine = format!("{engine}:nodes=500");
        let asked = ["analyze", "loa", "--moves", "b1-h1", "--engine", &engine];
        let said = answer(&asked);
        let score = said.lines().find(|line| line.starts_with("score ")).unwrap_or_else(|| panic!("{said}"));
        assert!(score.ends_with(" points for White"), "{engine}: {score}");
    }
}

#[test]
fn help_names_every_game_it_is_for_and_no_other() {
    let whole = answer(&["--help"]);
    for game in ["Lines of Action", "Gekitai", "Hex", "Arimaa"] {
        assert!(whole.lines().next().is_some_and(|line| line.contains(game)), "{game} in {whole}");
    }
    let help = |command| answer(&[command, "--help"]);
    assert!(help("tables").contains("loa, gekitai, hex or arimaa"), "{}", help("tables"));
    for (command, game, others) in
        [("turns", "arimaa", ["loa", "gekitai", "hex"]), ("distance", "hex", ["loa", "gekitai", "arimaa"])]
    {
        let help = help(command);
        assert!(help.contains(&format!("plywood {command} {game}")), "{help}");
        for other in others {
            assert!(!help.contains(other), "{other} in {help}");
        }
    }
}
