//! Tournaments at a game that takes no time: their order, and that they are matches like any others.

use crate::nim::NIM;
use core::ops::ControlFlow;
use core::time::Duration;
use plywood_arena::{
    Match, MatchEnd, MatchError, Openings, PlayedGame, Summary, Tournament, TournamentFormat,
};
use plywood_play::{AnyGame, Spec};
use plywood_search::Clock;
use std::sync::Arc;

/// Time that stands still.
struct Frozen;

impl Clock for Frozen {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

const ENGINES: [&str; 3] = ["ids:nodes=200,hash=64kB", "random", "ids:depth=2,hash=64kB"];

fn engines() -> Vec<Spec> {
    ENGINES.map(|text| text.parse().unwrap()).to_vec()
}

fn model(games: u64) -> Match {
    let [first, second, _] = ENGINES.map(|text| text.parse().unwrap());
    let mut model = Match::new(NIM.session("", None).unwrap(), [first, second]);
    model.games = games;
    model.openings = Openings::Random { plies: 2 };
    model.seed = 7;
    model.clock = Arc::new(Frozen);
    model
}

fn tournament(model: &Match) -> Tournament {
    Tournament::new(model, &engines(), TournamentFormat::RoundRobin)
}

/// All games in the order in which they are shown, stopped after so many, and how the matches ended.
fn play(tournament: &Tournament, most: usize) -> (Vec<(usize, PlayedGame)>, Vec<Summary>) {
    let mut games = Vec::new();
    let summaries = tournament.run(&mut |pairing, game, standing| {
        assert_eq!(standing.engines, tournament.matches()[pairing].engines);
        games.push((pairing, game));
        if games.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (games, summaries.unwrap())
}

#[test]
fn a_pair_of_each_pairing_is_a_round() {
    let (games, summaries) = play(&tournament(&model(4)), usize::MAX);
    let order: Vec<(usize, u64)> = games.iter().map(|(pairing, game)| (*pairing, game.number)).collect();
    let rounds =
        [[(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)], [(0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3)]];
    assert_eq!(order, rounds.concat());
    assert!(summaries.iter().all(|summary| summary.ended == Some(MatchEnd::Completed)));
}

#[test]
fn a_tournament_that_is_stopped_leaves_an_even_picture() {
    for concurrency in [1, 3] {
        let mut model = model(20);
        model.concurrency = concurrency;
        let (games, summaries) = play(&tournament(&model), 17);
        assert_eq!(games.len(), 17);
        let tallies: Vec<u64> = summaries.iter().map(|summary| summary.tally.games()).collect();
        assert_eq!(tallies, [6, 6, 5]);
        assert!(summaries.iter().all(|summary| summary.ended == Some(MatchEnd::Stopped)));
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut model = model(10);
    let alone = play(&tournament(&model), usize::MAX);
    for concurrency in [2, 5] {
        model.concurrency = concurrency;
        assert_eq!(play(&tournament(&model), usize::MAX), alone);
    }
}

#[test]
fn each_pairing_plays_the_games_of_a_match_alone() {
    let tournament = tournament(&model(10));
    let (games, summaries) = play(&tournament, usize::MAX);
    for (pairing, contest) in tournament.matches().iter().enumerate() {
        let mut alone = Vec::new();
        let summary = contest.run(&mut |game, _| {
            alone.push(game);
            ControlFlow::Continue(())
        });
        assert_eq!(summary.as_ref(), Ok(&summaries[pairing]));
        let of_pairing = games.iter().filter(|(of, _)| *of == pairing).map(|(_, game)| game);
        assert!(of_pairing.eq(&alone), "pairing {pairing}");
    }
}

#[test]
fn a_tournament_that_cannot_be_played_says_why() {
    let mut engines = engines();
    engines.push("ids:eval=nothing".parse().unwrap());
    let bad = Tournament::new(&model(2), &engines, TournamentFormat::RoundRobin);
    let ignore = &mut |_: usize, _: PlayedGame, _: &Summary| ControlFlow::Continue(());
    assert!(matches!(bad.run(ignore), Err(MatchError::Engine { engine: 1, .. })));
    assert!(matches!(bad.run_with(&[], ignore), Err(MatchError::Ledger(_))));
    let nobody = Tournament::new(&model(2), &engines[..1], TournamentFormat::RoundRobin);
    assert_eq!(nobody.run(ignore), Ok(Vec::new()));
}
