//! Pictures that commands write with `--svg`: SVG of 800 pixels, for light and dark grounds.

mod plot;

use plot::{Plot, Point};
use plywood_arena::Interval;
use plywood_bench::tables::{Chart, Series};
use plywood_search::Score;

/// The nodes of a search by depth, on a logarithmic scale.
pub(crate) fn nodes_by_depth(title: String, nodes: &[(f64, f64)]) -> String {
    let line = Series { name: "nodes".to_owned(), style: 2, dashed: false, points: nodes.to_vec() };
    let (x_label, y_label) = ("depth in plies".to_owned(), "nodes".to_owned());
    Chart { name: "nodes", title, x_label, y_label, series: vec![line] }.svg()
}

/// The score of a match with its interval after each game, in percent.
pub(crate) fn score_by_game([first, second]: &[String; 2], scores: &[(u64, Interval)]) -> String {
    let point = |&(game, Interval { value, low, high }): &(u64, Interval)| Point {
        x: game as f64,
        y: value,
        band: [low, high],
    };
    let last = scores.last().map(|(games, score)| format!(": {:.1} % after {games} games", score.value));
    Plot {
        title: format!("{first} against {second}{}", last.unwrap_or_default()),
        x_label: "games".to_owned(),
        y_label: "score in percent, and its 95 % interval".to_owned(),
        y: [0.0, 100.0],
        middle: 50.0,
        points: scores.iter().map(point).collect(),
    }
    .svg()
}

/// The scores of the positions of a game, each for the first player, by the number of plies played.
pub(crate) fn score_by_ply(title: String, first: &str, scores: &[(usize, Score)]) -> String {
    const LEAST: f64 = 20.0;
    let heuristic = |score: &Score| (!score.is_decisive()).then(|| f64::from(score.value().abs()));
    let greatest = scores.iter().filter_map(|(_, score)| heuristic(score)).fold(LEAST, f64::max);
    // Wins and losses stand at the edges.
    let edge = 1.1 * greatest;
    let place = |score: Score| f64::from(score.value()).clamp(-edge, edge);
    let point = |&(ply, score): &(usize, Score)| {
        let y = place(score);
        Point { x: ply as f64, y, band: [y.min(0.0), y.max(0.0)] }
    };
    Plot {
        title,
        x_label: "plies".to_owned(),
        y_label: format!("points for {first}; wins at the edges"),
        y: [-edge, edge],
        middle: 0.0,
        points: scores.iter().map(point).collect(),
    }
    .svg()
}
