//! The rules: variants, pieces, the board, moves, positions and whole turns.

pub(crate) mod board;
pub(crate) mod geometry;
pub(crate) mod movement;
pub(crate) mod moves;
pub(crate) mod pieces;
pub(crate) mod position;
pub(crate) mod progress;
pub(crate) mod refusal;
pub(crate) mod squares;
mod symmetry;
pub(crate) mod turns;
pub(crate) mod variants;
