//! The tests of this crate as one program, so that what they share is compiled once.

mod certain;
mod concession;
mod connections;
mod evaluation;
mod hexworld;
mod inferior;
mod judgement;
mod laws;
mod monte_carlo;
mod notation;
mod perft;
mod proof;
#[path = "data/puzzle.rs"]
mod puzzle;
mod puzzles;
mod random_positions;
mod rules;
mod serde;
mod sgf;
mod solved;
mod solver;
