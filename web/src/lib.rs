#![doc = include_str!("../README.md")]

mod assets;
mod body;
mod connections;
mod events;
mod guard;
mod refused;
mod routes;
mod searches;
mod server;
mod settings;

pub use server::{Server, run};
pub use settings::Settings;
