#![doc = include_str!("../README.md")]

mod answers;
mod assets;
mod bar;
mod catalogue;
mod connections;
mod events;
mod guard;
mod levels;
mod refused;
mod requests;
mod routes;
mod searches;
mod server;
mod sessions;
mod settings;
mod specs;

pub use server::{Server, run};
pub use settings::Settings;
