//! How certain wins are played, for those who write proofs down.

pub(crate) mod concession;
pub(crate) mod plan;
pub(crate) mod regions;
