//! Games for training: the same from a seed, and whole again after a kill.

use plywood_learn::{Filter, JobError, NetFile, Reader, SCORES, SelfPlay, VISITS, gather, generate, visits};
use plywood_loa::LinesOfAction;
use plywood_loa::eval::Inputs;
use plywood_play::{Record, read_records};
use plywood_registry::LOA;
use plywood_search::StopHandle;
use std::fs;
use std::path::{Path, PathBuf};

/// A file in the directory for temporary files, removed at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("plywood-learn-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Self(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn settings() -> SelfPlay {
    SelfPlay { random_per_mille: 100, ..SelfPlay::new("pvs:depth=1,hash=64KB".parse().unwrap()) }
}

fn run(settings: &SelfPlay, games: u64, threads: usize, path: &Path) -> Result<String, JobError> {
    generate(LOA, settings, (games, threads), path, &StopHandle::new(), &mut |_| {})?;
    Ok(fs::read_to_string(path).unwrap())
}

#[test]
fn games_depend_on_the_seed_and_not_on_the_number_of_threads() {
    let files = ["one", "three", "other"].map(Temporary::new);
    let one = run(&settings(), 8, 1, &files[0].0).unwrap();
    let three = run(&settings(), 8, 3, &files[1].0).unwrap();
    let other = run(&SelfPlay { seed: 2, ..settings() }, 8, 1, &files[2].0).unwrap();
    assert_eq!(one, three);
    assert_ne!(one.lines().nth(1), other.lines().nth(1));
}

#[test]
fn a_file_cut_anywhere_becomes_what_it_would_have_been() {
    let file = Temporary::new("cut");
    let whole = run(&settings(), 4, 1, &file.0).unwrap();
    for length in [0, 10, whole.len() / 3, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&file.0, &whole[..length]).unwrap();
        assert_eq!(run(&settings(), 4, 1, &file.0).unwrap(), whole, "cut to {length} bytes");
    }
}

#[test]
fn a_file_of_other_games_is_left_alone() {
    let file = Temporary::new("foreign");
    let text = run(&settings(), 2, 1, &file.0).unwrap();
    let error = run(&SelfPlay { seed: 9, ..settings() }, 2, 1, &file.0).unwrap_err();
    assert!(error.to_string().ends_with("it has \"seed=1\", where \"seed=9\" is wanted"), "{error}");
    assert_eq!(fs::read_to_string(&file.0).unwrap(), text);
    fs::write(&file.0, "no newline").unwrap();
    let error = run(&settings(), 2, 1, &file.0).unwrap_err();
    assert!(error.to_string().ends_with("it begins with \"no newline\""), "{error}");
    assert_eq!(fs::read_to_string(&file.0).unwrap(), "no newline");
}

/// The first network of Lines of Action in a file's place, and the settings of games with it.
fn with_network(path: &str, change: impl FnOnce(&mut Vec<u8>)) -> SelfPlay {
    let mut bytes = include_bytes!("../../loa/nets/loa-1.net").to_vec();
    change(&mut bytes);
    let engine = format!("pvs:net={path},depth=2,hash=64KB").parse().unwrap();
    SelfPlay { network: Some(NetFile::new(bytes)), ..SelfPlay::new(engine) }
}

#[test]
fn a_network_from_a_file_plays_as_the_same_one_that_is_compiled_in() {
    let files = ["file", "name"].map(Temporary::new);
    let from_file = run(&with_network("some.net", |_| {}), 4, 2, &files[0].0).unwrap();
    let by_name = SelfPlay::new("pvs:eval=loa-1,depth=2,hash=64KB".parse().unwrap());
    let by_name = run(&by_name, 4, 1, &files[1].0).unwrap();
    assert!(from_file.lines().skip(1).eq(by_name.lines().skip(1)));
}

#[test]
fn games_go_on_with_the_network_that_they_began_with_wherever_it_lies() {
    let file = Temporary::new("network");
    let whole = run(&with_network("some.net", |_| {}), 4, 1, &file.0).unwrap();
    fs::write(&file.0, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(run(&with_network("elsewhere.net", |_| {}), 4, 1, &file.0).unwrap(), whole);
    let other = run(&SelfPlay { network: None, ..with_network("x", |_| {}) }, 4, 1, &file.0).unwrap_err();
    assert!(matches!(other, JobError::Engine(_)), "{other}");
    let torn = run(&with_network("some.net", |bytes| bytes.truncate(1_000)), 4, 1, &file.0).unwrap_err();
    assert!(torn.to_string().contains("some.net") && torn.to_string().contains("cut off"), "{torn}");
    let second = SelfPlay {
        network: Some(NetFile::new(include_bytes!("../../loa/nets/loa-2.net").to_vec())),
        ..with_network("some.net", |_| {})
    };
    let second = run(&second, 4, 1, &file.0).unwrap_err();
    assert!(matches!(second, JobError::OtherSettings(_)), "{second}");
    assert_eq!(fs::read_to_string(&file.0).unwrap(), whole);
}

#[test]
fn each_ply_has_a_word_of_score() {
    let file = Temporary::new("scores");
    let text = run(&settings(), 3, 1, &file.0).unwrap();
    for record in read_records(&text, ["black", "white"]) {
        let record = record.unwrap();
        let scores: Vec<_> = record.tag("scores").unwrap().split(' ').collect();
        assert_eq!(scores.len(), record.moves.len());
        assert!(scores.iter().any(|score| score.parse::<i32>().is_ok()) && scores[0] == "-");
    }
}

/// Games of Monte-Carlo tree search whose visits are written.
fn with_visits() -> SelfPlay {
    let engine = "mcts:eval=classic,nodes=40".parse().unwrap();
    SelfPlay { visits: true, ..SelfPlay::new(engine) }
}

#[test]
fn visits_are_written_beside_the_same_games_and_survive_a_kill() {
    let (file, without) = (Temporary::new("visits"), Temporary::new("no-visits"));
    let whole = run(&with_visits(), 4, 2, &file.0).unwrap();
    let plain = run(&SelfPlay { visits: false, ..with_visits() }, 4, 1, &without.0).unwrap();
    let read = |text| read_records(text, ["black", "white"]).map(Result::unwrap).collect::<Vec<_>>();
    let mut counted = 0;
    for (record, plain) in read(&whole).iter().zip(read(&plain)) {
        assert_eq!((&record.moves, record.tag(SCORES)), (&plain.moves, plain.tag(SCORES)));
        assert_eq!(plain.tag(VISITS), None);
        let scores = record.tag(SCORES).unwrap().split(' ');
        for ((of_ply, played), score) in visits(record).unwrap().iter().zip(&record.moves).zip(scores) {
            assert!(of_ply.is_empty() || score != "-");
            assert!(of_ply.is_sorted_by_key(|&(_, visits)| core::cmp::Reverse(visits)));
            let all: u32 = of_ply.iter().map(|&(_, visits)| visits).sum();
            assert!(all <= 40, "{all} of 40");
            let is_open = score.parse::<i32>().is_ok_and(|score| score.abs() < 1_000);
            if is_open && all == 40 {
                assert_eq!(of_ply[0].1, of_ply.iter().find(|(mv, _)| mv == played).unwrap().1);
                counted += 1;
            }
        }
    }
    assert!(counted > 20, "{counted}");
    let [with, without_them] = [&whole, &plain].map(|text| {
        let mut reader = Reader::new(Inputs, Filter::default());
        reader.read::<LinesOfAction>(text, "").unwrap();
        reader.samples.digest()
    });
    assert_eq!(with, without_them, "what a network learns from");
    for length in [whole.len() / 2, whole.len() - 1] {
        fs::write(&file.0, &whole[..length]).unwrap();
        assert_eq!(run(&with_visits(), 4, 1, &file.0).unwrap(), whole, "cut to {length} bytes");
    }
    let error = run(&with_visits(), 4, 1, &without.0).unwrap_err();
    assert!(error.to_string().ends_with("it has \"\", where \"visits=on\" is wanted"), "{error}");
    assert_eq!(fs::read_to_string(&without.0).unwrap(), plain);
}

#[test]
fn an_engine_that_counts_no_visits_is_refused_before_a_file_is_made() {
    let file = Temporary::new("uncounted");
    let error = run(&SelfPlay { visits: true, ..settings() }, 2, 1, &file.0).unwrap_err();
    assert!(error.to_string().contains("it counts no visits of moves"), "{error}");
    assert!(!file.0.exists());
}

#[test]
fn visits_that_are_none_are_refused() {
    let record = |words: &str| {
        let text = format!("visits=\"{words}\" b1-b3 a2-c2");
        read_records(&text, ["black", "white"]).next().unwrap().unwrap()
    };
    let good = record("b1-b3=7,c1-c3=3 -");
    assert_eq!(visits(&good).unwrap(), [vec![("b1-b3", 7), ("c1-c3", 3)], vec![]]);
    for words in ["-", "- - -", "b1-b3=7,c1-c3 -", "b1-b3=many -", "b1-b3=-1 -", "b1-b3=7, -"] {
        assert!(visits(&record(words)).is_err(), "{words}");
    }
}

/// The plies and the words of the scores of a record.
fn words(record: &Record) -> (Vec<String>, Vec<String>) {
    let scores = record.tag(SCORES).unwrap().split(' ').map(str::to_owned).collect();
    (record.moves.clone(), scores)
}

#[test]
fn games_played_elsewhere_make_the_same_file() {
    let (here, elsewhere) = (Temporary::new("here"), Temporary::new("elsewhere"));
    let whole = run(&settings(), 6, 1, &here.0).unwrap();
    let records: Vec<Record> =
        read_records(&whole, ["black", "white"]).map(|record| record.unwrap()).collect();
    // The file has two games; then come some twice, and in another order.
    run(&settings(), 2, 1, &elsewhere.0).unwrap();
    let supply = |done: u64| {
        assert_eq!(done, 2);
        [5_usize, 0, 3, 3, 2, 5, 4, 4].map(|number| {
            let (moves, scores) = words(&records[number]);
            (number as u64, Ok(settings().replay(LOA, number as u64, &moves, &scores).unwrap()))
        })
    };
    let made = gather(LOA, &settings(), &elsewhere.0, supply, &mut |_| {}).unwrap();
    assert_eq!((made.games, made.played), (6, 4));
    assert_eq!(fs::read_to_string(&elsewhere.0).unwrap(), whole);
}

#[test]
fn a_game_that_cannot_have_been_played_is_refused() {
    let file = Temporary::new("refused");
    let text = run(&settings(), 2, 1, &file.0).unwrap();
    let record = read_records(&text, ["black", "white"]).nth(1).unwrap().unwrap();
    let (moves, scores) = words(&record);
    let replay = |number: u64, moves: &[String], scores: &[String]| {
        settings().replay(LOA, number, moves, scores).map_err(|error| error.to_string())
    };
    assert!(replay(1, &moves, &scores).is_ok());
    assert!(replay(0, &moves, &scores).unwrap_err().contains("another move was drawn"));
    let last = moves.len() - 1;
    let (shorter, longer) = (moves[..last].to_vec(), [&moves[..], &moves[..1]].concat());
    assert!(replay(1, &shorter, &scores).unwrap_err().contains("the moves end there"));
    assert!(replay(1, &longer, &scores).unwrap_err().contains("after its end"));
    assert!(replay(1, &moves, &scores[..last]).unwrap_err().contains("score"));
    let searched = scores.iter().position(|score| score != "-").unwrap();
    for (place, word, part) in
        [(0, "7", "score should be -"), (searched, "-", "a score is missing"), (searched, "x", "a score")]
    {
        let mut other = scores.clone();
        other[place] = word.to_owned();
        assert!(replay(1, &moves, &other).unwrap_err().contains(part), "{word} at {place}");
    }
    let mut other = moves.clone();
    other[searched] = "a1-a1".to_owned();
    assert!(replay(1, &other, &scores).unwrap_err().contains("a1-a1"));
}
