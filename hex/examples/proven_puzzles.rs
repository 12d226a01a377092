//! How many puzzles proof-number search solves in so many seconds each: who wins, and with which move.
//!
//! `cargo run --release -p plywood-hex --example proven_puzzles -- 10`, or `-- 10 5` for every fifth puzzle,
//! or `-- 10 5 2` for those from the third one on. On Unix the time is that of the processor, so that other
//! work on the machine takes nothing from a search. Each puzzle has its line as soon as its time is over.

#[path = "../tests/data/puzzle.rs"]
mod puzzle;

use plywood_hex::Hex;
use plywood_hex::eval::Strong;
use plywood_search::{Clock, Dfpn, Limits, Outcome, ProofTable, Solution};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

fn main() {
    let seconds = std::env::args().nth(1).map_or(10.0, |text| text.parse().expect("seconds"));
    let step = std::env::args().nth(2).map_or(1, |text| text.parse().expect("every how manieth puzzle"));
    let first =
        std::env::args().nth(3).map_or(0, |text| text.parse().expect("how many puzzles to leave out first"));
    let table = Arc::new(ProofTable::with_bytes(64 << 20).expect("64 megabytes can be had"));
    let mut counts: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    for line in include_str!("../tests/data/puzzles.jsonl").lines().skip(first).step_by(step) {
        let puzzle: Value = serde_json::from_str(line).expect("JSON");
        let position = puzzle::read(&puzzle);
        table.clear();
        let time = Duration::from_secs_f64(seconds);
        let limits = Limits::none().with_time(time, clock());
        let mut search = Dfpn::new(Strong, Arc::clone(&table));
        let solution = search.solve(&position, &limits, &mut |_| {});
        let kind = puzzle["kind"].as_str().expect("a kind");
        let count = counts.entry(format!("{} {kind}", position.size())).or_default();
        count[0] += 1;
        count[1] += u32::from(solution.value.is_some());
        let agrees = is_as_recorded(&puzzle, &position, &solution);
        count[2] += u32::from(agrees && is_recorded_move(&puzzle, &solution));
        println!("{}", line_of(&puzzle, &position, &solution));
        if solution.value.is_some() && !agrees {
            println!("another winner than recorded: {position}, {solution:?}, {puzzle}");
        }
    }
    println!("board and question: puzzles, solved, with a recorded move where there are any");
    for (name, [puzzles, solved, agreed]) in &counts {
        println!("{name}: {puzzles}, {solved}, {agreed}");
    }
    let [puzzles, solved, agreed] =
        [0, 1, 2].map(|index| counts.values().map(|count| count[index]).sum::<u32>());
    println!("all: {puzzles}, {solved}, {agreed}");
}

/// A puzzle's number, board and question, and what has been found out.
fn line_of(puzzle: &Value, position: &Hex, solution: &Solution<plywood_hex::Move>) -> String {
    let winner = match solution.value {
        Some(Outcome::Win(side)) => position.colour_of(side).to_string(),
        _ => "open".to_owned(),
    };
    let best = solution.best.map(|mv| format!(" with {mv}")).unwrap_or_default();
    let (size, kind) = (position.size(), puzzle["kind"].as_str().unwrap_or_default());
    let (nodes, seconds) = (solution.nodes, solution.elapsed.unwrap_or_default().as_secs_f64());
    format!("{} {size} {kind}: {winner}{best}, {nodes} nodes, {seconds:.2} s", puzzle["id"])
}

/// The time that the processor has worked for this program.
#[cfg(unix)]
struct Processor;

#[cfg(unix)]
impl Clock for Processor {
    fn now(&self) -> Duration {
        use nix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
    }
}

#[cfg(unix)]
fn clock() -> Arc<dyn Clock> {
    Arc::new(Processor)
}

#[cfg(not(unix))]
fn clock() -> Arc<dyn Clock> {
    Arc::new(plywood_search::SystemClock::start())
}

/// Whether the winner is the recorded one.
fn is_as_recorded(puzzle: &Value, position: &Hex, solution: &Solution<plywood_hex::Move>) -> bool {
    let Some(Outcome::Win(side)) = solution.value else { return false };
    puzzle["winner"].as_str().is_none_or(|recorded| recorded == position.colour_of(side).to_string())
}

/// Whether the winning move is one of the recorded ones, which are some of those that win; so is none, if
/// none is recorded.
fn is_recorded_move(puzzle: &Value, solution: &Solution<plywood_hex::Move>) -> bool {
    let best = solution.best.map(|mv| mv.to_string());
    let recorded = puzzle["winning_moves"].as_array().map_or(&[][..], Vec::as_slice);
    recorded.is_empty() || recorded.iter().any(|mv| mv.as_str() == best.as_deref())
}
