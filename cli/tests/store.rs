//! The store of games under the real program: killed a hundred times, shared, read.

use crate::complaints::complaints;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
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

/// A folder of its own for each test, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywood-cli-{name}-{}", std::process::id()));
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

/// A match of fast engines that are limited by nodes.
fn contest<'a>(games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let engines = ["match", "loa:size=5", "pvs:nodes=40,hash=64kB", "random"];
    let rest = ["--seed", "3", "--concurrency", "2", "--games", games];
    [&engines[..], &rest, more].concat()
}

/// The table without what differs from run to run: times.
fn timeless(table: &str) -> Vec<&str> {
    let lines = table.lines().filter(|line| !line.starts_with("time ") && !line.starts_with("match "));
    lines.collect()
}

/// The whole lines of a file; none if it is not there.
fn lines(path: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(path)).unwrap_or_default();
    text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).map(str::to_owned).collect()
}

#[test]
fn killed_a_hundred_times_nothing_is_lost_and_nothing_counted_twice() {
    const KILLS: u64 = 100;
    let folder = Folder::new("killed");
    let (store, records) = (folder.file("games.db"), folder.file("records.txt"));
    let with_store = contest("700", &["--store", &store, "--records", &records]);
    let mut counted = HashSet::new();
    let mut killed = 0;
    for number in 0..KILLS {
        let mut child: Child =
            plywood(&with_store).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(5 + number * 37 % 61));
        // SIGKILL where there are signals.
        child.kill().expect("it can be killed");
        killed += u64::from(!child.wait().expect("it ends").success());
        // What was counted was safe before it was counted.
        counted.extend(lines(&records));
        if number % 10 == 9 {
            let kept: HashSet<String> =
                answer(&["store", &store, "export"]).lines().map(str::to_owned).collect();
            let lost: Vec<_> = counted.difference(&kept).collect();
            assert!(lost.is_empty(), "after {number}: {lost:?}");
        }
    }
    assert!(killed > 0, "every process had ended by itself");
    let alone = answer(&contest("700", &[]));
    let resumed = answer(&with_store);
    assert_eq!(timeless(&resumed), timeless(&alone));
    let stats = answer(&["store", &store, "stats"]);
    assert_eq!(stats.lines().skip(1).collect::<Vec<_>>()[..9], resumed.lines().collect::<Vec<_>>()[..9]);
    assert_eq!(answer(&["store", &store, "export"]).lines().count(), 700);
}

#[test]
fn two_processes_share_a_store_and_play_every_game_once() {
    let folder = Folder::new("shared");
    let store = folder.file("games.db");
    let with_store = contest("120", &["--store", &store]);
    let spawn =
        || plywood(&with_store).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let outputs = [spawn(), spawn()].map(|child| child.wait_with_output().expect("it ends"));
    let alone = answer(&contest("120", &[]));
    for output in outputs {
        assert_eq!(complaints(&output.stderr), "");
        assert_eq!(timeless(&String::from_utf8_lossy(&output.stdout)), timeless(&alone));
    }
    assert_eq!(answer(&["store", &store, "export"]).lines().count(), 120);
}

#[test]
fn a_tournament_goes_on_from_its_store_and_does_not_depend_on_threads() {
    let folder = Folder::new("tournament");
    let (store, out) = (folder.file("games.db"), folder.file("out"));
    let play = |concurrency: &str, more: &[&str]| {
        let engines =
            ["tournament", "loa:size=5", "random", "pvs:nodes=40,hash=64kB", "ids:nodes=40,hash=64kB"];
        let rest = ["--games", "12", "--seed", "5", "--concurrency", concurrency];
        answer(&[&engines[..], &rest, more].concat())
    };
    let alone = play("1", &[]);
    assert_eq!(play("3", &["--store", &store, "--out", &out]), alone);
    assert_eq!(play("1", &["--store", &store]), alone);
    assert_eq!(answer(&["store", &store, "list"]).lines().count(), 9);
    assert_eq!(fs::read_to_string(Path::new(&out).join("crosstable.txt")).unwrap(), alone);
    let csv = fs::read_to_string(Path::new(&out).join("crosstable.csv")).unwrap();
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.lines().last().unwrap().contains(",random,"), "{csv}");
    let json: Value =
        serde_json::from_str(&fs::read_to_string(Path::new(&out).join("crosstable.json")).unwrap()).unwrap();
    assert_eq!(
        (json["pairings"].as_array().unwrap().len(), &json["standings"][2]["engine"]),
        (3, &"random".into())
    );
    assert!(fs::read_to_string(Path::new(&out).join("crosstable.svg")).unwrap().ends_with("</svg>\n"));
    let gauntlet = ["tournament", "loa:size=5", "random", "pvs:nodes=40,hash=64kB", "ids:nodes=40,hash=64kB"];
    let gauntlet = answer(&[&gauntlet[..], &["--games", "2", "--format", "gauntlet", "--json"]].concat());
    let gauntlet: Value = serde_json::from_str(&gauntlet).unwrap();
    assert_eq!(gauntlet["pairings"].as_array().unwrap().len(), 2);
}

#[test]
fn two_processes_play_one_tournament() {
    let folder = Folder::new("two-tournaments");
    let (store, records) = (folder.file("games.db"), folder.file("records.txt"));
    let engines = ["tournament", "loa:size=5", "random", "pvs:nodes=40,hash=64kB", "ids:nodes=40,hash=64kB"];
    let tournament = [&engines[..], &["--games", "20", "--seed", "5"]].concat();
    let with_store = [&tournament[..], &["--store", &store]].concat();
    let spawn =
        || plywood(&with_store).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let outputs = [spawn(), spawn()].map(|child| child.wait_with_output().expect("it ends"));
    let alone = answer(&[&tournament[..], &["--records", &records]].concat());
    for output in outputs {
        assert_eq!(complaints(&output.stderr), "");
        assert_eq!(String::from_utf8_lossy(&output.stdout), alone);
    }
    assert_eq!(answer(&["store", &store, "export"]).lines().count(), 60);
    // The first round: a pair of games of each pairing.
    let players: Vec<_> =
        lines(&records)[..6].iter().map(|record| record.matches("random").count()).collect();
    assert_eq!(players, [1, 1, 1, 1, 0, 0]);
}

#[test]
fn openings_come_from_a_file_and_games_end_by_the_clock_or_by_scores() {
    let folder = Folder::new("openings");
    let (book, store) = (folder.file("book.txt"), folder.file("games.db"));
    fs::write(&book, "# a position and a game\n3xx3/8/8/3oo3/8/8/2xx4/5oo1 x\nb1-h1 a7-c5\n").unwrap();
    let openings = format!("file:{book},shuffle");
    let players = ["match", "loa", "ids:nodes=200,hash=64kB", "random", "--games", "4", "--store", &store];
    answer(&[&players[..], &["--openings", &openings, "--resign", "score=200,moves=2"]].concat());
    let exported = answer(&["store", &store, "export"]);
    assert_eq!(exported.lines().filter(|line| line.contains("b1-h1 a7-c5")).count(), 2);
    assert_eq!(exported.lines().filter(|line| line.contains("3xx3/8/8/3oo3")).count(), 2);
    answer(&[&players[..], &["--max-plies", "10", "--draw", "score=1,moves=1"]].concat());
    assert_eq!(answer(&["store", &store, "export", "--result", "length"]).lines().count(), 4);
    answer(&[&players[..], &["--clock", "20s+0.1s/20", "--margin", "1s"]].concat());
    assert!(answer(&["store", &store, "list", "--match", "3"]).contains("clock 20s+0.1s/20; margin 1s"));
}

#[test]
fn a_store_is_listed_filtered_exported_and_counted_again() {
    let folder = Folder::new("read");
    let store = folder.file("games.db");
    let json = |text: &str| -> Vec<Value> {
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let played = json(&answer(&contest("6", &["--store", &store, "--json"])));
    let hex = [
        "match",
        "hex:size=4",
        "random",
        "mcts:nodes=20",
        "--games",
        "4",
        "--openings",
        "none",
        "--store",
        &store,
    ];
    answer(&hex);
    let arimaa =
        ["match", "arimaa", "random", "random", "--games", "2", "--openings", "none", "--max-plies", "120"];
    answer(&[&arimaa[..], &["--store", &store]].concat());

    assert_eq!(answer(&["store", &store, "list"]).lines().count(), 9);
    let list = json(&answer(&["store", &store, "list", "--json", "--game", "loa"]));
    assert_eq!(list.len(), 1);
    for field in ["engines", "wins", "draws", "losses", "pairs", "score", "interval", "elo", "los", "usage"] {
        assert_eq!(list[0][field], played[0][field], "{field}");
    }
    assert_eq!(answer(&["store", &store, "list", "--engine", "mcts:nodes"]).lines().count(), 3);
    assert_eq!(answer(&["store", &store, "list", "--match", "3"]).lines().count(), 3);

    let won = answer(&["store", &store, "export", "--match", "1", "--result", "1-0"]).lines().count();
    let lost = answer(&["store", &store, "export", "--match", "1", "--result", "0-1"]).lines().count();
    let drawn = answer(&["store", &store, "export", "--match", "1", "--result", "draw"]).lines().count();
    assert_eq!(
        (
            won + lost + drawn,
            answer(&["store", &store, "export", "--result", "rules", "--match", "1"]).lines().count()
        ),
        (6, 6)
    );
    let games = json(&answer(&["store", &store, "export", "--format", "json", "--match", "2"]));
    assert_eq!(
        (games.len(), games[1]["first_engine"].as_u64(), &games[0]["game"]),
        (4, Some(2), &"hex".into())
    );
    assert!(games[0]["turns"][0]["seconds"].is_number());

    // What is exported, replay reads, in the game's own format too.
    for (game, number, count) in [("loa:size=5", "1", 6), ("hex:size=4", "2", 4), ("arimaa", "3", 2)] {
        for format in ["records", "own"] {
            let file = folder.file("export.txt");
            fs::write(&file, answer(&["store", &store, "export", "--match", number, "--format", format]))
                .unwrap();
            assert_eq!(answer(&["replay", game, &file]).lines().count(), count, "{game} {format}");
        }
    }
}

#[test]
fn bad_stores_and_bad_arguments_give_one_line_and_status_2() {
    let folder = Folder::new("no-store");
    let (text, missing, inside) =
        (folder.file("text"), folder.file("missing"), folder.file("missing/games.db"));
    fs::write(&text, "not a store, but long enough to have the header of one if it were").unwrap();
    let (good, book) = (folder.file("good.db"), format!("file:{text}"));
    answer(&contest("2", &["--store", &good]));
    for (arguments, part) in [
        (vec!["store", &text, "list"], "not a store"),
        (vec!["store", &missing, "stats"], "no such file"),
        (vec!["store", &good, "stats", "--match", "7"], "\"7\""),
        (vec!["store", &good, "export", "--format", "pgn"], "\"pgn\""),
        (vec!["store", &good, "export", "--result", "2-0"], "\"2-0\""),
        (contest("2", &["--clock", "0s"]), "\"0s\""),
        (contest("2", &["--margin", "-1s"]), "\"-1s\""),
        (contest("2", &["--resign", "score=x,moves=1"]), "`score=x`"),
        (contest("2", &["--draw", "moves=1"]), "`score` is missing"),
        (contest("2", &["--max-plies", "0"]), "\"0\""),
        (contest("2", &["--openings", "file:"]), "the file is missing"),
        (contest("2", &["--openings", &book]), "line 1: "),
        (contest("2", &["--openings", "file:nowhere.txt"]), "nowhere.txt"),
        (vec!["tournament", "loa", "random"], "two engines"),
        (vec!["tournament", "loa", "random", "random"], "given twice"),
        (vec!["tournament", "loa", "random", "pvs:eval=x"], "\"x\""),
        (vec!["tournament", "loa", "random", "pvs", "--format", "swiss"], "\"swiss\""),
        (contest("2", &["--store", &text]), "not a store"),
        (contest("2", &["--store", &inside]), "games.db"),
    ] {
        let output = run(&arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{arguments:?} {error}");
        assert!(error.contains(part), "{arguments:?} {error}");
    }
}

#[test]
fn what_is_mistyped_empties_no_file_and_makes_none() {
    let folder = Folder::new("mistyped");
    let (records, store) = (folder.file("records.txt"), folder.file("games.db"));
    fs::write(&records, "games of yesterday\n").unwrap();
    let files = ["--records", &records, "--store", &store];
    for engines in [["pvs:nodes=40", "pvx"], ["pvs:nodes=40,eval=x", "random"], ["random", "pvs@nowhere"]] {
        for command in ["match", "tournament"] {
            let output = run(&[&[command, "loa"][..], &engines, &files].concat());
            assert_eq!(output.status.code(), Some(2), "{command} {engines:?}");
        }
    }
    let out = folder.file("out");
    run(&["tournament", "loa", "random", "pvx", "--out", &out]);
    assert!(!Path::new(&out).exists());
    let over = ["match", "hex:size=2", "random", "random", "--moves", "a1 b1 a2"];
    assert_eq!(run(&[&over[..], &files].concat()).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&records).unwrap(), "games of yesterday\n");
    assert!(!Path::new(&store).exists());
}

#[test]
fn the_time_of_a_match_ends_it_in_the_middle_of_a_turn() {
    let arguments = ["match", "loa", "pvs:time=1000s,hash=1MB", "random", "--time", "100ms"];
    let output = run(&arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{error}");
    assert!(error.contains("the time was up after 0 of 100 games"), "{error}");
}

#[test]
fn the_build_is_shown_and_kept_with_match_and_games() {
    let folder = Folder::new("build");
    let store = folder.file("games.db");
    let build = answer(&["--version"]).trim().strip_prefix("plywood ").expect("a name").to_owned();
    assert!(build.starts_with(concat!(env!("CARGO_PKG_VERSION"), "+")), "{build}");
    answer(&contest("2", &["--store", &store]));
    assert!(answer(&["store", &store, "list"]).lines().next().unwrap().ends_with(&format!("build {build}")));
    let listed: Value = serde_json::from_str(&answer(&["store", &store, "list", "--json"])).unwrap();
    assert_eq!(listed["builds"], serde_json::json!([[build, build]]));
    let record = answer(&["store", &store, "export"]);
    assert_eq!(record.matches(&format!("-build=\"{build}\"")).count(), 4, "{record}");
    let csv = answer(&["store", &store, "export", "--format", "csv"]);
    let rows: Vec<_> = csv.lines().collect();
    assert_eq!((rows.len(), rows[1].matches(&build).count()), (3, 2), "{csv}");
}

#[test]
fn an_engine_that_gave_up_is_the_loser_wherever_its_game_is_written() {
    let folder = Folder::new("gave-up");
    let old: &[u8] = include_bytes!("../../arena/tests/data/version-1.db");
    let store = folder.file("games.db");
    fs::write(&store, old).unwrap();
    let games = answer(&["store", &store, "export", "--format", "json", "--result", "gave-up"]);
    let game: Value = serde_json::from_str(games.lines().next().unwrap()).unwrap();
    assert_eq!((&game["ending"], &game["loser"]), (&"gave-up".into(), &1.into()));
    let help = answer(&["store", "games.db", "export", "--help"]);
    assert!(help.contains("gave-up"), "{help}");
    assert_eq!(fs::read(&store).unwrap(), old);
}

#[test]
fn a_damaged_game_is_named_and_the_rest_is_shown() {
    let folder = Folder::new("damaged");
    let store = folder.file("games.db");
    let mut bytes = include_bytes!("../../arena/tests/data/version-1.db").to_vec();
    let words = b"out of order";
    let places: Vec<_> = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(words)).collect();
    assert!(places.len() >= 2, "two crashes in match 8");
    for place in places {
        bytes[place] = b'O';
    }
    fs::write(&store, bytes).unwrap();
    let output = run(&["store", &store, "list"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    assert!(error.contains("of match 8: it is not what was stored"), "{error}");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 30);
    answer(&["store", &store, "stats", "--match", "1"]);
    assert_eq!(run(&["store", &store, "stats", "--match", "8"]).status.code(), Some(2));
}
