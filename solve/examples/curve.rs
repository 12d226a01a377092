//! How many positions of a file are solved within so many seconds each: the curve by which the papers compare
//! solvers.
//!
//! `cargo run --release -p plywood-solve --example curve -- loa/tests/data/endgames.txt [--memory MEGABYTES]
//! [--nodes N] [--threads N] [--each]`
//!
//! A line of the file is a position of Lines of Action as text. Each is solved with an empty table, by
//! one thread in 10 seconds of its processor time at most, or by so many threads in so many nodes. One thread
//! with a limit in nodes solves the same positions however busy the machine is.

use plywood_loa::{Loa, Move, Rules, ThreatGuide};
use plywood_search::{Clock, Dfpn, Limits, Outcome, Position, ProofTable, Side, Solution, SystemClock};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

const SECONDS: [f64; 8] = [0.1, 0.2, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0];
const NODES: [u64; 9] =
    [100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 50_000_000];

/// The processor time of the thread that asks, where the system tells it, or else the time.
struct ProcessorClock(SystemClock);

impl Clock for ProcessorClock {
    fn now(&self) -> Duration {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
        let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
        nanoseconds.map_or_else(|| self.0.now(), Duration::from_nanos)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| {
        let place = words.iter().position(|word| word == name)?;
        words.get(place + 1)?.parse::<u64>().ok()
    };
    let (memory, nodes) = (after("--memory").unwrap_or(64) as usize, after("--nodes"));
    let threads = after("--threads").unwrap_or(1) as usize;
    let text = std::fs::read_to_string(words.first().ok_or("a file of positions")?)?;
    let table = Arc::new(ProofTable::with_bytes(memory << 20)?);
    let mut solutions = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let position = Loa::from_text(line, Rules::default())?;
        table.clear();
        let mut search = Dfpn::new(ThreatGuide::default(), Arc::clone(&table)).with_threads(threads);
        let time = nodes.is_none().then_some(Duration::from_secs(10));
        let mut limits = Limits::none().with_time(time, ProcessorClock(SystemClock::start()));
        limits.nodes = nodes;
        let solution = search.solve(&position, &limits, &mut |_| {});
        if words.iter().any(|word| word == "--each") {
            println!("{line}: {solution:?}, {} entries", table.entries());
        }
        solutions.push((position.side_to_move(), solution));
    }
    report(&solutions);
    Ok(())
}

fn report(solutions: &[(Side, Solution<Move>)]) {
    let seconds_of = |solution: &Solution<Move>| solution.elapsed.unwrap_or_default().as_secs_f64();
    for seconds in SECONDS {
        report_row(solutions, &format!("{seconds} s"), &|solution| seconds_of(solution) <= seconds);
    }
    for nodes in NODES {
        report_row(solutions, &format!("{nodes} nodes"), &|solution| solution.nodes <= nodes);
    }
    let nodes: u64 = solutions.iter().map(|(_, solution)| solution.nodes).sum();
    let seconds: f64 = solutions.iter().map(|(_, solution)| seconds_of(solution)).sum();
    println!("{nodes} nodes, {seconds:.1} s");
}

/// How many positions are solved within a limit, and how.
fn report_row(solutions: &[(Side, Solution<Move>)], limit: &str, in_time: &dyn Fn(&Solution<Move>) -> bool) {
    let solved = solutions.iter().filter(|(_, solution)| solution.value.is_some() && in_time(solution));
    let wins = solved.clone().filter(|(side, solution)| solution.value == Some(Outcome::Win(*side))).count();
    let draws = solved.clone().filter(|(_, solution)| solution.value == Some(Outcome::Draw)).count();
    println!("{limit}: {} of {}, {wins} wins, {draws} draws", solved.count(), solutions.len());
}
