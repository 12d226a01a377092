//! The tests of this crate as one program, so that what they share is compiled once.

mod evaluation;
mod laws;
mod learned;
mod notation;
mod perft;
mod proof;
mod rules;
mod serde;
