//! Ten thousand games at a millisecond a move, two at once, kept in a store; resident memory and open
//! descriptors along the way.
//!
//! ```text
//! cargo run --release -p plywood-arena --features store --example load -- [GAMES] [ENGINE ENGINE]
//! ```
//!
//! Memory and descriptors are read where Linux shows them, in `/proc`. The example fails if at the end there
//! are more descriptors than after the first twentieth of the games, or if memory has grown by more than a
//! tenth and 1 MiB since then: the store fills a cache of 256 KiB, and a match remembers some twenty bytes of
//! each opening.

#[path = "../tests/nim/mod.rs"]
mod nim;

use core::ops::ControlFlow;
use plywood_arena::store::Store;
use plywood_arena::{Match, Openings};
use plywood_play::AnyGame;
use std::error::Error;
use std::fs;

const GAMES: u64 = 10_000;
const STEPS: u64 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let games = arguments.first().map_or(Ok(GAMES), |text| text.parse())?.max(STEPS);
    let engine = |index: usize, default: &str| arguments.get(index).map_or(default.to_owned(), String::clone);
    let engines = [engine(1, "ids:time=1ms,hash=1MB"), engine(2, "mcts:time=1ms,hash=1MB")];
    let mut contest = Match::new(nim::NIM.session("", None)?, [engines[0].parse()?, engines[1].parse()?]);
    contest.games = games;
    contest.openings = Openings::Random { plies: 2 };
    contest.concurrency = 2;

    let path = std::env::temp_dir().join(format!("plywood-load-{}.db", std::process::id()));
    let ledger = Store::open(&path)?.ledger(&contest)?;
    println!(
        "{:>8}  {:>8}  {:>12}  {:>11}  {:>9}",
        "games", "seconds", "resident kB", "descriptors", "threads"
    );
    let mut samples: Vec<Sample> = Vec::new();
    let summary = contest.run_with(&ledger, &mut |game, standing| {
        if (game.number + 1) % (games / STEPS) == 0 {
            let sample = Sample::take();
            let seconds = standing.elapsed.as_secs_f64();
            let [resident, descriptors, threads] = sample.texts();
            println!(
                "{:>8}  {seconds:>8.1}  {resident:>12}  {descriptors:>11}  {threads:>9}",
                game.number + 1
            );
            samples.push(sample);
        }
        ControlFlow::Continue(())
    })?;
    drop(ledger);
    print!("{summary}");
    println!("store      {} kB", fs::metadata(&path)?.len() / 1_024);
    for ending in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{ending}", path.display()));
    }
    match (samples.first(), samples.last()) {
        (Some(first), Some(last)) if last.has_grown_since(first) => {
            Err("memory or descriptors have grown".into())
        }
        _ => Ok(()),
    }
}

/// What the process holds; nothing where the system does not show it.
struct Sample {
    resident_kb: Option<u64>,
    descriptors: Option<u64>,
    threads: Option<u64>,
}

impl Sample {
    fn take() -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse().ok()
        };
        let descriptors = fs::read_dir("/proc/self/fd").ok().map(|entries| entries.count() as u64);
        Self { resident_kb: field("VmRSS:"), descriptors, threads: field("Threads:") }
    }

    fn texts(&self) -> [String; 3] {
        [self.resident_kb, self.descriptors, self.threads]
            .map(|number| number.map_or("-".to_owned(), |number| number.to_string()))
    }

    fn has_grown_since(&self, first: &Self) -> bool {
        let slack = first.resident_kb.map(|kb| kb + kb / 10 + 1_024);
        self.descriptors > first.descriptors || slack.is_some_and(|slack| self.resident_kb > Some(slack))
    }
}
