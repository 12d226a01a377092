//! The tables of the programs that plywood grew out of, computed again, and plywood's own numbers beside
//! them: a module a game.
//!
//! A table is computed into rows, rows become [`Grid`]s, and a grid is written as aligned text or as CSV;
//! [`Chart`]s are SVG. Front ends only pass the text on.

pub mod arimaa;
mod chart;
mod file;
pub mod gekitai;
mod grid;
pub mod hex;
pub mod loa;
pub mod settled;

pub use chart::{Chart, Series};
pub use file::{FileError, write_file};
pub use grid::{Cell, Grid};

use core::fmt;
use plywood_arena::MatchError;
use plywood_arena::store::StoreError;
use plywood_search::{Limits, StopHandle, SystemClock};
use std::path::PathBuf;

/// Settings of the tables.
pub struct Options<'a> {
    /// Do less: searches of [`loa::deepening`] get a fiftieth of the seed's times, pairings of
    /// [`gekitai::pairings`] a tenth of the games, [`hex`] searches a ply less deep, [`arimaa`] looks at a
    /// tenth of the games and at one position.
    pub quick: bool,
    /// An existing folder, in whose store the games of [`gekitai`] are kept and found again.
    pub folder: Option<PathBuf>,
    /// The build of the program, by which its games are known; empty if it is not known.
    pub build: &'static str,
    /// Ends the work early; what was done is kept.
    pub stop: StopHandle,
    /// Is told what is being done.
    pub progress: &'a mut dyn FnMut(&str),
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("quick", &self.quick)
            .field("folder", &self.folder)
            .finish_non_exhaustive()
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

/// Error returned when tables cannot be made.
#[derive(Debug)]
pub enum TablesError {
    /// A match could not be played.
    Match(MatchError),
    /// The results could not be kept.
    File(FileError),
    /// The games could not be kept.
    Store(StoreError),
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Match(error) => error.fmt(f),
            Self::File(error) => error.fmt(f),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TablesError {}

impl From<MatchError> for TablesError {
    fn from(error: MatchError) -> Self {
        Self::Match(error)
    }
}

impl From<StoreError> for TablesError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<FileError> for TablesError {
    fn from(error: FileError) -> Self {
        Self::File(error)
    }
}

/// A game that there are tables of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// Lines of Action: [`loa`].
    LinesOfAction,
    /// Gekitai: [`gekitai`].
    Gekitai,
    /// Hex: [`hex`].
    Hex,
    /// Arimaa: [`arimaa`].
    Arimaa,
}

impl Subject {
    /// All, in the order in which their tables are made.
    pub const ALL: [Self; 4] = [Self::LinesOfAction, Self::Gekitai, Self::Hex, Self::Arimaa];

    /// The name of the game.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LinesOfAction => "loa",
            Self::Gekitai => "gekitai",
            Self::Hex => "hex",
            Self::Arimaa => "arimaa",
        }
    }
}

/// The tables of a game.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// What the tables say, in order.
    pub grids: Vec<Grid>,
    /// The same as pictures.
    pub charts: Vec<Chart>,
}

impl Tables {
    /// Computes the tables of a game one after the other, and shows each to `finished` as soon as it is
    /// there.
    ///
    /// When the stop handle of `options` is pulled the table in the making is kept as far as it has come, and
    /// the rest left out.
    ///
    /// # Errors
    ///
    /// If a match cannot be played, or its result not be written to the folder of `options`.
    pub fn compute(
        subject: Subject,
        options: &mut Options<'_>,
        finished: &mut dyn FnMut(&Grid),
    ) -> Result<Self, TablesError> {
        match subject {
            Subject::LinesOfAction => Ok(loa::compute(options, finished)),
            Subject::Gekitai => gekitai::compute(options, finished),
            Subject::Hex => hex::compute(options, finished),
            Subject::Arimaa => Ok(arimaa::compute(options, finished)),
        }
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
