//! The command line.

mod contests;
mod learning;
mod proofs;
#[cfg(feature = "queue")]
mod queue;
mod store;

pub(crate) use contests::{ContestArgs, MatchArgs, TournamentArgs};
pub(crate) use learning::{GaugeArgs, GenerateArgs, TrainArgs, TuneArgs};
pub(crate) use proofs::{ProofsAction, ProofsArgs, ProofsListArgs, ProofsMakeArgs, SolveArgs, VerifyArgs};
#[cfg(feature = "queue")]
pub(crate) use queue::{QueueAction, QueueArgs, QueueStatusArgs, WorkArgs};
pub(crate) use store::{ExportFormat, StoreAction, StoreArgs, StoreExportArgs, StoreFilter, StoreListArgs};

use crate::terminal::colour::ColourChoice;
use crate::values::{GameChoice, PlayerChoice, checked, engine, game_name, hex_rules, only, subject, within};
use clap::{Parser, Subcommand};
use plywood_arena::TimeControl;
use plywood_bench::tables::Subject;
use plywood_hex::Rules;
use plywood_play::{Spec, read_bytes, read_count, read_duration};
use plywood_search::MAX_DEPTH;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Plays, analyses, solves and benchmarks board games: Lines of Action, Gekitai, Hex and Arimaa
#[derive(Debug, Parser)]
#[command(name = "plywood", version = crate::build::ID)]
#[command(after_help = "Example: plywood analyze loa --time 5s")]
pub(crate) struct Args {
    // The help is no documentation: the name of the variable stands without marks.
    #[arg(help = "When to use colours: auto means on a terminal, unless NO_COLOR is set")]
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value_t,
        hide_possible_values = true
    )]
    #[arg(help_heading = "Display")]
    pub(crate) color: ColourChoice,
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
        The file gets a record a line, with a tag for the scores and, with --visits, one for the visits of each move\n\
        (d4=310,c3=290 ...). A run that was stopped or killed goes on if it is started again. With net=FILE an engine\n\
        plays with a network, such as pvs:net=loa.net,nodes=1k."
    )]
    Generate(GenerateArgs),
    /// Train a network on games, or report on them
    #[command(after_help = "Examples: plywood train loa loa.games\n          \
        plywood train loa loa.games --out loa.net --curve loa.svg\n\n\
        Games are records (see replay), from generate or from elsewhere. A record without moves that has the tags position\n\
        and value is a position and what it is worth for the player who moves, in points. Without --out only the report\n\
        is made. A run that was stopped or killed goes on if it is started again.")]
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
        A proof can be written of a win, of a loss (as the other side's win), of a draw (neither side can force a win),\n\
        and with --max-plies that nobody wins within so many plies. With --shortest the file proves the win alone: that\n\
        it takes no fewer plies is another file, written with --max-plies one less.")]
    Solve(SolveArgs),
    /// Check a proof with nothing but the rules
    #[command(after_help = "Example: plywood verify gekitai --proof gekitai/proofs/gekitai.proof")]
    Verify(VerifyArgs),
    /// List, check and make the proofs of the library
    #[command(
        after_help = "A folder of proofs that the variable PLYWOOD_PROOFS names belongs to the library."
    )]
    Proofs(ProofsArgs),
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
    /// Compute the tables of the programs that plywood replaces, beside their own results
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
    /// Write the page as a static site, which any web host serves: the engines run in the browser
    #[command(after_help = "Example: plywood site public\n\n\
        The engines are WebAssembly: plywood.wasm beside the program, as releases have it, or FILE, or else\n\
        compiled by cargo from the sources of plywood in the current folder.")]
    Site(SiteArgs),
    /// Work on jobs of commands that use --queue URL, until interrupted
    #[cfg(feature = "queue")]
    #[command(after_help = "Example: plywood work nats://192.168.1.10:4222 --threads 4\n\n\
        The variables NATS_CREDS, NATS_CA, and NATS_CERT with NATS_KEY name files of credentials, of the authority\n\
        that servers are trusted by, and of a certificate with its key.")]
    Work(WorkArgs),
    /// Show the state of a NATS server that plywood uses
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
    /// Print a script that completes commands and switches in a shell
    #[command(
        after_help = "Example: plywood completions bash > ~/.local/share/bash-completion/completions/plywood"
    )]
    Completions(CompletionsArgs),
    /// Print the manual page, or write the pages of all commands into a folder
    #[command(
        after_help = "Examples: plywood man | man -l -\n          plywood man --out ~/.local/share/man/man1"
    )]
    Man(ManArgs),
}

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Write a page for each command into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
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

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GamesArgs {
    /// Only this game
    #[arg(value_parser = game_name)]
    pub(crate) game: Option<String>,
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
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// An engine with options: pvs, ids, mcts, alphabeta, minimax, random, or external for another program
    /// [default: the strongest of the game, or pvs to a depth]
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    pub(crate) engine: Option<Spec>,
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
    /// Draw the nodes by depth into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Answer in JSON, one line per iteration; the last line is the answer
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The first player: human, or an engine with options
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) first: PlayerChoice,
    /// The second player: human, or an engine with options [default: the strongest of the game, 1 s per move]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) second: Option<PlayerChoice>,
    /// The time of each player for the whole game: `BASE[+INCREMENT][/MOVES]`, such as 10m or 5m+3s
    #[arg(long, value_name = "CLOCK", allow_hyphen_values = true)]
    pub(crate) clock: Option<TimeControl>,
    /// Let an engine think while a human is to move
    #[arg(long)]
    pub(crate) ponder: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Files of records; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Draw the scores over the first game that is legal into this file, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// The engine that gives the scores of --svg
    #[arg(long, value_name = "ENGINE", default_value = "pvs:nodes=20k,hash=16MB", value_parser = engine, requires = "svg")]
    pub(crate) engine: Spec,
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
    /// Write a page of benchmarks to this file, each with its command: node counts, speed, proofs, strength
    /// and tables. In a clone of the sources; it takes hours, and goes on if it is started again
    #[arg(long, value_name = "FILE", conflicts_with_all = ["expect", "accept", "json"])]
    pub(crate) page: Option<PathBuf>,
    /// The short form of --page, in minutes
    #[arg(long, requires = "page")]
    pub(crate) quick: bool,
    /// The games of each match of --page, 400 unless given (20 with --quick)
    #[arg(long, allow_negative_numbers = true, value_name = "N", requires = "page", value_parser = within(2, 1_000_000))]
    pub(crate) games: Option<u64>,
    /// The time of each search of --page, 2m unless given (1s with --quick), such as 1h
    #[arg(long, allow_hyphen_values = true, value_name = "T", requires = "page", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
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
    /// The engine that chooses moves, with options [default: the strongest of the game]
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    pub(crate) engine: Option<Spec>,
    /// Another word for the swap, read and written
    #[arg(long, value_name = "WORD")]
    pub(crate) swap_word: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AeiArgs {
    /// The engine that chooses moves, with options
    #[arg(long, value_name = "ENGINE", default_value = "pvs", value_parser = engine)]
    pub(crate) engine: Spec,
    /// The seed of the choice of setups
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

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SiteArgs {
    /// The folder to write the files into
    pub(crate) dir: PathBuf,
    /// The engines as WebAssembly
    #[arg(long, value_name = "FILE")]
    pub(crate) engines: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct UgiArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The engine that chooses moves, with options [default: the strongest of the game]
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    pub(crate) engine: Option<Spec>,
}
