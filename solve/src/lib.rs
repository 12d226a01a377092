#![doc = include_str!("../README.md")]

mod answer;
mod book;
mod bounded;
pub mod certificate;
mod claim;
mod conceding;
mod identity;
pub mod library;
mod part;
mod shorten;
mod strategy;
mod walk;

pub use answer::{Request, Solved, solve, write_bound};
pub use book::Book;
pub use claim::{Claim, NoClaim};
pub use identity::Form;
pub use part::{Part, PartFound, search_part};
pub use strategy::NoStrategy;
pub use walk::Flaw;
