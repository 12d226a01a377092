//! Games that are given to whoever is proven to win them.

use crate::fake::fake_engine;
use core::ops::ControlFlow;
use plywood_arena::external::ExternalEngine;
use plywood_arena::{Ending, Match, PlayedGame, Points};
use plywood_play::{Engine, EngineError, Session, Spec};
use plywood_registry::{HEX, LOA};
use plywood_search::Limits;

fn make(session: &dyn Session, spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
    match spec.name() {
        ExternalEngine::NAME => Ok(Box::new(ExternalEngine::new(session, spec)?)),
        _ => session.engine(spec),
    }
}

/// Two pairs of games of an engine with this fault against one that plays at random, on five by five cells.
fn play(fault: &str, rule: &str) -> Vec<PlayedGame> {
    let start = HEX.session("size=5", None).expect("a game");
    let engine = format!("external:cmd='\"{}\" ugi {fault}',protocol=ugi", fake_engine().display());
    let engines = [engine.parse().expect("a spec"), "random:seed=5".parse().expect("a spec")];
    let mut contest = Match::new(start, engines).with_engine_maker(make);
    contest.games = 4;
    contest.by_proof = Some(rule.parse().expect("a rule"));
    let mut games = Vec::new();
    let played = contest.run(&mut |game, _| {
        games.push(game);
        ControlFlow::Continue(())
    });
    played.expect("a match");
    games
}

#[test]
fn a_game_that_breaks_off_is_given_to_whoever_wins_it() {
    for (fault, part) in [
        ("crash 0", ", after engine 1 crashed: "),
        ("illegal 0", ", after engine 1 answered `z9`: "),
        ("resign 0", ", after engine 1 resigned"),
    ] {
        let games = play(fault, "nodes=2M,early=0");
        for game in &games {
            let text = game.ending.to_string();
            assert!(text.starts_with("adjudicated by proof: engine ") && text.contains(part), "{text}");
            assert_eq!(game.record().tag("reason"), Some(text.as_str()));
            assert_eq!(game.moves.len(), game.first, "the random player has moved, if it came first");
        }
        // The first player wins the empty board: the engine that failed at once has won.
        assert_eq!((games[0].first, games[0].points()), (0, Points::Win), "{fault}");
        assert!(matches!(games[0].ending, Ending::Proof { engine: 1, plies: Some(_), .. }));
    }
}

#[test]
fn a_game_that_is_proven_is_not_played_on() {
    for game in play("none", "nodes=2M,early=100") {
        assert_eq!(game.moves.len(), 0);
        assert!(matches!(&game.ending, Ending::Proof { instead, .. } if instead.is_empty()));
        assert_eq!(game.outcome.winner(), Some(plywood_search::Side::First));
    }
}

#[test]
fn what_cannot_be_proven_stays_as_it_is() {
    for game in play("crash 0", "nodes=1,early=100") {
        assert!(matches!(game.ending, Ending::Crash { engine: 0, .. }), "{:?}", game.ending);
    }
}

/// What has occurred often enough cannot be visited again, and a proof knows nothing of that.
#[test]
fn no_proof_is_asked_for_where_the_past_may_forbid_its_moves() {
    for (repetition, is_proven) in [("none", true), ("third-draw", false)] {
        let rules = format!("size=5,repetition={repetition}");
        let mut session = LOA.session(&rules, Some("xx3/5/o3o/5/2x1o x")).expect("a position");
        let mut solver = session.solver(1 << 20).expect("a solver");
        let limits = Limits::nodes(100_000);
        assert!(solver.solve(&*session, &limits).is_some(), "{rules}: at the start");
        for mv in ["b5-d5", "a3-b4", "d5-b5", "b4-a3", "b5-d5", "a3-b4"] {
            session.play(mv).unwrap_or_else(|error| panic!("{mv}: {error:?}"));
        }
        assert_eq!(solver.solve(&*session, &limits).is_some(), is_proven, "{rules}");
    }
}
