//! The crate against the rules written once more with plain arrays, on random positions.

use crate::naive::{board_of, plies_of, ply_of, turn_of};
use plywood_arimaa::{Arimaa, Colour, Kind, Piece, Rules};
use plywood_search::{Outcome, Position, Side};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::collections::HashSet;

/// Pieces thrown on the board, few or many, on traps and goals too, with any number of each kind; or thrown
/// together on a part of it.
fn scattered(rng: &mut StdRng) -> Arimaa {
    let mut pieces = [None; 64];
    let percent = rng.random_range(3..70);
    let (files, ranks) = (rng.random_range(2..=8), rng.random_range(2..=8));
    for (square, piece) in pieces.iter_mut().enumerate() {
        if square % 8 < files && square / 8 < ranks && rng.random_range(0..100) < percent {
            let kind = Kind::ALL[rng.random_range(0..6_usize)];
            let kind = if rng.random_range(0..3) == 0 { Kind::Rabbit } else { kind };
            *piece = Some(Piece { colour: Colour::BOTH[rng.random_range(0..2_usize)], kind });
        }
    }
    pieces[63] = pieces[63].or(Some(Piece { colour: Colour::Silver, kind: Kind::Rabbit }));
    Arimaa::from_pieces(&pieces, Colour::BOTH[rng.random_range(0..2_usize)], Rules::default())
}

/// A position after some random turns from a random setup.
fn played(rng: &mut StdRng) -> Arimaa {
    let mut position = Arimaa::start(Rules::default());
    for _ in 0..rng.random_range(32..300) {
        let Some(mv) = position.random_move(rng) else { break };
        position.play_unchecked(mv);
    }
    while position.is_setup() || !position.steps().is_empty() {
        let mv = position.random_move(rng).expect("a turn can be finished");
        position.play_unchecked(mv);
    }
    position
}

/// Follows two turns at random, and compares what can be done at each step.
fn compare_steps(mut position: Arimaa, rng: &mut StdRng) {
    let mut turn = turn_of(&position);
    for _ in 0..8 {
        let outcome =
            turn.gold_wins().map(|gold| Outcome::Win(if gold { Side::First } else { Side::Second }));
        assert_eq!(position.outcome(), outcome, "{position}");
        // A decided position has moves too, except for one who is immobilised.
        assert_eq!(plies_of(&position), turn.plies(), "{position}");
        let Some(mv) = position.random_move(rng) else { return };
        turn = turn.after(ply_of(mv));
        position.play_unchecked(mv);
        assert_eq!(board_of(&position), turn.board, "{position}");
    }
}

#[test]
fn steps_and_outcomes_agree_on_scattered_pieces() {
    let mut rng = StdRng::seed_from_u64(1);
    for _ in 0..15_000 {
        compare_steps(scattered(&mut rng), &mut rng);
    }
}

#[test]
fn steps_and_outcomes_agree_in_random_games() {
    let mut rng = StdRng::seed_from_u64(2);
    for _ in 0..1_500 {
        compare_steps(played(&mut rng), &mut rng);
    }
}

#[test]
fn whole_turns_agree_on_scattered_pieces() {
    let mut rng = StdRng::seed_from_u64(3);
    let mut compared = 0;
    while compared < 300 {
        let position = scattered(&mut rng);
        let pieces = (position.pieces(Colour::Gold) | position.pieces(Colour::Silver)).count_ones();
        if !(3..=14).contains(&pieces) {
            continue;
        }
        let turns = position.turns().expect("a turn begins");
        let found: HashSet<_> = turns.iter().map(|turn| board_of(&turn.position())).collect();
        assert_eq!(found.len(), turns.len(), "{position}");
        assert_eq!(found, turn_of(&position).boards_after(), "{position}");
        compared += 1;
    }
}
