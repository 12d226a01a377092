//! What is certain about a position: the moves that connect all men, and those that parry a threat to do so.

mod connecting;
pub(crate) mod threats;
