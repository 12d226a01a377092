//! The four classic evaluations against the recorded values, and all against the rules' symmetries.

use plywood_loa::eval::{CentreOfMass, H1, H2, H3, H4, centre_of_mass};
use plywood_loa::{Colour, Loa, Rules};
use plywood_search::{AnyKnowledge, Knowledge, Position, Symmetry};
use rand::{SeedableRng, rngs::StdRng};
use serde_json::Value;
use std::collections::HashMap;

#[test]
fn the_classic_evaluations_equal_the_recorded_values() {
    let boards: HashMap<u64, String> = include_str!("data/positions.jsonl")
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|record| {
            (
                record["id"].as_u64().expect("an id"),
                format!("{} x", record["board"].as_str().expect("a board")),
            )
        })
        .collect();
    let mut compared = 0;
    for line in include_str!("data/documented_heuristics.jsonl").lines() {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let position: Loa = boards[&record["id"].as_u64().expect("an id")].parse().expect("a position");
        for colour in Colour::BOTH {
            let values = [H1::of, H2::of, H3::of, H4::of].map(|of| of(&position, colour));
            assert_eq!(serde_json::json!(values), record[colour.to_string()], "{colour} in {position}");
            compared += 1;
        }
    }
    assert!(compared >= 200, "only {compared} values");
}

#[test]
fn a_row_of_three_men_in_the_middle_is_worth_thirty_five() {
    let position: Loa = "8/8/8/2xxx3/8/8/8/o6o x".parse().expect("a position");
    assert_eq!(H1::of(&position, Colour::Black), 35);
}

#[test]
fn the_centre_of_mass_evaluation_is_minus_the_sum_of_distances() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut position = Loa::start(Rules::default());
    while let Some(mv) = position.random_move(&mut rng) {
        for colour in Colour::BOTH {
            let men = position.men(colour);
            let centre = centre_of_mass(men);
            let distance = |square: usize| {
                (square % 8).abs_diff(centre.file().into()).max((square / 8).abs_diff(centre.rank().into()))
            };
            let sum: usize = (0..64).filter(|&square| men >> square & 1 != 0).map(distance).sum();
            assert_eq!(CentreOfMass::of(&position, colour), -(sum as i32));
        }
        position.play_unchecked(mv);
    }
}

#[test]
fn exchanging_the_colours_keeps_the_value_for_the_side_to_move() {
    const EXCHANGE_COLOURS: usize = 8;
    let evaluators = [
        AnyKnowledge::new(H1),
        AnyKnowledge::new(H2),
        AnyKnowledge::new(H3),
        AnyKnowledge::new(H4),
        AnyKnowledge::new(CentreOfMass),
    ];
    let mut rng = StdRng::seed_from_u64(4);
    let mut position = Loa::start(Rules::default());
    while let Some(mv) = position.random_move(&mut rng) {
        for evaluator in &evaluators {
            let exchanged = position.transformed(EXCHANGE_COLOURS);
            assert_eq!(evaluator.value_of(&position), evaluator.value_of(&exchanged));
        }
        position.play_unchecked(mv);
    }
}
