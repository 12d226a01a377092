#![doc = include_str!("../README.md")]

mod board;
mod definition;
pub mod eval;
mod geometry;
mod moves;
mod notation;
mod ordering;
mod picture;
mod position;
mod proof;
mod rules;
mod setup;
mod symmetry;
mod view;

pub use board::{PIECES, Player};
pub use definition::GekitaiGame;
pub use geometry::has_line;
pub use moves::{Move, MoveSyntaxError, Square};
pub use notation::{IllegalMove, MoveError, PositionError, Refusal};
pub use ordering::priorities;
pub use position::{Gekitai, Push};
pub use proof::ThreatGuide;
pub use rules::{Both, Opponent, RepetitionRule, Rules};
pub use setup::SetupError;

/// A proof that the first player wins from the empty board, under the default rules, within 25 plies.
///
/// `proofs/README.md` says how it was made. Anyone can check it with `plywood verify gekitai --proof`.
pub const PROOF: &[u8] = include_bytes!("../proofs/gekitai.proof");
