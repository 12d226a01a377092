//! The strong search on puzzles of small boards, by nodes and not by time. `examples/puzzles.rs` tries all of
//! them.

use crate::puzzle;
use plywood_hex::Hex;
use plywood_hex::eval::Strong;
use plywood_search::{Game, Iterative, Limits, Report, Search, SearchOptions, Table};
use serde_json::Value;
use std::sync::Arc;

/// The puzzles of this kind on boards of this size.
fn puzzles((width, height): (u64, u64), kind: &str) -> Vec<(Value, Hex)> {
    let puzzles = include_str!("data/puzzles.jsonl").lines();
    let puzzles = puzzles.map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let wanted = puzzles
        .filter(|puzzle| puzzle["width"] == width && puzzle["height"] == height && puzzle["kind"] == kind);
    wanted.map(|puzzle| (puzzle.clone(), puzzle::read(&puzzle))).collect()
}

fn search(position: &Hex, nodes: u64) -> Report<plywood_hex::Move> {
    let table = Arc::new(Table::with_bytes(16 << 20).expect("16 megabytes can be had"));
    let mut search = Iterative::with_options(Strong, table, SearchOptions::SELECTIVE);
    search.run(&Game::new(*position), &Limits::nodes(nodes))
}

#[test]
fn who_wins_is_proven_on_small_boards() {
    let puzzles: Vec<_> = (3..=5).flat_map(|side| puzzles((side, side), "solve")).collect();
    assert_eq!(puzzles.len(), 5);
    for (puzzle, position) in &puzzles {
        let score = search(position, 20_000).score;
        let mover_wins = puzzle["winner"] == position.turn().to_string().as_str();
        assert_eq!((score.is_win(), score.is_loss()), (mover_wins, !mover_wins), "{score} in {position}");
    }
}

#[test]
fn a_winning_move_is_found_on_five_by_five() {
    let puzzles = puzzles((5, 5), "find-winning");
    assert_eq!(puzzles.len(), 4);
    for (puzzle, position) in &puzzles {
        let report = search(position, 20_000);
        let best = report.best.expect("a move").to_string();
        let winning = puzzle["winning_moves"].as_array().expect("moves");
        assert!(
            report.score.is_win() && winning.iter().any(|mv| mv == best.as_str()),
            "{best} in {position}"
        );
    }
}

#[test]
fn proven_winners_of_six_by_seven_are_the_recorded_ones() {
    let mut proven = 0;
    for (puzzle, position) in puzzles((6, 7), "solve") {
        let score = search(&position, 10_000).score;
        if score.is_decisive() {
            proven += 1;
            let mover_wins = puzzle["winner"] == position.turn().to_string().as_str();
            assert_eq!(score.is_win(), mover_wins, "{score} in {position}");
        }
    }
    assert!(proven > 0, "{proven} proven");
}
