//! The tests of this crate as one program, so that what they share is compiled once.

mod book;
mod proofs;
