//! The arguments of work on other machines.

use crate::at_worker::NamedEngine;
use crate::values::within;
use clap::Subcommand;
use plywood_play::read_bytes;

#[derive(Debug, clap::Args)]
pub(crate) struct WorkArgs {
    /// The NATS server: nats://HOST:PORT or tls://HOST:PORT
    pub(crate) url: String,
    /// The number of threads; as many as there are processors if absent
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = within(1, 1_024))]
    pub(crate) threads: Option<u64>,
    /// The memory for the tables of all jobs together
    #[arg(long, value_name = "SIZE", default_value = "4GB", value_parser = read_bytes)]
    pub(crate) memory: usize,
    /// Take only jobs of these kinds, separated by commas
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub(crate) only: Vec<plywood_queue::Kind>,
    /// An engine of this machine that matches and generate may use by its name, as worker:engine=NAME: a
    /// program, or a search with a network; more than once for more engines
    #[arg(long = "engine", value_name = "NAME=ENGINE")]
    pub(crate) engines: Vec<NamedEngine>,
    /// The name by which coordinators call this worker; that of the machine if absent
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct QueueArgs {
    #[command(subcommand)]
    pub(crate) action: QueueAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum QueueAction {
    /// Show the runs, the workers and the waiting jobs
    #[command(after_help = "Example: plywood queue status nats://192.168.1.10:4222")]
    Status(QueueStatusArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct QueueStatusArgs {
    /// The NATS server
    pub(crate) url: String,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}
