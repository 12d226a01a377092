//! What holds in every position, on positions of random games and of scattered pieces; and in every text.

use crate::boards;
use core::ops::ControlFlow::Continue;
use plywood_arimaa::{Action, Arimaa, Colour, Direction, Kind, Move, Piece, Rules, Square, read_games};
use plywood_search::{Hints, Outcome, PackedMove, Position, Symmetry};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::collections::HashSet;

fn any_rules() -> impl Strategy<Value = Rules> {
    prop_oneof![Just("repetition=third"), Just("repetition=none")]
        .prop_map(|text| text.parse().expect("rules"))
}

/// A position of a random game, in the setup too, up to its end.
fn played() -> impl Strategy<Value = Arimaa> {
    (any_rules(), any::<u64>(), 0_usize..300).prop_map(|(rules, seed, plies)| {
        let mut rng = StdRng::seed_from_u64(seed);
        walk(Arimaa::start(rules), plies, &mut rng)
    })
}

/// Pieces thrown on the board, and a turn begun.
fn scattered() -> impl Strategy<Value = Arimaa> {
    (any_rules(), any::<u64>(), 1_u32..=90, 0_usize..4).prop_map(|(rules, seed, percent, plies)| {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut pieces = [None; 64];
        for piece in &mut pieces {
            if rng.random_range(0..100) < percent {
                let kind = Kind::ALL[rng.random_range(0..6_usize)];
                *piece = Some(Piece { colour: Colour::BOTH[rng.random_range(0..2_usize)], kind });
            }
        }
        let turn = Colour::BOTH[rng.random_range(0..2_usize)];
        walk(Arimaa::from_pieces(&pieces, turn, rules), plies, &mut rng)
    })
}

fn walk(mut position: Arimaa, plies: usize, rng: &mut StdRng) -> Arimaa {
    for _ in 0..plies {
        let Some(mv) = position.random_move(rng) else { break };
        position.play_unchecked(mv);
    }
    position
}

fn any_position() -> impl Strategy<Value = Arimaa> {
    prop_oneof![played(), scattered()]
}

fn all_moves() -> impl Iterator<Item = Move> {
    (0..4096).filter_map(Move::from_bits)
}

fn generated(position: &Arimaa) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = position.generate(&mut |mv| {
        moves.push(mv);
        Continue(())
    });
    moves
}

fn piece_count(position: &Arimaa) -> u32 {
    Colour::BOTH.map(|colour| position.pieces(colour).count_ones()).iter().sum()
}

/// Whether a move is a step of the mover's own piece.
fn moves_own(position: &Arimaa, mv: Move) -> bool {
    matches!(mv.action(), Action::Step { piece, .. } if piece.colour == position.turn())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

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
    fn every_turn_that_is_begun_can_be_finished(position in any_position(), seed in any::<u64>()) {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut position = position;
        for _ in 0..16 {
            let before = position.clone();
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play_unchecked(mv);
            let turn_begins = position.steps().is_empty();
            prop_assert!(turn_begins || position.outcome().is_none());
            prop_assert!(position.outcome().is_some() || !position.legal_moves().is_empty(), "{}", position);
            if turn_begins && !before.is_setup() {
                let start = before.at_start_of_turn();
                prop_assert_eq!(start.turn(), !position.turn());
                let changed = Colour::BOTH.iter().any(|&colour| start.pieces(colour) != position.pieces(colour))
                    || Kind::ALL.iter().any(|&kind| start.pieces_of_kind(kind) != position.pieces_of_kind(kind));
                prop_assert!(changed, "{}", before);
            }
        }
    }

    #[test]
    fn a_position_played_to_equals_the_position_set_up(position in any_position()) {
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let set_up = Arimaa::from_text(&child.to_string(), child.rules()).expect("a position");
            prop_assert_eq!(&child, &set_up);
            prop_assert_eq!(child.key(), set_up.key());
            prop_assert_eq!(child.outcome(), set_up.outcome());
            prop_assert_eq!(child.repetition_key(), set_up.repetition_key());
            if !position.is_setup() {
                prop_assert_eq!(position.is_noisy(mv), piece_count(&child) < piece_count(&position));
            }
            prop_assert!(position.history_slot(mv) < Arimaa::HISTORY_SLOTS);
        }
    }

    #[test]
    fn a_key_that_is_known_before_the_move_is_the_one_after_it(position in any_position()) {
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let known = position.key_after(mv);
            prop_assert!(known.is_none_or(|key| key == child.key()), "{} in {:?}", mv, position);
            let is_plain = mv.is_pass() || !position.is_setup() && moves_own(&position, mv) && !position.is_noisy(mv);
            prop_assert!(known.is_some() || !is_plain, "{} in {:?}", mv, position);
        }
    }

    #[test]
    fn a_null_move_leaves_the_board_to_the_opponent_at_the_start_of_a_turn(position in any_position()) {
        let begins = !position.is_setup() && position.steps().is_empty();
        prop_assert_eq!(position.null_move().is_some(), begins);
        if let Some(passed) = position.null_move() {
            prop_assert_eq!(passed.turn(), !position.turn());
            prop_assert_eq!(boards::pieces(&passed), boards::pieces(&position));
            prop_assert_eq!(passed.null_move(), Some(position));
        }
    }

    #[test]
    fn steps_in_another_order_lead_to_the_same_position(position in any_position()) {
        let mut found: Vec<(Vec<Move>, Arimaa)> = vec![(Vec::new(), position)];
        for _ in 0..2 {
            let ahead = |(path, position): &(Vec<Move>, Arimaa)| {
                let child = |mv: Move| {
                    let mut child = position.clone();
                    child.play_unchecked(mv);
                    (path.iter().copied().chain([mv]).collect::<Vec<_>>(), child)
                };
                position.legal_moves().into_iter().take(12).map(child).collect::<Vec<_>>()
            };
            found = found.iter().flat_map(ahead).collect();
        }
        for (path, position) in &found {
            for (other_path, other) in &found {
                prop_assert_eq!(position == other, position.key() == other.key(), "{:?} {:?}", path, other_path);
                if position == other {
                    prop_assert_eq!(position.legal_moves(), other.legal_moves());
                }
            }
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
            prop_assert_eq!(&seen.transformed(index), &position);
            prop_assert_eq!(&Arimaa::from_text(&seen.to_string(), seen.rules()).expect("a position"), &seen);
            let moves: HashSet<_> = seen.legal_moves().into_iter().collect();
            let mapped = position.legal_moves().into_iter().map(|mv| position.transformed_move(mv, index));
            prop_assert_eq!(mapped.collect::<HashSet<_>>(), moves);
            for mv in position.legal_moves() {
                let (mut child, mut seen_child) = (position.clone(), seen.clone());
                child.play_unchecked(mv);
                seen_child.play_unchecked(position.transformed_move(mv, index));
                if !position.is_setup() {
                    prop_assert_eq!(child.transformed(index), seen_child);
                }
            }
        }
    }

    #[test]
    fn positions_and_moves_survive_writing_and_reading(position in any_position()) {
        prop_assert_eq!(Arimaa::from_text(&position.to_string(), position.rules()), Ok(position.clone()));
        prop_assert_eq!(Arimaa::from_text(&position.long_form(), position.rules()), Ok(position.clone()));
        let text = position.to_string();
        let (board, steps) = text[2..].split_at(66);
        let dotted = format!("{}{}{steps}", &text[..2], board.replace(' ', "."));
        prop_assert_eq!(Arimaa::from_text(&dotted, position.rules()), Ok(position.clone()));
        prop_assert_eq!(position.rules().to_string().parse(), Ok(position.rules()));
        for mv in position.legal_moves() {
            prop_assert_eq!(position.read_move(&mv.to_string()), Ok(mv));
            prop_assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
    }

    #[test]
    fn whole_turns_survive_writing_and_reading(position in any_position(), seed in any::<u64>()) {
        let mut rng = StdRng::seed_from_u64(seed);
        let (mut moves, mut end) = (Vec::new(), position.clone());
        while let Some(mv) = end.random_move(&mut rng).filter(|_| end.turn() == position.turn()) {
            moves.push(mv);
            end.play_unchecked(mv);
        }
        // A turn that has come so far that nothing but the pass is left has no text.
        if !moves.is_empty() && moves != [Move::PASS] {
            let text = position.write_turn(&moves);
            let labelled = format!("7{} {text}", position.turn().letter());
            prop_assert_eq!(position.read_turn(&text), Ok(moves.clone()), "{}", text);
            prop_assert_eq!(position.read_turn(&labelled), Ok(moves), "{}", labelled);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), rules in any_rules()) {
        let start = Arimaa::start(rules);
        let _ = (start.read_move(&text), start.read_turn(&text), Arimaa::from_text(&text, rules));
        let _ = (text.parse::<Rules>(), text.parse::<Square>(), read_games(&text).count());
    }

    #[test]
    fn text_that_is_nearly_right_is_read_or_refused(
        board in "[gswb] ?\\[[rcdhmeRE .]{62,66}\\]?( [rE][a-i][0-9][nesx]){0,3}",
        turn in "([0-9]{0,2}[gs] )?([rcdhmeRCDHME][a-i][0-9][neswx]? ?){0,5}(pass)?",
        lines in "(#( [a-z]{1,6} [gs])*\n|[0-9]{0,2}[gswb]( [RDr][a-h][1-8]n?| takeback| resigns)*\n|\n){0,6}",
        rules in any_rules(), position in any_position(),
    ) {
        if let Ok(read) = Arimaa::from_text(&board, rules) {
            prop_assert_eq!(Arimaa::from_text(&read.to_string(), rules), Ok(read));
        }
        let _ = (position.read_turn(&turn), position.read_move(&turn), read_games(&lines).count());
    }
}

#[test]
fn packed_moves_are_read_back_and_nonsense_is_refused() {
    // A step off the board is none: 32 of the 256 pairs of square and direction have no target, for each
    // piece.
    assert_eq!(all_moves().count(), 12 * (64 * 4 - 4 * 8) + 12 * 64 + 1);
    assert!(all_moves().all(|mv| Move::from_bits(mv.to_bits()) == Some(mv)));
    assert_eq!(Move::from_bits(4_095), None);
    assert_eq!(Move::from_bits(u32::MAX - 1), None);
    let mut texts = HashSet::new();
    assert!(all_moves().all(|mv| texts.insert(mv.to_string())));
    let corner = Square::new(7, 7).expect("h8");
    assert_eq!(
        Move::step(Piece { colour: Colour::Gold, kind: Kind::Rabbit }, corner, Direction::North),
        None
    );
}

#[test]
fn a_position_has_a_mirror_image_and_one_with_the_colours_exchanged() {
    assert_eq!(Arimaa::start(Rules::default()).symmetries(), 1);
    let position = boards::board('g', "Ed4 ee7 Ra2 rh7");
    assert_eq!(position.symmetries(), 4);
    assert_eq!(boards::pieces(&position.transformed(1)), "Rh2 Ee4 ra7 ed7");
    assert_eq!(boards::pieces(&position.transformed(2)), "Ee2 Rh2 ed5 ra7");
    assert_eq!(position.transformed(2).turn(), Colour::Silver);
}
