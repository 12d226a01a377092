//! What alpha-beta is worth: nodes by depth for each refinement, between everything and the least possible.
//!
//! # Everything
//!
//! Minimax makes every move of the tree once, so that its nodes to depth `d` are the sum of perft 1 to `d`.
//! They are counted that way: it takes a fraction of the time, and a test shows that the search has the same
//! number.
//!
//! # The least possible
//!
//! In a tree in which every position has `b` moves, the best ordering still leaves `b^ceil(k/2) +
//! b^floor(k/2) - 1` positions at level `k` that have to be visited (Knuth and Moore, "An analysis of
//! alpha-beta pruning", 1975). A real tree has no such `b`. Here it is, by position and depth, the number
//! that gives a uniform tree as many leaves as the real one: the `d`-th root of perft `d`. The minimal tree
//! is summed over the levels 1 to `d`, because nodes are.

use super::{Cell, Chart, Contender, Grid, Options, Series, game, ratio, shortfall};
use plywood_loa::Loa;
use plywood_search::{Game, perft_within};

/// The greatest depth, in plies.
pub const DEPTH: usize = 6;

/// One position: numbers by depth, from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The plies before it.
    pub ply: usize,
    /// Leaves: perft.
    pub leaves: [u64; DEPTH],
    /// Nodes of alpha-beta, ordered, and with table. A search that has proven the result rests, and what it
    /// took is what it takes for every greater depth.
    pub nodes: [[u64; DEPTH]; 3],
}

/// The searches that are searched rather than counted.
const SEARCHED: [Contender; 3] = [Contender::AlphaBeta, Contender::Ordered, Contender::Tabled];

impl Row {
    /// Nodes of minimax to `depth`.
    pub fn minimax(&self, depth: usize) -> u64 {
        self.leaves[..depth].iter().sum()
    }

    /// The branching of the uniform tree with as many leaves at `depth`.
    pub fn branching(&self, depth: usize) -> f64 {
        (self.leaves[depth - 1] as f64).powf(1.0 / depth as f64)
    }

    /// The nodes of the minimal tree to `depth`, the root left out.
    pub fn minimal(&self, depth: usize) -> f64 {
        let branching = self.branching(depth);
        (1..=depth).map(|level| minimal_leaves(branching, level)).sum()
    }
}

/// Positions at `level` of the minimal tree (Knuth and Moore 1975).
pub fn minimal_leaves(branching: f64, level: usize) -> f64 {
    let level = level as i32;
    branching.powi((level + 1) / 2) + branching.powi(level / 2) - 1.0
}

/// Counts and searches every position.
pub fn compute(options: &mut Options<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut searches = SEARCHED.map(Contender::search);
    for turn in game::turns() {
        if !options.goes_on(format_args!("nodes by depth, ply {}", turn.ply)) {
            break;
        }
        let Some(leaves) = leaves(&turn.game, options) else { break };
        let nodes = core::array::from_fn(|index| {
            searches[index].clear();
            if SEARCHED[index] == Contender::AlphaBeta {
                let search = &mut searches[index];
                let mut to = |depth| search.run(&turn.game, &options.limits(depth)).nodes;
                return core::array::from_fn(|index| to(index as u32 + 1));
            }
            let mut nodes = [0; DEPTH];
            searches[index].search(&turn.game, &options.limits(DEPTH as u32), &mut |report| {
                nodes[report.depth as usize - 1..].fill(report.nodes);
            });
            nodes
        });
        if options.stop.is_stopped() {
            break;
        }
        rows.push(Row { ply: turn.ply, leaves, nodes });
    }
    rows
}

/// Perft 1 to [`DEPTH`]; `None` if ended early.
fn leaves(game: &Game<Loa>, options: &Options<'_>) -> Option<[u64; DEPTH]> {
    let mut leaves = [0; DEPTH];
    for (index, leaves) in leaves.iter_mut().enumerate() {
        *leaves = perft_within(game.position(), index as u32 + 1, &options.limits(0)).ok()?;
    }
    Some(leaves)
}

fn mean(rows: &[Row], number: impl Fn(&Row) -> f64) -> f64 {
    rows.iter().map(number).sum::<f64>() / rows.len().max(1) as f64
}

/// Mean nodes by depth, and how they compare.
pub fn grids(rows: &[Row]) -> [Grid; 2] {
    let mut nodes = Grid::new(
        "loa-alpha-beta",
        "Alpha-beta's worth: nodes by depth, mean over the sixteen positions",
        [
            "depth",
            "minimax",
            "alpha-beta|alpha_beta",
            "ordered",
            "with table|with_table",
            "minimal tree|minimal_tree",
            "branching",
        ],
    );
    let mut ratios = Grid::new(
        "loa-alpha-beta-ratios",
        "The same, as multiples of the minimal tree",
        [
            "depth",
            "minimax",
            "alpha-beta|alpha_beta",
            "ordered",
            "with table|with_table",
            "minimax / with table|minimax_over_with_table",
        ],
    );
    for depth in 1..=DEPTH {
        let minimal = mean(rows, |row| row.minimal(depth));
        let mut means = vec![mean(rows, |row| row.minimax(depth) as f64)];
        means.extend((0..SEARCHED.len()).map(|index| mean(rows, |row| row.nodes[index][depth - 1] as f64)));
        let count = |number: f64| Cell::Count(number.round() as u64);
        let mut cells = vec![Cell::Count(depth as u64)];
        cells.extend(means.iter().copied().map(count));
        cells.push(count(minimal));
        cells.push(Cell::Number(mean(rows, |row| row.branching(depth))));
        nodes.rows.push(cells);
        let mut cells = vec![Cell::Count(depth as u64)];
        cells.extend(means.iter().map(|&number| ratio(number, minimal)));
        cells.push(ratio(means[0], means[3]));
        ratios.rows.push(cells);
    }
    nodes.notes.push(
        "H2 as documented. Minimax is counted, not searched: it makes every move once, so that its nodes are the sum of perft 1 to the \
        depth. The minimal tree has b^ceil(k/2) + b^floor(k/2) - 1 positions at level k (Knuth and Moore 1975), summed over the \
        levels; b, by position and depth d, is the d-th root of perft d, and \"branching\" is its mean. \"ordered\" and \"with table\" \
        are iterative, and count all iterations up to the depth; a search that has proven the result rests. A table can go below the \
        minimal tree: it meets one position on many paths."
            .to_owned(),
    );
    let note = shortfall(rows.len());
    nodes.notes.extend(note.clone());
    ratios.notes.extend(note);
    [nodes, ratios]
}

/// Mean nodes by depth.
pub fn chart(rows: &[Row]) -> Option<Chart> {
    const MINIMAL_STYLE: usize = 4;
    if rows.is_empty() {
        return None;
    }
    let series = |name: &str, style, dashed, number: &dyn Fn(&Row, usize) -> f64| Series {
        name: name.to_owned(),
        style,
        dashed,
        points: (1..=DEPTH).map(|depth| (depth as f64, mean(rows, |row| number(row, depth)))).collect(),
    };
    let mut all =
        vec![series("minimax", Contender::Minimax.style(), false, &|row, depth| row.minimax(depth) as f64)];
    for (index, contender) in SEARCHED.into_iter().enumerate() {
        let nodes = move |row: &Row, depth| row.nodes[index][depth - 1] as f64;
        all.push(series(contender.name(), contender.style(), false, &nodes));
    }
    all.push(series("minimal tree", MINIMAL_STYLE, true, &Row::minimal));
    Some(Chart {
        name: "loa-nodes-by-depth",
        title: "Nodes by depth, mean over sixteen positions".to_owned(),
        x_label: "depth in plies".to_owned(),
        y_label: "nodes (logarithmic)".to_owned(),
        series: all,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::{Limits, perft};

    #[test]
    fn minimax_searches_as_many_nodes_as_are_counted() {
        let game = &game::turns()[12].game;
        let leaves =
            core::array::from_fn(
                |index| if index < 3 { perft(game.position(), index as u32 + 1) } else { 0 },
            );
        let row = Row { ply: 25, leaves, nodes: [[0; DEPTH]; 3] };
        let searched = Contender::Minimax.search().run(game, &Limits::depth(3)).nodes;
        assert_eq!(row.minimax(3), searched);
    }

    #[test]
    fn the_minimal_tree_is_knuth_and_moore_s() {
        assert!((minimal_leaves(30.0, 1) - 30.0).abs() < 1e-9);
        assert!((minimal_leaves(30.0, 4) - 1_799.0).abs() < 1e-9);
        assert!((minimal_leaves(30.0, 5) - 27_899.0).abs() < 1e-9);
    }
}
