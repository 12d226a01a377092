//! What provers are told, and what those who write proofs down.

pub(crate) mod concession;
pub(crate) mod guide;
pub(crate) mod plan;
