//! The documented evaluations against sums written out square by square, the threats against play, and all
//! against the symmetries.

use plywood_gekitai::eval::{A, B, Pairs, Pieces, Threats, Value, line_makers};
use plywood_gekitai::{Gekitai, Player, Rules, Square};
use plywood_search::{
    Game, Hints, Iterative, Knowledge, Limits, Outcome, Position, Score, Search, Symmetry, Table,
};
use rand::{SeedableRng, rngs::StdRng};
use std::sync::Arc;

fn position(text: &str) -> Gekitai {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Live positions of random games.
fn samples(games: u64) -> Vec<Gekitai> {
    let mut samples = Vec::new();
    for seed in 0..games {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut position = Gekitai::start(Rules::default());
        while let Some(mv) = position.random_move(&mut rng) {
            samples.push(position.clone());
            position.play_unchecked(mv);
        }
    }
    samples
}

#[test]
fn the_documented_evaluations_on_a_position_counted_by_hand() {
    // X: a1 1, b2 2, c3 3 is a line, so a2 instead: a1 1, a2 1, b2 2, d4 3. Pairs: a1-a2, a1-b2, a2-b2.
    let position = position("6/6/3x2/5o/xx4/x4o o");
    let values = |player| {
        [Pieces::of, Pairs::of, Value::of, A::of, B::of]
            .map(|of: fn(&Gekitai, Player) -> i32| of(&position, player))
    };
    assert_eq!(values(Player::X), [4, 3, 7, 10, 13]);
    assert_eq!(values(Player::O), [2, 0, 2, 2, 2]);
    assert_eq!(A.value_of(&position), Score::heuristic(2 - 10));
    assert_eq!(B.value_of(&position), Score::heuristic(2 - 13));
}

#[test]
fn the_documented_evaluations_are_the_sums_they_say() {
    for position in samples(50) {
        for player in Player::BOTH {
            let own: Vec<_> =
                Square::all().filter(|&square| position.player_on(square) == Some(player)).collect();
            let ring = |square: &Square| {
                let from_edge = |line: u8| line.min(5 - line);
                i32::from(from_edge(square.file()).min(from_edge(square.rank()))) + 1
            };
            let next_to = |a: &Square, b: &Square| {
                a < b && a.file().abs_diff(b.file()) <= 1 && a.rank().abs_diff(b.rank()) <= 1
            };
            let pairs: i32 = own.iter().map(|a| own.iter().filter(|b| next_to(a, b)).count() as i32).sum();
            let value: i32 = own.iter().map(ring).sum();
            assert_eq!(Pieces::of(&position, player), own.len() as i32);
            assert_eq!(Pairs::of(&position, player), pairs, "{position}");
            assert_eq!(Value::of(&position, player), value, "{position}");
            assert_eq!(A::of(&position, player), own.len() as i32 + 2 * pairs);
            assert_eq!(B::of(&position, player), value + 2 * pairs);
        }
    }
}

#[test]
fn every_square_that_is_said_to_make_a_line_makes_one_and_few_are_missed() {
    let (mut found, mut missed) = (0, 0);
    for position in samples(2_000) {
        let own = position.pieces(position.turn());
        let said = line_makers(own, own | position.pieces(!position.turn()));
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let makes = child.has_line(position.turn());
            if said & mv.square().bit() == 0 {
                missed += i32::from(makes);
            } else {
                assert!(makes, "{mv} in {position}");
                found += 1;
            }
        }
    }
    assert!(found > 1_000 && missed * 20 < found, "{found} found, {missed} missed");
}

#[test]
fn a_win_by_the_next_placement_and_a_threat_without_a_parry_are_seen() {
    for (text, value) in [
        ("6/6/6/1xx3/6/6 x", 20_000),
        ("x1x1x1/6/x1x1x1/6/6/x4o x", 20_000),
        // O has two pairs far from each other, each with an open end.
        ("1o1oo1/3x2/oo4/3x1o/x5/1x1x1o x", -15_000),
    ] {
        assert_eq!(Threats.value_of(&position(text)), Score::heuristic(value), "{text}");
    }
}

#[test]
fn what_the_threats_call_lost_is_lost_in_two_plies() {
    let mut lost = 0;
    for position in samples(1_000) {
        let evaluated = Threats.value_of(&position).value();
        if evaluated != -15_000 {
            continue;
        }
        lost += 1;
        for mv in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let opponent_wins = |child: &Gekitai| {
                child.legal_moves().into_iter().any(|mv| {
                    let mut last = child.clone();
                    last.play_unchecked(mv);
                    // The line may come with one for the opponent, which is a draw.
                    last.outcome().is_some_and(|outcome| outcome != Outcome::Win(position.side_to_move()))
                })
            };
            let over =
                child.outcome().is_some_and(|outcome| outcome != Outcome::Win(position.side_to_move()));
            assert!(over || opponent_wins(&child), "{mv} in {position}");
        }
    }
    assert!(lost > 10, "only {lost}");
}

#[test]
fn a_side_is_threatened_where_its_opponent_would_win_after_a_pass() {
    let (mut threatened, mut missed) = (0, 0);
    for position in samples(300) {
        let outlook = &mut Threats.start(&position);
        if Threats.forced_win(&position, outlook).is_some_and(|win| win.plies == 1) {
            continue;
        }
        let passed = position.null_move().expect("Gekitai has a null move");
        let wins = passed.legal_moves().into_iter().any(|mv| {
            let mut last = passed.clone();
            last.play_unchecked(mv);
            last.outcome() == Some(Outcome::Win(passed.side_to_move()))
        });
        let said = Threats.is_threatened(&position, outlook);
        assert!(wins || !said, "nothing threatens in {position}");
        threatened += i32::from(said);
        missed += i32::from(wins && !said);
    }
    assert!(threatened > 500 && missed * 20 < threatened, "{threatened} under threat, {missed} missed");
}

#[test]
fn a_placement_threatens_where_its_player_could_make_a_line_next() {
    let before = position("6/6/2x3/3o2/6/6 x");
    let outlook = &mut Threats.start(&before);
    let threatening: Vec<_> =
        before.legal_moves().into_iter().filter(|&mv| Threats.threatens(&before, outlook, mv)).collect();
    // The piece on c4 is held by the one on d3 against a placement on b5, and gives way to any other.
    let [pair] = threatening.as_slice() else { panic!("{threatening:?}") };
    assert_eq!(pair.to_string(), "b5");
}

#[test]
fn the_symmetries_keep_the_value_for_the_side_to_move() {
    let evaluators: [&dyn Fn(&Gekitai) -> Score; 6] = [
        &|position| Pieces.value_of(position),
        &|position| Pairs.value_of(position),
        &|position| Value.value_of(position),
        &|position| A.value_of(position),
        &|position| B.value_of(position),
        &|position| Threats.value_of(position),
    ];
    for position in samples(30) {
        for evaluate in evaluators {
            for way in 0..position.symmetries() {
                assert_eq!(evaluate(&position), evaluate(&position.transformed(way)), "{position}");
            }
        }
    }
}

#[test]
fn the_priorities_put_a_win_first_and_then_a_parry() {
    let first = |text: &str| {
        let position = position(text);
        let outlook = &mut Threats.start(&position);
        let priority = Threats.priorities(&position, outlook);
        let best = position.legal_moves().into_iter().max_by_key(|&mv| priority(mv));
        best.expect("a move").to_string()
    };
    assert_eq!(first("6/6/6/oxx3/6/6 x"), "d3");
    assert_eq!(first("6/6/6/oxx3/6/6 o"), "d3");
}

#[test]
fn a_search_with_every_evaluation_finds_the_win_on_the_board() {
    let game = Game::new(position("6/6/2o3/1xx1o1/6/6 x"));
    let table = || Arc::new(Table::with_bytes(1 << 16).expect("64 kilobytes"));
    let limits = Limits::depth(2);
    for report in [
        Iterative::new(Pieces, table()).run(&game, &limits),
        Iterative::new(B, table()).run(&game, &limits),
        Iterative::new(Threats, table()).run(&game, &limits),
    ] {
        assert_eq!(report.score, Score::win_in(1));
    }
}
