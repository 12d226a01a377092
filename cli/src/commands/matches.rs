//! `plywood match`: two engines, pairs of games with colours swapped.

use crate::args::MatchArgs;
use crate::contest::Contest;
use crate::failure::Failure;
use crate::output::{Output, Progress};
use crate::setup;
use plywood_arena::{Interval, MatchEnd, Summary, Usage};
use serde_json::{Value, json};

pub(crate) fn run(args: &MatchArgs, out: &mut Output) -> Result<(), Failure> {
    setup::check_engines(&args.position, [&args.engine_a, &args.engine_b])?;
    let mut contest = Contest::new(&args.contest, &args.position)?;
    let mut pairing = contest.between([args.engine_a.clone(), args.engine_b.clone()])?;
    pairing.sprt = args.sprt;
    let mut progress = Progress::new();
    let summary =
        contest.play(&mut pairing, &mut |standing| progress.show(standing.elapsed, &progress_line(standing)));
    progress.clear();
    let summary = summary?;
    if args.json {
        out.json(&in_json(&summary))?;
    } else {
        out.text(summary.to_string().trim_end())?;
    }
    if summary.ended == Some(MatchEnd::Stopped) {
        return Err(contest.early(&format!("{} of {} games", summary.tally.games(), summary.games)));
    }
    Ok(())
}

/// The score so far in one line.
pub(crate) fn progress_line(summary: &Summary) -> String {
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
