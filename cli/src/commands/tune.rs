//! `plywood tune`: constants of a search, set by games.

use crate::args::TuneArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress, grouped, seconds};
use crate::setup;
use crate::terminal::progress::Pace;
use plywood_learn::{Iteration, JobError, Tuning};
use plywood_play::TextError;
use plywood_search::{Clock, Parameter, SystemClock};
use std::thread::available_parallelism;

pub(crate) fn run(args: &TuneArgs, out: &mut Output) -> Result<(), Failure> {
    let (game, rules) = setup::game(&args.game);
    let start = game.session(rules, None)?;
    let tuning = tuning(args)?;
    let threads = args.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), |n| n as usize);
    let (stop, clock) = (interrupt::stop_handle(), SystemClock::start());
    let (mut line, mut pace) = (Progress::of("the first iteration"), Pace::default());
    let history =
        plywood_learn::tune(&*start, &tuning, (&args.out, threads), &stop, &mut |number, iteration| {
            let values = in_text(&tuning.parameters, iteration);
            let (all, elapsed) = (tuning.iterations, clock.now());
            pace.note(number, elapsed);
            let left = pace.left(number, all, elapsed);
            line.show_with(elapsed, &format!("{number} of {all} iterations: {values}"), left);
        });
    line.clear();
    let history = history.map_err(|error| match error {
        JobError::Engine(error) => Failure::from(error),
        error => Failure::from(TextError::new("--out", args.out.display().to_string(), error)),
    })?;
    let done = format!("{} iterations after {}", grouped(history.len() as u64), seconds(clock.now()));
    if (history.len() as u64) < tuning.iterations {
        return Err(Failure::Early(format!("interrupted: {done}; the same command goes on")));
    }
    let last = history.last().map(|last| in_text(&tuning.parameters, last));
    Ok(out.text(format!("{done}: {}", last.unwrap_or_default()))?)
}

fn tuning(args: &TuneArgs) -> Result<Tuning, Failure> {
    Ok(Tuning {
        engine: args.engine.clone(),
        network: setup::network(&args.engine)?,
        parameters: if args.only.is_empty() { Parameter::ALL.to_vec() } else { args.only.clone() },
        iterations: args.iterations,
        pairs: args.pairs as usize,
        rate: args.rate as f64 / 1_000.0,
        opening: args.opening as u32,
        max_plies: args.max_plies as usize,
        seed: args.seed,
    })
}

/// The values as options of an engine.
fn in_text(parameters: &[Parameter], iteration: &Iteration) -> String {
    let values = parameters.iter().zip(&iteration.values);
    values.map(|(parameter, value)| format!("{}={value:.0}", parameter.name())).collect::<Vec<_>>().join(",")
}
