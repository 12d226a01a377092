//! The win rates that Gekitai's seed published, played again with enough games, and what alpha-beta would
//! have spared it.
//!
//! The seed of plywood's Gekitai is a student program in Java: minimax without pruning, to depth 3 at most,
//! over three heuristics and two mixtures of them, and a tournament of ten games a pairing.
//!
//! | table | question |
//! |---|---|
//! | [`pairings`] | which of the seed's seventeen results hold in hundreds of games, and which were noise? |
//! | [`monte_carlo`] | what are the bots worth against a player that only plays random games? |
//! | [`equal`] | do the same bots choose the same moves with alpha-beta? |
//! | [`nodes`] | how many nodes does each search take, to twice the seed's depth? |

mod columns;
pub mod equal;
pub mod monte_carlo;
pub mod nodes;
pub mod pairings;
pub mod positions;
pub mod published;
mod searches;
pub mod verdict;

pub use searches::Searches;

use super::{Cell, Chart, Grid, Options, Series, Tables, TablesError, ratio};
use pairings::Settings;

/// The names of the seed's evaluations.
pub const EVALUATIONS: [&str; 5] = ["pieces", "pairs", "value", "a", "b"];

/// Computes the tables one after the other, and shows each to `finished` as soon as it is there.
///
/// When the stop handle of `options` is pulled the table in the making is kept as far as it has come, and the
/// rest left out.
///
/// # Errors
///
/// If a pairing cannot be played, or its result not be kept in the folder of `options`.
pub fn compute(options: &mut Options<'_>, finished: &mut dyn FnMut(&Grid)) -> Result<Tables, TablesError> {
    let mut tables = Tables::default();
    let settings = Settings::new(options.quick);
    let pairings = pairings::compute(&settings, options)?;
    tables.add([pairings::grid(&settings, &pairings)], None, finished);
    if options.stop.is_stopped() {
        return Ok(tables);
    }
    let monte_carlo = monte_carlo::compute(&settings, options)?;
    tables.add([monte_carlo::grid(&settings, &monte_carlo)], None, finished);
    if options.stop.is_stopped() {
        return Ok(tables);
    }
    let equal = equal::compute(options);
    tables.add([equal::grid(&equal)], None, finished);
    if options.stop.is_stopped() {
        return Ok(tables);
    }
    let nodes = nodes::compute(options);
    tables.add(nodes::grids(&nodes), nodes::chart(&nodes), finished);
    Ok(tables)
}

/// How many of the five evaluations a table covers, if not all: work was ended early.
fn shortfall(rows: usize) -> Option<String> {
    let all = EVALUATIONS.len();
    (rows < all).then(|| format!("Ended early: {rows} of {all} evaluations."))
}
