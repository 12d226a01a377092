//! The tests of this crate as one program, so that what they share is compiled once.

mod aei;
mod client;
mod dialogue;
mod htp;
mod long_lines;
mod server;
mod ugi;
