//! Hex in text: notation, pictures, and records.

pub mod hexworld;
pub(crate) mod notation;
pub(crate) mod picture;
pub mod sgf;
