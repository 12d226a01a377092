//! The laws. Each is a generic function that returns if the law holds and panics with the reason if not.
//!
//! [`rules::hold`], [`notation::hold`], [`board::hold`], [`arrays::hold`], [`symmetry::hold`] and
//! [`search::hold`] hold a [`Subject`](crate::Subject) to all laws of their kind, over random games.

// To panic where it is broken is what a law is for.
#![allow(clippy::missing_panics_doc)]

pub mod arrays;
pub mod board;
pub mod knowledge;
pub mod limits;
pub mod monte_carlo;
pub mod notation;
pub mod proof;
pub mod rules;
pub mod search;
pub mod symmetry;
pub mod table;
pub mod threads;
pub mod threats;
pub mod turns;
