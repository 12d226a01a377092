#![doc = include_str!("../README.md")]

mod arrays;
mod definition;
pub mod eval;
mod knowledge;
mod rules;
mod text;
mod view;

pub use definition::ArimaaGame;
pub use eval::setups;
pub use knowledge::Capture;
pub use rules::moves::{Action, Move, MoveSyntaxError};
pub use rules::pieces::{Colour, Kind, Piece};
pub use rules::position::Arimaa;
pub use rules::refusal::{IllegalMove, MoveError, Refusal};
pub use rules::squares::{Direction, Square};
pub use rules::turns::{Turn, TurnCounts, Turns};
pub use rules::variants::{RepetitionRule, Rules};
pub use text::notation::PositionError;
pub use text::record::{Ending, RecordedGame, read_games, read_games_within};
pub use text::turn_text::{CaptureError, TurnError};
