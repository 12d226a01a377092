//! Plywood's searches beside the seed's: the same positions, the same depth, the evaluation as it was meant.

use super::totals::{self, DEPTH};
use super::{Cell, Chart, Contender, Grid, Options, Series, published, ratio, shortfall};
use crate::seed::Method;

/// Nodes and time of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// Nodes.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

/// One position.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The plies before it.
    pub ply: usize,
    /// What the seed played.
    pub played: &'static str,
    /// The seed's minimax and alpha-beta, in the order of [`Method::ALL`]; the time is what the seed took for
    /// a node on average.
    pub seed: [Effort; 2],
    /// Plywood's searches, in the order of [`Contender::ALL`].
    pub ours: [Effort; 4],
}

/// Searches each position that the seed has searched.
pub fn compute(seed: &[totals::Row], options: &mut Options<'_>) -> Vec<Row> {
    let mut searches = Contender::ALL.map(Contender::search);
    let mut rows = Vec::new();
    for totals::Row { turn, found, .. } in seed {
        if !options.goes_on(format_args!("plywood's searches to depth {DEPTH}, ply {}", turn.ply)) {
            break;
        }
        let seed = [0, 1].map(|index| {
            let nodes = found[index].nodes;
            Effort { nodes, seconds: nodes as f64 / published::NODES_A_SECOND }
        });
        let ours = core::array::from_fn(|index| {
            let search = &mut searches[index];
            search.clear();
            let report = search.run(&turn.game, &options.limits(DEPTH));
            Effort { nodes: report.nodes, seconds: report.elapsed.unwrap_or_default().as_secs_f64() }
        });
        if options.stop.is_stopped() {
            break;
        }
        rows.push(Row { ply: turn.ply, played: turn.played, seed, ours });
    }
    rows
}

/// The seed's search that one of plywood's is measured against.
const fn rival(contender: Contender) -> Method {
    match contender {
        Contender::Minimax => Method::Minimax,
        Contender::AlphaBeta | Contender::Ordered | Contender::Tabled => Method::AlphaBeta,
    }
}

fn sum(efforts: impl Iterator<Item = Effort>) -> Effort {
    efforts.fold(Effort::default(), |sum, effort| Effort {
        nodes: sum.nodes + effort.nodes,
        seconds: sum.seconds + effort.seconds,
    })
}

/// The sums, nodes by position, and seconds by position.
pub fn grids(rows: &[Row]) -> [Grid; 3] {
    let grids = [sums(rows), by_position(rows, true), by_position(rows, false)];
    grids.map(|mut grid| {
        grid.notes.extend(shortfall(rows.len()));
        grid
    })
}

fn sums(rows: &[Row]) -> Grid {
    let mut grid = Grid::new(
        "loa-beside",
        "Plywood beside the seed: all sixteen positions, depth 4",
        [
            "search",
            "nodes",
            "seconds",
            "nodes/s|nodes_per_second",
            "seed's nodes / ours|nodes_ratio",
            "seed's time / ours|time_ratio",
        ],
    );
    let seed = [0, 1].map(|index| sum(rows.iter().map(|row| row.seed[index])));
    let mut row = |name: String, effort: Effort, rival: Effort| {
        grid.rows.push(vec![
            Cell::Text(name),
            Cell::Count(effort.nodes),
            Cell::Seconds(effort.seconds),
            Cell::Count((effort.nodes as f64 / effort.seconds.max(1e-9)).round() as u64),
            ratio(rival.nodes as f64, effort.nodes as f64),
            ratio(rival.seconds, effort.seconds),
        ]);
    };
    for (method, effort) in Method::ALL.into_iter().zip(seed) {
        row(format!("seed, {}", method.title()), effort, effort);
    }
    for (index, contender) in Contender::ALL.into_iter().enumerate() {
        let effort = sum(rows.iter().map(|row| row.ours[index]));
        row(format!("plywood, {}", contender.name()), effort, seed[rival(contender) as usize]);
    }
    grid.notes.push(format!(
        "The seed's times are its nodes at {} per second, which it reached on two shared cores. Minimax is compared with its minimax, the \
        others with its alpha-beta; the last search is in all sums. \"ordered\" and \"with table\" deepen step by step, and count every \
        step. Plywood plays H2 as documented, with whole groups, and counts moves made: also those that end the game. Its minimax leaves nothing out, where the seed's returns \
        at the first win.",
        plywood_play::grouped(published::NODES_A_SECOND as u64)
    ));
    grid
}

/// Nodes, or seconds, by position, and how the seed's compare with them.
fn by_position(rows: &[Row], nodes: bool) -> Grid {
    const COLUMNS: [&str; 12] = [
        "ply",
        "played",
        "seed mm|seed_minimax",
        "seed a-b|seed_alpha_beta",
        "minimax",
        "alpha-beta|alpha_beta",
        "ordered",
        "table|with_table",
        "mm|ratio_minimax",
        "a-b|ratio_alpha_beta",
        "ord|ratio_ordered",
        "tab|ratio_with_table",
    ];
    let (name, what) = if nodes { ("loa-beside-nodes", "nodes") } else { ("loa-beside-seconds", "seconds") };
    let title = format!(
        "By position: {what} of the seed's minimax and alpha-beta, of plywood's searches, and seed's over plywood's"
    );
    let mut grid = Grid::new(name, title, COLUMNS);
    let cell =
        |effort: &Effort| if nodes { Cell::Count(effort.nodes) } else { Cell::Seconds(effort.seconds) };
    let number = |effort: &Effort| if nodes { effort.nodes as f64 } else { effort.seconds };
    for row in rows {
        let rivals = Contender::ALL.map(|contender| row.seed[rival(contender) as usize]);
        let mut cells = vec![Cell::Count(row.ply as u64), row.played.into()];
        cells.extend(row.seed.iter().chain(&row.ours).map(cell));
        cells.extend(rivals.iter().zip(&row.ours).map(|(seed, ours)| ratio(number(seed), number(ours))));
        grid.rows.push(cells);
    }
    grid
}

/// Nodes along the game.
pub fn chart(rows: &[Row]) -> Option<Chart> {
    if rows.len() < 2 {
        return None;
    }
    let series = |name: String, style, dashed, nodes: &dyn Fn(&Row) -> u64| Series {
        name,
        style,
        dashed,
        points: rows.iter().map(|row| (row.ply as f64, nodes(row) as f64)).collect(),
    };
    let ours = Contender::ALL.into_iter().enumerate().map(|(index, contender)| {
        series(contender.name().to_owned(), contender.style(), false, &move |row| row.ours[index].nodes)
    });
    let seed = Method::ALL.into_iter().enumerate().map(|(index, method)| {
        series(format!("seed {}", method.title()), index, true, &move |row| row.seed[index].nodes)
    });
    Some(Chart {
        name: "loa-nodes-along-the-game",
        title: "Nodes to depth 4 along the seed's game".to_owned(),
        x_label: "ply of the game".to_owned(),
        y_label: "nodes (logarithmic)".to_owned(),
        series: ours.chain(seed).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::game;
    use super::*;

    #[test]
    fn plywood_takes_no_more_nodes_the_more_it_knows() {
        let game = &game::turns()[8].game;
        let nodes = Contender::ALL
            .map(|contender| contender.search().run(game, &plywood_search::Limits::depth(DEPTH)).nodes);
        assert!(nodes.is_sorted_by(|a, b| a > b), "{nodes:?}");
    }
}
