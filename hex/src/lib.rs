#![doc = include_str!("../README.md")]

mod arrays;
mod definition;
pub mod eval;
mod knowledge;
mod proof;
mod rules;
mod text;
mod view;

pub use definition::HexGame;
pub use eval::Distances;
pub use knowledge::{HSearch, Inferior, Line};
pub use rules::cell::{Cell, CellSet, Colour};
pub use rules::moves::{Move, MoveSyntaxError};
pub use rules::position::Hex;
pub use rules::setup::SetupError;
pub use rules::size::{Size, SizeError};
pub use rules::variants::{Rules, RulesError, Swap};
pub use text::notation::{IllegalMove, MoveError, PositionError, Refusal};
pub use text::{hexworld, sgf};
