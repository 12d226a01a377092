//! How many puzzles the strong search answers in so many seconds each, with the default evaluation.
//!
//! A puzzle that asks for the winner is answered by a proof, one that asks for a move by a move of the list.
//!
//! `cargo run --release -p plywood-hex --example puzzles -- 10`

#[path = "../tests/data/puzzle.rs"]
mod puzzle;

use plywood_hex::Hex;
use plywood_hex::eval::Strong;
use plywood_search::{Game, Iterative, Limits, Report, Search, SearchOptions, Table};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

fn main() {
    let seconds = std::env::args().nth(1).map_or(10.0, |text| text.parse().expect("seconds"));
    let limits = || Limits::time(Duration::from_secs_f64(seconds));
    let mut counts: BTreeMap<String, [u32; 3]> = BTreeMap::new();
    for line in include_str!("../tests/data/puzzles.jsonl").lines() {
        let puzzle: Value = serde_json::from_str(line).expect("JSON");
        let position = puzzle::read(&puzzle);
        let table = Arc::new(Table::with_bytes(64 << 20).expect("64 megabytes can be had"));
        let mut search = Iterative::with_options(Strong, table, SearchOptions::SELECTIVE);
        let report = search.run(&Game::new(position), &limits());
        let kind = puzzle["kind"].as_str().expect("a kind");
        let count = counts.entry(format!("{} {kind}", position.size())).or_default();
        count[0] += 1;
        count[1] += u32::from(is_answered(&puzzle, &position, &report));
        count[2] += u32::from(report.score.is_decisive());
    }
    println!("board and question: puzzles, answered, proven");
    for (name, [puzzles, answered, proven]) in &counts {
        println!("{name}: {puzzles}, {answered}, {proven}");
    }
    let [puzzles, answered, proven] =
        [0, 1, 2].map(|index| counts.values().map(|count| count[index]).sum::<u32>());
    println!("all: {puzzles}, {answered}, {proven}");
}

fn is_answered(puzzle: &Value, position: &Hex, report: &Report<plywood_hex::Move>) -> bool {
    if puzzle["kind"] == "solve" {
        let mover_wins = puzzle["winner"] == position.turn().to_string().as_str();
        return if mover_wins { report.score.is_win() } else { report.score.is_loss() };
    }
    let best = report.best.map(|mv| mv.to_string()).unwrap_or_default();
    puzzle["winning_moves"].as_array().is_some_and(|moves| moves.iter().any(|mv| mv == best.as_str()))
}
