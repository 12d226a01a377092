//! Arguments of matches and tournaments.

use super::PositionArgs;
use crate::values::{OpeningsChoice, engine, within};
use plywood_arena::{ByProof, EvenGame, Resign, Sprt, TimeControl, TournamentFormat};
use plywood_play::{Spec, read_count, read_duration};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, clap::Args)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The first engine with options
    #[arg(value_parser = engine)]
    pub(crate) engine_a: Spec,
    /// The second engine with options
    #[arg(value_parser = engine)]
    pub(crate) engine_b: Spec,
    /// Stop when a sequential probability ratio test has decided, such as
    /// elo0=0,elo1=20,alpha=0.05,beta=0.05, or elo0=0,elo1=5,model=normalized
    #[arg(long, value_name = "TEST")]
    pub(crate) sprt: Option<Sprt>,
    /// Draw the score with its interval, game by game, into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TournamentArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The engines with options, two or more
    #[arg(required = true, num_args = 1.., value_name = "ENGINE", value_parser = engine)]
    pub(crate) engines: Vec<Spec>,
    /// round-robin: each against each; gauntlet: the first against each of the others
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    pub(crate) format: TournamentFormat,
    #[command(flatten)]
    pub(crate) contest: ContestArgs,
    /// Draw the cross-table into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write the cross-table into this folder, as text, JSON, CSV and SVG
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The options that a match and a tournament share.
#[derive(Debug, clap::Args)]
pub(crate) struct ContestArgs {
    /// The number of games of two engines, in pairs with colours swapped
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "100", value_parser = within(1, 100_000_000))]
    pub(crate) games: u64,
    /// Where games begin: none, random:PLIES, or `file:PATH[,plies=N][,shuffle]` with positions or games
    #[arg(long, value_name = "OPENINGS", default_value = "random:4")]
    pub(crate) openings: OpeningsChoice,
    /// The seed of the openings and of random players
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value = "1", value_parser = read_count)]
    pub(crate) seed: u64,
    /// The number of games played at the same time
    #[arg(long, allow_negative_numbers = true, value_name = "C", default_value = "1", value_parser = within(1, 256))]
    pub(crate) concurrency: u64,
    /// Time for a whole game: `BASE[+INCREMENT][/MOVES]`, such as 60s+0.5s, or 60s/40 for 60 s more after
    /// every 40 moves
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    pub(crate) clock: Option<TimeControl>,
    /// The time by which an engine may exceed its limit; without --clock, its time= per move counts only if
    /// this is given
    #[arg(long, allow_hyphen_values = true, value_name = "T", value_parser = read_duration)]
    pub(crate) margin: Option<Duration>,
    /// Give a game up for an engine with such scores: score=S,moves=N, and ,both if its opponent must agree
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub(crate) resign: Option<Resign>,
    /// Call a game a draw if both engines have such scores: score=S,moves=N,after=PLIES
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub(crate) draw: Option<EvenGame>,
    /// Give a game to whoever is proven to win it, after a crash, an illegal move, a loss on time or a
    /// resignation, and before its end: solve=T, or nodes=N, and perhaps early=PERCENT of that before each
    /// turn (10) and hash=SIZE (16MB)
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub(crate) adjudicate: Option<ByProof>,
    /// Call a game a draw after this number of plies
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "1000", value_parser = within(1, 1_000_000))]
    pub(crate) max_plies: u64,
    /// Stop after this time, with status 3
    #[arg(long, allow_hyphen_values = true, value_name = "T", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// Keep every finished game in this file, and go on from the games in it; several commands may share it
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Go on from games that other builds of the engines played; without it they begin another match
    #[arg(long, requires = "store")]
    pub(crate) any_build: bool,
    /// Write the games to this file, one record per line
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<PathBuf>,
    /// Let the workers of this NATS server play the games: see `plywood work`
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "URL", conflicts_with_all = ["concurrency", "log"])]
    pub(crate) queue: Option<String>,
    /// Times are meant for this machine: a worker that searches more slowly gives more time, a faster one
    /// less
    #[cfg(feature = "queue")]
    #[arg(long, requires = "queue")]
    pub(crate) scale_time: bool,
    /// Write what engines that are programs are sent and say to this file, with the time and the game
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
}
