#![doc = include_str!("../README.md")]

mod accumulator;
mod choice;
mod features;
mod file;
mod network;
mod sharing;

pub use accumulator::{Accumulator, Accumulators};
pub use choice::{Choice, MoveFeatures, softmax};
pub use features::{Change, Features};
pub use file::ModelError;
pub use network::{HIDDEN_UNIT, MAX_HIDDEN, MAX_INPUTS, MAX_SECOND, Network, PARTS, Shape};
pub use sharing::Sharing;
