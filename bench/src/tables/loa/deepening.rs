//! Iterative deepening within the seed's times.
//!
//! Each position is searched once, for the longest of the times, with an empty table. What that search had
//! finished after a shorter time is what a search of that time finishes: the clock decides nothing but the
//! end.

use super::{Cell, Chart, Contender, Grid, Options, Series, game, published, ratio, shortfall};
use plywood_loa::Loa;
use plywood_search::{Game, Search, SystemClock};
use std::time::Duration;

/// One finished iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Its depth in plies.
    pub depth: u32,
    /// The nodes of this and all iterations before it.
    pub nodes: u64,
    /// The time when it was finished.
    pub time: Duration,
}

/// One position: the iterations without and with a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The plies before it.
    pub ply: usize,
    /// By search, in the order of [`SEARCHES`].
    pub iterations: [Vec<Iteration>; 2],
}

/// The searches: without a table, and with one.
pub const SEARCHES: [Contender; 2] = [Contender::Ordered, Contender::Tabled];

/// The table, and how long it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deepening {
    /// The positions.
    pub rows: Vec<Row>,
    /// What the seed's times are divided by.
    pub scale: u32,
}

/// What quick tables divide the seed's times by.
const QUICK_SCALE: u32 = 50;

/// Searches every position.
pub fn compute(options: &mut Options<'_>) -> Deepening {
    let scale = if options.quick { QUICK_SCALE } else { 1 };
    let longest = published::DEEPENING.iter().map(|line| line.seconds).max().unwrap_or(0);
    let time = Duration::from_secs(longest) / scale;
    let mut rows = Vec::new();
    let mut searches = SEARCHES.map(Contender::search);
    for turn in game::turns() {
        if !options.goes_on(format_args!("iterative deepening, {time:?} twice, ply {}", turn.ply)) {
            break;
        }
        let iterations =
            core::array::from_fn(|index| iterations(&mut *searches[index], &turn.game, time, options));
        if options.stop.is_stopped() {
            break;
        }
        rows.push(Row { ply: turn.ply, iterations });
    }
    Deepening { rows, scale }
}

fn iterations(
    search: &mut dyn Search<Loa>,
    game: &Game<Loa>,
    time: Duration,
    options: &Options<'_>,
) -> Vec<Iteration> {
    search.clear();
    let mut limits = options.limits(0).with_time(time, SystemClock::start());
    limits.depth = None;
    let mut iterations = Vec::new();
    search.search(game, &limits, &mut |report| {
        iterations.push(Iteration {
            depth: report.depth,
            nodes: report.nodes,
            time: report.elapsed.unwrap_or_default(),
        });
    });
    iterations
}

impl Deepening {
    /// Over the positions, what search `index` had finished after `time`: nodes, the greatest depth, and the
    /// mean of the depths.
    pub fn within(&self, index: usize, time: Duration) -> (u64, u32, f64) {
        let (mut nodes, mut greatest, mut sum) = (0, 0, 0);
        for row in &self.rows {
            if let Some(last) = row.iterations[index].iter().rev().find(|iteration| iteration.time <= time) {
                nodes += last.nodes;
                greatest = greatest.max(last.depth);
                sum += last.depth;
            }
        }
        (nodes, greatest, f64::from(sum) / self.rows.len().max(1) as f64)
    }

    /// Nodes to `depth` of both searches, over the positions in which both have finished it, and the number
    /// of those.
    pub fn to_depth(&self, depth: u32) -> ([u64; 2], usize) {
        let (mut nodes, mut positions) = ([0; 2], 0);
        for row in &self.rows {
            let found = row.iterations.each_ref().map(|list| list.iter().find(|found| found.depth == depth));
            if let [Some(without), Some(with)] = found {
                nodes[0] += without.nodes;
                nodes[1] += with.nodes;
                positions += 1;
            }
        }
        (nodes, positions)
    }

    /// The depths that some position has finished both ways.
    fn depths(&self) -> impl Iterator<Item = u32> {
        (1..).take_while(|&depth| self.to_depth(depth).1 > 0)
    }
}

/// The table by time, and the nodes by depth.
pub fn grids(deepening: &Deepening) -> [Grid; 2] {
    let mut grids = [by_time(deepening), by_depth(deepening)];
    for grid in &mut grids {
        grid.notes.extend(shortfall(deepening.rows.len()));
    }
    grids
}

fn by_time(deepening: &Deepening) -> Grid {
    let scale = deepening.scale;
    let title = match scale {
        1 => "Iterative deepening, H2: nodes of finished iterations over the game, and the greatest depth"
            .to_owned(),
        _ => format!(
            "Iterative deepening, H2, QUICK: plywood has 1/{scale} of the times. Nodes of finished iterations, greatest depth"
        ),
    };
    let mut grid = Grid::new(
        "loa-deepening",
        title,
        [
            "seed's s|seed_seconds",
            "nodes|seed_nodes",
            "depth|seed_depth",
            "table: nodes|seed_nodes_with_table",
            "depth|seed_depth_with_table",
            "our s|seconds",
            "nodes",
            "depth",
            "mean|mean_depth",
            "table: nodes|nodes_with_table",
            "depth|depth_with_table",
            "mean|mean_depth_with_table",
        ],
    );
    for line in published::DEEPENING {
        let time = Duration::from_secs(line.seconds) / scale;
        let mut cells = vec![
            Cell::Count(line.seconds),
            Cell::Count(line.nodes),
            Cell::Count(line.depth.into()),
            line.with_table.map_or(Cell::Blank, |(nodes, _)| Cell::Count(nodes)),
            line.with_table.map_or(Cell::Blank, |(_, depth)| Cell::Count(depth.into())),
            Cell::Seconds(time.as_secs_f64()),
        ];
        for index in 0..SEARCHES.len() {
            let (nodes, depth, mean) = deepening.within(index, time);
            cells.extend([Cell::Count(nodes), Cell::Count(depth.into()), Cell::Number(mean)]);
        }
        grid.rows.push(cells);
    }
    grid.notes.push(
        "The seed's numbers, on the left, are from live games against an opponent that cannot be had any more, and its table was \
        unfinished. Plywood searches the sixteen positions of the documented game from an empty table of 64 MiB; \"mean\" is the mean \
        over them of the depth finished. Each is searched once for the longest time, and the rows show what was finished by then. A \
        search that has proven the result rests, and takes no more nodes."
            .to_owned(),
    );
    if scale != 1 {
        grid.notes.push(format!(
            "--quick: plywood's searches have 1/{scale} of the seed's seconds. Leave it out for the whole times; it takes an hour."
        ));
    }
    grid
}

fn by_depth(deepening: &Deepening) -> Grid {
    let mut grid = Grid::new(
        "loa-deepening-nodes",
        "Nodes to the same depth, without and with the table",
        [
            "depth",
            "positions",
            "without table|without_table",
            "with table|with_table",
            "without / with|ratio",
        ],
    );
    for depth in deepening.depths() {
        let ([without, with], positions) = deepening.to_depth(depth);
        grid.rows.push(vec![
            Cell::Count(depth.into()),
            Cell::Count(positions as u64),
            Cell::Count(without),
            Cell::Count(with),
            ratio(without as f64, with as f64),
        ]);
    }
    grid.notes.push(
        "Summed over the positions in which both searches have finished the depth, the iterations before it included.".to_owned(),
    );
    grid
}

/// Mean nodes by depth, without and with the table.
pub fn chart(deepening: &Deepening) -> Option<Chart> {
    let depths: Vec<_> = deepening.depths().collect();
    if depths.len() < 2 {
        return None;
    }
    let series = |index: usize, name: &str| Series {
        name: name.to_owned(),
        style: SEARCHES[index].style(),
        dashed: false,
        points: depths
            .iter()
            .map(|&depth| {
                let (nodes, positions) = deepening.to_depth(depth);
                (f64::from(depth), nodes[index] as f64 / positions as f64)
            })
            .collect(),
    };
    Some(Chart {
        name: "loa-deepening",
        title: "Iterative deepening: mean nodes to finish a depth".to_owned(),
        x_label: "depth in plies".to_owned(),
        y_label: "nodes (logarithmic)".to_owned(),
        series: vec![series(0, "without table"), series(1, "with table")],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deepening() -> Deepening {
        let iteration = |depth, nodes, ms| Iteration { depth, nodes, time: Duration::from_millis(ms) };
        let row = |ply, without, with| Row { ply, iterations: [without, with] };
        let short = vec![iteration(1, 30, 1)];
        let long = vec![iteration(1, 30, 1), iteration(2, 200, 5)];
        Deepening { rows: vec![row(1, short.clone(), long.clone()), row(3, long.clone(), long)], scale: 50 }
    }

    #[test]
    fn only_iterations_finished_in_time_count() {
        assert_eq!(deepening().within(1, Duration::from_millis(4)), (60, 1, 1.0));
        assert_eq!(deepening().within(0, Duration::from_millis(5)), (230, 2, 1.5));
        assert_eq!(deepening().within(0, Duration::ZERO), (0, 0, 0.0));
    }

    #[test]
    fn nodes_to_a_depth_are_summed_where_both_have_finished_it() {
        assert_eq!(deepening().to_depth(1), ([60, 60], 2));
        assert_eq!(deepening().to_depth(2), ([200, 200], 1));
        assert_eq!(deepening().depths().collect::<Vec<_>>(), [1, 2]);
    }
}
