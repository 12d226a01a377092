//! The evaluation, number by number, and against the symmetries of the rules.

mod boards;

use boards::board;
use plywood_arimaa::eval::Seed;
use plywood_arimaa::{Arimaa, ArimaaGame, Colour, Kind, Rules};
use plywood_play::{Definition, EvaluationVisitor, Notation};
use plywood_search::{Evaluator, Position, Score, StaticEvaluator, Symmetry};
use rand::{SeedableRng, rngs::StdRng};

fn gold(pieces: &str) -> i32 {
    Seed::of(&board('g', pieces), Colour::Gold)
}

fn value(position: &Arimaa) -> Score {
    StaticEvaluator::evaluate(&Seed, position)
}

#[test]
fn a_piece_is_worth_its_strength_squared() {
    for (piece, squared) in [("R", 1), ("C", 4), ("D", 9), ("H", 16), ("M", 25), ("E", 36)] {
        // It can move, for half a rabbit, and stands on its first rank at the edge.
        assert_eq!(gold(&format!("{piece}a1")), 10 * squared + 5, "{piece}");
    }
}

#[test]
fn a_central_square_is_worth_half_a_rabbit() {
    for (square, central) in
        [("c4", true), ("d5", true), ("e6", true), ("b4", false), ("d7", false), ("d2", false)]
    {
        assert_eq!(gold(&format!("E{square}")), 365 + if central { 5 } else { 0 }, "{square}");
    }
}

#[test]
fn a_rabbit_is_worth_a_tenth_for_each_rank_it_has_advanced() {
    for rank in 1..=7 {
        assert_eq!(gold(&format!("Ra{rank}")), 15 + rank - 1);
        let silver = board('g', &format!("ra{}", 9 - rank));
        assert_eq!(Seed::of(&silver, Colour::Silver), 15 + rank - 1);
    }
}

#[test]
fn a_frozen_or_blocked_piece_loses_half_a_rabbit() {
    assert_eq!(gold("Ha4 ea5"), 160 - 5);
    assert_eq!(gold("Ra1 Ca2 Rb1"), (10 - 5) + (40 + 5) + (10 + 5));
    assert_eq!(gold("Ra8"), 10 + 7 + 5);
}

#[test]
fn the_value_is_the_own_sum_less_the_opponents() {
    let position = board('s', "Ra2 ha8");
    assert_eq!(value(&position), Score::heuristic((160 + 5) - (10 + 1 + 5)));
}

#[test]
fn no_colour_is_worth_more_than_the_documented_range() {
    let mut rng = StdRng::seed_from_u64(5);
    let mut position = Arimaa::start(Rules::default());
    while let Some(mv) = position.random_move(&mut rng) {
        position.play(mv);
        assert!(Colour::BOTH.iter().all(|&colour| (-80..=1_600).contains(&Seed::of(&position, colour))));
    }
    let army: i32 =
        Kind::ALL.iter().map(|kind| kind.count() as i32 * i32::from(kind.strength()).pow(2)).sum();
    assert!(10 * army + 16 * 10 + 8 * 7 <= 1_600);
}

#[test]
fn exchanging_the_colours_keeps_the_value_for_the_side_to_move() {
    let mut rng = StdRng::seed_from_u64(4);
    let mut position = Arimaa::start(Rules::default());
    while let Some(mv) = position.random_move(&mut rng) {
        for index in 0..position.symmetries() {
            assert_eq!(value(&position), value(&position.transformed(index)), "{position}");
        }
        position.play(mv);
    }
}

struct Name;

impl<P: Notation> EvaluationVisitor<P> for Name {
    type Output = &'static str;

    fn visit<E: Evaluator<P> + Clone + 'static>(self, _evaluator: E) -> Self::Output {
        core::any::type_name::<E>()
    }
}

#[test]
fn every_evaluation_that_is_listed_exists() {
    for named in ArimaaGame::INFO.evaluations {
        assert!(ArimaaGame::evaluation(named.name, Name).is_some(), "{}", named.name);
    }
    assert_eq!(ArimaaGame::evaluation("other", Name), None);
}
