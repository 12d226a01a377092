//! `plywood analyze`: searches a position and prints every iteration.

use crate::args::AnalyzeArgs;
use crate::commands::result_sentence;
use crate::engines;
use crate::failure::Failure;
use crate::interrupt;
use crate::library;
use crate::output::{Output, Progress, grouped, per_second, seconds};
use crate::pictures::nodes_by_depth;
use crate::setup::{self, cannot_write, check_writable};
use crate::terminal::board::scored;
use crate::terminal::colour::{ANSWER, HEADING, painted};
use plywood_bench::tables::write_file;
use plywood_play::{Session, Spec, Thoughts, read_duration};
use plywood_search::{Limits, Line, SystemClock};
use plywood_solve::library::Known;
use serde_json::{Value, json};
use std::io;

pub(crate) fn run(args: &AnalyzeArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    let spec = spec(args)?;
    let mut engine = engines::make(&*session, &spec)?;
    args.svg.as_deref().map_or(Ok(()), check_writable)?;
    let limits = Limits::none().with_clock(SystemClock::start()).with_stop(interrupt::stop_handle());
    let known = library::known(&*session, &limits.stop)?;
    if !args.json {
        if let Some(known) = &known {
            out.text(format!("proven: {}", library::sentence(known)))?;
        }
        out.text(painted(HEADING, TITLES))?;
    }
    let mut watch = Watch {
        json: args.json,
        out,
        progress: Progress::new(),
        spec: &spec,
        nodes: Vec::new(),
        written: Ok(()),
    };
    watch.wait(None);
    let stop = limits.stop.clone();
    let thoughts = engine.think(&*session, &limits, &mut |thoughts| {
        if watch.written.is_ok() && !watch.note(thoughts) {
            stop.stop();
        }
    });
    watch.progress.clear();
    let Watch { nodes, written, .. } = watch;
    written?;
    let thoughts = thoughts?;
    if args.json {
        let mut answer = in_json(&thoughts);
        answer["proven"] = known.as_ref().map_or(Value::Null, proven_json);
        out.json(&answer)?;
    } else {
        out.text(answer(&*session, &thoughts))?;
    }
    if let Some(file) = &args.svg {
        let title = format!("{}: nodes of {spec} by depth", session.info().title);
        write_file(file, &nodes_by_depth(title, &nodes)).map_err(|error| cannot_write(file, &error.error))?;
    }
    if limits.stop.is_stopped() {
        return Err(Failure::Early("interrupted; this is the best so far".to_owned()));
    }
    Ok(())
}

/// The last lines of the text: the best move, its score with its point of view, and the cost. Without a best
/// move, what ended the game.
fn answer(session: &dyn Session, thoughts: &Thoughts) -> String {
    match (&thoughts.best, session.result()) {
        (Some(best), _) => {
            let (best, score) =
                (painted(ANSWER, format_args!("best {best}")), scored(session, thoughts.score));
            format!("\n{best}\nscore {score}\n{}", effort(thoughts))
        }
        (None, Some(result)) => result_sentence(session.info(), &result),
        (None, None) => "no move".to_owned(),
    }
}

/// What the library proves, for the side to move.
fn proven_json(known: &Known) -> Value {
    json!({
        "value": known.word(),
        "best": known.best,
        "plies": known.plies,
        "shortest": known.is_shortest(),
        "nobody_within": known.nobody_within,
        "sources": known.sources,
    })
}

/// Whoever watches a search: prints its iterations, shows progress between them, and keeps their node counts.
struct Watch<'a> {
    json: bool,
    out: &'a mut Output,
    progress: Progress,
    spec: &'a Spec,
    /// Depth and nodes of each iteration.
    nodes: Vec<(f64, f64)>,
    written: io::Result<()>,
}

impl Watch<'_> {
    /// Whether the iteration could be printed.
    fn note(&mut self, thoughts: &Thoughts) -> bool {
        self.progress.clear();
        self.written = show(thoughts, self.json, self.out);
        let point = (f64::from(thoughts.depth), thoughts.nodes as f64);
        self.nodes.retain(|&(depth, _)| depth < point.0);
        self.nodes.push(point);
        self.wait(Some(thoughts));
        self.written.is_ok()
    }

    /// Shows what is searched until the next iteration comes.
    fn wait(&mut self, last: Option<&Thoughts>) {
        let elapsed = last.and_then(|thoughts| thoughts.elapsed).unwrap_or_default();
        let time = self.spec.get("time").and_then(|text| read_duration(text).ok());
        let left = time.map(|time| time.saturating_sub(elapsed));
        let text = last
            .map_or("searching".to_owned(), |thoughts| format!("searching deeper than {}", thoughts.depth));
        self.progress.show_with(elapsed, &text, left);
    }
}

/// The requested engine, with the command's options in place of its own.
fn spec(args: &AnalyzeArgs) -> Result<Spec, Failure> {
    let mut spec = match &args.engine {
        None if args.depth.is_some() => "pvs".parse()?,
        asked => setup::engine(asked.as_ref(), args.position.game.game.game)?,
    };
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
    Ok(spec)
}

const TITLES: &str = "depth       score          nodes       time  line";

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
            seconds(thoughts.elapsed.unwrap_or_default()),
            line.pv.join(" ")
        ))?;
    }
    Ok(())
}

/// Prints the cost of the search.
fn effort(thoughts: &Thoughts) -> String {
    let elapsed = thoughts.elapsed.unwrap_or_default();
    let speed = grouped(per_second(thoughts.nodes, elapsed));
    let mut text = format!("{} nodes in {}, {speed} nodes/s", grouped(thoughts.nodes), seconds(elapsed));
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
        "seconds": thoughts.elapsed.unwrap_or_default().as_secs_f64(),
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
