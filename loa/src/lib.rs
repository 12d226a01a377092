#![doc = include_str!("../README.md")]

mod arrays;
mod definition;
pub mod eval;
mod knowledge;
mod proof;
mod rules;
mod text;
mod view;

pub use definition::LinesOfAction;
pub use eval::ordering::priorities;
pub use proof::guide::{ThreatGuide, ThreatLine};
pub use rules::board::Colour;
pub use rules::connection::{group_of, is_connected};
pub use rules::moves::{Move, MoveSyntaxError, Square};
pub use rules::position::Loa;
pub use rules::setup::SetupError;
pub use rules::variants::{Connection, NoMove, RepetitionRule, Rules, Size, SizeError};
pub use text::notation::{IllegalMove, MoveError, PositionError, Refusal};
