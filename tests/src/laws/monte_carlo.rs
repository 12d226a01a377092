//! Laws of Monte-Carlo tree search: what it proves is true, and what it answers is legal, whatever its
//! options.

use crate::laws::limits::the_answer_is_legal;
use crate::laws::search::reports;
use crate::watched::Watched;
use crate::{Comparisons, Subject};
use core::time::Duration;
use plywood_search::{
    AlphaBeta, Clock, Ended, Game, Hints, Knowledge, Limits, Mcts, MctsOptions, Outcome, Repetition, Report,
    Score, Search, StopHandle,
};
use std::sync::atomic::{AtomicU64, Ordering};

/// Holds Monte-Carlo tree search to all laws of this module, on this game: to those of what it proves with
/// the first evaluation, to the others with each of them. At least so many proofs must be compared with the
/// truth.
pub fn hold<P: Hints>(subject: &Subject<P>, least_proofs: u32) {
    let (depth, games) = (subject.depth(), subject.games());
    for (name, evaluator) in subject.evaluators() {
        println!("{}, {name}", subject.name());
        let few = games.div_ceil(12);
        subject.for_random_games(2 * few, |game| {
            finished_games_have_their_result(&Watched::game(game), &evaluator);
        });
        subject.for_unfinished_games(few, |game| {
            node_limits_are_kept(game, &evaluator, &[0, 1, 2, 3, 7, 50, 400]);
            no_depth_and_no_time_still_give_a_move(game, &evaluator);
            a_pulled_handle_ends_the_search(game, &evaluator);
            the_time_is_kept(game, &evaluator);
            equal_limits_give_equal_answers(game, &evaluator, 600);
        });
    }
    for (_, evaluator) in subject.evaluators().take(1) {
        let compared = Comparisons::of(format!("{}: proofs of Monte-Carlo tree search", subject.name()));
        subject.for_unfinished_games(games / 2, |game| {
            proofs_are_true(game, &evaluator, 1_000, depth, &compared);
            short_wins_are_found(game, &evaluator, 20_000);
        });
        subject.for_unfinished_games(games.div_ceil(4), |game| {
            a_kept_tree_is_as_true_as_a_new_one(game, &evaluator, 300, depth, &compared);
        });
        compared.at_least(least_proofs);
    }
}

/// Options that a game may be searched with, each with something else turned on or off.
pub fn options() -> Vec<MctsOptions> {
    let usual = MctsOptions { longest_playout: 60, memory: 4 << 20, ..MctsOptions::default() };
    vec![
        usual,
        MctsOptions { rave: Some(200), exploration: 0.0, prior: 0.5, seed: 1, ..usual },
        MctsOptions { longest_playout: 2, half_a_win: Some(20), multi_pv: 3, ..usual },
        MctsOptions { longest_playout: 0, half_a_win: Some(500), bias: 0.5, first_play: 0.5, ..usual },
        MctsOptions { expand_after: 0, memory: 0, ..usual },
        MctsOptions { solver: false, expand_after: 1, ..usual },
        MctsOptions { judge_after: Some(3), trust: 5, prior: 1.0, expand_after: 2, ..usual },
        MctsOptions { threads: 2, rave: Some(50), judge_after: Some(2), trust: 1, ..usual },
    ]
}

/// A search with each of these options, new.
fn searches<P: Hints, E: Knowledge<P> + Clone>(evaluator: &E) -> impl Iterator<Item = Mcts<P, E>> {
    options().into_iter().map(|options| Mcts::new(evaluator.clone(), options))
}

/// The same without those that may answer otherwise the next time.
fn deterministic<P: Hints, E: Knowledge<P> + Clone>(evaluator: &E) -> impl Iterator<Item = Mcts<P, E>> {
    searches(evaluator).filter(|search| search.options().threads == 1)
}

/// A finished game has no best move, and the result for a score.
pub fn finished_games_have_their_result<P: Hints, E: Knowledge<P> + Clone>(game: &Game<P>, evaluator: &E) {
    let Some(outcome) = game.outcome() else { return };
    let expected = match outcome {
        Outcome::Draw => Score::ZERO,
        Outcome::Win(side) if side == game.side_to_move() => Score::WIN,
        Outcome::Win(_) => Score::LOSS,
    };
    for mut search in searches(evaluator) {
        for limits in [Limits::none(), Limits::nodes(0), Limits::depth(3)] {
            let report = search.run(game, &limits);
            assert_eq!((report.best, report.nodes), (None, 0), "{:?}", game.position());
            assert_eq!((report.score, report.ended), (expected, Some(Ended::GameOver)));
        }
    }
}

/// No more simulations are made than allowed, all of them unless something else ends the search, and the
/// answer is legal with any number of them, like every report on the way.
pub fn node_limits_are_kept<P: Hints, E: Knowledge<P> + Clone>(
    game: &Game<P>,
    evaluator: &E,
    limits: &[u64],
) {
    for mut search in searches(evaluator) {
        for &nodes in limits {
            let (iterations, report) = reports(&mut search, game, &Limits::nodes(nodes));
            for report in iterations.iter().chain([&report]) {
                the_answer_is_legal(game, report);
                the_variation_can_be_played(game, report);
            }
            assert!(report.nodes <= nodes, "{} nodes of {nodes}", report.nodes);
            let used_up = report.nodes == nodes || report.ended != Some(Ended::Nodes);
            assert!(used_up, "ended by its limit of {nodes} nodes after {}, {search:?}", report.nodes);
        }
    }
}

/// Every move of a variation is legal, but for those that begin a turn which only a forbidden repetition
/// could end.
fn the_variation_can_be_played<P: Hints>(game: &Game<P>, report: &Report<P::Move>) {
    for line in &report.lines {
        let mut game = game.clone();
        for &mv in &line.pv {
            let forbids = matches!(game.position().repetition(), Repetition::Illegal(_));
            let played = game.play(mv);
            assert!(played.is_ok() || forbids, "{mv:?} of {line:?}: {played:?} in {:?}", game.position());
            if played.is_err() {
                break;
            }
        }
    }
}

/// Depth 0, and no time at all, still give a legal move.
pub fn no_depth_and_no_time_still_give_a_move<P: Hints, E: Knowledge<P> + Clone>(
    game: &Game<P>,
    evaluator: &E,
) {
    for mut search in searches(evaluator) {
        let no_time = Limits::none().with_time(Duration::ZERO, Ticking::default());
        for limits in [Limits::depth(0), no_time] {
            let report = search.run(game, &limits);
            the_answer_is_legal(game, &report);
            assert_eq!((report.depth, report.nodes), (0, 0), "{report:?}");
        }
        let report = search.run(game, &Limits::depth(2).with_nodes(2_000));
        the_answer_is_legal(game, &report);
    }
}

/// A handle pulled before the search ends it at once, with a legal move.
pub fn a_pulled_handle_ends_the_search<P: Hints, E: Knowledge<P> + Clone>(game: &Game<P>, evaluator: &E) {
    for mut search in searches(evaluator) {
        let stop = StopHandle::new();
        stop.stop();
        let report = search.run(game, &Limits::none().with_stop(stop));
        the_answer_is_legal(game, &report);
        assert_eq!((report.nodes, report.ended), (0, Some(Ended::Stopped)));
    }
}

/// A limit in time ends the search soon after the time is up, and not before.
pub fn the_time_is_kept<P: Hints, E: Knowledge<P> + Clone>(game: &Game<P>, evaluator: &E) {
    for mut search in searches(evaluator) {
        let time = Duration::from_millis(1);
        let limits = Limits::none().with_time(time, Ticking::default());
        let report = search.run(game, &limits);
        the_answer_is_legal(game, &report);
        let early = report.ended == Some(Ended::Time) && report.elapsed < Some(time * 2 / 3);
        assert!(!early, "{report:?}");
    }
}

/// A clock that goes on by fifty microseconds each time it is read.
#[derive(Debug, Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(50, Ordering::Relaxed))
    }
}

/// On one thread two searches give the same reports, whatever was searched before.
pub fn equal_limits_give_equal_answers<P: Hints, E: Knowledge<P> + Clone>(
    game: &Game<P>,
    evaluator: &E,
    nodes: u64,
) {
    for (mut one, mut other) in deterministic(evaluator).zip(deterministic(evaluator)) {
        other.run(&Game::new(game.start().clone()), &Limits::nodes(nodes / 2));
        let limits = Limits::nodes(nodes);
        let expected = reports(&mut one, game, &limits);
        assert_eq!(expected, reports(&mut other, game, &limits), "{:?}", game.position());
    }
}

/// A proven win or loss is one within as many plies as was said; a proven draw is not won or lost in `depth`
/// plies; and the variation of a win or loss ends the game.
///
/// The judge is alpha-beta, which the laws of searches hold to be minimax. Where repetition is illegal it
/// looks a turn deeper than the proof: that a turn cannot be finished is no ply to the proof, but several to
/// the judge.
pub fn proofs_are_true<P: Hints, E: Knowledge<P> + Clone>(
    game: &Game<P>,
    evaluator: &E,
    nodes: u64,
    depth: u32,
    compared: &Comparisons,
) {
    for mut search in searches(evaluator) {
        let report = search.run(game, &Limits::nodes(nodes));
        assert!(search.options().solver || report.ended != Some(Ended::Proven), "{report:?}");
        the_proof_is_true(game, evaluator, &report, depth, compared);
    }
}

/// What a report proves is true.
fn the_proof_is_true<P: Hints, E: Knowledge<P> + Clone>(
    game: &Game<P>,
    evaluator: &E,
    report: &Report<P::Move>,
    depth: u32,
    compared: &Comparisons,
) {
    /// Longer than the turns of any game that is held to this.
    const LONGEST: u32 = 6;
    let longest_turn =
        if matches!(game.position().repetition(), Repetition::Illegal(_)) { LONGEST } else { 0 };
    let plies = report.score.plies_to_win().or(report.score.plies_to_loss());
    if plies.is_none() && report.ended != Some(Ended::Proven) {
        return;
    }
    assert!(plies.is_some() || report.score == Score::ZERO, "{report:?}");
    the_variation_ends_the_game(game, report);
    let horizon = plies.map_or(depth, |plies| plies + longest_turn);
    if horizon > depth + longest_turn {
        return;
    }
    let truth = AlphaBeta::new(evaluator.clone()).run(game, &Limits::depth(horizon)).score;
    let place = || format!("{truth} and not {}, {:?}", report.score, game.position());
    compared.count();
    assert_eq!(truth.is_win(), report.score.is_win(), "{}", place());
    assert_eq!(truth.is_loss(), report.score.is_loss(), "{}", place());
    assert!(truth.plies_to_win() <= plies && truth.plies_to_loss() <= plies, "{}", place());
}

/// A search that keeps its tree while the game goes on answers with legal moves, and what it proves is true.
pub fn a_kept_tree_is_as_true_as_a_new_one<P: Hints, E: Knowledge<P> + Clone>(
    game: &Game<P>,
    evaluator: &E,
    nodes: u64,
    depth: u32,
    compared: &Comparisons,
) {
    for options in options() {
        let mut search = Mcts::new(evaluator.clone(), MctsOptions { keep: true, ..options });
        let mut game = game.clone();
        for plies in [1, 2, 1, 3] {
            if game.outcome().is_some() {
                break;
            }
            let report = search.run(&game, &Limits::nodes(nodes));
            the_answer_is_legal(&game, &report);
            the_variation_can_be_played(&game, &report);
            the_proof_is_true(&game, evaluator, &report, depth, compared);
            let _ = report.pv.iter().take(plies).try_for_each(|&mv| game.play(mv));
        }
    }
}

/// The variation of a proven win or loss is as long as was said, and ends so.
fn the_variation_ends_the_game<P: Hints>(game: &Game<P>, report: &Report<P::Move>) {
    let winner = match (report.score.plies_to_win(), report.score.plies_to_loss()) {
        (Some(_), _) => game.side_to_move(),
        (_, Some(_)) => !game.side_to_move(),
        _ => return,
    };
    let mut end = game.clone();
    for &mv in &report.pv {
        end.play(mv).unwrap_or_else(|error| panic!("{error}: {mv:?} of {report:?} in {:?}", end.position()));
    }
    assert_eq!(end.outcome(), Some(Outcome::Win(winner)), "{report:?} of {:?}", game.position());
    let plies = report.score.plies_to_win().or(report.score.plies_to_loss());
    assert_eq!(Some(report.pv.len() as u32), plies, "{report:?} of {:?}", game.position());
}

/// A win within three plies is found and proven. Not by a search that explores nothing beyond what looks
/// best, or that trusts judgements, which have no sense here.
pub fn short_wins_are_found<P: Hints, E: Knowledge<P> + Clone>(game: &Game<P>, evaluator: &E, nodes: u64) {
    let truth = AlphaBeta::new(evaluator.clone()).run(game, &Limits::depth(3)).score;
    if truth.is_win() {
        let thorough =
            |options: &MctsOptions| options.solver && options.exploration > 0.0 && options.trust == 0;
        for mut search in deterministic(evaluator).filter(|search| thorough(search.options())) {
            let report = search.run(game, &Limits::nodes(nodes));
            assert!(
                report.score.is_win(),
                "{truth} is not found by {search:?}: {report:?}, {:?}",
                game.position()
            );
        }
    }
}
