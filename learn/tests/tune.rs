//! Tuning by games: the same on any number of threads, and whole again after a kill.

use plywood_learn::{Iteration, JobError, Tuning, tune};
use plywood_registry::LOA;
use plywood_search::{Parameter, StopHandle};
use std::fs;
use std::path::{Path, PathBuf};

fn tuning() -> Tuning {
    Tuning {
        engine: "pvs:nodes=1k,hash=1MB,eval=classic".parse().expect("an engine"),
        network: None,
        parameters: vec![Parameter::Margin, Parameter::ReductionSlope],
        iterations: 4,
        pairs: 6,
        rate: 0.5,
        opening: 12,
        max_plies: 120,
        seed: 7,
    }
}

fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plywood-tune-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn run(tuning: &Tuning, threads: usize, path: &Path) -> Result<(Vec<Iteration>, String), JobError> {
    let start = LOA.session("", None).expect("a start");
    let history = tune(&*start, tuning, (path, threads), &StopHandle::new(), &mut |_, _| {})?;
    Ok((history, fs::read_to_string(path).expect("a file")))
}

#[test]
fn constants_depend_on_the_seed_and_not_on_threads_or_kills() {
    let file = path("whole");
    let (history, whole) = run(&tuning(), 1, &file).expect("a run");
    assert_eq!(history.len(), 4);
    assert!(history.iter().any(|iteration| iteration.values != [100.0, 50.0]), "something moved");
    for length in [0, 10, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&file, &whole[..length]).expect("a file");
        assert_eq!(run(&tuning(), 2, &file).expect("a run"), (history.clone(), whole.clone()));
    }
    let other = path("other");
    let (_, text) = run(&Tuning { seed: 8, ..tuning() }, 2, &other).expect("a run");
    assert_ne!(text.lines().last(), whole.lines().last());
    for path in [file, other] {
        fs::remove_file(path).expect("it was there");
    }
}

#[test]
fn foreign_and_damaged_files_are_left_alone() {
    let file = path("foreign");
    fs::write(&file, "# plywood games of loa: seed=1\n").expect("a file");
    assert!(matches!(run(&tuning(), 1, &file), Err(JobError::OtherSettings(_))));
    let header = "# plywood tuning of loa loa: x\n";
    fs::write(&file, header).expect("a file");
    assert!(matches!(run(&tuning(), 1, &file), Err(JobError::OtherSettings(_))));
    let (_, whole) = {
        fs::remove_file(&file).expect("it was there");
        run(&tuning(), 2, &file).expect("a run")
    };
    let damaged = whole.replacen("\n0.", "\nx.", 1);
    fs::write(&file, &damaged).expect("a file");
    let error = run(&tuning(), 1, &file).expect_err("it is damaged");
    assert_eq!(error.to_string(), "line 2 is no iteration");
    assert_eq!(fs::read_to_string(&file).expect("a file"), damaged);
    fs::remove_file(&file).expect("it was there");
}

#[test]
fn each_constant_changes_the_search() {
    use plywood_search::Limits;
    let nodes = |spec: &str| {
        let session = LOA.session("", None).expect("a start");
        let mut engine = session.engine(&spec.parse().expect("an engine")).expect("an engine");
        let thoughts = engine.think(&*session, &Limits::depth(7), &mut |_| {}).expect("an answer");
        thoughts.nodes
    };
    let by_hand = nodes("pvs:hash=1MB,eval=classic");
    for parameter in Parameter::ALL {
        let spec = format!("pvs:hash=1MB,eval=classic,{}", parameter.name());
        assert_eq!(nodes(&format!("{spec}={}", parameter.default_value())), by_hand, "{parameter:?}");
        assert_ne!(nodes(&format!("{spec}={}", parameter.range().1)), by_hand, "{parameter:?}");
    }
}
