//! `plywood bench`: searches fixed positions to fixed depths.

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress, grouped, per_second, seconds};
use plywood_bench::suite::{self, Count};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::time::Duration;

pub(crate) fn run(args: &BenchArgs, out: &mut Output) -> Result<(), Failure> {
    let expected = args.expect.as_deref().map(read).transpose()?;
    let mut counts = Vec::new();
    let stop = interrupt::stop_handle();
    let mut progress = Progress::new();
    let mut games = Vec::new();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for game in suite::games() {
        progress.show(
            Progress::PATIENCE,
            &format!("searching {} positions of {game}", suite::positions(game).count()),
        );
        let (mut game_nodes, mut game_time) = (0, Duration::ZERO);
        for position in suite::positions(game) {
            let thoughts = position.search(&stop)?;
            if stop.is_stopped() {
                return Err(Failure::Early("interrupted".to_owned()));
            }
            counts.push((position, thoughts.nodes));
            game_nodes += thoughts.nodes;
            game_time += thoughts.elapsed;
        }
        nodes += game_nodes;
        time += game_time;
        games.push((game, game_nodes, game_time));
    }
    progress.clear();
    if let Some(path) = &args.accept {
        let failed = |error| Failure::bad(format!("{}: {error}", path.display()));
        fs::write(path, suite::write_counts(&counts)).map_err(failed)?;
    }
    if args.json {
        let games: Vec<_> = games
            .into_iter()
            .map(|(game, nodes, time)| json!({"game": game, "nodes": nodes, "seconds": time.as_secs_f64()}))
            .collect();
        out.json(&json!({
            "games": games,
            "nodes": nodes,
            "seconds": time.as_secs_f64(),
            "nodes_per_second": per_second(nodes, time),
        }))?;
        return compare(expected.as_deref(), &counts, out);
    }
    for (game, nodes, time) in games {
        out.text(row(game, nodes, time))?;
    }
    out.text(row("total", nodes, time))?;
    compare(expected.as_deref(), &counts, out)
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::bad(format!("{}: {error}", path.display())))
}

/// Says which positions have other nodes than expected, and how to accept that.
fn compare(expected: Option<&str>, counts: &[Count], out: &mut Output) -> Result<(), Failure> {
    let differences = expected.map(|text| suite::differences(text, counts)).unwrap_or_default();
    if differences.is_empty() {
        return Ok(());
    }
    for difference in &differences {
        out.text(difference)?;
    }
    out.text("if that is meant, accept it: plywood bench --accept FILE, and say why in the commit")?;
    Err(Failure::No)
}

fn row(name: &str, nodes: u64, time: Duration) -> String {
    format!(
        "{name:<8} {:>14} nodes  {:>8}  {:>12} a second",
        grouped(nodes),
        seconds(time),
        grouped(per_second(nodes, time))
    )
}
