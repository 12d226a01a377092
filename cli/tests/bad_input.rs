//! Bad input: one clear line that names the offending text, status 2, and never a panic.

use plywood_play::split_command;
use proptest::prelude::*;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn plywood(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may well end before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

fn complaint(arguments: &[&str]) -> String {
    let output = plywood(arguments, b"");
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    message
}

#[test]
fn bad_input_is_named() {
    let cases: &[(&[&str], &str)] = &[
        (&[], "command is missing"),
        (&["dance"], "dance"),
        (&["show"], "GAME"),
        (&["show", "chess"], "\"chess\""),
        (&["show", "loa:size=9"], "9"),
        (&["show", "loa:colour=red"], "colour"),
        (&["show", "loa:size"], "`size` at character 5"),
        (&["show", "loa", "--position", "8/8 x"], "2 ranks"),
        (&["show", "loa", "--position", ""], "position"),
        (&["show", "loa", "--position", "8/8/8/8/8/8/8/8 x"], "men"),
        (&["show", "loa", "--moves", "b1-h1 b1-h1"], "ply 2"),
        (&["show", "loa", "--moves", "hello"], "\"hello\""),
        (&["show", "loa", "--moves", "b1-b2"], "2 men"),
        (&["perft", "loa"], "--depth"),
        (&["perft", "loa", "--depth", "-1"], "-1"),
        (&["perft", "loa", "--depth", "many"], "many"),
        (&["perft", "loa", "--depth", "99999999999"], "99999999999"),
        (&["perft", "loa", "--depth", "1000000"], "1000000"),
        (&["eval", "loa", "--eval", "h9"], "\"h9\""),
        (&["analyze", "loa", "--engine", "oracle"], "\"oracle\""),
        (&["analyze", "loa", "--engine", "ids:colour=red"], "\"colour\""),
        (&["analyze", "loa", "--time", "soon"], "\"soon\""),
        (&["analyze", "loa", "--time=-5s"], "\"-5s\""),
        (&["analyze", "loa", "--depth", "1000000"], "\"1000000\""),
        (&["analyze", "loa", "--nodes", "1e9"], "\"1e9\""),
        (&["analyze", "loa", "--hash", "9999999GB"], "9999999GB"),
        (&["analyze", "loa", "--threads", "0"], "\"0\""),
        (&["analyze", "loa", "--multipv", "0"], "\"0\""),
        (&["analyze", "loa", "--bogus"], "--bogus"),
        (&["play", "loa", "--second", "nobody"], "\"nobody\""),
        (&["match", "loa", "ids", "nobody"], "\"nobody\""),
        (&["analyze", "loa", "--engine", "pvs:lmr=maybe"], "lmr=maybe"),
        (&["analyze", "loa", "--engine", "mcts:rave=many"], "\"many\""),
        (&["solve", "loa", "--hash", "9y"], "\"9y\""),
        (&["solve", "loa", "--max-plies", "-3"], "-3"),
        (&["solve", "loa", "--nodes", "1", "--time", "-5s"], "\"-5s\""),
        (&["solve", "loa", "--nodes", "1", "--checkpoint-every", "soon"], "\"soon\""),
        (&["solve", "loa", "--nodes", "1", "--proof", "no/such/folder"], "cannot write no/such/folder"),
        (&["solve", "loa", "--nodes", "1", "--checkpoint", "no/such/folder"], "cannot write no/such/folder"),
        (&["verify", "loa", "--proof", "no/such/file"], "no/such/file"),
        (&["match", "loa", "random", "random", "--games", "0"], "\"0\""),
        (&["match", "loa", "random", "random", "--openings", "sicilian"], "sicilian"),
        (&["match", "loa", "random", "random", "--sprt", "elo0=x"], "elo0"),
        (&["match", "loa", "random", "random", "--sprt", "elo0=0,elo1=5,model=bayesian"], "model=bayesian"),
        (&["replay", "loa", "no/such/file"], "no/such/file"),
    ];
    for (arguments, part) in cases {
        let message = complaint(arguments);
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
}

/// Every wrong command line of the table, and the line that it is answered with.
#[test]
fn wrong_command_lines_are_answered_as_the_table_says() {
    let table = include_str!("data/wrong.txt");
    let cases: Vec<_> = table.split("\n\n").filter(|case| case.starts_with("$ ")).collect();
    assert!(cases.len() >= 100, "{} cases", cases.len());
    for case in cases {
        let (command, answer) = case.split_once('\n').expect("a command and its answer");
        let words = split_command(command.strip_prefix("$ ").expect("a command")).expect("words");
        let arguments: Vec<&str> = words[1..].iter().map(String::as_str).collect();
        assert_eq!(complaint(&arguments), format!("plywood: {}\n", answer.trim_end()), "{command}");
    }
}

#[test]
fn a_mistake_leaves_a_file_of_records_as_it_was() {
    let folder = std::env::temp_dir().join(format!("plywood-records-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let records = folder.join("games.txt");
    let path = records.to_str().expect("UTF-8");
    std::fs::write(&records, "old\n").expect("a file");
    for engine in ["nobody", "pvs:eval=none", "pvs:detph=3", "external:protocol=ugi,cmd=no/such/program"] {
        complaint(&["match", "loa", "random", engine, "--games", "2", "--records", path]);
        complaint(&["tournament", "loa", "random", engine, "--games", "2", "--records", path]);
        assert_eq!(std::fs::read_to_string(&records).expect("a file"), "old\n", "{engine}");
    }
    let played =
        plywood(&["match", "loa", "random", "random:seed=2", "--games", "2", "--records", path], b"");
    assert_eq!(played.status.code(), Some(0));
    assert!(std::fs::read_to_string(&records).expect("a file").starts_with("game=\"loa\""));
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[cfg(unix)]
#[test]
fn many_games_take_little_memory() {
    let command = format!("ulimit -v 300000; exec '{}' replay hex -", env!("CARGO_BIN_EXE_plywood"));
    let child =
        Command::new("sh").args(["-c", &command]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("a shell");
    let mut input = child.stdin.take().expect("a pipe");
    let writing = std::thread::spawn(move || input.write_all(&b"(;)".repeat(85_000)));
    let output = child.wait_with_output().expect("the program ends");
    writing.join().expect("a thread").expect("all is read");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout.split(|&byte| byte == b'\n').count(), 85_001);
}

#[test]
fn no_answer_is_as_long_as_the_text_it_is_about() {
    let long = "\u{1b}[31mx".repeat(10_000);
    for arguments in [
        ["show", &long, "--json"],
        ["show", "loa", &format!("--position={long}")],
        ["show", "loa", &format!("--moves={long}")],
        ["analyze", "loa", &format!("--engine={long}")],
        ["analyze", "loa", &format!("--engine=mcts:time=2\n{long}")],
        ["analyze", "loa", &format!("--time={long}")],
        [&long, "loa", "--json"],
        ["show", "loa", &format!("--{long}")],
        ["store", &long[..100], "list"],
    ] {
        let message = complaint(&arguments);
        assert!(message.len() < 3_000 && !message.trim_end().contains(char::is_control), "{message}");
    }
    let output = plywood(
        &["replay", "loa", "-"],
        format!("a=\"{long}\n{{\"moves\": \"{long}\"}}\n{long}\n").as_bytes(),
    );
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!((output.status.code(), text.lines().count()), (Some(1), 3));
    assert!(text.len() < 3_000 && !text.contains('\u{1b}'), "{text}");
}

#[test]
fn an_illegal_record_is_an_answer_with_status_1() {
    let records = b"c8-c6 h4-f2 g8-g6\nc8-c6 h4-h5\n{\"moves\": [\"b1-h1\"]}\n{\"moves\": 7}\n";
    let output = plywood(&["replay", "loa", "-"], records);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[0].starts_with("-:1: 3 plies"), "{text}");
    assert!(lines[1].starts_with("-:2: ply 2: move \"h4-h5\""), "{text}");
    assert!(lines[2].starts_with("-:3: 1 plies"), "{text}");
    assert!(lines[3].starts_with("-:4: "), "{text}");
}

#[test]
fn a_wrong_result_in_a_record_is_found() {
    let record = "position=\"o7/8/8/8/2xx4/8/7o/x7 x\" a1-c3 1-0\n";
    assert_eq!(plywood(&["replay", "loa", "-"], record.as_bytes()).status.code(), Some(0));
    let record = "position=\"1oo5/8/8/8/8/8/5x2/5x2 x\" 1-0\n";
    assert_eq!(plywood(&["replay", "loa", "-"], record.as_bytes()).status.code(), Some(1));
}

#[test]
fn a_file_that_is_no_text_is_bad_input() {
    let output = plywood(&["replay", "loa", "-"], &[0xFF, 0xFE, b'\n']);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("byte 0 is not UTF-8"));
}

#[test]
fn a_closed_pipe_is_no_failure() {
    for arguments in [&["moves", "loa"][..], &["analyze", "loa", "--depth", "5"], &["games"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn a_game_in_the_terminal_takes_moves_commands_and_nonsense() {
    let input = b"help\nnonsense\nb1h1\nundo\nhint\nB1:H1\nmoves\nresign\n";
    let output = plywood(&["play", "loa", "--second", "ids:depth=1"], input);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0));
    assert!(text.contains("\"nonsense\""), "{text}");
    assert!(text.contains("taken back: b1-h1"), "{text}");
    assert!(text.contains("try "), "{text}");
    assert!(text.contains("Black resigns: White wins"), "{text}");
    let pondering = plywood(&["play", "loa", "--second", "pvs:time=10ms,hash=1MB", "--ponder"], input);
    assert_eq!(pondering.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&pondering.stdout).contains("Black resigns: White wins"));
    let left = plywood(&["play", "loa"], b"");
    assert_eq!(left.status.code(), Some(0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever stands where a game, a position, moves or an engine should: an answer or one line of
    /// complaint.
    #[test]
    fn no_text_makes_it_panic(word in "[^\u{0}]{0,40}", place in 0..5_usize) {
        let arguments: Vec<&str> = match place {
            0 => vec!["show", "--", &word],
            1 => vec!["show", "loa", "--position", &word],
            2 => vec!["show", "loa", "--moves", &word],
            3 => vec!["eval", "loa", "--eval", &word],
            _ => vec!["analyze", "loa", "--depth", "1", "--engine", &word],
        };
        let output = plywood(&arguments, b"");
        let message = String::from_utf8_lossy(&output.stderr);
        prop_assert!(!message.contains("panicked"), "{}", message);
        prop_assert!(matches!(output.status.code(), Some(0 | 2)), "{:?}", output.status);
        prop_assert!(message.lines().count() <= 1, "{}", message);
    }

    /// Any bytes are records or complaints.
    #[test]
    fn no_record_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let output = plywood(&["replay", "loa", "-"], &bytes);
        prop_assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
        prop_assert!(matches!(output.status.code(), Some(0..=2)), "{:?}", output.status);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_best_move_so_far() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(["analyze", "loa", "--time", "1h", "--hash", "1MB"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // The heading and an iteration: it is searching.
    for _ in 0..2 {
        lines.next().expect("a line").expect("UTF-8");
    }
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.expect("kill is there").success());
    let rest: Vec<String> = lines.map(|line| line.expect("UTF-8")).collect();
    assert!(rest.iter().any(|line| line.starts_with("best ")), "{rest:?}");
    assert_eq!(child.wait().expect("the program ends").code(), Some(3));
}
