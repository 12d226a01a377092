//! How many positions of a file are solved within so many seconds each: the curve by which the papers compare
//! solvers.
//!
//! `cargo run --release -p plywood-solve --example curve -- loa/tests/data/endgames.txt [--memory MEGABYTES]
//! [--threads N] [--nodes N] [--each]`
//!
//! A line of the file is a position of Lines of Action as text. Each is solved with an empty table, in 10
//! seconds at most, or in so many nodes. Nodes do not depend on how busy the machine is.

use plywood_loa::eval::Strong;
use plywood_loa::{Loa, Rules};
use plywood_search::{Dfpn, Limits, Outcome, Position, ProofTable, Solution, SystemClock};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

const SECONDS: [f64; 6] = [0.1, 0.5, 1.0, 2.0, 5.0, 10.0];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| {
        let place = words.iter().position(|word| word == name)?;
        words.get(place + 1)?.parse::<u64>().ok()
    };
    let memory = after("--memory").unwrap_or(64) as usize;
    let threads = after("--threads").unwrap_or(1) as usize;
    let text = std::fs::read_to_string(words.first().ok_or("a file of positions")?)?;
    let table = Arc::new(ProofTable::with_bytes(memory << 20)?);
    let mut solutions = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let position = Loa::from_text(line, Rules::default())?;
        table.clear();
        let mut search = Dfpn::new(Strong, Arc::clone(&table)).with_threads(threads);
        let nodes = after("--nodes");
        let time = nodes.is_none().then_some(Duration::from_secs(10));
        let mut limits = Limits::none().with_time(time, SystemClock::start());
        limits.nodes = nodes;
        let solution = search.solve(&position, &limits, &mut |_| {});
        if words.iter().any(|word| word == "--each") {
            println!("{line}: {solution:?}");
        }
        solutions.push((position.side_to_move(), solution));
    }
    report(&solutions);
    Ok(())
}

fn report<M>(solutions: &[(plywood_search::Side, Solution<M>)]) {
    for seconds in SECONDS {
        let in_time = |elapsed: Option<Duration>| elapsed.is_some_and(|time| time.as_secs_f64() <= seconds);
        let solved =
            solutions.iter().filter(|(_, solution)| solution.value.is_some() && in_time(solution.elapsed));
        let of =
            |value: Option<Outcome>| solved.clone().filter(|(_, solution)| solution.value == value).count();
        let wins =
            solved.clone().filter(|(side, solution)| solution.value == Some(Outcome::Win(*side))).count();
        println!(
            "{seconds} s: {} of {}, {wins} wins, {} draws",
            solved.clone().count(),
            solutions.len(),
            of(Some(Outcome::Draw))
        );
    }
    let nodes: u64 = solutions.iter().map(|(_, solution)| solution.nodes).sum();
    let seconds: f64 =
        solutions.iter().map(|(_, solution)| solution.elapsed.unwrap_or_default().as_secs_f64()).sum();
    println!("{nodes} nodes, {seconds:.1} s");
}
