//! Arguments of what makes and checks proofs.

use super::{GameArgs, PositionArgs};
use crate::values::{game_name, within};
use plywood_play::{read_bytes, read_count, read_duration};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
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
    #[arg(long, value_name = "URL", conflicts_with_all = ["max_plies", "shortest", "threads", "checkpoint", "exact", "regions", "shorten", "hash"])]
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
    /// Write a proof that takes the board region by region: far smaller, and no book. For Hex
    #[arg(long, conflicts_with = "exact")]
    pub(crate) regions: bool,
    /// Shorten the win that the proof holds: search again, with so many nodes at most, each position of its
    /// longest lines. At Ctrl-C the shortest so far is written
    #[arg(long, allow_negative_numbers = true, value_name = "NODES", requires = "proof", conflicts_with = "regions", value_parser = read_count)]
    pub(crate) shorten: Option<u64>,
    /// Search even if the library of proofs has the answer. Switches that say how to search imply it:
    /// --proof, --exact, --regions, --checkpoint and --queue
    #[arg(long)]
    pub(crate) search: bool,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ProofsArgs {
    #[command(subcommand)]
    pub(crate) action: ProofsAction,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum ProofsAction {
    /// List the proofs: claim, size, position, and where the file is; then what is missing
    #[command(after_help = "Example: plywood proofs list gekitai")]
    List(ProofsListArgs),
    /// Check proofs with nothing but the rules, and compare them with the index; all that are there, if none
    /// is named
    #[command(after_help = "Example: plywood proofs check gekitai loa-5")]
    Check(ProofsMakeArgs),
    /// Make proofs by their commands, into a folder
    #[command(after_help = "Example: plywood proofs make loa-5 --dir proofs")]
    Make(ProofsMakeArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct ProofsListArgs {
    /// Only those of this game
    #[arg(value_name = "GAME", value_parser = game_name)]
    pub(crate) game: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ProofsMakeArgs {
    /// The names of proofs
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    // The help is no documentation: the name of the variable stands without marks.
    #[arg(
        help = "The folder of proofs that do not come with the program. Without it, the variable PLYWOOD_PROOFS names it"
    )]
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
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
