//! What is certain about a position: the placements that make a line, and what the next two placements
//! decide.

pub(crate) mod chances;
pub(crate) mod forced;
pub(crate) mod winning;
