#![doc = include_str!("../README.md")]

mod bits;
mod board;
mod cell;
mod connection;
mod definition;
pub mod eval;
mod fill;
pub mod hexworld;
mod knowledge;
mod moves;
mod notation;
mod picture;
mod position;
mod proof;
mod rules;
mod setup;
pub mod sgf;
mod size;
mod symmetry;
mod view;

pub use cell::{Cell, CellSet, Colour};
pub use definition::HexGame;
pub use eval::Distances;
pub use knowledge::{HSearch, Inferior, Line};
pub use moves::{Move, MoveSyntaxError};
pub use notation::{IllegalMove, MoveError, PositionError, Refusal};
pub use position::Hex;
pub use proof::CircuitGuide;
pub use rules::{Rules, RulesError, Swap};
pub use setup::SetupError;
pub use size::{Size, SizeError};
