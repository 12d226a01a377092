//! How many puzzles proof-number search solves in so many seconds each: who wins, and with which move.
//!
//! `cargo run --release -p plywood-hex --example proven_puzzles -- 10`, or `-- 10 5` for every fifth puzzle

#[path = "../tests/data/puzzle.rs"]
mod puzzle;

use plywood_hex::{CircuitGuide, Hex};
use plywood_search::{Dfpn, Limits, Outcome, ProofTable, Solution, SystemClock};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

fn main() {
    let seconds = std::env::args().nth(1).map_or(10.0, |text| text.parse().expect("seconds"));
    let step = std::env::args().nth(2).map_or(1, |text| text.parse().expect("every how manieth puzzle"));
    let table = Arc::new(ProofTable::with_bytes(64 << 20).expect("64 megabytes can be had"));
    let mut counts: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    for line in include_str!("../tests/data/puzzles.jsonl").lines().step_by(step) {
        let puzzle: Value = serde_json::from_str(line).expect("JSON");
        let position = puzzle::read(&puzzle);
        table.clear();
        let time = Duration::from_secs_f64(seconds);
        let limits = Limits::none().with_clock(SystemClock::start()).with_time(time);
        let mut search = Dfpn::new(CircuitGuide, Arc::clone(&table));
        let solution = search.solve(&position, &limits, &mut |_| {});
        let kind = puzzle["kind"].as_str().expect("a kind");
        let count = counts.entry(format!("{} {kind}", position.size())).or_default();
        count[0] += 1;
        count[1] += u32::from(solution.value.is_some());
        let agrees = is_as_recorded(&puzzle, &position, &solution);
        count[2] += u32::from(agrees);
        if solution.value.is_some() && !agrees {
            println!("not as recorded: {position}, {solution:?}, {puzzle}");
        }
    }
    println!("board and question: puzzles, solved, with the recorded winner and move");
    for (name, [puzzles, solved, agreed]) in &counts {
        println!("{name}: {puzzles}, {solved}, {agreed}");
    }
    let [puzzles, solved, agreed] =
        [0, 1, 2].map(|index| counts.values().map(|count| count[index]).sum::<u32>());
    println!("all: {puzzles}, {solved}, {agreed}");
}

/// Whether the winner is the recorded one, and the move one of the recorded ones, as far as there are any. Lists of moves need not be complete.
fn is_as_recorded(puzzle: &Value, position: &Hex, solution: &Solution<plywood_hex::Move>) -> bool {
    let Some(Outcome::Win(side)) = solution.value else { return false };
    let winner = position.colour_of(side).to_string();
    let best = solution.best.map(|mv| mv.to_string());
    puzzle["winner"].as_str().is_none_or(|recorded| recorded == winner)
        && puzzle["winning_moves"]
            .as_array()
            .is_none_or(|moves| moves.iter().any(|mv| mv.as_str() == best.as_deref()))
}
