#![doc = include_str!("../README.md")]

mod arrays;
mod definition;
pub mod eval;
mod knowledge;
mod proof;
mod rules;
mod text;
mod view;

pub use definition::GekitaiGame;
pub use eval::ordering::priorities;
pub use proof::guide::ThreatGuide;
pub use rules::board::{PIECES, Player};
pub use rules::geometry::has_line;
pub use rules::moves::{Move, MoveSyntaxError, Square};
pub use rules::position::{Gekitai, Push};
pub use rules::setup::SetupError;
pub use rules::variants::{Both, Opponent, RepetitionRule, Rules};
pub use text::notation::{IllegalMove, MoveError, PositionError, Refusal};

/// A proof that the first player wins from the empty board, under the default rules, within 25 plies.
///
/// `proofs/README.md` says how it was made. Anyone can check it with `plywood verify gekitai --proof`.
pub const PROOF: &[u8] = include_bytes!("../proofs/gekitai.proof");
