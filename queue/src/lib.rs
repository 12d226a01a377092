#![doc = include_str!("../README.md")]

mod census;
mod dispatch;
mod doing;
mod error;
mod leaf;
mod lease;
mod link;
mod matches;
mod names;
mod plan;
mod proofs;
mod rehearsal;
mod self_play;
mod status;
mod terms;
mod tree;
mod wire;
mod worker;

pub use dispatch::Troubles;
pub use doing::Doer;
pub use error::QueueError;
pub use lease::Notice;
pub use link::{Access, Link};
pub use matches::QueuedMatches;
pub use names::Kind;
pub use proofs::{ProofProgress, ProofRequest, solve};
pub use rehearsal::{Rehearsed, rehearse};
pub use self_play::QueuedGames;
pub use status::Status;
pub use wire::{Presence, RunState};
pub use worker::{WorkDone, WorkerSettings, processors, work};
