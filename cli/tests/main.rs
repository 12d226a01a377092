//! The tests of this crate as one program, so that what they share is compiled once.

mod bad_input;
mod build_script;
mod complaints;
mod contract;
mod external;
mod learning;
mod protocols;
#[path = "../../arena/tests/scripts/mod.rs"]
mod scripts;
mod serve;
mod signals;
mod site;
mod solve;
mod store;
mod terminal;
