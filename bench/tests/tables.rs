//! The tables as a front end gets them.

use plywood_bench::tables::{Options, Subject, Tables};
use plywood_search::StopHandle;

#[test]
fn work_that_is_ended_early_says_so_and_keeps_what_it_has() {
    let stop = StopHandle::new();
    stop.stop();
    let mut options = Options { quick: true, folder: None, build: "", stop, progress: &mut |_| {} };
    let mut shown = 0;
    let tables = Tables::compute(Subject::LinesOfAction, &mut options, &mut |_| shown += 1).unwrap();
    assert_eq!((shown, tables.grids.len(), tables.charts.len()), (1, 1, 0));
    assert!(tables.grids[0].text().contains("Ended early: 0 of 16 positions."));
    let files = tables.files();
    assert_eq!(files[0].0, "loa-seed.csv");
    assert_eq!(files[0].1.lines().nth(1).unwrap().split(',').nth(1), Some("20009528"));
}
