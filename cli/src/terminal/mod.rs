//! What a person sees in a terminal: colours, boards, numbers, progress.

pub(crate) mod board;
pub(crate) mod colour;
pub(crate) mod numbers;
pub(crate) mod progress;
