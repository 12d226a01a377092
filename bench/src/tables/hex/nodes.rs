//! Nodes of three searches with the seed's evaluation from the empty board.

use super::{Cell, Grid, Options, ratio};
use plywood_hex::eval::Distance;
use plywood_hex::{Hex, Rules};
use plywood_search::{AlphaBeta, Game, Iterative, Minimax, Report, Search, Table};
use std::sync::Arc;

/// The boards, with the greatest depth of minimax, of alpha-beta and of deepening: a few seconds' work, or a
/// tenth of that if it is to be quick.
const BOARDS: [(&str, [u32; 3]); 3] = [("size=5", [5, 7, 9]), ("size=7", [4, 5, 7]), ("size=11", [3, 4, 5])];

/// The nodes per second of the seed on 11x11: as it came, and with its goal test repaired.
const SEED_SPEED: [u64; 2] = [2_500, 750];

/// One board and depth: the searches that went so deep.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The rules: the size of the board.
    pub rules: &'static str,
    /// The depth in plies.
    pub depth: u32,
    /// Nodes and seconds of minimax, alpha-beta, and deepening with a table, all its iterations together.
    pub searches: [Option<(u64, f64)>; 3],
}

/// Searches every board to every depth.
pub fn compute(options: &mut Options<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (rules, depths) in BOARDS {
        let depths = if options.quick { depths.map(|depth| depth - 1) } else { depths };
        for depth in 1..=depths[2] {
            if !options.goes_on(format_args!("hex, {rules}: depth {depth}")) {
                return rows;
            }
            let searches = core::array::from_fn(|index| {
                (depth <= depths[index]).then(|| search(index, rules, depth, options))
            });
            rows.push(Row { rules, depth, searches: searches.map(Option::flatten) });
        }
    }
    rows
}

/// Nodes and seconds of a search; `None` if it was ended early.
fn search(index: usize, rules: &str, depth: u32, options: &Options<'_>) -> Option<(u64, f64)> {
    const MEMORY: usize = 64 << 20;
    let game = Game::new(Hex::start(rules.parse::<Rules>().ok()?));
    let limits = options.limits(depth);
    let report: Report<_> = match index {
        0 => Minimax::new(Distance).run(&game, &limits),
        1 => AlphaBeta::new(Distance).run(&game, &limits),
        _ => Iterative::new(Distance, Arc::new(Table::with_bytes(MEMORY).ok()?)).run(&game, &limits),
    };
    (!options.stop.is_stopped()).then_some((report.nodes, report.elapsed.unwrap_or_default().as_secs_f64()))
}

/// The table: a row for each board and depth.
pub fn grid(rows: &[Row]) -> Grid {
    let columns = [
        "board",
        "depth",
        "minimax",
        "alpha-beta|alpha_beta",
        "with table|with_table",
        "minimax / alpha-beta|minimax_over_alpha_beta",
        "alpha-beta nodes/s|alpha_beta_nodes_a_second",
        "with table nodes/s|with_table_nodes_a_second",
    ];
    let mut grid = Grid::new("hex-nodes", "Nodes from the empty board, evaluation `distance`", columns);
    grid.rows.extend(rows.iter().map(cells));
    let [as_it_came, repaired] = SEED_SPEED;
    grid.notes.push(format!(
        "\"with table\": iterative deepening over a table of 64 MiB, all iterations together; nothing is left out that could change the \
         value. The seed made {as_it_came} nodes per second on 11x11 as it came, and {repaired} with its goal test repaired."
    ));
    grid
}

fn cells(row: &Row) -> Vec<Cell> {
    let [minimax, alpha_beta, tabled] = row.searches;
    let nodes = |search: Option<(u64, f64)>| search.map_or(Cell::Blank, |(nodes, _)| Cell::Count(nodes));
    // Too short a search tells nothing of speed.
    let speed = |search: Option<(u64, f64)>| match search {
        Some((nodes, seconds)) if seconds > 0.01 => Cell::Count((nodes as f64 / seconds) as u64),
        _ => Cell::Blank,
    };
    let factor = match (minimax, alpha_beta) {
        (Some((all, _)), Some((some, _))) => ratio(all as f64, some as f64),
        _ => Cell::Blank,
    };
    vec![
        Cell::Text(row.rules.to_owned()),
        Cell::Count(u64::from(row.depth)),
        nodes(minimax),
        nodes(alpha_beta),
        nodes(tabled),
        factor,
        speed(alpha_beta),
        speed(tabled),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::StopHandle;

    #[test]
    fn minimax_visits_every_line_and_the_others_fewer() {
        let options =
            Options { quick: true, folder: None, build: "", stop: StopHandle::new(), progress: &mut |_| {} };
        let nodes = |index| search(index, "size=5", 3, &options).expect("nobody stops it").0;
        assert_eq!(nodes(0), 25 + 25 * 24 + 25 * 24 * 23);
        assert!(nodes(1) < nodes(0) && nodes(2) < nodes(0));
    }

    #[test]
    fn a_row_has_a_cell_for_every_column() {
        let row = Row { rules: "size=5", depth: 2, searches: [Some((625, 0.1)), None, Some((70, 0.001))] };
        let grid = grid(&[row]);
        assert_eq!(grid.rows[0].len(), grid.columns.len());
    }
}
