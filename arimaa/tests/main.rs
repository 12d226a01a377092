//! The tests of this crate as one program, so that what they share is compiled once.

mod boards;
mod evaluation;
mod knowledge;
mod laws;
mod learned;
mod lines;
mod naive;
mod notation;
mod perft;
mod proof;
mod ranking;
mod records;
mod reference;
mod rules;
mod scattered;
mod serde;
mod setups;
mod turns;
