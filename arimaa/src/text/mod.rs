//! Arimaa in text: notation, turns, pictures, and game records.

pub(crate) mod notation;
pub(crate) mod picture;
pub(crate) mod record;
pub(crate) mod turn_text;
