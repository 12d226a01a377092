//! Evaluations of positions, and the order of moves. The rules do not depend on them.
//!
//! | evaluation | idea | range, about |
//! |---|---|---|
//! | [`Learned`] | a network trained on games of this program: the default | +-1 000 |
//! | [`Strong`] | MIA's features and more, weighed by hand after regressions | +-1 000 |
//! | [`Mia`] | MIA's nine features | +-600 |
//! | [`H1`] | the best group | +-900 |
//! | [`H2`] | the nearest group | +-80 |
//! | [`H3`] | the centre, and neighbours | +-1 000 |
//! | [`H4`] | one's own centre of mass, and neighbours | +-1 500 |
//! | [`CentreOfMass`] | one's own centre of mass, a few nanoseconds | +-80 |
//!
//! Each has a value for one colour (`of`). The value of a position is that of the side to move minus that of
//! its opponent.

mod centre_of_mass;
mod documented;
mod inputs;
mod learned;
mod mia;
pub(crate) mod ordering;
mod strong;

pub use centre_of_mass::{CentreOfMass, centre_of_mass};
pub use documented::{H1, H2, H3, H4};
pub use inputs::Inputs;
pub use learned::Learned;
pub use mia::Mia;
pub use strong::Strong;

use crate::rules::board::Colour;
use crate::rules::position::Loa;
use plywood_search::Score;

/// The value for the side to move minus the value for its opponent.
#[inline]
fn difference(position: &Loa, of: impl Fn(&Loa, Colour) -> i32) -> Score {
    let turn = position.turn();
    Score::heuristic(of(position, turn) - of(position, !turn))
}
