//! Laws of the texts of a game: what is written is read back, and any other text is refused without harm.

use crate::Subject;
use crate::laws::board::is_listed;
use plywood_play::Notation;
use plywood_search::{Game, Hints};
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::HashSet;

/// Holds a game to all laws of this module.
pub fn hold<P: Notation + Hints>(subject: &Subject<P>) {
    subject.for_random_games(64, |game| {
        a_position_is_read_back(game.position());
        a_null_move_leads_to_a_position_of_the_game(game.position());
        moves_are_read_back(game.position());
        an_ending_has_a_reason(game.position());
        a_line_is_a_text_for_each_turn(game);
        game.position().picture(game.last());
    });
    for start in subject.starts() {
        rules_are_read_back(&start.rules());
    }
    no_text_does_harm(subject);
}

/// The text of a position, under its rules, reads as the position.
pub fn a_position_is_read_back<P: Notation>(position: &P) {
    let text = position.to_string();
    assert_eq!(text.lines().count(), 1, "{text:?}");
    match P::read(&text, &position.rules()) {
        Ok(read) => assert_eq!(&read, position, "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
}

/// A null move leads to a position like any other: nothing of it is left over from the one before.
pub fn a_null_move_leads_to_a_position_of_the_game<P: Notation + Hints>(position: &P) {
    if position.outcome().is_some() {
        return;
    }
    if let Some(passed) = position.null_move() {
        a_position_is_read_back(&passed);
    }
}

/// Legal moves have different texts, and each reads as the move.
pub fn moves_are_read_back<P: Notation>(position: &P) {
    let mut texts = HashSet::new();
    for mv in position.legal_moves() {
        let text = position.write_move(mv);
        assert!(!text.contains(char::is_whitespace), "{text:?}");
        match position.read_move(&text) {
            Ok(read) => assert_eq!(read, mv, "{text} in {position}"),
            Err(error) => panic!("{text} in {position}: {error}"),
        }
        assert!(texts.insert(text), "two moves are written alike in {position}");
    }
}

/// A position has a reason to be over just when it is.
pub fn an_ending_has_a_reason<P: Notation>(position: &P) {
    let reason = position.reason();
    assert_eq!(reason.is_some(), position.outcome().is_some(), "{position}");
    assert!(reason.iter().all(is_listed::<P>), "{reason:?} in {position}");
}

/// The moves of a game are written as turns, each as long as its player stays on the move.
pub fn a_line_is_a_text_for_each_turn<P: Notation>(game: &Game<P>) {
    let moves: Vec<_> = game.moves().collect();
    let turns = game.start().write_line(&moves);
    let words: usize = turns.iter().map(|turn| turn.split_whitespace().count()).sum();
    assert_eq!(words, moves.len());
}

/// The text of rules reads as the rules.
pub fn rules_are_read_back<R>(rules: &R)
where
    R: std::fmt::Display + std::str::FromStr<Err: std::fmt::Display> + PartialEq + std::fmt::Debug,
{
    match rules.to_string().parse::<R>() {
        Ok(read) => assert_eq!(&read, rules),
        Err(error) => panic!("{rules}: {error}"),
    }
}

/// Any text is rules, a position and a move, or refused in one line: nothing panics.
pub fn no_text_does_harm<P: Notation>(subject: &Subject<P>) {
    let config = Config { cases: 2_000, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let start = &subject.starts()[0];
    let texts = ("[xo1-9/ ]{0,80}|\\PC{0,30}", "[a-z0-9x:, -]{0,8}", "[a-z=,0-9-]{0,40}", any::<usize>());
    let result = TestRunner::new_with_rng(config, rng).run(&texts, |(position, mv, rules, cut)| {
        one_line(P::read(&position, &start.rules()));
        one_line(start.read_move(&mv));
        one_line(rules.parse::<P::Rules>());
        // The text of a good position with one character missing or doubled.
        let good: Vec<char> = start.to_string().chars().collect();
        let cut = cut % good.len();
        let without: String = good[..cut].iter().chain(&good[cut + 1..]).collect();
        let doubled: String = good[..=cut].iter().chain(&good[cut..]).collect();
        one_line(P::read(&without, &start.rules()));
        one_line(P::read(&doubled, &start.rules()));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{}: {error}", subject.name());
    }
}

fn one_line<T, E: std::fmt::Display>(result: Result<T, E>) {
    if let Err(error) = result {
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
}
