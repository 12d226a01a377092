//! `plywood match`: two engines, pairs of games with colours swapped.

use crate::args::MatchArgs;
use crate::contest::Contest;
use crate::failure::Failure;
use crate::output::{Output, Progress, grouped};
use crate::pictures::score_by_game;
use crate::setup::{self, cannot_write, check_writable};
use crate::terminal::colour::{WARNING, painted};
use crate::terminal::numbers::counted;
use crate::terminal::progress::Pace;
use plywood_arena::{Interval, MatchEnd, Summary, Usage};
use plywood_bench::tables::write_file;
use serde_json::{Value, json};

pub(crate) fn run(args: &MatchArgs, out: &mut Output) -> Result<(), Failure> {
    setup::check_engines(&args.position, [&args.engine_a, &args.engine_b])?;
    let mut contest = Contest::new(&args.contest, &args.position)?;
    let mut pairing = contest.between([args.engine_a.clone(), args.engine_b.clone()])?;
    pairing.sprt = args.sprt;
    args.svg.as_deref().map_or(Ok(()), check_writable)?;
    let (mut live, mut scores) = (Live::new(1), Vec::new());
    let summary = contest.play(&mut pairing, &mut |standing| {
        live.show(0, "", standing);
        scores.extend(args.svg.as_ref().and_then(|_| score_so_far(standing)));
    });
    live.clear();
    let summary = summary?;
    if let Some(file) = &args.svg {
        let names = summary.engines.each_ref().map(ToString::to_string);
        write_file(file, &score_by_game(&names, &scores))
            .map_err(|error| cannot_write(file, &error.error))?;
    }
    if args.json {
        out.json(&in_json(&summary))?;
    } else {
        out.text(in_text(&summary))?;
    }
    if summary.ended == Some(MatchEnd::Stopped) {
        let [played, asked] = [summary.tally.games(), summary.games].map(grouped);
        return Err(contest.early(&format!("{played} of {asked} games")));
    }
    Ok(())
}

/// The table of a summary, with its warning in colour.
fn in_text(summary: &Summary) -> String {
    let line =
        |line: &str| if line.starts_with("warning") { painted(WARNING, line) } else { line.to_owned() };
    summary.to_string().trim_end().lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The score after a game with its interval, in percent.
fn score_so_far(summary: &Summary) -> Option<(u64, Interval)> {
    let Interval { value, low, high } = summary.tally.estimates()?.score;
    let [value, low, high] = [value, low, high].map(|share| 100.0 * share);
    Some((summary.tally.games(), Interval { value, low, high }))
}

/// The progress of matches under way.
pub(crate) struct Live {
    progress: Progress,
    pace: Pace,
    /// The games of each match so far.
    games: Vec<u64>,
}

impl Live {
    /// Progress of so many matches of equal length.
    pub(crate) fn new(matches: usize) -> Self {
        Self {
            progress: Progress::of("preparing the first games"),
            pace: Pace::default(),
            games: vec![0; matches],
        }
    }

    /// Shows the state of a match behind its title, with the pace of all and the time that they have left.
    pub(crate) fn show(&mut self, number: usize, title: &str, standing: &Summary) {
        if let Some(games) = self.games.get_mut(number) {
            *games = standing.tally.games();
        }
        let (done, elapsed) = (self.games.iter().sum(), standing.elapsed);
        self.pace.note(done, elapsed);
        let rate = self.pace.per_minute(done, elapsed);
        let all = standing.games.saturating_mul(self.games.len() as u64);
        let left = self.pace.left(done, all, elapsed);
        // The estimates take longer than quick games do.
        let (title, standing) = (title.to_owned(), standing.clone());
        self.progress.show_made(elapsed, left, move || format!("{title}{}", live_line(&standing, rate)));
    }

    pub(crate) fn clear(&mut self) {
        self.progress.clear();
    }
}

/// The score so far, and at how many games per minute.
fn live_line(standing: &Summary, rate: Option<f64>) -> String {
    let mut text = progress_line(standing);
    if let Some(estimates) = standing.tally.estimates() {
        let Interval { value, low, high } = estimates.elo;
        text.push_str(&format!(", Elo {value:+.0} ({low:+.0} to {high:+.0})"));
    }
    if let Some(rate) = rate {
        text.push_str(&format!(", {rate:.1} games/min"));
    }
    if standing.repeats > 0 {
        text.push_str(&format!(", {} repeat earlier ones", counted(standing.repeats, "game")));
    }
    text
}

/// The score so far in one line.
pub(crate) fn progress_line(summary: &Summary) -> String {
    let tally = &summary.tally;
    let mut line = format!(
        "{} of {} games: +{} ={} -{}",
        grouped(tally.games()),
        grouped(summary.games),
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

/// The summary as JSON; scores are from 0 to 1, from the first engine's view.
pub(crate) fn in_json(summary: &Summary) -> Value {
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
        "repeats": summary.repeats,
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
