//! The rules: variants, the board, moves and positions.

pub(crate) mod bits;
mod board;
pub(crate) mod cell;
pub(crate) mod connection;
mod fill;
pub(crate) mod moves;
pub(crate) mod position;
pub(crate) mod setup;
pub(crate) mod size;
mod symmetry;
pub(crate) mod variants;
