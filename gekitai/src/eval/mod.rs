//! Evaluations of positions, and the order of moves. The rules do not depend on them.
//!
//! | evaluation | idea | range, about |
//! |---|---|---|
//! | [`Pieces`] | pieces on the board | +-8 |
//! | [`Pairs`] | neighbouring pairs | +-20 |
//! | [`Value`] | pieces, by how central they stand | +-24 |
//! | [`A`] | [`Pieces`] and twice [`Pairs`] | +-40 |
//! | [`B`] | [`Value`] and twice [`Pairs`] | +-50 |
//! | [`Threats`] | lines that can be made, pieces and their places | +-2 000 |
//!
//! Each has a value for one player (`of`). The value of a position is that of the side to move minus that of
//! its opponent; [`Threats`] also values the right to move.

mod blocks;
mod documented;
pub(crate) mod ordering;
mod threats;
mod weights;

pub use crate::knowledge::chances::line_makers;
pub use documented::{A, B, Pairs, Pieces, Value};
pub use threats::{Outlook, Threats};
