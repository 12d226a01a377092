//! What provers are told.

pub(crate) mod guide;
mod numbers;
