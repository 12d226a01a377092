//! What is certain about a position.

pub(crate) mod connections;
mod h_search;

pub use h_search::HSearch;
