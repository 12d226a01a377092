//! Gekitai in text: notation and pictures.

pub(crate) mod notation;
pub(crate) mod picture;
