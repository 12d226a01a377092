//! The work that settles the seeds' claims: shown, ended, gone on with, reported. One match stands for all,
//! since they differ in their engines alone.

use plywood_arena::Tally;
use plywood_bench::tables::settled::{Contest, Part, Settings, Work};
use plywood_bench::tables::{Options, Subject};
use plywood_search::StopHandle;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// A folder of its own for each test, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywood-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// As little as can be.
const LITTLE: Settings =
    Settings { games: 2, time: Duration::from_millis(1), seed: 1, threads: 2, build: "a" };

/// Works until `parts` parts are finished, and returns their lines.
fn work(folder: &Folder, parts: usize) -> (Work, Vec<String>) {
    let stop = StopHandle::new();
    let mut work = Work::new(LITTLE, true, &folder.0).unwrap();
    let mut lines = Vec::new();
    let mut options = Options {
        quick: true,
        folder: Some(folder.0.clone()),
        build: "",
        stop: stop.clone(),
        progress: &mut |_| {},
    };
    work.run(&mut options, &mut |line| {
        lines.push(line.to_owned());
        if lines.len() == parts {
            stop.stop();
        }
    })
    .unwrap();
    (work, lines)
}

fn tally(part: &Part) -> Tally {
    let Part::Contest(_, summary) = part else { panic!("a match") };
    summary.tally
}

#[test]
fn work_that_was_ended_goes_on_with_what_is_left() {
    let folder = Folder::new("settled");
    let (first, lines) = work(&folder, 2);
    assert_eq!(lines, ["done  loa, h1 - h2: 2 of 2 games", "done  loa, h1 - h3: 2 of 2 games"]);
    assert!(!first.is_done());
    assert!(folder.read("report.md").contains("2 of 16 parts are done"));
    let (second, lines) = work(&folder, 1);
    assert_eq!(lines, ["done  loa, h1 - h4: 2 of 2 games"]);
    let done = second.parts.iter().filter(|part| part.is_done()).count();
    assert_eq!((done, second.parts.len()), (3, Contest::all(&LITTLE).len() + Subject::ALL.len()));
    // What was played before stands as it was.
    let games = |work: &Work| work.parts[..2].iter().map(tally).collect::<Vec<_>>();
    assert_eq!(games(&first), games(&second));
}

#[test]
fn the_report_shows_scores_claims_and_what_is_left() {
    let folder = Folder::new("report");
    work(&folder, 1);
    let report = folder.read("report.md");
    for part in [
        "- [x] loa, h1 - h2: 2 of 2 games",
        "- [ ] hex, distance - default: 0 of 2 games",
        "| loa | h1 | h2 | 0-2 | 2 |",
        "| loa | h2 | Monte-Carlo | 9-1 | 0 | 0-0-0 | - | - | - | - |",
        "![The seeds' evaluations against ours](evaluations.svg)",
        "To be computed.",
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
    for chart in ["loa-heuristics.svg", "loa-monte-carlo.svg", "evaluations.svg"] {
        assert!(folder.read(chart).ends_with("</svg>\n"), "{chart}");
    }
}

#[test]
fn other_settings_are_other_matches() {
    let folder = Folder::new("settings");
    work(&folder, 1);
    let done = |settings| {
        let work = Work::new(settings, true, &folder.0).unwrap();
        work.parts.iter().filter(|part| part.is_done()).count()
    };
    assert_eq!(done(LITTLE), 1);
    assert_eq!(done(Settings { time: Duration::from_millis(2), ..LITTLE }), 0);
    assert_eq!(done(Settings { build: "b", ..LITTLE }), 0);
    // More games go on from these.
    let more = Work::new(Settings { games: 6, ..LITTLE }, true, &folder.0).unwrap();
    let Part::Contest(_, summary) = &more.parts[0] else { panic!("matches come first") };
    assert_eq!((summary.tally.games(), summary.games), (2, 6));
}
