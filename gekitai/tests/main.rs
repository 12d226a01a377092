//! The tests of this crate as one program, so that what they share is compiled once.

mod evaluation;
mod guide;
mod laws;
mod notation;
mod perft;
mod records;
mod rules;
mod serde;
