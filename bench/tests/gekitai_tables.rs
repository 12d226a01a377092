//! The tables of Gekitai as a front end gets them: kept, gone on from, ended early.

use plywood_arena::store::Store;
use plywood_bench::tables::gekitai::pairings::{Row, Settings, compute, grid};
use plywood_bench::tables::gekitai::published::PAIRINGS;
use plywood_bench::tables::{Options, Subject, Tables};
use plywood_search::StopHandle;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of its own for each test, empty at the beginning and gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywood-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// The file of quick tables.
    fn file(&self) -> PathBuf {
        self.0.join("gekitai-pairings-quick.csv")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// So few games that the pairings are a moment's work.
const FEW: Settings = Settings { games: 4, opening_plies: 4, seed: 7, threads: 2 };

/// Plays the pairings, and pulls the handle when `last` of them are being played or done. What was shown
/// comes along.
fn play(settings: &Settings, folder: Option<&Path>, last: usize) -> (Vec<Row>, Vec<String>) {
    let stop = StopHandle::new();
    let mut shown = Vec::new();
    let mut progress = |text: &str| {
        if text.starts_with(&format!("pairing {} of ", last + 1)) {
            stop.stop();
        }
        shown.push(text.to_owned());
    };
    let folder = folder.map(Path::to_owned);
    let mut options =
        Options { quick: true, folder, build: "a", stop: stop.clone(), progress: &mut progress };
    let rows = compute(settings, &mut options).unwrap();
    (rows, shown)
}

fn without_origin(rows: &[Row]) -> Vec<Row> {
    rows.iter().map(|row| Row { is_reused: false, ..*row }).collect()
}

#[test]
fn pairings_do_not_depend_on_the_number_of_threads() {
    let (two, _) = play(&FEW, None, 17);
    let (one, _) = play(&Settings { threads: 1, ..FEW }, None, 17);
    assert_eq!(two.len(), PAIRINGS.len());
    assert_eq!(two, one);
    assert!(two.iter().all(|row| row.tally.games() == 4 && row.tally.complete_pairs() == 2));
}

#[test]
fn what_was_played_is_reused_and_the_rest_gives_the_same_numbers() {
    let folder = Folder::new("resumed");
    let (part, _) = play(&FEW, Some(&folder.0), 5);
    assert_eq!(part.len(), 5);
    let (all, shown) = play(&FEW, Some(&folder.0), 17);
    assert_eq!(
        all.iter().map(|row| row.is_reused).collect::<Vec<_>>(),
        [[true; 5].as_slice(), &[false; 12]].concat()
    );
    assert!(shown[0].starts_with("pairing 6 of 17: "), "{}", shown[0]);
    let (fresh, _) = play(&FEW, None, 17);
    assert_eq!(without_origin(&all), fresh);
    let table = grid(&FEW, &all);
    assert!(table.text().contains("Reused from an earlier run: 5 of 17 pairings."));
    assert_eq!(table.csv(), grid(&FEW, &fresh).csv());
    assert_eq!(fs::read_to_string(folder.file()).unwrap(), table.csv());
    let (again, shown) = play(&FEW, Some(&folder.0), 17);
    assert!(again.iter().all(|row| row.is_reused) && shown.is_empty());
}

#[test]
fn other_settings_start_afresh() {
    let folder = Folder::new("afresh");
    play(&FEW, Some(&folder.0), 1);
    for settings in
        [Settings { games: 2, ..FEW }, Settings { opening_plies: 3, ..FEW }, Settings { seed: 8, ..FEW }]
    {
        let (rows, _) = play(&settings, Some(&folder.0), 1);
        assert_eq!((rows.len(), rows[0].is_reused), (1, false), "{settings:?}");
    }
}

#[test]
fn the_games_are_in_the_store_and_a_table_that_is_gone_is_written_anew() {
    let folder = Folder::new("stored");
    let (rows, _) = play(&FEW, Some(&folder.0), 3);
    let text = fs::read_to_string(folder.file()).unwrap();
    fs::remove_file(folder.file()).unwrap();
    let (again, _) = play(&FEW, Some(&folder.0), 3);
    assert!(again.iter().all(|row| row.is_reused));
    assert_eq!((without_origin(&again), fs::read_to_string(folder.file()).unwrap()), (rows, text));
    let matches = Store::open(&folder.0.join("games.db")).unwrap().matches().unwrap();
    assert!(
        matches.len() >= 3 && matches.iter().all(|found| found.builds.iter().all(|pair| *pair == ["a", "a"]))
    );
}

#[test]
fn work_that_is_ended_early_keeps_what_is_there() {
    let folder = Folder::new("early");
    let settings = Settings::new(true);
    let row = Row { is_reused: false, ..play(&Settings { games: 40, ..settings }, Some(&folder.0), 1).0[0] };
    let stop = StopHandle::new();
    stop.stop();
    let folder_path = Some(folder.0.clone());
    let mut options = Options { quick: true, folder: folder_path, build: "a", stop, progress: &mut |_| {} };
    let tables = Tables::compute(Subject::Gekitai, &mut options, &mut |_| {}).unwrap();
    assert_eq!((tables.grids.len(), tables.charts.len()), (1, 0));
    let text = tables.grids[0].text();
    for part in
        ["Ended early: 1 of 17 pairings.", "Reused from an earlier run: 1 of 17", "40 games a pairing"]
    {
        assert!(text.contains(part), "{text}");
    }
    let files = tables.files();
    assert_eq!(files[0], ("gekitai-pairings-quick.csv".to_owned(), grid(&settings, &[row]).csv()));
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let folder = Folder::new("gone");
    let missing = Some(folder.0.join("missing"));
    let mut options =
        Options { quick: true, folder: missing, build: "a", stop: StopHandle::new(), progress: &mut |_| {} };
    let error = compute(&FEW, &mut options).unwrap_err().to_string();
    assert!(error.contains("games.db"), "{error}");
}
