//! Solved boards: all first moves up to 4x4, and recorded positions of 5x5 and 6x6.

use plywood_hex::{Cell, CellSet, Colour, Hex, Move, Rules, Size};
use plywood_search::Position;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

/// Who wins, by trying every move, with a memory and the two rules of the last two stones.
#[derive(Default)]
struct Solver {
    known: HashMap<u64, bool>,
}

impl Solver {
    /// Whether the side to move wins.
    fn mover_wins(&mut self, position: &Hex) -> bool {
        if let Some(winner) = position.winner() {
            return winner == position.turn();
        }
        if position.distance(position.turn()) == Some(1) {
            return true;
        }
        if let Some(&known) = self.known.get(&position.key()) {
            return known;
        }
        let wins = Self::in_order(position).into_iter().any(|child| !self.mover_wins(&child));
        self.known.insert(position.key(), wins);
        wins
    }

    /// The positions after each move, those first in which the opponent is farthest and the mover nearest.
    fn in_order(position: &Hex) -> Vec<Hex> {
        let children = position.legal_moves().into_iter().map(|mv| after(position, mv));
        let mut children: Vec<_> = children
            .map(|child| {
                let needs = |colour| child.distance(colour).map_or(99, |stones| stones as i32);
                (needs(position.turn()) - needs(!position.turn()), child)
            })
            .collect();
        children.sort_by_key(|(order, _)| *order);
        children.into_iter().map(|(_, child)| child).collect()
    }
}

fn after(position: &Hex, mv: Move) -> Hex {
    let mut child = *position;
    child.play(mv);
    child
}

#[test]
fn winning_first_moves_up_to_four_by_four() {
    let openings: Value = serde_json::from_str(include_str!("data/openings.json")).expect("JSON");
    for side in 1..=4_u8 {
        let start = Hex::start(Rules::without_swap(Size::square(side).expect("a size")));
        let mut solver = Solver::default();
        let winning = start.legal_moves().into_iter().filter(|&mv| !solver.mover_wins(&after(&start, mv)));
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
        let winner = if solver.mover_wins(position) { position.turn() } else { !position.turn() };
        assert_eq!(record["winner"], winner.to_string().as_str(), "{position}");
        let Some(winning) = record["winning_moves"].as_array() else { continue };
        let winning: BTreeSet<_> =
            winning.iter().map(|text| text.as_str().expect("a text").to_owned()).collect();
        let found = position.legal_moves().into_iter().filter(|&mv| !solver.mover_wins(&after(position, mv)));
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
