#![doc = include_str!("../README.md")]

pub mod aei;
pub mod client;
mod conversation;
pub mod htp;
mod pace;
mod seat;
mod server;
pub mod ugi;

pub use aei::Aei;
pub use conversation::{Conversation, Finished, MakeEngine, Order, Reply, Then};
pub use htp::Htp;
pub use server::{serve, serve_htp};
pub use ugi::Ugi;
