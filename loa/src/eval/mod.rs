//! Opinions about good play. The rules know nothing of them.
//!
//! | evaluation | idea | range, about |
//! |---|---|---|
//! | [`Strong`] | MIA's features, weighed by regression: the default | +-1 000 |
//! | [`H1`] | the best group | +-900 |
//! | [`H2`] | the nearest group | +-80 |
//! | [`H3`] | the centre, and neighbours | +-1 000 |
//! | [`H4`] | the own centre of mass, and neighbours | +-1 500 |
//! | [`CentreOfMass`] | the own centre of mass, a few nanoseconds | +-80 |
//!
//! Each gives one colour a number (`of`), and a position the difference between the side to move and its opponent.

mod centre_of_mass;
mod documented;
mod strong;

pub use centre_of_mass::{CentreOfMass, centre_of_mass};
pub use documented::{H1, H2, H3, H4};
pub use strong::Strong;

use crate::board::Colour;
use crate::position::Loa;
use plywood_search::Score;

/// The value for the side to move less the value for its opponent.
#[inline]
fn difference(position: &Loa, of: impl Fn(&Loa, Colour) -> i32) -> Score {
    let turn = position.turn();
    Score::heuristic(of(position, turn) - of(position, !turn))
}
