//! Arguments of what makes and checks proofs.

use super::{GameArgs, PositionArgs};
use crate::values::within;
use plywood_play::{read_bytes, read_count, read_duration};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Give up after this time, with status 3
    #[arg(long, allow_hyphen_values = true, value_name = "T", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// Give up after this number of nodes, with status 3
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = read_count)]
    pub(crate) nodes: Option<u64>,
    /// The size of the table
    #[arg(long, allow_hyphen_values = true, value_name = "SIZE", default_value = "64MB", value_parser = read_bytes)]
    pub(crate) hash: usize,
    /// Ask only who can force a win within this number of plies
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = within(0, 250))]
    pub(crate) max_plies: Option<u64>,
    /// Search on until the shortest win is proven
    #[arg(long)]
    pub(crate) shortest: bool,
    /// The number of threads, which share one table
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "1", value_parser = within(1, 256))]
    pub(crate) threads: u64,
    /// Save the search to this file at intervals, at the end and at Ctrl-C, and resume from it if the file
    /// exists
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// The time between two checkpoints
    #[arg(long, allow_hyphen_values = true, value_name = "T", default_value = "60s", value_parser = read_duration)]
    pub(crate) checkpoint_every: Duration,
    /// Let the workers of this NATS server search: see `plywood work`
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "URL", conflicts_with_all = ["max_plies", "shortest", "threads", "checkpoint", "proof", "hash"])]
    pub(crate) queue: Option<String>,
    /// The number of nodes in a job of a worker
    #[cfg(feature = "queue")]
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "200k", requires = "queue", value_parser = within(1, 1 << 40))]
    pub(crate) job_nodes: u64,
    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Write a proof that does not use the game's symmetries: larger, and simpler to check
    #[arg(long)]
    pub(crate) exact: bool,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The file
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: PathBuf,
    /// Refuse a proof of another position
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}
