//! Signals: what was played is kept, and nothing of an engine is left. The engines are shell scripts.
#![cfg(target_os = "linux")]

use crate::scripts::Script;
use serde_json::Value;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_plywood");

/// Processes that are hard to find: without the engine's group, session, parent and environment.
const STRAYS: &str = "trap '' TERM HUP INT
FOLDER/sleep 1000 &
setsid FOLDER/sleep 1001 &
env -i setsid sh -c 'setsid FOLDER/sleep 1002 & exit' &";

fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn send(signal: &str, program: &Child) {
    let sent = Command::new("kill").args([format!("-{signal}"), program.id().to_string()]).status();
    assert!(sent.expect("there is a kill").success());
}

fn engine(script: &Script) -> String {
    format!("external:cmd={},protocol=ugi", script.command())
}

/// Resigns twice and thinks for ever then.
const TWO_GAMES: &str = "echo >> FOLDER/asked
      case $(wc -l < FOLDER/asked) in 1|2) echo bestmove resign;; *) : > FOLDER/thinking; FOLDER/sleep 1003;; esac";

#[test]
fn what_was_played_is_kept_at_every_signal() {
    for signal in ["TERM", "HUP", "INT"] {
        let script = Script::ugi(STRAYS, TWO_GAMES);
        let program =
            start(&["match", "hex:size=5", &engine(&script), "random", "--openings", "none", "--json"]);
        while !script.file("thinking").exists() {
            sleep(Duration::from_millis(10));
        }
        script.wait_for(5);
        send(signal, &program);
        let Output { status, stdout, stderr } = program.wait_with_output().expect("an end");
        let stderr = String::from_utf8_lossy(&stderr);
        assert_eq!(status.code(), Some(3), "{signal}: {stderr}");
        assert!(stderr.contains("interrupted after 2 of 100 games"), "{signal}: {stderr}");
        let summary: Value = serde_json::from_slice(&stdout).expect("JSON");
        assert_eq!(summary["losses"], 2, "{signal}");
        assert_eq!(script.left(), [""; 0], "{signal}");
    }
}

#[test]
fn the_second_signal_ends_everything_at_once() {
    // An engine that never says that it is there.
    let script = Script::answering(STRAYS, "ugi) FOLDER/sleep 1003;;");
    let mut program = start(&["match", "hex:size=5", &engine(&script), "random"]);
    script.wait_for(5);
    while program.try_wait().expect("a status").is_none() {
        send("INT", &program);
        sleep(Duration::from_millis(100));
    }
    assert_eq!(program.wait().expect("a status").code(), Some(130));
    assert_eq!(script.left(), [""; 0]);
}

#[test]
fn the_first_signal_ends_what_cannot_be_asked_to_end() {
    for (command, signal, code) in [("ugi", "TERM", 143), ("play", "HUP", 129), ("ugi", "INT", 130)] {
        let script = Script::ugi(STRAYS, "FOLDER/sleep 1003");
        let switch = if command == "play" { "--second" } else { "--engine" };
        let program = start(&[command, "hex:size=5", switch, &engine(&script)]);
        script.wait_for(4);
        send(signal, &program);
        let output = program.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(code), "{command} {signal}: {output:?}");
        assert_eq!(script.left(), [""; 0], "{command} {signal}");
    }
}

#[test]
fn nothing_is_left_of_a_match_that_ends_by_itself() {
    let script = Script::ugi(STRAYS, "echo bestmove resign");
    let log = script.file("log");
    let log_text = log.display().to_string();
    let program = start(&[
        "match",
        "hex:size=5",
        &engine(&script),
        "random",
        "--games",
        "4",
        "--openings",
        "none",
        "--concurrency",
        "2",
        "--log",
        &log_text,
    ]);
    let output = program.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(script.left(), [""; 0]);
    let log = std::fs::read_to_string(log).expect("text");
    for game in 1..=4 {
        assert!(log.contains(&format!(" ms  game {game}  sh[")), "{log}");
    }
    assert!(log.lines().any(|line| line.ends_with("  < bestmove resign")), "{log}");
}
