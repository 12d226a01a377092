#![doc = include_str!("../README.md")]

mod answers;
mod bar;
mod catalogue;
#[cfg(feature = "schema")]
pub mod contract;
mod desk;
mod events;
mod graph;
mod levels;
mod line;
mod memory;
mod positions;
mod records;
mod refused;
mod requests;
mod search;
mod settings;
mod solve;
mod specs;
mod work;

pub use desk::Desk;
pub use events::Event;
pub use memory::Memory;
pub use refused::{ErrorBody, Kind, Reason, Refused};
pub use settings::Settings;
pub use work::{Needs, Purpose, Work};
