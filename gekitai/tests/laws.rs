//! What holds in every position, on positions of random games under random rules and on scattered pieces; and
//! in every text.

use core::ops::ControlFlow::Continue;
use plywood_gekitai::{Both, Gekitai, Move, Opponent, Player, RepetitionRule, Rules, Square};
use plywood_search::{Hints, Outcome, PackedMove, Position, Side, Symmetry};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::collections::HashSet;

fn any_rules() -> impl Strategy<Value = Rules> {
    let both = prop_oneof![Just(Both::Draw), Just(Both::MoverWins), Just(Both::LinesFirst)];
    let opponent = prop_oneof![Just(Opponent::Wins), Just(Opponent::PlayOn)];
    let repetition = prop_oneof![
        Just(RepetitionRule::ThirdDraw),
        Just(RepetitionRule::SecondDraw),
        Just(RepetitionRule::None)
    ];
    (both, opponent, repetition).prop_map(|(both, opponent, repetition)| {
        Rules::default().with_both(both).with_opponent(opponent).with_repetition(repetition)
    })
}

/// A position of a random game, up to its end.
fn played() -> impl Strategy<Value = Gekitai> {
    (any_rules(), any::<u64>(), 0_usize..40).prop_map(|(rules, seed, plies)| {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut position = Gekitai::start(rules);
        for _ in 0..plies {
            let Some(mv) = position.random_move(&mut rng) else { break };
            position.play_unchecked(mv);
        }
        position
    })
}

/// Up to eight pieces a side thrown on the board, or on a corner of it: crowds, lines, full hands and empty
/// ones.
fn scattered() -> impl Strategy<Value = Gekitai> {
    (any_rules(), any::<u64>(), 3_u8..=6, any::<bool>()).prop_map(|(rules, seed, size, x)| {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut pieces = [0_u64; 2];
        let counts = [rng.random_range(0..=8), rng.random_range(0..=8)];
        for _ in 0..40 {
            let side = rng.random_range(0..2);
            let square = Square::new(rng.random_range(0..size), rng.random_range(0..size)).expect("a square");
            if (pieces[0] | pieces[1]) & square.bit() == 0 && pieces[side].count_ones() < counts[side] {
                pieces[side] |= square.bit();
            }
        }
        let turn = if x { Player::X } else { Player::O };
        Gekitai::from_bitboards(pieces[0], pieces[1], turn, rules).expect("at most eight a side")
    })
}

fn any_position() -> impl Strategy<Value = Gekitai> {
    prop_oneof![played(), scattered()]
}

fn all_moves() -> impl Iterator<Item = Move> {
    (0..=100).filter_map(Move::from_bits)
}

fn generated(position: &Gekitai) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = position.generate(&mut |mv| {
        moves.push(mv);
        Continue(())
    });
    moves
}

/// The game once more, on an array and square by square, with nothing shared with the crate.
mod naive {
    use super::{Both, Gekitai, Opponent, Outcome, Player, Rules, Side, Square};

    #[derive(Clone, PartialEq, Debug)]
    pub(super) struct Board {
        /// By rank and file.
        squares: [[Option<Player>; 6]; 6],
        turn: Player,
    }

    const DIRECTIONS: [(i32, i32); 8] =
        [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

    impl Board {
        pub(super) fn of(position: &Gekitai) -> Self {
            let mut squares = [[None; 6]; 6];
            for square in Square::all() {
                squares[usize::from(square.rank())][usize::from(square.file())] = position.player_on(square);
            }
            Self { squares, turn: position.turn() }
        }

        /// What stands there; an outer `None` if there is no such square.
        #[expect(clippy::option_option, reason = "off the board, empty, or somebody's piece")]
        fn at(&self, file: i32, rank: i32) -> Option<Option<Player>> {
            let row = self.squares.get(usize::try_from(rank).ok()?)?;
            row.get(usize::try_from(file).ok()?).copied()
        }

        pub(super) fn place(&self, square: Square) -> Self {
            let mut after = self.clone();
            let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
            after.squares[rank as usize][file as usize] = Some(self.turn);
            for (right, up) in DIRECTIONS {
                let Some(Some(piece)) = self.at(file + right, rank + up) else { continue };
                match self.at(file + 2 * right, rank + 2 * up) {
                    Some(Some(_)) => continue,
                    Some(None) => {
                        after.squares[(rank + 2 * up) as usize][(file + 2 * right) as usize] = Some(piece);
                    }
                    None => {}
                }
                after.squares[(rank + up) as usize][(file + right) as usize] = None;
            }
            after.turn = !self.turn;
            after
        }

        fn has_line(&self, player: Player) -> bool {
            let places = (0..6).flat_map(|file| (0..6).map(move |rank| (file, rank)));
            places.into_iter().any(|(file, rank)| {
                DIRECTIONS.iter().any(|(right, up)| {
                    (0..3).all(|steps| self.at(file + steps * right, rank + steps * up) == Some(Some(player)))
                })
            })
        }

        fn has_eight(&self, player: Player) -> bool {
            self.squares.iter().flatten().filter(|&&piece| piece == Some(player)).count() == 8
        }

        pub(super) fn outcome(&self, rules: Rules) -> Option<Outcome> {
            let (us, them) = (!self.turn, self.turn);
            let wins = |player| Some(Outcome::Win(Side::from(player)));
            let has = |player| self.has_line(player) || self.has_eight(player);
            if has(us) && has(them) {
                return match rules.both() {
                    Both::MoverWins => wins(us),
                    Both::LinesFirst if self.has_line(us) != self.has_line(them) => {
                        wins(if self.has_line(us) { us } else { them })
                    }
                    Both::Draw | Both::LinesFirst => Some(Outcome::Draw),
                };
            }
            if has(us) {
                return wins(us);
            }
            let counts = rules.opponent() == Opponent::Wins || self.has_eight(them);
            if has(them) && counts { wins(them) } else { None }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_and_outcomes_are_those_of_the_naive_board(position in any_position()) {
        let naive = naive::Board::of(&position);
        prop_assert_eq!(position.outcome(), naive.outcome(position.rules()));
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let expected = naive.place(mv.square());
            prop_assert_eq!(&naive::Board::of(&child), &expected, "{} in {:?}", mv, position);
            prop_assert_eq!(child.outcome(), expected.outcome(child.rules()), "{} in {:?}", mv, position);
        }
    }

    #[test]
    fn legal_moves_are_just_the_generated_ones(position in any_position()) {
        let legal: HashSet<_> = position.legal_moves().into_iter().collect();
        prop_assert_eq!(legal.is_empty(), position.outcome().is_some());
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
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let pieces = Player::BOTH.map(|player| child.pieces(player));
            let set_up = Gekitai::from_bitboards(pieces[0], pieces[1], child.turn(), child.rules()).expect("a position");
            prop_assert_eq!(&child, &set_up);
            prop_assert_eq!(child.key(), set_up.key());
            prop_assert_eq!(child.outcome(), set_up.outcome());
            prop_assert!(position.history_slot(mv) < Gekitai::HISTORY_SLOTS);
        }
    }

    #[test]
    fn pushes_are_what_a_move_changes(position in any_position()) {
        for mv in position.legal_moves() {
            let mut pieces = Player::BOTH.map(|player| position.pieces(player));
            pieces[position.turn() as usize] |= mv.square().bit();
            for push in position.pushes(mv) {
                pieces[push.player as usize] ^= push.from.bit() | push.to.map_or(0, Square::bit);
            }
            let mut child = position.clone();
            child.play_unchecked(mv);
            prop_assert_eq!(Player::BOTH.map(|player| child.pieces(player)), pieces);
        }
    }

    #[test]
    fn a_position_that_was_passed_to_equals_the_position_set_up(position in any_position()) {
        if position.outcome().is_none() {
            let passed = position.null_move().expect("Gekitai has a null move");
            let [x, o] = Player::BOTH.map(|player| position.pieces(player));
            let set_up = Gekitai::from_bitboards(x, o, !position.turn(), position.rules()).expect("a position");
            prop_assert_eq!(passed.outcome(), set_up.outcome(), "{:?}", position);
            prop_assert_eq!(passed, set_up);
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
            for mv in position.legal_moves().into_iter().take(3) {
                let (mut child, mut seen) = (position.clone(), seen.clone());
                child.play_unchecked(mv);
                seen.play_unchecked(position.transformed_move(mv, index));
                prop_assert_eq!(child.transformed(index), seen);
            }
        }
    }

    #[test]
    fn the_canonical_key_is_the_smallest_of_eight(position in any_position()) {
        let smallest = (0..8).map(|way| position.transformed(way).key()).min();
        prop_assert_eq!(Some(position.canonical_key()), smallest);
    }

    #[test]
    fn positions_and_moves_survive_writing_and_reading(position in any_position()) {
        prop_assert_eq!(Gekitai::from_text(&position.to_string(), position.rules()), Ok(position.clone()));
        prop_assert_eq!(position.rules().to_string().parse(), Ok(position.rules()));
        for mv in position.legal_moves() {
            let text = mv.to_string();
            prop_assert_eq!(position.read_move(&text), Ok(mv));
            prop_assert_eq!(position.read_move(&text.to_uppercase()), Ok(mv));
            prop_assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>(), rules in any_rules()) {
        let start = Gekitai::start(rules);
        let _ = (start.read_move(&text), Gekitai::from_text(&text, rules), text.parse::<Rules>());
    }

    #[test]
    fn text_that_is_nearly_right_is_read_or_refused(
        position in "[xo1-7/ ]{0,40}", mv in "[a-gA-G0-7]{0,3}", words in "[a-z=,0-9-]{0,40}", rules in any_rules(),
    ) {
        if let Ok(read) = Gekitai::from_text(&position, rules) {
            prop_assert_eq!(Gekitai::from_text(&read.to_string(), rules), Ok(read));
        }
        let _ = (Gekitai::start(rules).read_move(&mv), words.parse::<Rules>());
    }
}

#[test]
fn different_rules_have_different_keys() {
    let mut keys = HashSet::new();
    for both in [Both::Draw, Both::MoverWins, Both::LinesFirst] {
        for opponent in [Opponent::Wins, Opponent::PlayOn] {
            for repetition in [RepetitionRule::ThirdDraw, RepetitionRule::SecondDraw, RepetitionRule::None] {
                keys.insert(
                    Gekitai::start(
                        Rules::default().with_both(both).with_opponent(opponent).with_repetition(repetition),
                    )
                    .key(),
                );
            }
        }
    }
    assert_eq!(keys.len(), 18);
}

#[test]
fn packed_moves_are_read_back_and_nonsense_is_refused() {
    assert_eq!(all_moves().count(), 36);
    assert!(all_moves().all(|mv| Move::from_bits(mv.to_bits()) == Some(mv)));
    assert_eq!(Move::from_bits(8), None);
    assert_eq!(Move::from_bits(u32::MAX - 1), None);
}
