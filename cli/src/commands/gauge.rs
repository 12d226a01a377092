//! `plywood gauge`: how strong a network is, by matches.

use crate::args::GaugeArgs;
use crate::commands::matches::{Live, in_json, progress_line};
use crate::contest::Contest;
use crate::failure::Failure;
use crate::output::{Output, grouped, per_second};
use crate::setup;
use plywood_arena::{MatchEnd, Summary, Usage};
use plywood_play::Spec;
use serde_json::{Value, json};

pub(crate) fn run(args: &GaugeArgs, out: &mut Output) -> Result<(), Failure> {
    let pairings = pairings(args)?;
    setup::check_engines(&args.position, pairings.iter().flat_map(|(_, engines)| engines))?;
    let mut contest = Contest::new(&args.contest, &args.position)?;
    let mut results = Vec::new();
    for (name, engines) in pairings {
        let mut pairing = contest.between(engines)?;
        // The null match is there to show the noise: it is not to end early.
        pairing.sprt = args.sprt.filter(|_| name != NULL);
        let mut live = Live::new(1);
        let title = format!("{name}: ");
        let summary = contest.play(&mut pairing, &mut |standing| live.show(0, &title, standing));
        live.clear();
        let summary = summary?;
        if !args.json {
            out.text(format!("{name:<22} {}; {}", progress_line(&summary), speeds(&summary)))?;
        }
        if summary.ended == Some(MatchEnd::Stopped) {
            return Err(contest.early(&format!(
                "{} of {} games of {name}",
                summary.tally.games(),
                summary.games
            )));
        }
        results.push(json!({"match": name, "result": in_json(&summary)}));
    }
    if args.json {
        out.json(&Value::Array(results))?;
    }
    Ok(())
}

const NULL: &str = "null match";

/// The matches to play: against the game's evaluation and the network before, at equal nodes and at equal
/// time, and against itself.
fn pairings(args: &GaugeArgs) -> Result<Vec<(&'static str, [Spec; 2])>, Failure> {
    let net = |path: &str| Some(("net", path.to_owned()));
    let eval = Some(("eval", args.eval.clone()));
    let (new, before) = (net(&args.network), args.before.as_deref().and_then(net));
    let limits = [("nodes", &args.nodes), ("time", &args.move_time)];
    let mut pairings = Vec::new();
    for (key, value) in limits.iter().filter_map(|(key, value)| Some((*key, value.as_ref()?))) {
        let engine = |knowledge: &Option<(&str, String)>| {
            let mut spec = args.engine.clone();
            if let Some((key, value)) = knowledge {
                spec.set(key, value.clone());
            }
            spec.set(key, value.clone());
            spec
        };
        let by_time = key == "time";
        let names = if by_time {
            ["evaluation, equal time", "before, equal time"]
        } else {
            ["evaluation, equal nodes", "before, equal nodes"]
        };
        pairings.push((names[0], [engine(&new), engine(&eval)]));
        if before.is_some() {
            pairings.push((names[1], [engine(&new), engine(&before)]));
        }
        if by_time {
            // At equal nodes an engine and its copy play the same games with colours swapped: even by
            // construction.
            pairings.push((NULL, [engine(&new), engine(&new)]));
        }
    }
    if pairings.is_empty() {
        return Err(Failure::bad("--nodes or --move-time is missing: without a limit there is no match"));
    }
    Ok(pairings)
}

/// The speeds of both engines.
fn speeds(summary: &Summary) -> String {
    let speed = |usage: &Usage| grouped(per_second(usage.nodes, usage.time));
    let [one, other] = summary.usage.each_ref().map(speed);
    format!("{one} and {other} nodes/s")
}
