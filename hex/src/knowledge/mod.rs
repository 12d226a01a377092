//! What is certain about a position: connections, cells that need no stone, wins, and where one must play.

pub(crate) mod certain;
pub(crate) mod connections;
mod h_search;
pub(crate) mod inferior;
mod line;
mod pairing;

pub use h_search::HSearch;
pub use inferior::Inferior;
pub use line::Line;
