//! Every target runs over its committed corpus, and over some changes of it.

use plywood_fuzz::TARGETS;
use plywood_fuzz::driver::{Budget, corpus, drive};
use std::path::Path;
use std::time::Duration;

#[test]
fn every_target_takes_its_corpus_and_what_is_like_it() {
    for target in &TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
        let inputs = corpus(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        assert!(inputs.len() >= 2, "{} has no corpus", target.name);
        let budget = Budget { runs: 50, time: Duration::MAX };
        if let Err(failed) = drive(target, &inputs, 7, budget) {
            panic!("{}: {:?}", target.name, String::from_utf8_lossy(&failed.input));
        }
    }
}

#[test]
fn a_panic_is_found_with_its_input() {
    let target = plywood_fuzz::Target {
        name: "breaks",
        law: "breaks at a 7",
        run: |data| assert!(!data.contains(&b'7')),
    };
    let budget = Budget { runs: 100_000, time: Duration::MAX };
    let failed = drive(&target, &[b"123".to_vec(), b"456".to_vec()], 1, budget).expect_err("a panic");
    assert!(failed.input.contains(&b'7'));
    let again = drive(&target, &[b"123".to_vec(), b"456".to_vec()], 1, budget);
    assert_eq!(again, Err(failed), "the same seed gives the same inputs");
}
