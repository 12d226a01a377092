//! `plywood match`: two engines, pairs of games with colours swapped.

use crate::args::MatchArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress};
use crate::setup;
use plywood_arena::{Interval, Match, MatchEnd, MatchError, Openings, PlayedGame, Sprt, Summary, Usage};
use plywood_play::{Spec, TextError, read_count, read_duration};
use plywood_search::{Clock, StopHandle, SystemClock};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

pub(crate) fn run(args: &MatchArgs, out: &mut Output) -> Result<(), Failure> {
    let stop = interrupt::stop_handle()?;
    let contest = contest(args, stop.clone())?;
    let time = args.time.as_deref().map(read_duration).transpose()?;
    let mut records = args.records.as_deref().map(Records::create).transpose()?;
    let clock = SystemClock::start();
    let mut progress = Progress::new();
    let mut written = Ok(());
    let summary = contest.run(&mut |game, standing| {
        progress.show(standing.elapsed, &progress_line(standing));
        if let Some(records) = &mut records {
            written = records.add(&game);
        }
        let time_is_up = time.is_some_and(|time| clock.now() >= time);
        if written.is_err() || time_is_up { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress.clear();
    written?;
    let summary = summary.map_err(match_failure)?;
    if args.json {
        out.json(&in_json(&summary))?;
    } else {
        out.text(summary.to_string().trim_end())?;
    }
    if summary.ended == Some(MatchEnd::Stopped) {
        let why = if stop.is_stopped() { "interrupted" } else { "the time was up" };
        let (played, asked) = (summary.tally.games(), summary.games);
        return Err(Failure::Early(format!("{why} after {played} of {asked} games")));
    }
    Ok(())
}

/// The match that the arguments describe.
fn contest(args: &MatchArgs, stop: StopHandle) -> Result<Match, Failure> {
    const MOST_GAMES: u64 = 100_000_000;
    const MOST_AT_ONCE: u64 = 256;
    let engines: [Spec; 2] = [args.engine_a.parse()?, args.engine_b.parse()?];
    let mut contest =
        Match::new(setup::session(&args.position)?, engines).with_engine_maker(plywood_bench::engine);
    contest.games = within("--games", &args.games, 1, MOST_GAMES)?;
    contest.concurrency = within("--concurrency", &args.concurrency, 1, MOST_AT_ONCE)? as usize;
    contest.seed = read_count(&args.seed)?;
    contest.openings = args.openings.parse::<Openings>()?;
    contest.sprt = args.sprt.as_deref().map(str::parse::<Sprt>).transpose()?;
    contest.stop = stop;
    Ok(contest)
}

fn within(what: &'static str, text: &str, least: u64, most: u64) -> Result<u64, Failure> {
    let value = read_count(text)?;
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(TextError::new(what, text, format!("must be {least} to {most}")).into())
}

fn match_failure(error: MatchError) -> Failure {
    Failure::bad(error)
}

/// The file that finished games are written to, each as soon as it is there.
struct Records<'a> {
    path: &'a Path,
    file: File,
}

impl<'a> Records<'a> {
    fn create(path: &'a Path) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|error| Self::failure(path, &error))?;
        Ok(Self { path, file })
    }

    fn add(&mut self, game: &PlayedGame) -> Result<(), Failure> {
        writeln!(self.file, "{}", game.record).map_err(|error| Self::failure(self.path, &error))
    }

    fn failure(path: &Path, error: &io::Error) -> Failure {
        Failure::bad(format!("cannot write {}: {error}", path.display()))
    }
}

fn progress_line(summary: &Summary) -> String {
    let tally = &summary.tally;
    let mut line = format!(
        "{} of {} games: +{} ={} -{}",
        tally.games(),
        summary.games,
        tally.wins,
        tally.draws,
        tally.losses
    );
    if let Some(estimates) = tally.estimates() {
        let Interval { value, low, high } = estimates.score;
        let [value, low, high] = [value, low, high].map(|share| share * 100.0);
        line.push_str(&format!(", {value:.1} % ({low:.1} to {high:.1})"));
    }
    if let Some(sprt) = &summary.sprt {
        let [lower, upper] = sprt.test.bounds();
        line.push_str(&format!(", LLR {:.2} in {lower:.2} to {upper:.2}", sprt.ratio));
    }
    line
}

/// The summary as JSON; scores are shares of 1, from the first engine's side.
fn in_json(summary: &Summary) -> Value {
    let tally = &summary.tally;
    let estimates = tally.estimates();
    let interval = |interval: &Interval| json!([interval.low, interval.high]);
    let usage = |usage: &Usage| {
        json!({
            "turns": usage.turns,
            "nodes": usage.nodes,
            "seconds": usage.time.as_secs_f64(),
            "longest_seconds": usage.longest.as_secs_f64(),
            "overshoot_seconds": usage.overshoot.as_secs_f64(),
            "forfeits": usage.forfeits,
        })
    };
    json!({
        "engines": summary.engines.each_ref().map(ToString::to_string),
        "games": tally.games(),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": tally.pairs,
        "score": estimates.map(|estimates| estimates.score.value),
        "interval": estimates.map(|estimates| interval(&estimates.score)),
        "elo": estimates.map(|estimates| estimates.elo.value),
        "elo_interval": estimates.map(|estimates| interval(&estimates.elo)),
        "normalized_elo": estimates.and_then(|estimates| estimates.normalized_elo).map(|elo| elo.value),
        "los": estimates.map(|estimates| estimates.superiority),
        "sprt": summary.sprt.as_ref().map(|state| json!({
            "test": state.test.to_string(),
            "ratio": state.ratio,
            "bounds": state.test.bounds(),
            "accepted": state.verdict.accepted(),
        })),
        "usage": summary.usage.each_ref().map(usage),
        "seconds": summary.elapsed.as_secs_f64(),
    })
}
