//! What the network says of positions.

use plywood_hex::eval::Strong;
use plywood_hex::{Hex, Move, Rules};
use plywood_search::{Knowledge, Position, Symmetry};
use rand::{SeedableRng, rngs::StdRng};

/// The value, and the legal moves with their weights.
fn judge(position: &Hex, last: Option<Move>) -> (f32, Vec<(Move, f32)>) {
    let mut moves: Vec<_> = position.legal_moves().iter().map(|&mv| (mv, 0.0)).collect();
    let value = Strong.judge(position, last, &mut moves);
    (value.expect("a value"), moves)
}

fn start(rules: &str) -> Hex {
    Hex::start(rules.parse::<Rules>().expect("rules"))
}

/// `PyTorch` computed the file (`learn/hex_network/judge.py`).
#[test]
fn values_and_weights_are_those_of_another_program() {
    for line in include_str!("data/judgements.txt").lines() {
        let (stones, said) = line.split_once(" = ").expect("a position and a judgement");
        let (size, stones) = stones.split_once(' ').expect("a size and stones");
        let mut position = start(&format!("size={size},swap=off"));
        let mut last = None;
        for stone in stones.split(' ').filter(|&stone| stone != "-") {
            let mv = position.read_move(stone).expect("a legal move");
            position.play_unchecked(mv);
            last = Some(mv);
        }
        let (value, moves) = judge(&position, last);
        let mut said = said.split(' ');
        let number = |text: Option<&str>| text.expect("a number").parse::<f32>().expect("a number");
        let expected = number(said.next());
        assert!((value - expected).abs() < 2e-4, "{value} in {line}");
        for best in said {
            let (mv, expected) = best.split_once(':').expect("a move and its weight");
            let weight = moves.iter().find(|(legal, _)| legal.to_string() == mv).expect("a legal move").1;
            assert!((weight - number(Some(expected))).abs() < 2e-3, "{mv}: {weight} in {line}");
        }
    }
}

#[test]
fn every_board_has_weights_and_a_value() {
    let mut rng = StdRng::seed_from_u64(3);
    for size in ["1", "2", "3x7", "7x3", "11", "19x1", "1x19", "19"] {
        for swap in ["off", "pieces", "sides"] {
            if swap == "pieces" && size.contains('x') {
                continue;
            }
            let mut position = start(&format!("size={size},swap={swap}"));
            let mut last = None;
            while position.outcome().is_none() {
                let (value, moves) = judge(&position, last);
                assert!((-1.0..=1.0).contains(&value), "{value} in {position}");
                assert!(
                    moves.iter().all(|(_, weight)| (0.0..=1.0).contains(weight)),
                    "{moves:?} in {position}"
                );
                assert!(moves.iter().any(|&(_, weight)| weight > 0.999), "{moves:?} in {position}");
                let mv = position.random_move(&mut rng).expect("a move");
                last = Some(mv);
                position.play_unchecked(mv);
            }
        }
    }
}

/// The network sees White's board as Black's, mirrored.
#[test]
fn a_mirrored_board_has_the_same_judgement() {
    let mut rng = StdRng::seed_from_u64(4);
    for size in ["size=5,swap=off", "size=11,swap=off", "size=6x8,swap=off"] {
        let mut position = start(size);
        let mut last = None;
        let mut compared = 0;
        while position.outcome().is_none() {
            let (value, moves) = judge(&position, last);
            let transposed = |mv: Move| mv.cell().map_or(mv, |cell| cell.mirrored().into());
            for index in 1..position.symmetries() {
                let seen = |mv: Move| position.transformed_move(mv, index);
                if moves.iter().any(|&(mv, _)| seen(mv) != transposed(mv)) {
                    continue;
                }
                let (same, weights) = judge(&position.transformed(index), last.map(seen));
                assert_eq!(value.to_bits(), same.to_bits(), "{position}");
                for &(mv, weight) in &moves {
                    assert!(weights.contains(&(seen(mv), weight)), "{mv} in {position}");
                }
                compared += 1;
            }
            let mv = position.random_move(&mut rng).expect("a move");
            position.play_unchecked(mv);
            last = Some(mv);
        }
        assert!(compared > 0, "{size}");
    }
}

/// The last stone intrudes on a bridge of a chain that all but connects the edges.
#[test]
fn a_bridge_is_kept_and_a_won_game_is_known() {
    let mut position = start("size=11,swap=off");
    let mut last = None;
    for stone in ["f6", "c3", "e8", "c9", "g4", "i3", "d10", "j2", "h2", "h6", "a2", "f5"] {
        let mv = position.read_move(stone).expect("a legal move");
        position.play_unchecked(mv);
        last = Some(mv);
    }
    let (value, moves) = judge(&position, last);
    assert!(value > 0.6, "{value}");
    for (mv, weight) in moves {
        assert_eq!(mv.to_string() == "g5", weight > 0.1, "{mv}: {weight}");
    }
}
