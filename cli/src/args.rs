//! The command line.

use crate::values::{
    GameChoice, OpeningsChoice, PlayerChoice, between, checked, engine, game_name, hex_rules, only,
    parameter, subject, within,
};
use clap::{Parser, Subcommand, ValueEnum};
use plywood_arena::{ByProof, EvenGame, Resign, Sprt, TimeControl, TournamentFormat};
use plywood_bench::tables::Subject;
use plywood_hex::Rules;
use plywood_learn::OpeningPlies;
use plywood_net::MAX_HIDDEN;
use plywood_play::{Spec, read_bytes, read_count, read_duration};
use plywood_search::{MAX_DEPTH, Parameter};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Plays, analyses, solves and benchmarks board games: Lines of Action, Gekitai, Hex and Arimaa
#[derive(Debug, Parser)]
#[command(name = "plywood", version = crate::build::ID, max_term_width = 110)]
#[command(after_help = "Example: plywood analyze loa --time 5s")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the games, their rules, evaluations and engines
    #[command(after_help = "Example: plywood games --json")]
    Games(GamesArgs),
    /// Draw the board, the side to move and the result
    #[command(after_help = "Example: plywood show loa --moves \"b1-h1 a7-c5\"")]
    Show(ShowArgs),
    /// List the legal moves, one per line
    #[command(after_help = "Example: plywood moves loa")]
    Moves(ShowArgs),
    /// Say whether the game is over, who has won, and why
    #[command(after_help = "Example: plywood result loa --position \"8/8/8/3xx3/8/8/o6o/8 o\" --json")]
    Result(ShowArgs),
    /// Evaluate a position without searching
    #[command(after_help = "Example: plywood eval loa --eval h2 --json")]
    Eval(EvalArgs),
    /// Count the leaves of the game tree
    #[command(after_help = "Example: plywood perft loa --depth 5 --divide")]
    Perft(PerftArgs),
    /// Search a position: print one line per iteration, then the best move
    #[command(after_help = "Examples: plywood analyze loa --time 5s\n          \
        plywood analyze loa --engine alphabeta:eval=h2,depth=4 --moves \"b1-h1 a7-c5\" --json")]
    Analyze(AnalyzeArgs),
    /// Play a game in the terminal
    #[command(after_help = "Example: plywood play loa --first human --second pvs:time=2s")]
    Play(PlayArgs),
    /// Play a match between two engines, in pairs of games with colours swapped
    #[command(
        after_help = "Examples: plywood match loa pvs:eval=default,time=100ms pvs:eval=h2,time=100ms --games 100\n          \
            plywood match hex pvs mcts --clock 60s+0.5s --concurrency 2 --store games.db\n          \
            plywood match loa pvs:time=50ms pvs@../old/plywood:time=50ms --sprt elo0=0,elo1=10 --games 4000"
    )]
    Match(MatchArgs),
    /// Play a tournament: each engine against each, or the first against the others
    #[command(
        after_help = "Example: plywood tournament loa pvs:time=100ms,eval=h1 pvs:time=100ms,eval=h2 mcts:time=100ms --games 40 --store t.db"
    )]
    Tournament(TournamentArgs),
    /// Play games of an engine against itself, to train networks on
    #[command(
        after_help = "Example: plywood generate loa --games 1000 --engine pvs:nodes=1k,hash=1MB --out loa.games\n\n\
        The file gets a record a line, with a tag for the scores. A run that was stopped or killed goes on if it is\n\
        started again."
    )]
    Generate(GenerateArgs),
    /// Train a network on games, or report on them
    #[command(after_help = "Examples: plywood train loa loa.games\n          \
        plywood train loa loa.games --out loa.net --curve loa.svg\n\n\
        Games are records (see replay), from generate or from elsewhere. Without --out only the report is made. A run\n\
        that was stopped or killed goes on if it is started again.")]
    Train(TrainArgs),
    /// Play the matches that tell how strong a network is
    #[command(after_help = "Example: plywood gauge loa loa.net --nodes 20k --games 200")]
    Gauge(GaugeArgs),
    /// Tune the constants of a search by games
    #[command(
        after_help = "Example: plywood tune loa --out loa.tune --iterations 1000 --engine pvs:nodes=5k,hash=4MB\n\n\
        The method is SPSA: in each pair of games all constants differ a little between the engines, and the result moves\n\
        them. The file gets a line per iteration. A run that was stopped or killed goes on if it is started again."
    )]
    Tune(TuneArgs),
    /// List, summarise and export stored games
    #[command(after_help = "Example: plywood store games.db list")]
    Store(StoreArgs),
    /// Prove who wins with best play, and write the proof to a file
    #[command(after_help = "Example: plywood solve gekitai --proof gekitai.proof\n\n\
        A proof can be written of a win, of a loss (as the other side's win) and of a draw (neither side can force a win).\n\
        That nobody wins within --max-plies, or that a win takes no fewer plies, is searched and cannot be written.")]
    Solve(SolveArgs),
    /// Check a proof with nothing but the rules
    #[command(after_help = "Example: plywood verify gekitai --proof gekitai/proofs/gekitai.proof")]
    Verify(VerifyArgs),
    /// Replay recorded games: the result of each, or the move that is illegal and why
    #[command(after_help = "Example: plywood replay loa games.txt\n\n\
        A record is a line: tags (name=\"value\"), moves, and 1-0, 0-1, 1/2-1/2 or *. A line that begins with { is\n\
        a JSON object with `moves`, and perhaps `rules`, `position`, and `result` or `winner`. A file named - is\n\
        standard input.")]
    Replay(ReplayArgs),
    /// Search a fixed set of positions to a fixed depth: node counts, and nodes per second
    #[command(
        after_help = "Examples: plywood bench\n          plywood bench --expect bench/positions/nodes.txt"
    )]
    Bench(BenchArgs),
    /// Compute the tables of the programs that plywood grew out of, theirs and ours side by side
    #[command(
        after_help = "Examples: plywood tables loa --quick --out tables\n          plywood tables --all --out report"
    )]
    Tables(TablesArgs),
    /// Answer a board or a match script for Hex in HTP, on standard input and output
    #[command(after_help = "Example: plywood htp hex:size=11,swap=pieces --engine pvs:time=5s")]
    Htp(HtpArgs),
    /// Answer a controller for Arimaa in AEI, on standard input and output
    #[command(after_help = "Example: plywood aei --engine pvs:hash=256MB")]
    Aei(AeiArgs),
    /// Answer a controller for any game in UGI, on standard input and output
    #[command(after_help = "Example: plywood ugi loa --engine pvs:threads=2")]
    Ugi(UgiArgs),
    /// Play and analyse in a browser: prints the address of the page, and serves it until Ctrl-C
    #[command(after_help = "Example: plywood serve --port 8317")]
    Serve(ServeArgs),
    /// Work for the commands that were given --queue URL, until a signal
    #[cfg(feature = "queue")]
    #[command(after_help = "Example: plywood work nats://192.168.1.10:4222 --threads 4\n\n\
        The variables NATS_CREDS, NATS_CA, and NATS_CERT with NATS_KEY name files of credentials, of the authority\n\
        that servers are trusted by, and of a certificate with its key.")]
    Work(WorkArgs),
    /// Look at a NATS server that plywood works on
    #[cfg(feature = "queue")]
    Queue(QueueArgs),
    /// Count the fewest stones that each side of Hex still needs
    #[command(mut_arg("game", |arg| arg.help("hex with optional rules, such as hex:size=7").value_parser(only("hex"))))]
    #[command(after_help = "Example: plywood distance hex:size=5 --position \"5/2x2/5/1o3/5 x\" --json")]
    Distance(ShowArgs),
    /// Count the different turns of a position of Arimaa
    #[command(mut_arg("game", |arg| arg.help("arimaa with optional rules").value_parser(only("arimaa"))))]
    #[command(after_help = "Example: plywood turns arimaa \\\n           \
        --position \"g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]\" --json")]
    Turns(ShowArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct GameArgs {
    /// A game with optional rules, such as loa or loa:connection=mover-wins,size=6
    pub(crate) game: GameChoice,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position in the game's own text; the start if absent
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play from there, separated by blanks
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct GamesArgs {
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The evaluation by name; all of them if absent (JSON: default)
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The depth in plies
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = within(0, u64::from(MAX_DEPTH)))]
    pub(crate) depth: u64,
    /// Count for each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Give up after this time, with status 3
    #[arg(long, allow_hyphen_values = true, value_name = "T", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

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
    /// Ask only who wins within so many plies
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = within(0, 250))]
    pub(crate) max_plies: Option<u64>,
    /// Go on until the length of the win is proven to be the least
    #[arg(long)]
    pub(crate) shortest: bool,
    /// Search with so many threads over one table
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "1", value_parser = within(1, 256))]
    pub(crate) threads: u64,
    /// Keep the search in this file from time to time and at the end or at Ctrl-C, and take it up from there
    /// if the file exists
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// The time between two writings of the checkpoint
    #[arg(long, allow_hyphen_values = true, value_name = "T", default_value = "60s", value_parser = read_duration)]
    pub(crate) checkpoint_every: Duration,
    /// Let the workers of this NATS server search: see `plywood work`
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "URL", conflicts_with_all = ["max_plies", "shortest", "threads", "checkpoint", "proof", "hash"])]
    pub(crate) queue: Option<String>,
    /// The nodes that a worker searches at a time
    #[cfg(feature = "queue")]
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "200k", requires = "queue", value_parser = within(1, 1 << 40))]
    pub(crate) job_nodes: u64,
    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Write a proof that does without the game's symmetries: larger, and simpler to trust
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
    /// Ask that the proof is about this position
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// An engine with options: pvs, ids, mcts, alphabeta, minimax, random, or external for another program
    #[arg(long, value_name = "ENGINE", default_value = "pvs", value_parser = engine)]
    pub(crate) engine: Spec,
    /// The greatest depth in plies
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = checked(within(0, u64::from(MAX_DEPTH))))]
    pub(crate) depth: Option<String>,
    /// The greatest number of nodes, such as 500k or 2M
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = checked(read_count))]
    pub(crate) nodes: Option<String>,
    /// The time to take, such as 5s or 100ms
    #[arg(long, allow_hyphen_values = true, value_name = "T", value_parser = checked(read_duration))]
    pub(crate) time: Option<String>,
    /// Threads to search with
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = checked(within(1, 256)))]
    pub(crate) threads: Option<String>,
    /// The size of the transposition table, such as 64MB
    #[arg(long, allow_hyphen_values = true, value_name = "SIZE", value_parser = checked(read_bytes))]
    pub(crate) hash: Option<String>,
    /// The number of best lines to show
    #[arg(long, allow_negative_numbers = true, value_name = "K", value_parser = checked(within(1, 500)))]
    pub(crate) multipv: Option<String>,
    /// The evaluation by name
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
    /// Answer in JSON, one line per iteration; the last line is the answer
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Who plays first: human, or an engine with options
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) first: PlayerChoice,
    /// Who plays second: human, or an engine with options
    #[arg(long, value_name = "PLAYER", default_value = "pvs:time=1s")]
    pub(crate) second: PlayerChoice,
    /// Let an engine think while a human is to move
    #[arg(long)]
    pub(crate) ponder: bool,
}

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
    /// Write the cross-table into this folder, as text, JSON, CSV and SVG
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// What a match and a tournament have in common.
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
    /// Games played at the same time
    #[arg(long, allow_negative_numbers = true, value_name = "C", default_value = "1", value_parser = within(1, 256))]
    pub(crate) concurrency: u64,
    /// Time for a whole game: `BASE[+INCREMENT][/MOVES]`, such as 60s+0.5s, or 60s/40 for 60 s more after
    /// every 40 moves
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    pub(crate) clock: Option<TimeControl>,
    /// By how much an engine may exceed its time; without --clock, its own time= for a move counts only if
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
    /// Call a game a draw after so many plies
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
    /// Times are meant for this machine: a worker that searches more slowly gives more time, a faster one less
    #[cfg(feature = "queue")]
    #[arg(long, requires = "queue")]
    pub(crate) scale_time: bool,
    /// Write what engines that are programs are sent and say to this file, with the time and the game
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The file of games; games that it holds already count
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The number of games that the file shall hold
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "1000", value_parser = within(1, 100_000_000))]
    pub(crate) games: u64,
    /// The engine that plays both sides, with a limit of nodes or depth
    #[arg(long, value_name = "ENGINE", default_value = "pvs:nodes=5k,hash=4MB", value_parser = engine)]
    pub(crate) engine: Spec,
    /// The seed of all games
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value = "1", value_parser = read_count)]
    pub(crate) seed: u64,
    /// How many random plies a game begins with: a number, or the least and the greatest
    #[arg(long, value_name = "PLIES", allow_hyphen_values = true, default_value = "4..12")]
    pub(crate) opening: OpeningPlies,
    /// Of a thousand later turns, how many are played at random
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "20", value_parser = within(0, 1_000))]
    pub(crate) random: u64,
    /// End a game without a result after so many plies
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "300", value_parser = within(1, 100_000))]
    pub(crate) max_plies: u64,
    /// Let the workers of this NATS server play the games: see `plywood work`
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "URL", conflicts_with = "threads")]
    pub(crate) queue: Option<String>,
    /// Games played at the same time; as many as there are processors if absent
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
    /// Where the network goes; without it the report is all
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Draw the losses of all epochs into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) curve: Option<PathBuf>,
    /// The number of hidden units of each side's view, a multiple of 16 up to 128
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "64", value_parser = within(1, MAX_HIDDEN as u64))]
    pub(crate) hidden: u64,
    /// How often all positions are shown, at most
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "40", value_parser = within(1, 10_000))]
    pub(crate) epochs: u64,
    /// The positions of a step
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "8192", value_parser = within(1, 1 << 20))]
    pub(crate) batch: u64,
    /// The rate of learning at the beginning
    #[arg(long, allow_negative_numbers = true, value_name = "RATE", default_value = "0.004", value_parser = between(1e-9, 1.0))]
    pub(crate) rate: f32,
    /// How much of a label is the result of the game, from 0 to 1; the rest is the score of the search
    #[arg(long, allow_negative_numbers = true, value_name = "SHARE", default_value = "0.3", value_parser = between(0.0, 1.0))]
    pub(crate) result_share: f32,
    /// The points of a score that multiply the chances by e; fitted to the results if absent
    #[arg(long, allow_negative_numbers = true, value_name = "POINTS", value_parser = between(1.0, 10_000.0))]
    pub(crate) scale: Option<f32>,
    /// Leave out positions in which a capture or the like was played
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
    /// The file of the network
    pub(crate) network: String,
    /// The file of the network before, to be played against too
    #[arg(long, value_name = "FILE")]
    pub(crate) before: Option<String>,
    /// The evaluation to be played against
    #[arg(long, value_name = "NAME", default_value = "default")]
    pub(crate) eval: String,
    /// The engine that plays with each of them
    #[arg(long, value_name = "ENGINE", default_value = "pvs:hash=16MB", value_parser = engine)]
    pub(crate) engine: Spec,
    /// Play a match at so many nodes a turn
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = checked(read_count))]
    pub(crate) nodes: Option<String>,
    /// Play a match at this time a turn, and a null match
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = checked(read_duration))]
    pub(crate) move_time: Option<String>,
    /// End a match as soon as it is decided between two hypotheses, as in match
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
    /// The file of iterations; those that it holds already count
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// The engine, with a limit of nodes; constants that it sets are where the tuning begins
    #[arg(long, value_name = "ENGINE", default_value = "pvs:nodes=5k,hash=4MB", value_parser = engine)]
    pub(crate) engine: Spec,
    /// The constants to tune, separated by commas; all of them if absent
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parameter)]
    pub(crate) only: Vec<Parameter>,
    /// The number of iterations that the file shall hold
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "1000", value_parser = within(1, 10_000_000))]
    pub(crate) iterations: u64,
    /// The pairs of games of an iteration
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "8", value_parser = within(1, 10_000))]
    pub(crate) pairs: u64,
    /// How far a pair that was won twice moves the constants, in thousandths of their change
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "10", value_parser = within(1, 1_000))]
    pub(crate) rate: u64,
    /// The number of random plies that the games of a pair begin with
    #[arg(long, allow_negative_numbers = true, value_name = "PLIES", default_value = "8", value_parser = within(0, 1_000))]
    pub(crate) opening: u64,
    /// End a game without a result after so many plies
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value = "300", value_parser = within(1, 100_000))]
    pub(crate) max_plies: u64,
    /// The seed of all games
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value = "1", value_parser = read_count)]
    pub(crate) seed: u64,
    /// Pairs played at the same time; as many as there are processors if absent
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = within(1, 256))]
    pub(crate) threads: Option<u64>,
}

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
    /// Count every statistic again from the games, as the match printed it
    #[command(after_help = "Example: plywood store games.db stats --match 1 --json")]
    Stats(StoreListArgs),
}

/// Which matches and games are wanted.
#[derive(Debug, clap::Args)]
pub(crate) struct StoreFilter {
    /// Only this game
    #[arg(long, value_name = "GAME", value_parser = game_name)]
    pub(crate) game: Option<String>,
    /// Only matches of an engine whose text contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) engine: Option<String>,
    /// Only the match of this number
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
    /// How games are written
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

#[derive(Debug, clap::Args)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Files of records; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Answer in JSON, one line per game
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BenchArgs {
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Compare the nodes of each position with those in this file; status 1 if any differs
    #[arg(long, value_name = "FILE")]
    pub(crate) expect: Option<PathBuf>,
    /// Write the nodes of each position to this file
    #[arg(long, value_name = "FILE", conflicts_with = "expect")]
    pub(crate) accept: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct TablesArgs {
    /// The game: loa, gekitai, hex or arimaa; all of them if absent
    #[arg(value_parser = subject)]
    pub(crate) game: Option<Subject>,
    /// Settle everything: the tables of all games, and the matches behind the claims of those programs, into
    /// a report in --out
    #[arg(long, conflicts_with = "game", requires = "out")]
    pub(crate) all: bool,
    /// The games of each match of --all, 200 unless given (10 with --quick)
    #[arg(long, allow_negative_numbers = true, value_name = "N", requires = "all", value_parser = within(2, 1_000_000))]
    pub(crate) games: Option<u64>,
    /// The time for a move in the matches of --all, 100ms unless given (10ms with --quick)
    #[arg(long, allow_hyphen_values = true, value_name = "T", requires = "all", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// Scale the times of searches by 1/50, and the number of games by 1/10: minutes in place of an hour
    #[arg(long)]
    pub(crate) quick: bool,
    /// Write CSV files and SVG charts into this folder, and go on from the matches in it; without it there is
    /// only the text
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct HtpArgs {
    /// hex, with optional rules: hex:size=13,swap=pieces
    #[arg(default_value = "hex", value_parser = hex_rules)]
    pub(crate) game: Rules,
    /// The engine that chooses moves, with options
    #[arg(long, value_name = "ENGINE", default_value = "pvs", value_parser = engine)]
    pub(crate) engine: Spec,
    /// Another word for the swap in force, written and understood
    #[arg(long, value_name = "WORD")]
    pub(crate) swap_word: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AeiArgs {
    /// The engine that chooses moves, with options
    #[arg(long, value_name = "ENGINE", default_value = "pvs", value_parser = engine)]
    pub(crate) engine: Spec,
    /// Decides which setups are played
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value = "1", value_parser = read_count)]
    pub(crate) seed: u64,
}

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct ServeArgs {
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "P", default_value = "8317")]
    pub(crate) port: u16,
    /// The address to listen on. By default only this machine can connect; 0.0.0.0 lets others in
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
}

#[derive(Debug, clap::Args)]
pub(crate) struct UgiArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The engine that chooses moves, with options
    #[arg(long, value_name = "ENGINE", default_value = "pvs", value_parser = engine)]
    pub(crate) engine: Spec,
}

#[cfg(feature = "queue")]
#[derive(Debug, clap::Args)]
pub(crate) struct WorkArgs {
    /// The NATS server: nats://HOST:PORT or tls://HOST:PORT
    pub(crate) url: String,
    /// How many threads to work on; as many as there are processors if absent
    #[arg(long, allow_negative_numbers = true, value_name = "N", value_parser = within(1, 1_024))]
    pub(crate) threads: Option<u64>,
    /// How much memory the tables of all jobs may take together
    #[arg(long, value_name = "SIZE", default_value = "4GB", value_parser = read_bytes)]
    pub(crate) memory: usize,
    /// Take jobs of these kinds alone, separated by commas
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub(crate) only: Vec<plywood_queue::Kind>,
    /// The name by which coordinators call this worker; that of the machine if absent
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

#[cfg(feature = "queue")]
#[derive(Debug, clap::Args)]
pub(crate) struct QueueArgs {
    #[command(subcommand)]
    pub(crate) action: QueueAction,
}

#[cfg(feature = "queue")]
#[derive(Debug, Subcommand)]
pub(crate) enum QueueAction {
    /// Show the runs and the workers, and what waits
    #[command(after_help = "Example: plywood queue status nats://192.168.1.10:4222")]
    Status(QueueStatusArgs),
}

#[cfg(feature = "queue")]
#[derive(Debug, clap::Args)]
pub(crate) struct QueueStatusArgs {
    /// The NATS server
    pub(crate) url: String,
    /// Answer in JSON
    #[arg(long)]
    pub(crate) json: bool,
}
