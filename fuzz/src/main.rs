//! Runs fuzz targets: `plywood-fuzz TARGET|all [--runs N] [--seconds S] [--seed N]`.

use plywood_fuzz::driver::{Budget, corpus, drive};
use plywood_fuzz::{TARGETS, Target, target};
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let Some((name, rest)) = arguments.split_first() else { return Err(usage()) };
    let targets: Vec<&Target> = match name.as_str() {
        "all" => TARGETS.iter().collect(),
        name => vec![target(name).ok_or_else(usage)?],
    };
    let (mut runs, mut seconds, mut seed) = (u64::MAX, u64::MAX, 1);
    for pair in rest.chunks(2) {
        let [switch, value] = pair else { return Err(usage()) };
        let value: u64 = value.parse().map_err(|_| usage())?;
        match switch.as_str() {
            "--runs" => runs = value,
            "--seconds" => seconds = value,
            "--seed" => seed = value,
            _ => return Err(usage()),
        }
    }
    if runs == u64::MAX && seconds == u64::MAX {
        return Err(usage());
    }
    for target in targets {
        one(target, seed, Budget { runs: runs.min(1 << 62), time: Duration::from_secs(seconds) })?;
    }
    Ok(())
}

fn one(target: &Target, seed: u64, budget: Budget) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name);
    let corpus = corpus(&folder).map_err(|error| about(folder.display(), error))?;
    match drive(target, &corpus, seed, budget) {
        Ok(runs) => {
            println!("{:<14} {runs:>10} runs", target.name);
            Ok(())
        }
        Err(failed) => {
            let file = format!("failed-{}", target.name);
            std::fs::write(&file, &failed.input).map_err(|error| about(&file, error))?;
            Err(format!("{}: run {} failed; {file} is its input", target.name, failed.runs))
        }
    }
}

fn about(what: impl Display, error: impl Display) -> String {
    format!("{what}: {error}")
}

fn usage() -> String {
    let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
    format!(
        "plywood-fuzz TARGET|all [--runs N] [--seconds S] [--seed N]; the targets are {}",
        names.join(", ")
    )
}
