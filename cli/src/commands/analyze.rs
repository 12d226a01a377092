//! `plywood analyze`: searches a position and prints every iteration.

use crate::args::AnalyzeArgs;
use crate::commands::result_sentence;
use crate::engines;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, grouped, per_second, seconds};
use crate::setup;
use plywood_play::{Spec, Thoughts};
use plywood_search::{Limits, Line, SystemClock};
use serde_json::{Value, json};
use std::io;

pub(crate) fn run(args: &AnalyzeArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    let mut engine = engines::make(&*session, &spec(args))?;
    let limits = Limits::none().with_clock(SystemClock::start()).with_stop(interrupt::stop_handle());
    let mut written = Ok(());
    if !args.json {
        out.text(HEADING)?;
    }
    let stop = limits.stop.clone();
    let thoughts = engine.think(&*session, &limits, &mut |thoughts| {
        if written.is_ok() {
            written = show(thoughts, args.json, out);
            if written.is_err() {
                stop.stop();
            }
        }
    })?;
    written?;
    if args.json {
        out.json(&in_json(&thoughts))?;
    } else {
        match (&thoughts.best, session.result()) {
            (Some(best), _) => out.text(format!("\nbest {best}\n{}", effort(&thoughts)))?,
            (None, Some(result)) => out.text(result_sentence(session.info(), &result))?,
            (None, None) => out.text("no move")?,
        }
    }
    if limits.stop.is_stopped() {
        return Err(Failure::Early("interrupted; this is the best so far".to_owned()));
    }
    Ok(())
}

/// The requested engine, with the command's options in place of its own.
fn spec(args: &AnalyzeArgs) -> Spec {
    let mut spec = args.engine.clone();
    let overrules = [
        ("eval", &args.eval),
        ("depth", &args.depth),
        ("nodes", &args.nodes),
        ("time", &args.time),
        ("threads", &args.threads),
        ("hash", &args.hash),
        ("multipv", &args.multipv),
    ];
    for (key, value) in overrules {
        if let Some(value) = value {
            spec.set(key, value);
        }
    }
    spec
}

const HEADING: &str = "depth       score          nodes       time  line";

/// Prints one iteration: a text line for each line of play.
fn show(thoughts: &Thoughts, json: bool, out: &mut Output) -> io::Result<()> {
    if json {
        return out.json(&in_json(thoughts));
    }
    for line in &thoughts.lines {
        out.text(format!(
            "{:>5}  {:>10}  {:>13}  {:>9}  {}",
            thoughts.depth,
            line.score,
            grouped(thoughts.nodes),
            seconds(thoughts.elapsed),
            line.pv.join(" ")
        ))?;
    }
    Ok(())
}

/// Prints the cost of the search.
fn effort(thoughts: &Thoughts) -> String {
    let speed = grouped(per_second(thoughts.nodes, thoughts.elapsed));
    let mut text =
        format!("{} nodes in {}, {speed} a second", grouped(thoughts.nodes), seconds(thoughts.elapsed));
    let table = &thoughts.table;
    if table.probes > 0 {
        let hits = table.hits as f64 * 100.0 / table.probes as f64;
        let fill = f64::from(table.fill_permille) / 10.0;
        text.push_str(&format!("; table: {hits:.1} % of probes hit, {fill:.1} % full"));
    }
    text
}

/// The report as JSON: scores as numbers, wins and losses also in plies.
pub(crate) fn in_json(thoughts: &Thoughts) -> Value {
    let line = |line: &Line<String>| json!({"score": line.score.value(), "pv": line.pv});
    json!({
        "best": thoughts.best,
        "score": thoughts.score.value(),
        "win_in": thoughts.score.plies_to_win(),
        "loss_in": thoughts.score.plies_to_loss(),
        "depth": thoughts.depth,
        "nodes": thoughts.nodes,
        "seconds": thoughts.elapsed.as_secs_f64(),
        "pv": thoughts.pv,
        "lines": thoughts.lines.iter().map(line).collect::<Vec<_>>(),
        "table": {
            "probes": thoughts.table.probes,
            "hits": thoughts.table.hits,
            "cutoffs": thoughts.table.cutoffs,
            "stores": thoughts.table.stores,
            "fill_permille": thoughts.table.fill_permille,
        },
    })
}
