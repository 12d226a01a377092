//! Boards solved by proof-number search.

use plywood_hex::eval::Strong;
use plywood_hex::{Cell, CellSet, Colour, Hex, Move, Rules, Size};
use plywood_search::{Answer, Dfpn, Limits, Position, ProofTable, Question, Side, Symmetry};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

fn search() -> Dfpn<Hex, Strong> {
    Dfpn::new(Strong, Arc::new(ProofTable::with_bytes(1 << 24).unwrap()))
}

/// Whether the first player wins, and within how many plies at most.
fn first_wins(search: &mut Dfpn<Hex, Strong>, position: &Hex) -> Option<u32> {
    let verdict = search.ask(position, Question::wins(Side::First), &Limits::none(), &mut |_| {});
    match verdict.answer {
        Answer::Wins { within } => Some(within.expect("a board is filled in fewer plies than are counted")),
        Answer::CannotWin { by_repetition } => {
            assert!(!by_repetition, "{position}");
            None
        }
        Answer::Unknown => panic!("there was no limit"),
    }
}

#[test]
fn winning_first_moves_up_to_six_by_six() {
    let openings: Value = serde_json::from_str(include_str!("data/openings.json")).unwrap();
    for side in 1..=6_u8 {
        let start = Hex::start(Rules::without_swap(Size::square(side).unwrap()));
        let recorded = openings["sizes"][side.to_string()]["winning"].as_array().unwrap();
        let recorded: BTreeSet<_> = recorded.iter().map(|text| text.as_str().unwrap().to_owned()).collect();
        // What threads tell each other must hold for all that comes later, too.
        for threads in [1, 3] {
            let mut search = search().with_threads(threads);
            let mut winning = BTreeSet::new();
            for mv in start.legal_moves() {
                let mut position = start;
                position.play_unchecked(mv);
                if first_wins(&mut search, &position).is_some() {
                    winning.insert(mv.to_string());
                }
            }
            assert_eq!(winning, recorded, "{side}x{side}, {threads} threads");
        }
    }
}

fn read(record: &Value) -> Hex {
    let size = Size::square(record["size"].as_u64().unwrap() as u8).unwrap();
    let stones = |colour: &str| {
        let mut set = CellSet::EMPTY;
        for text in record[colour].as_array().unwrap() {
            let cell: Cell = text.as_str().unwrap().parse().unwrap();
            set.insert(size.number(cell));
        }
        set
    };
    let turn = if record["to_move"] == "black" { Colour::Black } else { Colour::White };
    Hex::from_stones(stones("black"), stones("white"), turn, false, Rules::without_swap(size)).unwrap()
}

fn winning_moves(search: &mut Dfpn<Hex, Strong>, position: &Hex) -> BTreeSet<String> {
    let is_first = position.side_to_move() == Side::First;
    let mut wins = |&mv: &Move| {
        let mut after = *position;
        after.play_unchecked(mv);
        first_wins(search, &after).is_some() == is_first
    };
    position.legal_moves().into_iter().filter(|mv| wins(mv)).map(|mv| mv.to_string()).collect()
}

#[test]
fn recorded_positions_have_the_recorded_winner_and_winning_moves() {
    let mut solved = 0;
    for line in include_str!("data/solved_5x5_6x6.jsonl").lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let position = read(&record);
        let mut search = search();
        let winner = if first_wins(&mut search, &position).is_some() { "black" } else { "white" };
        assert_eq!(record["winner"], winner, "{position}");
        if let Some(recorded) = record["winning_moves"].as_array() {
            let recorded: BTreeSet<_> =
                recorded.iter().map(|text| text.as_str().unwrap().to_owned()).collect();
            assert_eq!(winning_moves(&mut search, &position), recorded, "{position}");
        }
        solved += 1;
    }
    assert_eq!(solved, 160);
}

#[test]
fn positions_turned_by_half_a_turn_have_one_key_and_others_have_not() {
    let position = Hex::from_text("x3/1o2/2x1/4 o", "size=4".parse::<Rules>().unwrap()).unwrap();
    assert_eq!(position.canonical_key(), position.transformed(1).canonical_key());
    let other = Hex::from_text("1x2/1o2/2x1/4 o", "size=4".parse::<Rules>().unwrap()).unwrap();
    assert_ne!(position.canonical_key(), other.canonical_key());
}
