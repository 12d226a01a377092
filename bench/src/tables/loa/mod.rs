//! The tables of the seed's report, computed again, and plywood's own numbers beside them.
//!
//! The [seed](crate::seed) published how many nodes its searches took over one game of Lines of Action. From
//! that game come sixteen positions, the seed's own turns, and everything here is measured on them:
//!
//! | table | question |
//! |---|---|
//! | [`totals`] | does the seed's search, re-created, give the seed's numbers? |
//! | [`beside`] | what do plywood's searches take for the same depth? |
//! | [`worth`] | how much does each refinement of alpha-beta save, and how far is it from the least possible? |
//! | [`deepening`] | how deep does iterative deepening come in the seed's times? |

pub mod beside;
mod contender;
pub mod deepening;
pub mod game;
pub mod published;
pub mod totals;
pub mod worth;

pub use contender::Contender;

use super::{Cell, Chart, Grid, Options, Series, Tables, ratio};

/// Computes the tables one after the other, and shows each to `finished` as soon as it is there.
///
/// When the stop handle of `options` is pulled the table in the making is kept as far as it has come, and the
/// rest left out.
pub fn compute(options: &mut Options<'_>, finished: &mut dyn FnMut(&Grid)) -> Tables {
    let mut tables = Tables::default();
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

/// How many of the sixteen positions a table covers, if not all: work was ended early.
fn shortfall(rows: usize) -> Option<String> {
    let all = game::POSITIONS;
    (rows < all).then(|| format!("Ended early: {rows} of {all} positions."))
}
