//! The tables of the seed's report, computed again, and plywood's own numbers beside them.
//!
//! The [seed](crate::seed) published how many nodes its searches took over one game of Lines of Action. From that game come
//! sixteen positions, the seed's own turns, and everything here is measured on them:
//!
//! | table | question |
//! |---|---|
//! | [`totals`] | does the seed's search, re-created, give the seed's numbers? |
//! | [`beside`] | what do plywood's searches take for the same depth? |
//! | [`worth`] | how much does each refinement of alpha-beta save, and how far is it from the least possible? |
//! | [`deepening`] | how deep does iterative deepening come in the seed's times? |
//!
//! A table is computed into rows, rows become [`Grid`]s, and a grid is written as aligned text or as CSV; [`Chart`]s are SVG. Front ends
//! only pass the text on.

pub mod beside;
mod chart;
mod contender;
pub mod deepening;
pub mod game;
mod grid;
pub mod published;
pub mod totals;
pub mod worth;

pub use chart::{Chart, Series};
pub use contender::Contender;
pub use grid::{Cell, Grid};

use core::fmt;
use plywood_search::{Limits, StopHandle, SystemClock};

/// How the tables are to be made.
pub struct Options<'a> {
    /// Give each search of [`deepening`] a fiftieth of the seed's times.
    pub quick: bool,
    /// Ends the work early; what was done is kept.
    pub stop: StopHandle,
    /// Is told what is being done.
    pub progress: &'a mut dyn FnMut(&str),
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("quick", &self.quick).finish_non_exhaustive()
    }
}

impl Options<'_> {
    /// Limits in depth, with a clock, under the stop handle.
    fn limits(&self, depth: u32) -> Limits {
        Limits::depth(depth).with_clock(SystemClock::start()).with_stop(self.stop.clone())
    }

    /// Says what is being done, unless it is to end: then false.
    fn goes_on(&mut self, doing: impl fmt::Display) -> bool {
        (self.progress)(&doing.to_string());
        !self.stop.is_stopped()
    }
}

/// The tables of Lines of Action.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// What the tables say, in order.
    pub grids: Vec<Grid>,
    /// The same as pictures.
    pub charts: Vec<Chart>,
}

impl Tables {
    /// Computes the tables one after the other, and shows each to `finished` as soon as it is there.
    ///
    /// When the stop handle of `options` is pulled the table in the making is kept as far as it has come, and the rest left out.
    pub fn compute(options: &mut Options<'_>, finished: &mut dyn FnMut(&Grid)) -> Self {
        let mut tables = Self::default();
        let totals = totals::compute(options);
        tables.add([totals::grid(&totals)], None, finished);
        if options.stop.is_stopped() {
            return tables;
        }
        let beside = beside::compute(&totals, options);
        tables.add(beside::grids(&beside), beside::chart(&beside), finished);
        if options.stop.is_stopped() {
            return tables;
        }
        let worth = worth::compute(options);
        tables.add(worth::grids(&worth), worth::chart(&worth), finished);
        if options.stop.is_stopped() {
            return tables;
        }
        let deepening = deepening::compute(options);
        tables.add(deepening::grids(&deepening), deepening::chart(&deepening), finished);
        tables
    }

    fn add(
        &mut self,
        grids: impl IntoIterator<Item = Grid>,
        chart: Option<Chart>,
        finished: &mut dyn FnMut(&Grid),
    ) {
        for grid in grids {
            finished(&grid);
            self.grids.push(grid);
        }
        self.charts.extend(chart);
    }

    /// The files that hold the tables: names, and what stands in them. CSV for each grid, SVG for each chart.
    pub fn files(&self) -> Vec<(String, String)> {
        let grids = self.grids.iter().map(|grid| (format!("{}.csv", grid.name), grid.csv()));
        let charts = self.charts.iter().map(|chart| (format!("{}.svg", chart.name), chart.svg()));
        grids.chain(charts).collect()
    }
}

/// `numerator / denominator`, or none where there is nothing to divide by.
fn ratio(numerator: f64, denominator: f64) -> Cell {
    if denominator > 0.0 { Cell::Ratio(numerator / denominator) } else { Cell::Blank }
}

/// How many of the sixteen positions a table covers, if not all: work was ended early.
fn shortfall(rows: usize) -> Option<String> {
    let all = game::POSITIONS;
    (rows < all).then(|| format!("Ended early: {rows} of {all} positions."))
}
