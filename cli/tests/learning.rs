//! `generate`, `train` and `gauge` under the real program.

use crate::complaints::complaints;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn plywood(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    plywood(arguments).output().expect("the program starts")
}

/// Standard output of a command that succeeds.
fn answer(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(complaints(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// The one line of a command that refuses its input.
fn complaint(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    message
}

/// A folder of its own for each test, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywood-learning-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const ENGINE: &str = "pvs:eval=classic,nodes=50,hash=64KB";

#[test]
fn games_become_a_network_and_a_match_tells_its_strength() {
    let folder = Folder::new("all");
    let [games, net, curve] = ["loa.games", "loa.net", "loa.svg"].map(|name| folder.file(name));
    let made = answer(&["generate", "loa", "--games", "60", "--engine", ENGINE, "--out", &games]);
    assert!(made.starts_with("60 games in "), "{made}");
    let report = answer(&["train", "loa", &games]);
    assert!(report.contains("60: ") && report.contains("correlation  label with result 0."), "{report}");
    let train = ["train", "loa", &games, "--out", &net, "--hidden", "16", "--epochs", "3", "--curve", &curve];
    let trained = answer(&train);
    assert_eq!(trained.lines().filter(|line| line.starts_with("epoch ")).count(), 3, "{trained}");
    assert!(fs::read_to_string(&curve).unwrap().starts_with("<svg"));
    assert!(!PathBuf::from(format!("{net}.state")).exists());
    let first = fs::read(&net).unwrap();
    answer(&train);
    assert_eq!(fs::read(&net).unwrap(), first, "the same data and seed");
    let [on, curve_on] = ["on.net", "on.svg"].map(|name| folder.file(name));
    let more = ["train", "loa", &games, "--from", &net, "--out", &on, "--epochs", "1", "--curve", &curve_on];
    assert!(answer(&more).contains("on.net of "));
    assert_eq!(
        fs::metadata(&on).unwrap().len(),
        first.len() as u64,
        "the sizes of the network it began with"
    );
    let gauge = ["gauge", "loa", &net, "--before", &net, "--nodes", "20", "--games", "2", "--json"];
    let results: Value = serde_json::from_str(&answer(&gauge)).expect("JSON");
    assert_eq!(results.as_array().expect("an array").len(), 2);
    assert!(results.as_array().unwrap().iter().all(|result| result["result"]["games"] == 2));
    // A torn network, one of another game, and none.
    fs::write(&net, &first[..first.len() - 1]).unwrap();
    assert!(
        complaint(&["analyze", "loa", "--depth", "1", "--engine", &format!("pvs:net={net}")])
            .contains("cut off")
    );
    fs::write(&net, "nothing of the kind").unwrap();
    assert!(complaint(&["gauge", "loa", &net, "--nodes", "20", "--games", "2"]).contains("not a network"));
    let missing = folder.file("missing");
    assert!(complaint(&["analyze", "loa", "--engine", &format!("pvs:net={missing}")]).contains(&missing));
    assert!(
        complaint(&["analyze", "hex", "--engine", &format!("pvs:net={net}")]).contains("hex has no networks")
    );
}

#[test]
fn killed_at_any_moment_the_games_are_those_that_would_have_been() {
    let folder = Folder::new("kill");
    let [whole, killed] = ["whole", "killed"].map(|name| folder.file(name));
    let generate = |out: &str| -> Vec<String> {
        ["generate", "loa", "--games", "12", "--engine", ENGINE, "--out", out].map(str::to_owned).to_vec()
    };
    let arguments = generate(&whole);
    answer(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let arguments = generate(&killed);
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    for milliseconds in [1, 5, 20, 60] {
        let mut child = plywood(&arguments).stdout(Stdio::null()).spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    answer(&arguments);
    assert_eq!(fs::read(&killed).unwrap(), fs::read(&whole).unwrap());
}

/// The script `learn/run` with a few quick games; its output.
#[cfg(unix)]
fn from_nothing(folder: &Folder) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../learn/run");
    let mut command = Command::new("bash");
    command.args([script, "--small", "loa"]).arg(&folder.0).env("PLYWOOD", env!("CARGO_BIN_EXE_plywood"));
    let output = command.output().expect("bash starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[cfg(unix)]
#[test]
fn one_command_makes_two_generations_from_nothing_and_goes_on_where_it_was_killed() {
    let folder = Folder::new("nothing");
    let said = from_nothing(&folder);
    for pairing in ["evaluation, equal nodes", "before, equal nodes"] {
        let played = |line: &str| line.starts_with(pairing) && line.contains("2 of 2 games");
        assert!(said.lines().any(played), "{said}");
    }
    let files = ["first.games", "first.net", "second.games", "loa.net"].map(|name| folder.file(name));
    let whole = files.each_ref().map(|file| fs::read(file).unwrap());
    // Killed while the second network's games were played, and while the first one's were.
    for torn in [2, 0] {
        fs::write(&files[torn], &whole[torn][..whole[torn].len() / 2]).unwrap();
        files[torn + 1..].iter().for_each(|file| fs::remove_file(file).unwrap());
        from_nothing(&folder);
        assert_eq!(files.each_ref().map(|file| fs::read(file).unwrap()), whole);
    }
}

#[test]
fn bad_input_is_named() {
    let folder = Folder::new("bad");
    let [games, out] = ["bad.games", "out.net"].map(|name| folder.file(name));
    let missing = format!("pvs:net={},nodes=50", folder.file("missing.net"));
    let foreign = format!("pvs:net={games},nodes=50");
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../loa/nets/loa-1.net");
    fs::write(&games, "# plywood games of hex\nb1-b3 b1-b9\n").unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["generate", "loa", "--out", &out, "--opening", "9..4"], "\"9..4\""),
        (&["generate", "loa", "--out", &out, "--random", "1001"], "\"1001\""),
        (&["generate", "loa", "--out", &out, "--engine", "nobody"], "\"nobody\""),
        (&["generate", "loa", "--out", &out, "--engine", &missing], "missing.net"),
        (&["generate", "loa", "--out", &out, "--engine", &foreign], "not a network of plywood"),
        (&["generate", "hex", "--out", &out, "--engine", &foreign], "hex has no networks"),
        (&["generate", "loa", "--out", &out, "--visits"], "it counts no visits of moves; mcts does"),
        (&["tune", "loa", "--out", &out, "--engine", &missing], "missing.net"),
        (&["tune", "loa", "--out", &out, "--engine", &foreign], "not a network of plywood"),
        (&["generate", "loa", "--out", &games], "belongs to a job with other settings"),
        (&["generate", "loa", "--out", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["train", "loa", &games], "line 2"),
        (&["train", "loa", &games, "--hidden", "17"], "--hidden \"17\""),
        (&["train", "loa", &games, "--from", &games], "not a network of plywood"),
        (&["train", "loa", &games, "--from", "/nowhere.net"], "/nowhere.net"),
        (&["train", "loa", &games, "--from", net, "--hidden", "32"], "--hidden"),
        (&["train", "loa", &games, "--out", &folder.file("")], "cannot write"),
        (&["train", "loa", &games, "--out", &out, "--curve", "/nowhere/at.svg"], "/nowhere/at.svg"),
        (&["train", "hex", &games], "hex"),
        (&["train", "loa", "/nowhere/at/all"], "/nowhere/at/all"),
        (&["train", "loa", &games, "--rate", "fast"], "\"fast\""),
        (&["train", "loa:size=7", &games], "loa has no networks for them"),
        (&["gauge", "loa:size=7", net, "--nodes", "20"], "loa has no networks for"),
        (&["gauge", "loa", net, "--before", &games, "--nodes", "20"], "not a network of plywood"),
        (&["tune", "loa", "--out", &out, "--engine", "pvs:nodes=50,margin=soon"], "\"soon\""),
        (&["tune", "loa", "--out", &out, "--engine", "mcts:nodes=50"], "mcts has"),
        (&["gauge", "loa", &out], "--nodes or --move-time"),
        (&["gauge", "loa", &out, "--nodes", "few"], "\"few\""),
    ];
    for (arguments, expected) in cases {
        let message = complaint(arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert!(!PathBuf::from(&out).exists(), "{arguments:?}");
    }
}
