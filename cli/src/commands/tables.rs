//! `plywood tables`: the numbers of the programs that plywood grew out of, and plywood's own beside them.

use crate::args::TablesArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress};
use plywood_bench::tables::{Options, Tables};
use plywood_play::TextError;
use plywood_search::{Clock, SystemClock};
use std::fs;
use std::path::Path;

pub(crate) fn run(args: &TablesArgs, out: &mut Output) -> Result<(), Failure> {
    if args.game != "loa" {
        return Err(TextError::new("game", &args.game, "there are tables of loa").into());
    }
    // A folder that cannot be had is told before the work, not after it.
    args.out
        .as_deref()
        .map(|folder| fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error)))
        .transpose()?;
    let stop = interrupt::stop_handle()?;
    let clock = SystemClock::start();
    let progress = std::cell::RefCell::new(Progress::new());
    let mut written = Ok(());
    let tables = {
        let mut show = |doing: &str| progress.borrow_mut().show(clock.now(), doing);
        let mut options = Options { quick: args.quick, stop: stop.clone(), progress: &mut show };
        Tables::compute(&mut options, &mut |grid| {
            progress.borrow_mut().clear();
            if written.is_ok() {
                written = out.text(grid.text());
                if written.is_err() {
                    stop.stop();
                }
            }
        })
    };
    progress.borrow_mut().clear();
    written?;
    if let Some(folder) = &args.out {
        for (name, content) in tables.files() {
            let path = folder.join(name);
            fs::write(&path, content).map_err(|error| unwritable(&path, &error))?;
            out.text(format!("wrote {}", path.display()))?;
        }
    }
    if stop.is_stopped() {
        return Err(Failure::Early("interrupted: the tables are not complete".to_owned()));
    }
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::bad(format!("cannot write {}: {error}", path.display()))
}
