//! Knowledge by machine: games that an engine plays against itself, and networks that are trained on them.
//!
//! 1. [`generate`] plays games on all cores and writes them to a file, a record a line with the scores of the
//!    search and, where asked for, its [`VISITS`] of each move.
//! 2. [`Reader`] replays files of games, filters their positions, and turns them into [`Samples`]; a
//!    [`Report`] says what they are.
//! 3. [`train`] fits a [`Model`] to them, and [`Model::network`] rounds it to the integers that an engine
//!    plays with.
//!
//! [`tune`] sets the constants of a search by games, without a network. [`train_choice`] fits a choice model
//! to [`Decisions`]: which option was chosen among those of its kind, moves or whole turns, or how often each
//! one was visited.
//!
//! How strong the network is, matches tell (`plywood gauge`). Positions need not be shuffled and split by a
//! step of their own: they fit in memory, where [`split`] sorts whole games into learning and validation, and
//! each epoch has an order of its own.

mod chart;
mod checkpoint;
mod choice;
mod dataset;
mod generate;
mod journal;
mod model;
mod net_file;
#[cfg(test)]
mod oracle;
mod report;
mod seed;
mod self_play;
mod sets;
mod train;
mod tune;

pub use chart::loss_curves;
pub use checkpoint::CheckpointError;
pub use choice::{ChoiceEpoch, ChoiceTraining, Decisions, choice_gradient, train_choice};
pub use dataset::{Counts, Filter, Reader, Samples, VALUE, visits};
pub use generate::{Progress, gather, generate};
pub use journal::{JobError, resume};
pub use model::{Model, Pass, Weights, expected};
pub use net_file::NetFile;
pub use report::{Report, fit_scale};
pub use self_play::{OpeningPlies, Player, SCORES, SelfPlay, VISITS};
pub use train::{Epoch, State, Training, batch_gradient, label, mean_loss, split, train};
pub use tune::{Iteration, Tuning, tune};
