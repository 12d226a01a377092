//! The tests of this crate as one program, so that what they share is compiled once.

mod gekitai_tables;
mod positions;
mod seed;
mod settled;
mod tables;
