//! `plywood bench`: searches fixed positions to fixed depths.

mod page;

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress, grouped, per_second, seconds};
use plywood_bench::suite::{self, Count};
use plywood_search::{Clock, StopHandle, SystemClock};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::time::Duration;

pub(crate) fn run(args: &BenchArgs, out: &mut Output) -> Result<(), Failure> {
    if let Some(file) = &args.page {
        return page::run(args, file, out);
    }
    let expected = args.expect.as_deref().map(read).transpose()?;
    let stop = interrupt::stop_handle();
    let (counts, games) = search(&stop)?;
    if stop.is_stopped() {
        if !args.json {
            show(&games, false, out)?;
        }
        return Err(Failure::Early(format!(
            "interrupted after {} of {} positions; nothing is kept",
            counts.len(),
            suite::SUITE.len()
        )));
    }
    if let Some(path) = &args.accept {
        let failed = |error| Failure::bad(format!("{}: {error}", path.display()));
        fs::write(path, suite::write_counts(&counts)).map_err(failed)?;
    }
    show(&games, args.json, out)?;
    compare(expected.as_deref(), &counts, out)
}

/// The nodes and the time of a game's positions.
type GameRow = (&'static str, u64, Duration);

/// Searches all positions, until `stop` is pulled.
fn search(stop: &StopHandle) -> Result<(Vec<Count>, Vec<GameRow>), Failure> {
    let (mut counts, mut games) = (Vec::new(), Vec::new());
    let (clock, mut progress) = (SystemClock::start(), Progress::new());
    for game in suite::games() {
        let mut row = (game, 0, Duration::ZERO);
        for position in suite::positions(game) {
            let done = counts.len() + 1;
            progress.show(clock.now(), &format!("position {done} of {}, {game}", suite::SUITE.len()));
            let thoughts = position.search(stop)?;
            if stop.is_stopped() {
                return Ok((counts, games));
            }
            counts.push((position, thoughts.nodes));
            row.1 += thoughts.nodes;
            row.2 += thoughts.elapsed.unwrap_or_default();
        }
        games.push(row);
    }
    Ok((counts, games))
}

/// Prints the nodes of the games, and their total.
fn show(games: &[GameRow], json: bool, out: &mut Output) -> Result<(), Failure> {
    let nodes = games.iter().map(|row| row.1).sum();
    let time: Duration = games.iter().map(|row| row.2).sum();
    if json {
        let games: Vec<_> = games
            .iter()
            .map(|(game, nodes, time)| json!({"game": game, "nodes": nodes, "seconds": time.as_secs_f64()}))
            .collect();
        return Ok(out.json(&json!({
            "games": games,
            "nodes": nodes,
            "seconds": time.as_secs_f64(),
            "nodes_per_second": per_second(nodes, time),
        }))?);
    }
    for (game, nodes, time) in games {
        out.text(row(game, *nodes, *time))?;
    }
    Ok(out.text(row("total", nodes, time))?)
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
        "{name:<8} {:>14} nodes  {:>8}  {:>12} nodes/s",
        grouped(nodes),
        seconds(time),
        grouped(per_second(nodes, time))
    )
}
