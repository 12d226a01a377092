//! `plywood bench`: the same positions to the same depths, every time.

use crate::args::BenchArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, Progress, grouped, per_second, seconds};
use plywood_bench::suite;
use serde_json::json;
use std::time::Duration;

pub(crate) fn run(args: BenchArgs, out: &mut Output) -> Result<(), Failure> {
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
            game_nodes += thoughts.nodes;
            game_time += thoughts.elapsed;
        }
        nodes += game_nodes;
        time += game_time;
        games.push((game, game_nodes, game_time));
    }
    progress.clear();
    if args.json {
        let games: Vec<_> = games
            .into_iter()
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
        out.text(row(game, nodes, time))?;
    }
    Ok(out.text(row("total", nodes, time))?)
}

fn row(name: &str, nodes: u64, time: Duration) -> String {
    format!(
        "{name:<8} {:>14} nodes  {:>8}  {:>12} a second",
        grouped(nodes),
        seconds(time),
        grouped(per_second(nodes, time))
    )
}
