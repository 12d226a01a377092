//! Opinions about good play. The rules know nothing of them.
//!
//! | evaluation | idea | unit |
//! |---|---|---|
//! | [`Strong`] | currents where all connections conduct, with what is certain about them: the default | 1/300 |
//! | [`Resistance`] | the current between each side's edges, as a logarithm | 1/300 |
//! | [`Distance`] | the fewest stones that each side still needs | one stone |
//! | [`TwoDistance`] | the same against an opponent who takes the best cell each time | a hundredth of a stone |
//!
//! All compare the colours, for the side to move.

mod bordered;
mod circuit;
mod currents;
mod distance;
mod hints;
mod judgement;
mod network;
mod patterns;
mod playout;
mod replies;
mod resistance;
mod strong;
mod two_distance;

pub(crate) use currents::Currents;
pub(crate) use network::Network;

pub use distance::{Distance, Distances};
pub use patterns::{MovePatterns, Surroundings};
pub use replies::ReplyCounts;
pub use resistance::Resistance;
pub use strong::Strong;
pub use two_distance::{Potential, TwoDistance};
