#![doc = include_str!("../README.md")]

mod board;
mod connection;
mod definition;
pub mod eval;
mod geometry;
mod movegen;
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

pub use board::Colour;
pub use connection::{group_of, is_connected};
pub use definition::LinesOfAction;
pub use moves::{Move, MoveSyntaxError, Square};
pub use notation::{IllegalMove, MoveError, PositionError, Refusal};
pub use ordering::priorities;
pub use position::Loa;
pub use rules::{Connection, NoMove, RepetitionRule, Rules, Size};
pub use setup::SetupError;
