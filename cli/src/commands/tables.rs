//! `plywood tables`: the numbers of the programs that plywood grew out of, and plywood's own beside them.

use crate::args::TablesArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress};
use plywood_bench::tables::{Options, Subject, Tables, write_file};
use plywood_play::TextError;
use plywood_search::{Clock, StopHandle, SystemClock};
use std::fs;
use std::path::Path;

pub(crate) fn run(args: &TablesArgs, out: &mut Output) -> Result<(), Failure> {
    let subjects = subjects(args.game.as_deref())?;
    // A folder that cannot be had is told before the work, not after it.
    args.out
        .as_deref()
        .map(|folder| fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error)))
        .transpose()?;
    let stop = interrupt::stop_handle()?;
    for subject in subjects {
        let tables = compute(subject, args, &stop, out)?;
        if let Some(folder) = &args.out {
            for (name, content) in tables.files() {
                let path = folder.join(name);
                write_file(&path, &content).map_err(|error| unwritable(&path, &error.error))?;
                out.text(format!("wrote {}", path.display()))?;
            }
        }
        if stop.is_stopped() {
            return Err(Failure::Early("interrupted: the tables are not complete".to_owned()));
        }
    }
    Ok(())
}

/// The game of this name; all games without one.
fn subjects(name: Option<&str>) -> Result<Vec<Subject>, Failure> {
    let subjects: Vec<_> =
        Subject::ALL.into_iter().filter(|subject| name.is_none_or(|name| name == subject.name())).collect();
    match name {
        Some(name) if subjects.is_empty() => {
            let names = Subject::ALL.map(Subject::name).join(" and ");
            Err(TextError::new("game", name, format!("there are tables of {names}")).into())
        }
        _ => Ok(subjects),
    }
}

/// Computes the tables of a game and prints each as soon as it is there.
fn compute(
    subject: Subject,
    args: &TablesArgs,
    stop: &StopHandle,
    out: &mut Output,
) -> Result<Tables, Failure> {
    let clock = SystemClock::start();
    let progress = std::cell::RefCell::new(Progress::new());
    let mut written = Ok(());
    let tables = {
        let mut show = |doing: &str| progress.borrow_mut().show(clock.now(), doing);
        let mut options =
            Options { quick: args.quick, folder: args.out.clone(), stop: stop.clone(), progress: &mut show };
        Tables::compute(subject, &mut options, &mut |grid| {
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
    tables.map_err(|error| Failure::bad(format!("the tables cannot be made: {error}")))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::bad(format!("cannot write {}: {error}", path.display()))
}
