//! The test games are what they are for: each breaks its assumption, and often enough to matter.

use plywood_conformance::evaluation::Hashed;
use plywood_conformance::{Subject, subjects};
use plywood_search::{EndReason, Game, Limits, Minimax, Position, Repetition, Search, Side};
use std::cell::Cell;

/// How many of 200 random games this can be said of.
fn count<P: Position>(subject: &Subject<P>, holds: impl Fn(&Game<P>) -> bool) -> u32 {
    let count = Cell::new(0);
    subject.for_random_games(200, |game| count.set(count.get() + u32::from(holds(game))));
    println!("{}: {} of 200", subject.name(), count.get());
    count.get()
}

/// Whether a move leaves the turn to the same side.
fn goes_on<P: Position>(game: &Game<P>) -> bool {
    let side = game.side_to_move();
    game.legal_moves().into_iter().any(|mv| {
        let mut child = game.position().clone();
        child.play_unchecked(mv);
        child.side_to_move() == side && child.outcome().is_none()
    })
}

/// Whether a move that the position allows leads into a turn that cannot be finished.
fn has_a_dead_end<P: Position>(game: &Game<P>) -> bool {
    let legal = game.legal_moves();
    game.outcome().is_none()
        && game.position().legal_moves().into_iter().filter(|mv| !legal.contains(mv)).any(|mv| {
            let mut child = game.position().clone();
            child.play_unchecked(mv);
            child.repetition_key().is_none()
        })
}

/// Whether minimax sees something else when repetition is ignored.
fn repetition_matters<P: Position>(game: &Game<P>, depth: u32) -> bool {
    let limits = Limits::depth(depth);
    let mut minimax = Minimax::new(Hashed::wide(1));
    let score = minimax.run(game, &limits).score;
    score != minimax.without_repetition().run(game, &limits).score
}

#[test]
fn turns_have_several_steps() {
    assert!(count(&subjects::steps(), goes_on) > 50);
    assert!(count(&subjects::corridor(), goes_on) > 50);
    assert!(count(&subjects::endless_graphs(), goes_on) > 50);
    let in_turn = |game: &Game<_>| Position::repetition_key(game.position()).is_none();
    assert!(count(&subjects::steps(), in_turn) > 50);
}

#[test]
fn turns_run_into_dead_ends() {
    assert!(count(&subjects::corridor(), has_a_dead_end) > 5);
    assert!(count(&subjects::forbidding_graphs(), has_a_dead_end) > 0);
}

#[test]
fn players_run_out_of_turns_that_repeat_nothing() {
    let stuck =
        |game: &Game<_>| game.end().is_some_and(|(_, reason)| reason == EndReason::NoMoveButRepetition);
    assert!(count(&subjects::corridor(), stuck) > 20);
    let stuck =
        |game: &Game<_>| game.end().is_some_and(|(_, reason)| reason == EndReason::NoMoveButRepetition);
    assert!(count(&subjects::forbidding_graphs(), stuck) > 5);
}

#[test]
fn repetition_changes_values() {
    assert!(count(&subjects::skirmish(), |game| repetition_matters(game, 6)) > 5);
    assert!(count(&subjects::corridor(), |game| repetition_matters(game, 8)) > 20);
    assert!(count(&subjects::drawing_graphs(), |game| repetition_matters(game, 6)) > 5);
    assert!(count(&subjects::forbidding_graphs(), |game| repetition_matters(game, 6)) > 5);
}

#[test]
fn games_end_by_repetition_and_otherwise() {
    let reasons = [EndReason::Repetition, EndReason::Position];
    for reason in reasons {
        assert!(count(&subjects::skirmish(), |game| game.end().is_some_and(|(_, end)| end == reason)) > 10);
    }
}

/// The side that made the last move, if the game has ended with the other side's win.
fn gave_it_away<P: Position>(game: &Game<P>) -> Option<Side> {
    let winner = game.outcome()?.winner()?;
    let mut before = game.clone();
    before.undo()?;
    (before.side_to_move() != winner).then_some(!winner)
}

#[test]
fn moves_win_for_the_opponent() {
    assert!(count(&subjects::misere(), |game| gave_it_away(game).is_some()) > 50);
    assert!(count(&subjects::endless_graphs(), |game| gave_it_away(game).is_some()) > 5);
}

#[test]
fn all_rules_of_repetition_occur() {
    let rules = |starts: Vec<Repetition>| {
        starts.into_iter().fold(Vec::new(), |mut rules, rule| {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
            rules
        })
    };
    let of = |subject: &Subject<_>| rules(subject.starts().iter().map(Position::repetition).collect());
    assert_eq!(of(&subjects::drawing_graphs()), [Repetition::Draw(2), Repetition::Draw(3)]);
    assert_eq!(of(&subjects::forbidding_graphs()), [Repetition::Illegal(2), Repetition::Illegal(3)]);
}
