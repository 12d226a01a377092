//! Arguments of what makes networks and measures them.

use super::{ContestArgs, GameArgs, PositionArgs};
use crate::values::{between, checked, engine, parameter, within};
use plywood_arena::Sprt;
use plywood_learn::OpeningPlies;
use plywood_net::{MAX_HIDDEN, MAX_SECOND};
use plywood_play::{Spec, read_count, read_duration};
use plywood_search::Parameter;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The file of games; games already in it count
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Stop when the file holds this number of games
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "1000", value_parser = within(1, 100_000_000))]
    pub(crate) games: u64,
    /// The engine that plays both sides, with a limit of nodes or depth
    #[arg(long, value_name = "ENGINE", default_value = "pvs:nodes=5k,hash=4MB", value_parser = engine)]
    pub(crate) engine: Spec,
    /// The seed of all games
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value = "1", value_parser = read_count)]
    pub(crate) seed: u64,
    /// The number of random plies at the start of a game, or the least and the greatest number
    #[arg(long, value_name = "PLIES", allow_hyphen_values = true, default_value = "4..12")]
    pub(crate) opening: OpeningPlies,
    /// The number of random turns in a thousand after that
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "20", value_parser = within(0, 1_000))]
    pub(crate) random: u64,
    /// End a game without a result after this number of plies
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "300", value_parser = within(1, 100_000))]
    pub(crate) max_plies: u64,
    /// Write also how often the search visited each move; only mcts counts that
    #[arg(long)]
    pub(crate) visits: bool,
    /// Let the workers of this NATS server play the games: see `plywood work`
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "URL", conflicts_with_all = ["threads", "visits"])]
    pub(crate) queue: Option<String>,
    /// The number of games played at the same time; as many as there are processors if absent
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = within(1, 256))]
    pub(crate) threads: Option<u64>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TrainArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Files of games; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the network to this file; without it only the report is made
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Draw the losses of all epochs into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) curve: Option<PathBuf>,
    /// Begin with the weights of this network, which also says how many units there are
    #[arg(long, value_name = "NET", conflicts_with_all = ["hidden", "second"])]
    pub(crate) from: Option<String>,
    /// The number of hidden units of each side's view, a multiple of 16 up to 256
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "64", value_parser = within(1, MAX_HIDDEN as u64))]
    pub(crate) hidden: u64,
    /// The number of units of a second hidden layer, up to 64
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "0", value_parser = within(0, MAX_SECOND as u64))]
    pub(crate) second: u64,
    /// The greatest number of epochs, each a pass over all positions
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "40", value_parser = within(1, 10_000))]
    pub(crate) epochs: u64,
    /// The number of positions in a training step
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "8192", value_parser = within(1, 1 << 20))]
    pub(crate) batch: u64,
    /// The learning rate at the beginning
    #[arg(long, allow_negative_numbers = true, value_name = "RATE", default_value = "0.004", value_parser = between(1e-9, 1.0))]
    pub(crate) rate: f32,
    /// How much of each weight is taken away in a step, as a multiple of the rate
    #[arg(long, allow_negative_numbers = true, value_name = "DECAY", default_value = "0", value_parser = between(0.0, 100.0))]
    pub(crate) decay: f32,
    /// The share of the game's result in a label, 0 to 1; the rest is the score of the search
    #[arg(long, allow_negative_numbers = true, value_name = "SHARE", default_value = "0.3", value_parser = between(0.0, 1.0))]
    pub(crate) result_share: f32,
    /// In place of the result, the scores of the turns that follow, each with this share of the weight of the
    /// one before, and the result last; 1 for the result alone
    #[arg(long, allow_negative_numbers = true, value_name = "SHARE", default_value = "1", value_parser = between(0.0, 1.0))]
    pub(crate) persistence: f32,
    /// The score that multiplies the odds of winning by e; fitted to the results if absent
    #[arg(long, allow_negative_numbers = true, value_name = "POINTS", value_parser = between(1.0, 10_000.0))]
    pub(crate) scale: Option<f32>,
    /// Leave out positions in which a noisy move was played, such as a capture
    #[arg(long)]
    pub(crate) quiet: bool,
    /// The seed of the first weights, of the split and of the order of positions
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value = "1", value_parser = read_count)]
    pub(crate) seed: u64,
    /// The number of threads; as many as there are processors if absent
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = within(1, 256))]
    pub(crate) threads: Option<u64>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct GaugeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The network
    pub(crate) network: String,
    /// The previous network, to play against as well
    #[arg(long, value_name = "FILE")]
    pub(crate) before: Option<String>,
    /// The evaluation to play against
    #[arg(long, value_name = "NAME", default_value = "default")]
    pub(crate) eval: String,
    /// The engine that plays with each of them
    #[arg(long, value_name = "ENGINE", default_value = "pvs:hash=16MB", value_parser = engine)]
    pub(crate) engine: Spec,
    /// Play a match with this number of nodes per turn
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = checked(read_count))]
    pub(crate) nodes: Option<String>,
    /// Play a match with this time per turn, and a null match
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = checked(read_duration))]
    pub(crate) move_time: Option<String>,
    /// Stop a match when a sequential probability ratio test has decided, as in match
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The file of iterations; those already in it count
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The engine, with a limit of nodes; constants that it sets are where the tuning begins
    #[arg(long, value_name = "ENGINE", default_value = "pvs:nodes=5k,hash=4MB", value_parser = engine)]
    pub(crate) engine: Spec,
    /// The constants to tune, separated by commas; all of them if absent
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parameter)]
    pub(crate) only: Vec<Parameter>,
    /// Stop when the file holds this number of iterations
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "1000", value_parser = within(1, 10_000_000))]
    pub(crate) iterations: u64,
    /// The number of pairs of games per iteration
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "8", value_parser = within(1, 10_000))]
    pub(crate) pairs: u64,
    /// How far a pair that was won twice moves the constants, in thousandths of their change
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "10", value_parser = within(1, 1_000))]
    pub(crate) rate: u64,
    /// The number of random plies that the games of a pair begin with
    #[arg(long, allow_negative_numbers = true, value_name = "PLIES", default_value = "8", value_parser = within(0, 1_000))]
    pub(crate) opening: u64,
    /// End a game without a result after this number of plies
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "300", value_parser = within(1, 100_000))]
    pub(crate) max_plies: u64,
    /// The seed of all games
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value = "1", value_parser = read_count)]
    pub(crate) seed: u64,
    /// The number of pairs played at the same time; as many as there are processors if absent
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = within(1, 256))]
    pub(crate) threads: Option<u64>,
}
