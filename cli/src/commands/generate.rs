//! `plywood generate`: games that an engine plays against itself, with the scores of its searches.

use crate::args::GenerateArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress, grouped, seconds};
#[cfg(feature = "queue")]
use crate::queue;
use crate::setup;
use crate::terminal::progress::Pace;
use plywood_learn::{JobError, SelfPlay};
use plywood_play::TextError;
use plywood_search::{Clock, SystemClock};
use std::thread::available_parallelism;

pub(crate) fn run(args: &GenerateArgs, out: &mut Output) -> Result<(), Failure> {
    let (game, rules) = setup::game(&args.game);
    let settings = SelfPlay {
        rules: rules.to_owned(),
        network: setup::network(&args.engine)?,
        seed: args.seed,
        opening: args.opening,
        random_per_mille: args.random as u32,
        max_plies: args.max_plies as u32,
        visits: args.visits,
        ..SelfPlay::new(args.engine.clone())
    };
    let games = args.games;
    let threads = args.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), |n| n as usize);
    let (stop, clock) = (interrupt::stop_handle(), SystemClock::start());
    let (mut line, mut pace) = (Progress::of("preparing the first games"), Pace::default());
    let mut show = |progress: &plywood_learn::Progress| {
        let (done, elapsed) = (progress.games, clock.now());
        pace.note(done, elapsed);
        let rate = pace.per_minute(done, elapsed).map(|rate| format!(", {rate:.1} games/min"));
        let text = format!(
            "{} of {} games, {} new plies{}",
            grouped(done),
            grouped(games),
            grouped(progress.plies),
            rate.unwrap_or_default()
        );
        line.show_with(elapsed, &text, pace.left(done, games, elapsed));
    };
    #[cfg(feature = "queue")]
    let made = match &args.queue {
        Some(url) => queue::gather(url, (game, &settings), games, &args.out, &mut show)?,
        None => plywood_learn::generate(game, &settings, (games, threads), &args.out, &stop, &mut show),
    };
    #[cfg(not(feature = "queue"))]
    let made = plywood_learn::generate(game, &settings, (games, threads), &args.out, &stop, &mut show);
    line.clear();
    let made = made.map_err(|error| match error {
        JobError::Engine(error) => Failure::from(error),
        JobError::Elsewhere(reason) => Failure::bad(reason),
        error => Failure::from(TextError::new("--out", args.out.display().to_string(), error)),
    })?;
    let text = format!(
        "{} games in {}, {} of them new with {} plies, after {}",
        grouped(made.games),
        args.out.display(),
        grouped(made.played),
        grouped(made.plies),
        seconds(clock.now())
    );
    if made.games < games {
        return Err(Failure::Early(format!("interrupted: {text}; the same command goes on")));
    }
    Ok(out.text(text)?)
}
