//! The tests of this crate as one program, so that what they share is compiled once.

mod answer;
mod arimaa;
mod bounded;
mod certificate;
mod conceding;
mod forging;
mod hex;
mod pieces;
mod regions;
mod second;
