//! `plywood tables`: the figures of the programs that plywood grew out of, with plywood's own beside them.

use crate::args::TablesArgs;
use crate::build;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress};
use plywood_bench::tables::settled::{Settings, Work};
use plywood_bench::tables::{Options, Subject, Tables, TablesError, write_file};
use plywood_search::{Clock, StopHandle, SystemClock};
use std::cell::RefCell;
use std::fs;
use std::path::Path;

pub(crate) fn run(args: &TablesArgs, out: &mut Output) -> Result<(), Failure> {
    if let (true, Some(folder)) = (args.all, &args.out) {
        return all(args, folder, out);
    }
    let subjects = args.game.map_or_else(|| Subject::ALL.to_vec(), |subject| vec![subject]);
    // A folder that cannot be created is reported before the work.
    args.out
        .as_deref()
        .map(|folder| fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error)))
        .transpose()?;
    let stop = interrupt::stop_handle();
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
            return Err(Failure::Early(format!(
                "interrupted: the tables are not complete; {}",
                go_on(args.out.as_deref())
            )));
        }
    }
    Ok(())
}

/// How to go on after an interruption.
fn go_on(folder: Option<&Path>) -> &'static str {
    match folder {
        Some(_) => "the same command goes on with the matches",
        None => "with --out DIR the matches are kept, and the same command goes on",
    }
}

/// Does all remaining work, and prints what was done.
fn all(args: &TablesArgs, folder: &Path, out: &mut Output) -> Result<(), Failure> {
    let settings = settings(args);
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    let stop = interrupt::stop_handle();
    let clock = SystemClock::start();
    let mut work = Work::new(settings, args.quick, folder).map_err(|error| unmade(&error))?;
    for part in &work.parts {
        out.text(part.line())?;
    }
    let progress = RefCell::new(Progress::new());
    let mut written = Ok(());
    let done = {
        let mut show = |doing: &str| progress.borrow_mut().show(clock.now(), doing);
        let folder = Some(folder.to_owned());
        let mut options =
            Options { quick: args.quick, folder, build: build::ID, stop: stop.clone(), progress: &mut show };
        work.run(&mut options, &mut |line| {
            progress.borrow_mut().clear();
            if written.is_ok() {
                written = out.text(line);
            }
            if written.is_err() {
                stop.stop();
            }
        })
    };
    progress.borrow_mut().clear();
    written?;
    done.map_err(|error| unmade(&error))?;
    out.text(format!("wrote {}", work.report().display()))?;
    if work.is_done() {
        return Ok(());
    }
    let left = work.parts.iter().filter(|part| !part.is_done()).count();
    Err(Failure::Early(format!(
        "interrupted: {left} of {} parts are left; the same command goes on",
        work.parts.len()
    )))
}

/// The settings of the matches of all tables.
fn settings(args: &TablesArgs) -> Settings {
    let mut settings = Settings { build: build::ID, ..Settings::new(args.quick) };
    if let Some(games) = args.games {
        settings.games = games.next_multiple_of(2);
    }
    settings.time = args.time.unwrap_or(settings.time);
    settings
}

/// Computes the tables of a game and prints each when it is complete.
fn compute(
    subject: Subject,
    args: &TablesArgs,
    stop: &StopHandle,
    out: &mut Output,
) -> Result<Tables, Failure> {
    let clock = SystemClock::start();
    let progress = RefCell::new(Progress::new());
    let mut written = Ok(());
    let tables = {
        let mut show = |doing: &str| progress.borrow_mut().show(clock.now(), doing);
        let mut options = Options {
            quick: args.quick,
            folder: args.out.clone(),
            build: build::ID,
            stop: stop.clone(),
            progress: &mut show,
        };
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
    tables.map_err(|error| unmade(&error))
}

fn unmade(error: &TablesError) -> Failure {
    Failure::bad(format!("the tables cannot be made: {error}"))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::bad(format!("cannot write {}: {error}", path.display()))
}
