//! Arguments of what reads stored games.

use crate::values::game_name;
use clap::{Subcommand, ValueEnum};
use plywood_play::read_count;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub(crate) struct StoreArgs {
    /// The file
    pub(crate) file: PathBuf,
    #[command(subcommand)]
    pub(crate) action: StoreAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum StoreAction {
    /// List the matches with their scores
    #[command(after_help = "Example: plywood store games.db list --game loa")]
    List(StoreListArgs),
    /// Write the games as text: records, or the game's own format
    #[command(after_help = "Example: plywood store games.db export --match 1 --format own")]
    Export(StoreExportArgs),
    /// Compute the statistics of the stored games again, as match prints them
    #[command(after_help = "Example: plywood store games.db stats --match 1 --json")]
    Stats(StoreListArgs),
}

/// The matches and games to show.
#[derive(Debug, clap::Args)]
pub(crate) struct StoreFilter {
    /// Only this game
    #[arg(long, value_name = "GAME", value_parser = game_name)]
    pub(crate) game: Option<String>,
    /// Only matches of an engine whose spec contains this text
    #[arg(long, value_name = "TEXT")]
    pub(crate) engine: Option<String>,
    /// Only the match with this number
    #[arg(long = "match", value_name = "NUMBER", allow_negative_numbers = true, value_parser = read_count)]
    pub(crate) match_id: Option<u64>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StoreListArgs {
    #[command(flatten)]
    pub(crate) filter: StoreFilter,
    /// Answer in JSON, one line per match
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StoreExportArgs {
    #[command(flatten)]
    pub(crate) filter: StoreFilter,
    #[arg(long, value_name = "RESULT", help = format!(
        "Only games with this result, 1-0, 0-1 or 1/2-1/2, or this ending: {}", plywood_arena::Ending::KINDS.join(", ")
    ))]
    pub(crate) result: Option<String>,
    /// The form of the games
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = ExportFormat::Records)]
    pub(crate) format: ExportFormat,
}

/// The format of exported games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// One line per game, as replay reads it
    Records,
    /// The game's own format, where it has one
    Own,
    /// One row per game
    Csv,
    /// Everything, one line per game
    Json,
}
