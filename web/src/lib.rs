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
mod site;

pub use server::{Server, run};
pub use settings::Settings;
pub use site::{Engines, NotWebAssembly, site};
