//! The rules: variants, the board, moves and positions.

pub(crate) mod board;
pub(crate) mod geometry;
pub(crate) mod moves;
pub(crate) mod position;
pub(crate) mod repelling;
pub(crate) mod setup;
mod symmetry;
pub(crate) mod variants;
