//! Opinions about good play. The rules know nothing of them.
//!
//! | evaluation | idea | unit |
//! |---|---|---|
//! | [`Distance`] | the fewest stones that each side still needs: the default | one stone |
//! | [`TwoDistance`] | the same against an opponent who takes the best cell each time | a hundredth of a stone |
//!
//! Both compare the colours, for the side to move.

mod distance;
mod two_distance;

pub use distance::{Distance, Distances};
pub use two_distance::{Potential, TwoDistance};
