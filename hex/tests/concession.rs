//! Cells given away: what is won without them is won with them, in no more plies.

use plywood_hex::{Colour, Hex, HexGame, Move, Rules};
use plywood_play::Definition;
use plywood_search::{Outcome, Position, Side};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::HashMap;

/// Within how many plies a side wins, by trying every move; `None` if it does not.
fn within(known: &mut HashMap<u64, Option<u32>>, position: &Hex, side: Side) -> Option<u32> {
    if let Some(outcome) = position.outcome() {
        return (outcome == Outcome::Win(side)).then_some(0);
    }
    if let Some(&known) = known.get(&position.key()) {
        return known;
    }
    let children: Vec<_> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut child = *position;
            child.play_unchecked(mv);
            within(known, &child, side)
        })
        .collect();
    let plies = if position.side_to_move() == side {
        children.into_iter().flatten().min()
    } else {
        children.into_iter().collect::<Option<Vec<_>>>().and_then(|plies| plies.into_iter().max())
    };
    let plies = plies.map(|plies| plies + 1);
    known.insert(position.key(), plies);
    plies
}

/// A random position of 4x4 that is not over.
fn random_position(rng: &mut StdRng, moves: usize) -> Option<Hex> {
    let mut position = Hex::start("size=4".parse::<Rules>().unwrap());
    for _ in 0..moves {
        let mv = position.random_move(rng)?;
        position.play_unchecked(mv);
    }
    position.outcome().is_none().then_some(position)
}

#[test]
fn what_is_won_without_some_cells_is_won_with_them_in_no_more_plies() {
    let (mut rng, mut won) = (StdRng::seed_from_u64(5), 0);
    for round in 0..400 {
        let Some(position) = random_position(&mut rng, 5 + round % 5) else { continue };
        for side in Side::BOTH {
            let kept: Vec<Move> =
                position.legal_moves().into_iter().filter(|_| rng.random_range(0..4) > 0).collect();
            let smaller = HexGame::concede(&position, side, &kept).unwrap();
            let Some(plies) = within(&mut HashMap::new(), &smaller, side) else { continue };
            let all = within(&mut HashMap::new(), &position, side);
            assert!(all.is_some_and(|all| all <= plies), "{position}, {smaller}: {all:?}, {plies}");
            won += u32::from(smaller != position && plies > 2);
        }
    }
    assert!(won > 50, "{won}");
}

#[test]
fn the_opponent_gets_all_but_the_kept_cells() {
    let rules: Rules = "size=3".parse().unwrap();
    let position = Hex::from_text("3/1x1/3 o", rules).unwrap();
    let kept = ["b1", "c1", "b2"].map(|text| text.parse::<Move>().unwrap());
    let smaller = HexGame::concede(&position, Side::First, &kept).unwrap();
    assert_eq!(smaller.to_string(), "o2/oxo/ooo o");
    let other = HexGame::concede(&position, Side::Second, &kept).unwrap();
    assert_eq!(other.to_string(), "x2/xxx/xxx o");
    assert_eq!(other.winner(), Some(Colour::Black));
}

#[test]
fn nothing_is_given_away_while_a_swap_may_come_or_when_the_game_is_over() {
    for (rules, moves, gives) in [
        ("size=3,swap=pieces", "", false),
        ("size=3,swap=pieces", "b2", false),
        ("size=3,swap=sides", "b2", false),
        ("size=3,swap=sides", "b2 swap-sides", true),
        ("size=3,swap=pieces", "b2 a1", true),
        ("size=3", "", true),
        ("size=2", "a1 b1 a2", false),
    ] {
        let mut position = Hex::start(rules.parse::<Rules>().unwrap());
        for text in moves.split_whitespace() {
            position.play_unchecked(position.read_move(text).unwrap());
        }
        assert_eq!(HexGame::concede(&position, Side::First, &[]).is_some(), gives, "{rules}: {moves}");
    }
}
