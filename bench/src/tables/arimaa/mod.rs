//! How wide Arimaa is, and what that costs a search over whole turns and one over steps.
//!
//! The seed of plywood's Arimaa is a small browser game whose player looked at every turn once and took the
//! one with the best evaluation: minimax over whole turns, to depth 1.
//!
//! | table | question |
//! |---|---|
//! | [`turns`] | how many different turns are there as a game goes on, beside a published study? |
//! | [`nodes`] | how many nodes do minimax and alpha-beta over whole turns take, and a search over steps? |

pub mod games;
pub mod nodes;
pub mod turns;

use super::{Cell, Chart, Grid, Options, Series, Tables, ratio};

/// Computes the tables one after the other, and shows each to `finished` as soon as it is there.
///
/// When the stop handle of `options` is pulled the table in the making is kept as far as it has come, and the
/// rest left out.
pub fn compute(options: &mut Options<'_>, finished: &mut dyn FnMut(&Grid)) -> Tables {
    let mut tables = Tables::default();
    let counts = turns::compute(options);
    tables.add([turns::grid(&counts)], Some(turns::chart(&counts)), finished);
    if options.stop.is_stopped() {
        return tables;
    }
    let rows = nodes::compute(options);
    tables.add([nodes::grid(&rows)], Some(nodes::chart(&rows)), finished);
    tables
}
