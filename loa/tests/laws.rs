//! What holds in every position, on positions of random games under random rules; and in every text.

use core::ops::ControlFlow::Continue;
use plywood_loa::{Colour, Connection, Loa, Move, NoMove, RepetitionRule, Rules, Size, Square};
use plywood_search::{Hints, Outcome, PackedMove, Position, Symmetry};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::collections::HashSet;

fn any_rules() -> impl Strategy<Value = Rules> {
    let connection = prop_oneof![Just(Connection::Draw), Just(Connection::MoverWins)];
    let no_move = prop_oneof![Just(NoMove::Pass), Just(NoMove::Loses)];
    let repetition = prop_oneof![
        Just(RepetitionRule::ThirdDraw),
        Just(RepetitionRule::SecondDraw),
        Just(RepetitionRule::None)
    ];
    let size = (5_u8..=8).prop_map(|size| Size::new(size).expect("5 to 8"));
    (connection, no_move, repetition, size).prop_map(|(connection, no_move, repetition, size)| {
        let rules = Rules::default().with_connection(connection).with_no_move(no_move);
        rules.with_repetition(repetition).with_size(size)
    })
}

/// A position of a random game, up to its end.
fn played() -> impl Strategy<Value = Loa> {
    (any_rules(), any::<u64>(), 0_usize..80).prop_map(|(rules, seed, plies)| {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut position = Loa::start(rules);
        for _ in 0..plies {
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play_unchecked(mv);
        }
        position
    })
}

/// Men thrown on the board, from few to a full one: full lines, players without a move, connected groups.
fn scattered() -> impl Strategy<Value = Loa> {
    (any_rules(), any::<u64>(), 1_u32..=100, any::<bool>()).prop_filter_map(
        "a side without men",
        |(rules, seed, percent, black)| {
            let mut rng = StdRng::seed_from_u64(seed);
            let mut men = [0; 2];
            for square in 0..64 {
                let (file, rank) = (square % 8, square / 8);
                if file.max(rank) < u32::from(rules.size().get()) && rng.random_range(0..100) < percent {
                    men[rng.random_range(0..2)] |= 1 << square;
                }
            }
            let turn = if black { Colour::Black } else { Colour::White };
            Loa::from_bitboards(men[0], men[1], turn, rules).ok()
        },
    )
}

fn any_position() -> impl Strategy<Value = Loa> {
    prop_oneof![played(), scattered()]
}

fn all_moves() -> impl Iterator<Item = Move> {
    (0..4096).filter_map(Move::from_bits)
}

fn generated(position: &Loa) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = position.generate(&mut |mv| {
        moves.push(mv);
        Continue(())
    });
    moves
}

/// The rule of movement, walked square by square with nothing shared with the crate.
fn walked_moves(position: &Loa) -> HashSet<Move> {
    let size = i32::from(position.rules().size().get());
    let square = |file: i32, rank: i32| {
        let inside = (0..size).contains(&file) && (0..size).contains(&rank);
        inside.then(|| Square::new(file as u8, rank as u8).expect("a square"))
    };
    let man = |square| position.colour_on(square);
    let mut moves = HashSet::new();
    for (file, rank) in (0..size).flat_map(|file| (0..size).map(move |rank| (file, rank))) {
        let from = square(file, rank).expect("inside");
        if man(from) != Some(position.turn()) {
            continue;
        }
        for (right, up) in [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)] {
            let at = |steps: i32| square(file + steps * right, rank + steps * up);
            let men = (-7..=7).filter_map(at).filter(|&square| man(square).is_some()).count() as i32;
            let Some(to) = at(men) else { continue };
            let enemy = Some(!position.turn());
            let blocked = (1..men).filter_map(at).any(|square| man(square) == enemy);
            if !blocked && man(to) != Some(position.turn()) {
                moves.insert(Move::new(from, to).expect("a step"));
            }
        }
    }
    moves
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_are_those_that_the_rule_walks(position in any_position()) {
        let walked = walked_moves(&position);
        prop_assert_eq!(position.mobility(position.turn()) as usize, walked.len());
        if position.outcome().is_none() {
            let moves: HashSet<_> = generated(&position).into_iter().collect();
            let expected = if walked.is_empty() { HashSet::from([Move::PASS]) } else { walked };
            prop_assert_eq!(moves, expected);
        }
    }

    #[test]
    fn legal_moves_are_just_the_generated_ones(position in any_position()) {
        let legal: HashSet<_> = position.legal_moves().into_iter().collect();
        for mv in all_moves() {
            prop_assert_eq!(position.is_legal(mv), legal.contains(&mv), "{} in {:?}", mv, position);
            prop_assert_eq!(position.refusal(mv).is_none(), legal.contains(&mv), "{} in {:?}", mv, position);
        }
    }

    #[test]
    fn counting_and_sampling_agree_with_generating(position in any_position(), seed in any::<u64>()) {
        let legal = position.legal_moves();
        let random = position.random_move(&mut StdRng::seed_from_u64(seed));
        if position.outcome().is_some() {
            prop_assert!(legal.is_empty() && random.is_none());
        } else {
            prop_assert_eq!(generated(&position), legal.to_vec());
            prop_assert_eq!(position.count_moves(), legal.len());
            prop_assert_eq!(legal.iter().collect::<HashSet<_>>().len(), legal.len());
            prop_assert!(legal.contains(&random.expect("the game is not over")));
        }
    }

    #[test]
    fn a_position_played_to_equals_the_position_set_up(position in any_position()) {
        let again = |position: &Loa| {
            let men = Colour::BOTH.map(|colour| position.men(colour));
            Loa::from_bitboards(men[0], men[1], position.turn(), position.rules()).expect("a position")
        };
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let set_up = again(&child);
            prop_assert_eq!(&child, &set_up);
            prop_assert_eq!(child.key(), set_up.key());
            prop_assert_eq!(child.outcome(), set_up.outcome());
            prop_assert_eq!(position.is_noisy(mv), child.men(child.turn()) != position.men(child.turn()));
            prop_assert!(position.history_slot(mv) < Loa::HISTORY_SLOTS);
        }
    }

    #[test]
    fn symmetries_keep_moves_and_outcome(position in any_position()) {
        for index in 0..position.symmetries() {
            let seen = position.transformed(index);
            let outcome = position.outcome().map(|outcome| match outcome {
                Outcome::Win(side) if position.exchanges_sides(index) => Outcome::Win(!side),
                other => other,
            });
            prop_assert_eq!(seen.outcome(), outcome);
            let moves: HashSet<_> = seen.legal_moves().into_iter().collect();
            let mapped = position.legal_moves().into_iter().map(|mv| position.transformed_move(mv, index));
            prop_assert_eq!(mapped.collect::<HashSet<_>>(), moves);
        }
    }

    #[test]
    fn positions_and_moves_survive_writing_and_reading(position in any_position()) {
        prop_assert_eq!(Loa::from_text(&position.to_string(), position.rules()), Ok(position.clone()));
        prop_assert_eq!(position.rules().to_string().parse(), Ok(position.rules()));
        for mv in position.legal_moves() {
            let text = position.write_move(mv);
            for form in [text.clone(), text.to_uppercase(), text.replace(['-', 'x'], ""), text.replace(['-', 'x'], ":")] {
                prop_assert_eq!(position.read_move(&form), Ok(mv), "{}", form);
            }
            prop_assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), rules in any_rules()) {
        let start = Loa::start(rules);
        let _ = (start.read_move(&text), Loa::from_text(&text, rules), text.parse::<Rules>(), text.parse::<Square>());
    }

    #[test]
    fn text_that_is_nearly_right_is_read_or_refused(
        position in "[xo1-9/ ]{0,60}", mv in "[a-iA-I0-9x:-]{0,6}", words in "[a-z=,0-9-]{0,40}", rules in any_rules(),
    ) {
        if let Ok(read) = Loa::from_text(&position, rules) {
            prop_assert_eq!(Loa::from_text(&read.to_string(), rules), Ok(read));
        }
        let _ = (Loa::start(rules).read_move(&mv), words.parse::<Rules>());
    }
}

#[test]
fn the_start_turned_by_a_quarter_with_colours_exchanged_has_the_same_men() {
    for size in Size::ALL {
        let start = Loa::start(Rules::default().with_size(size));
        let seen = start.transformed(8 + 4);
        assert_eq!(Colour::BOTH.map(|colour| seen.men(colour)), Colour::BOTH.map(|colour| start.men(colour)));
        assert_eq!(seen.turn(), Colour::White);
    }
}

#[test]
fn packed_moves_are_read_back_and_nonsense_is_refused() {
    assert_eq!(all_moves().count(), 64 * 63 + 1);
    assert!(all_moves().all(|mv| Move::from_bits(mv.to_bits()) == Some(mv)));
    assert_eq!(Move::from_bits(65), None);
    assert_eq!(Move::from_bits(u32::MAX - 1), None);
}
