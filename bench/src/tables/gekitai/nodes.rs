//! Nodes by depth, to twice the depth that the seed could afford.
//!
//! Minimax makes every move of the tree once, so that its nodes to depth `d` are the sum of perft 1 to `d`,
//! whatever the evaluation. They are counted that way, which takes a fraction of the time;
//! [`equal`](super::equal) holds the count against the search.

use super::positions::{self, POSITIONS};
use super::{Cell, Chart, EVALUATIONS, Grid, Options, Searches, Series, ratio, shortfall};
use plywood_search::perft_within;

/// The greatest depth, in plies.
pub const DEPTH: usize = 6;

/// Nodes by depth, from 1, in sum over the positions.
pub type Nodes = [u64; DEPTH];

/// All of the counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Minimax.
    pub minimax: Nodes,
    /// The searches of each evaluation.
    pub rows: Vec<Row>,
}

/// The searches of one evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The evaluation.
    pub evaluation: &'static str,
    /// Alpha-beta.
    pub alpha_beta: Nodes,
    /// Iterative deepening with a table, all iterations up to the depth. A search that has proven the result
    /// rests, and what it took is what it takes for every greater depth.
    pub tabled: Nodes,
}

/// Counts, and searches every position with every evaluation.
pub fn compute(options: &mut Options<'_>) -> Counts {
    let mut counts = Counts::default();
    let Some(minimax) = minimax(options) else { return counts };
    counts.minimax = minimax;
    for evaluation in EVALUATIONS {
        let Some(row) = row(evaluation, options) else { break };
        counts.rows.push(row);
    }
    counts
}

/// The nodes of minimax; `None` if ended early.
fn minimax(options: &mut Options<'_>) -> Option<Nodes> {
    let mut nodes = [0; DEPTH];
    for (number, game) in positions::games().iter().enumerate() {
        if !options.goes_on(format_args!("nodes of minimax, position {} of {POSITIONS}", number + 1)) {
            return None;
        }
        let mut sum = 0;
        for (index, nodes) in nodes.iter_mut().enumerate() {
            sum += perft_within(game.position(), index as u32 + 1, &options.limits(0)).ok()?;
            *nodes += sum;
        }
    }
    Some(nodes)
}

/// The searches of one evaluation; `None` if ended early.
fn row(evaluation: &'static str, options: &mut Options<'_>) -> Option<Row> {
    let mut searches = Searches::over(evaluation).expect("the game has the seed's evaluations");
    let mut row = Row { evaluation, alpha_beta: [0; DEPTH], tabled: [0; DEPTH] };
    for (number, game) in positions::games().iter().enumerate() {
        if !options.goes_on(format_args!("nodes with {evaluation}, position {} of {POSITIONS}", number + 1)) {
            return None;
        }
        for (index, nodes) in row.alpha_beta.iter_mut().enumerate() {
            *nodes += searches.alpha_beta.run(game, &options.limits(index as u32 + 1)).nodes;
        }
        let mut tabled = [0; DEPTH];
        searches.tabled.clear();
        searches.tabled.search(game, &options.limits(DEPTH as u32), &mut |report| {
            tabled[report.depth as usize - 1..].fill(report.nodes);
        });
        row.tabled.iter_mut().zip(tabled).for_each(|(sum, nodes)| *sum += nodes);
    }
    (!options.stop.is_stopped()).then_some(row)
}

/// The mean over positions.
fn mean(nodes: u64) -> f64 {
    nodes as f64 / POSITIONS as f64
}

/// The mean over positions and evaluations, by depth.
fn means(rows: &[Row], nodes: impl Fn(&Row) -> Nodes) -> [f64; DEPTH] {
    let of = |index: usize| rows.iter().map(|row| mean(nodes(row)[index])).sum::<f64>();
    core::array::from_fn(|index| of(index) / rows.len().max(1) as f64)
}

const COLUMNS: [&str; 6] = [
    "depth",
    "minimax",
    "alpha-beta|alpha_beta",
    "with table|with_table",
    "minimax / alpha-beta|minimax_over_alpha_beta",
    "minimax / with table|minimax_over_with_table",
];

fn cells(depth: usize, nodes: [f64; 3]) -> Vec<Cell> {
    let mut cells = vec![Cell::Count(depth as u64)];
    cells.extend(nodes.map(|number| Cell::Count(number.round() as u64)));
    cells.extend(nodes[1..].iter().map(|&number| ratio(nodes[0], number)));
    cells
}

/// Mean nodes by depth, over all evaluations and for each.
pub fn grids(counts: &Counts) -> [Grid; 2] {
    let rows = &counts.rows;
    let title = format!("Nodes by depth, mean over {POSITIONS} positions and the five evaluations");
    let mut all = Grid::new("gekitai-nodes", title, COLUMNS);
    let columns = ["evaluation"].into_iter().chain(COLUMNS);
    let mut each = Grid::new("gekitai-nodes-by-evaluation", "The same by evaluation", columns);
    let (alpha_beta, tabled) = (means(rows, |row| row.alpha_beta), means(rows, |row| row.tabled));
    for index in (0..DEPTH).filter(|_| !rows.is_empty()) {
        let minimax = mean(counts.minimax[index]);
        all.rows.push(cells(index + 1, [minimax, alpha_beta[index], tabled[index]]));
    }
    for row in rows {
        for index in 0..DEPTH {
            let nodes = [counts.minimax[index], row.alpha_beta[index], row.tabled[index]].map(mean);
            let evaluation = Cell::from(row.evaluation);
            each.rows.push([evaluation].into_iter().chain(cells(index + 1, nodes)).collect());
        }
    }
    all.notes.push(
        "Minimax is counted, not searched: it makes every move once, so that its nodes are the sum of perft 1 to the depth, whatever the \
        evaluation. \"alpha-beta\" tries moves as they come. \"with table\" deepens step by step, in all of plywood's orderings, and \
        counts every step up to the depth; once it has proven the result it rests."
            .to_owned(),
    );
    let note = shortfall(rows.len());
    all.notes.extend(note.clone());
    each.notes.extend(note);
    [all, each]
}

/// Mean nodes by depth.
pub fn chart(counts: &Counts) -> Option<Chart> {
    // What is of a kind looks as in the charts of Lines of Action.
    const STYLES: [usize; 3] = [0, 1, 3];
    if counts.rows.is_empty() {
        return None;
    }
    let series = |name: &str, style, nodes: [f64; DEPTH]| Series {
        name: name.to_owned(),
        style,
        dashed: false,
        points: nodes.into_iter().enumerate().map(|(index, nodes)| ((index + 1) as f64, nodes)).collect(),
    };
    Some(Chart {
        name: "gekitai-nodes-by-depth",
        title: "Gekitai: nodes by depth, mean over positions and evaluations".to_owned(),
        x_label: "depth in plies".to_owned(),
        y_label: "nodes (logarithmic)".to_owned(),
        series: vec![
            series("minimax", STYLES[0], counts.minimax.map(mean)),
            series("alpha-beta", STYLES[1], means(&counts.rows, |row| row.alpha_beta)),
            series("with table", STYLES[2], means(&counts.rows, |row| row.tabled)),
        ],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts() -> Counts {
        let minimax = core::array::from_fn(|index| 16 * 30_u64.pow(index as u32 + 1));
        let row = |evaluation, factor: u64| Row {
            evaluation,
            alpha_beta: core::array::from_fn(|index| 16 * factor * 10_u64.pow(index as u32)),
            tabled: core::array::from_fn(|index| 16 * factor * 5_u64.pow(index as u32)),
        };
        Counts { minimax, rows: vec![row("pieces", 10), row("b", 30)] }
    }

    #[test]
    fn means_are_over_positions_and_evaluations() {
        let [all, each] = grids(&counts());
        assert_eq!(all.csv().lines().nth(2), Some("2,900,200,100,4.500000,9.000000"));
        assert_eq!(each.csv().lines().nth(8), Some("b,2,900,300,150,3.000000,6.000000"));
        assert!(all.text().contains("Ended early: 2 of 5 evaluations."));
    }

    #[test]
    fn the_chart_has_a_line_for_each_search() {
        let chart = chart(&counts()).unwrap();
        assert_eq!(chart.series.len(), 3);
        assert_eq!(chart.series[1].points[1], (2.0, 200.0));
        assert_eq!(super::chart(&Counts::default()), None);
    }
}
