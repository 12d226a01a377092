#![doc = include_str!("../README.md")]

mod board;
mod definition;
pub mod eval;
mod geometry;
mod knowledge;
mod movement;
mod moves;
mod notation;
mod picture;
mod pieces;
mod position;
mod progress;
mod record;
mod refusal;
mod rules;
pub mod setups;
mod squares;
mod symmetry;
mod turn_text;
mod turns;
mod view;

pub use definition::ArimaaGame;
pub use knowledge::Capture;
pub use moves::{Action, Move, MoveSyntaxError};
pub use notation::PositionError;
pub use pieces::{Colour, Kind, Piece};
pub use position::Arimaa;
pub use record::{Ending, RecordedGame, read_games, read_games_within};
pub use refusal::{IllegalMove, MoveError, Refusal};
pub use rules::{RepetitionRule, Rules};
pub use squares::{Direction, Square};
pub use turn_text::{CaptureError, TurnError};
pub use turns::{Turn, TurnCounts, Turns};
