//! Hex: what plywood's searches make of the seed's evaluation, and a match as the seed prescribed it.
//!
//! The seed of plywood's Hex is a program in Python: minimax with alpha-beta to a fixed depth, over the
//! fewest stones that each side still needs. It published no table; its speed was measured, and a match was
//! to be two games, one with each colour.
//!
//! | table | question |
//! |---|---|
//! | [`nodes`] | how many nodes do minimax, alpha-beta and deepening with a table take, and how fast is that beside the seed? |
//! | [`pair`] | who wins two games, one with each colour: the seed's player or the strong search? |

pub mod nodes;
pub mod pair;

use super::{Cell, Grid, Options, Tables, TablesError, ratio};

/// Computes the tables one after the other, and shows each to `finished` as soon as it is there.
///
/// When the stop handle of `options` is pulled the table in the making is kept as far as it has come, and the
/// rest left out.
///
/// # Errors
///
/// If a match cannot be played.
pub fn compute(options: &mut Options<'_>, finished: &mut dyn FnMut(&Grid)) -> Result<Tables, TablesError> {
    let mut tables = Tables::default();
    let nodes = nodes::compute(options);
    tables.add([nodes::grid(&nodes)], None, finished);
    if options.stop.is_stopped() {
        return Ok(tables);
    }
    let pair = pair::compute(options)?;
    tables.add([pair::grid(&pair)], None, finished);
    Ok(tables)
}
