//! `plywood solve` as scripts rely on it: searches that are put aside and taken up, threads, and what is said
//! when nothing is proven.

use plywood_search::Checkpoint;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn plywood(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plywood")).args(arguments).output().expect("the program starts")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A file of this test that is gone when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("plywood-solve-{}-{name}", std::process::id())))
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("a folder with a name")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
        let _ = std::fs::remove_file(self.0.with_extension("new"));
        let _ = std::fs::remove_file(self.0.with_extension("part"));
    }
}

const FIVE: [&str; 6] = ["solve", "loa:size=5", "--hash", "1MB", "--json", "--checkpoint"];

#[test]
fn a_refuted_bound_is_an_answer() {
    let refuted = plywood(&["solve", "loa:size=5", "--max-plies", "9"]);
    assert_eq!(refuted.status.code(), Some(0));
    let said = String::from_utf8_lossy(&refuted.stdout).into_owned();
    assert!(said.starts_with("neither side can force a win within 9 plies\n"), "{said}");
}

#[test]
fn a_search_that_ran_out_of_nodes_is_taken_up_from_its_checkpoint() {
    let file = Scratch::new("resumed");
    let part = plywood(&[&FIVE[..], &[file.name(), "--nodes", "10000"]].concat());
    assert_eq!(part.status.code(), Some(3));
    assert_eq!((&json(&part)["value"], &json(&part)["nodes"]), (&"unknown".into(), &10_000.into()));
    let whole = plywood(&[&FIVE[..], &[file.name()]].concat());
    assert_eq!(whole.status.code(), Some(0));
    assert_eq!(json(&whole)["value"], "win");
    assert!(json(&whole)["nodes"].as_u64() > Some(10_000));
    let again = plywood(&[&FIVE[..], &[file.name()]].concat());
    assert!(json(&again)["nodes"].as_u64() < json(&whole)["nodes"].as_u64().map(|nodes| nodes + 10_000));
}

#[test]
fn a_checkpoint_of_another_position_or_a_damaged_one_is_refused() {
    let file = Scratch::new("refused");
    assert_eq!(plywood(&[&FIVE[..], &[file.name(), "--nodes", "1000"]].concat()).status.code(), Some(3));
    let other = ["solve", "loa:size=6", "--nodes", "1", "--checkpoint", file.name()];
    let refused = plywood(&other);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is about \"loa "), "{refused:?}");
    let mut bytes = std::fs::read(&file.0).expect("it was written");
    bytes[100] ^= 1;
    std::fs::write(&file.0, bytes).expect("it can be written");
    let damaged = plywood(&[&FIVE[..], &[file.name()]].concat());
    assert_eq!(damaged.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("damaged"), "{damaged:?}");
}

#[test]
fn a_search_that_is_killed_leaves_a_whole_checkpoint() {
    let file = Scratch::new("killed");
    let arguments = ["solve", "loa:size=6", "--hash", "1MB", "--checkpoint-every", "20ms", "--checkpoint"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args([&arguments[..], &[file.name()]].concat())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    // Whatever stands there is a whole checkpoint, one without a node too if the machine is busy.
    let nodes = || -> u64 {
        let Ok(bytes) = std::fs::read(&file.0) else { return 0 };
        Checkpoint::read(&bytes).expect("a whole checkpoint").nodes
    };
    while nodes() == 0 {
        std::thread::yield_now();
    }
    child.kill().and_then(|()| child.wait()).expect("it can be killed");
    let resumed = plywood(&[&arguments[..], &[file.name(), "--nodes", "1", "--json"]].concat());
    assert_eq!(resumed.status.code(), Some(3), "{resumed:?}");
    assert!(json(&resumed)["nodes"].as_u64() > Some(1), "{resumed:?}");
}

#[test]
fn threads_find_the_same_value() {
    for threads in ["1", "3"] {
        let solved = plywood(&["solve", "loa:size=5", "--threads", threads, "--json"]);
        assert_eq!(json(&solved)["value"], "win", "{threads} threads");
    }
}

#[test]
fn a_proof_of_a_search_with_a_checkpoint_holds() {
    let (file, proof) = (Scratch::new("certified"), Scratch::new("certified-proof"));
    let solved = plywood(&[&FIVE[..], &[file.name(), "--proof", proof.name(), "--shortest"]].concat());
    assert_eq!((&json(&solved)["plies"], &json(&solved)["shortest"]), (&11.into(), &true.into()));
    let verified = plywood(&["verify", "loa:size=5", "--proof", proof.name()]);
    assert_eq!(verified.status.code(), Some(0), "{verified:?}");
}

const NOBODY: [&str; 6] = ["solve", "loa:size=5", "--hash", "1MB", "--json", "--max-plies"];

#[test]
fn a_refuted_bound_is_written_as_a_proof() {
    let proof = Scratch::new("bound");
    let solved = plywood(&[&NOBODY[..], &["6", "--proof", proof.name()]].concat());
    assert_eq!(json(&solved)["value"], "unknown");
    assert!(json(&solved)["proof"].as_u64() > Some(0), "{solved:?}");
    let verified = plywood(&["verify", "loa:size=5", "--json", "--proof", proof.name()]);
    assert_eq!(json(&verified)["claim"], "nobody wins within 6 plies", "{verified:?}");
    let mut bytes = std::fs::read(&proof.0).expect("it was written");
    bytes.pop();
    std::fs::write(&proof.0, bytes).expect("it can be written");
    let spoilt = plywood(&["verify", "loa:size=5", "--proof", proof.name()]);
    assert_eq!(spoilt.status.code(), Some(1), "{spoilt:?}");
}

/// However long the program has lived.
#[test]
fn a_program_that_is_killed_leaves_the_proof_before_or_the_whole_new_one() {
    let proof = Scratch::new("overwritten");
    let write = |plies| [&NOBODY[..], &[plies, "--proof", proof.name()]].concat();
    assert_eq!(plywood(&write("5")).status.code(), Some(0));
    for delay in (0..12).map(|step| 1 << step) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
        let mut child = command.args(write("7")).stdout(Stdio::null()).spawn().expect("the program starts");
        std::thread::sleep(std::time::Duration::from_micros(100 * delay));
        child.kill().and_then(|()| child.wait()).expect("it can be killed");
        let verified = plywood(&["verify", "loa:size=5", "--json", "--proof", proof.name()]);
        assert_eq!(json(&verified)["holds"], true, "after {delay} times 100 us: {verified:?}");
    }
}

#[test]
fn the_library_of_proofs_answers_at_once_and_says_so() {
    let known = json(&plywood(&["solve", "gekitai", "--json"]));
    assert_eq!((&known["value"], &known["plies"], &known["nodes"]), (&"win".into(), &25.into(), &0.into()));
    assert_eq!((&known["best"], &known["sources"]), (&"c3".into(), &serde_json::json!(["gekitai"])));
    let said = plywood(&["solve", "gekitai", "--moves", "f4"]);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert!(
        said.starts_with("win for the side to move within ") && said.contains("by gekitai-c1,"),
        "{said}"
    );
}

#[test]
fn a_question_that_the_library_leaves_open_is_searched() {
    let five = |more: &[&str]| json(&plywood(&[&["solve", "loa:size=5", "--json"], more].concat()));
    let shortest = five(&["--shortest"]);
    assert_eq!((&shortest["plies"], &shortest["shortest"]), (&11.into(), &true.into()));
    assert_eq!(shortest["sources"], serde_json::json!(["loa-5", "loa-5-bound"]));
    assert_eq!(five(&["--max-plies", "10"])["value"], "unknown");
    assert_eq!(five(&["--max-plies", "10"])["nodes"], 0);
    assert_eq!(five(&["--max-plies", "11"])["value"], "win");
    for searched in [five(&["--search"]), five(&["--search", "--max-plies", "9"])] {
        assert!(searched["nodes"].as_u64() > Some(0), "{searched}");
        assert_eq!(searched["sources"], serde_json::json!([]));
    }
    let after = json(&plywood(&["solve", "hex:size=4", "--moves", "a1 b1", "--json"]));
    assert_eq!(after["sources"], serde_json::json!([]));
}

#[test]
fn an_analysis_says_what_is_proven_and_by_what() {
    let report = plywood(&["analyze", "hex:size=5", "--moves", "c3", "--nodes", "10", "--json"]);
    let last = String::from_utf8_lossy(&report.stdout).lines().last().map(str::to_owned).expect("a line");
    let last: Value = serde_json::from_str(&last).expect("JSON");
    assert_eq!((&last["proven"]["value"], &last["proven"]["best"]), (&"loss".into(), &Value::Null));
    assert_eq!(last["proven"]["sources"], serde_json::json!(["hex-5-c3"]));
    let report = plywood(&["analyze", "hex:size=5", "--nodes", "10"]);
    let said = String::from_utf8_lossy(&report.stdout).into_owned();
    assert!(said.starts_with("proven: win within 13 plies, by the proof \"hex-5\"\n"), "{said}");
}

#[test]
fn a_proof_of_the_library_is_made_again_by_its_command_and_checked() {
    let folder = Scratch::new("library");
    std::fs::create_dir(&folder.0).expect("a folder");
    let made = plywood(&["proofs", "make", "loa-5", "hex-3", "--dir", folder.name()]);
    let said = String::from_utf8_lossy(&made.stdout).into_owned();
    assert_eq!(made.status.code(), Some(0), "{said}");
    assert_eq!(said.matches("; the file of the index\n").count(), 2, "{said}");
    let check = || plywood(&["proofs", "check", "loa-5", "--dir", folder.name()]);
    assert_eq!(check().status.code(), Some(0));
    let file = folder.0.join("loa-5.proof");
    let foreign = std::fs::read(folder.0.join("hex-3.proof")).expect("it was made");
    std::fs::write(&file, foreign).expect("it can be written");
    assert_eq!(check().status.code(), Some(1));
    let unknown = plywood(&["proofs", "check", "loa-99"]);
    assert_eq!(unknown.status.code(), Some(2));
    std::fs::remove_dir_all(&folder.0).expect("it is there");
}

#[test]
fn a_proof_by_regions_holds_and_other_games_have_none() {
    let proof = Scratch::new("regions");
    let solved = plywood(&["solve", "hex:size=6", "--json", "--proof", proof.name(), "--regions"]);
    assert!(json(&solved)["proof"].as_u64().is_some_and(|bytes| bytes < 2_500), "{solved:?}");
    let verified = plywood(&["verify", "hex:size=6", "--json", "--proof", proof.name()]);
    let claim = format!("first wins within {} plies", json(&solved)["plies"]);
    assert_eq!(json(&verified)["claim"], claim, "the bound is that of the proof");
    let none = plywood(&["solve", "loa:size=5", "--proof", proof.name(), "--regions"]);
    assert!(none.status.code() == Some(2) && none.stdout.is_empty(), "nothing was searched: {none:?}");
}
