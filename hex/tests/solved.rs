//! Solved boards: all first moves up to 4x4, and recorded positions of 5x5 and 6x6.

use crate::solver::Solver;
use plywood_hex::eval::Strong;
use plywood_hex::{Cell, CellSet, Colour, Hex, Move, Rules, Size};
use plywood_search::{Game, Iterative, Limits, Position, Search, SearchOptions, Table};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

fn after(position: &Hex, mv: Move) -> Hex {
    let mut child = *position;
    child.play_unchecked(mv);
    child
}

#[test]
fn winning_first_moves_up_to_four_by_four() {
    let openings: Value = serde_json::from_str(include_str!("data/openings.json")).expect("JSON");
    for side in 1..=4_u8 {
        let start = Hex::start(Rules::without_swap(Size::square(side).expect("a size")));
        let mut solver = Solver::default();
        let winning =
            start.legal_moves().into_iter().filter(|&mv| solver.winner(&after(&start, mv)) == start.turn());
        let winning: BTreeSet<_> = winning.map(|mv| mv.to_string()).collect();
        let recorded = openings["sizes"][side.to_string()]["winning"].as_array().expect("a list");
        let recorded: BTreeSet<_> =
            recorded.iter().map(|text| text.as_str().expect("a text").to_owned()).collect();
        assert_eq!(winning, recorded, "{side}x{side}");
    }
}

fn read(record: &Value) -> Hex {
    let size = Size::square(record["size"].as_u64().expect("a size") as u8).expect("a size");
    let stones = |colour: &str| {
        let mut set = CellSet::EMPTY;
        for text in record[colour].as_array().expect("cells") {
            let cell: Cell = text.as_str().expect("a text").parse().expect("a cell");
            set.insert(size.number(cell));
        }
        set
    };
    let turn = if record["to_move"] == "black" { Colour::Black } else { Colour::White };
    Hex::from_stones(stones("black"), stones("white"), turn, false, Rules::without_swap(size))
        .expect("a position")
}

/// Those with as many empty cells at most: more take this plain solver too long.
fn recorded(size: u64, most_empty: u32) -> Vec<(Value, Hex)> {
    include_str!("data/solved_5x5_6x6.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .filter(|record| record["size"] == size)
        .map(|record| (read(&record), record))
        .filter(|(position, _)| position.empty_cells().count() <= most_empty)
        .map(|(position, record)| (record, position))
        .collect()
}

fn winners_and_winning_moves(size: u64, most_empty: u32) -> usize {
    let records = recorded(size, most_empty);
    for (record, position) in &records {
        let mut solver = Solver::default();
        assert_eq!(record["winner"], solver.winner(position).to_string().as_str(), "{position}");
        let Some(winning) = record["winning_moves"].as_array() else { continue };
        let winning: BTreeSet<_> =
            winning.iter().map(|text| text.as_str().expect("a text").to_owned()).collect();
        let found = position
            .legal_moves()
            .into_iter()
            .filter(|&mv| solver.winner(&after(position, mv)) == position.turn());
        assert_eq!(found.map(|mv| mv.to_string()).collect::<BTreeSet<_>>(), winning, "{position}");
    }
    records.len()
}

#[test]
fn winning_moves_of_recorded_positions_of_five_by_five() {
    assert_eq!(winners_and_winning_moves(5, 19), 44);
}

#[test]
fn winning_moves_of_recorded_positions_of_six_by_six() {
    assert_eq!(winners_and_winning_moves(6, 16), 26);
}

/// The strong search proves every one of them: about 13 000 nodes for each.
#[test]
fn winning_first_moves_on_five_by_five_by_the_strong_search() {
    let openings: Value = serde_json::from_str(include_str!("data/openings.json")).expect("JSON");
    let recorded = openings["sizes"]["5"]["winning"].as_array().expect("a list");
    let start = Hex::start(Rules::without_swap(Size::square(5).expect("a size")));
    let table = Arc::new(Table::with_bytes(1 << 24).expect("16 MiB"));
    let mut search = Iterative::with_options(Strong, table, SearchOptions::SELECTIVE);
    for mv in start.legal_moves() {
        let report = search.run(&Game::new(after(&start, mv)), &Limits::nodes(2_000_000));
        assert!(report.score.is_decisive(), "{mv} is not proven: {report:?}");
        let wins = recorded.contains(&Value::from(mv.to_string()));
        assert_eq!(report.score.is_loss(), wins, "{mv}: {}", report.score);
    }
}
