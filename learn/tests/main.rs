//! The tests of this crate as one program, so that what they share is compiled once.

mod choice;
mod generate;
mod pipeline;
mod training;
mod tune;
