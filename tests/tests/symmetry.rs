//! The laws of symmetry, held by every game that has any.

use plywood_conformance::{laws, subjects};
use plywood_search::{FnEvaluator, Position, Score, Symmetry};

fn hold<P: Symmetry>(subject: &plywood_conformance::Subject<P>) {
    laws::symmetry::hold(subject);
    let mobility = FnEvaluator(|position: &P| Score::heuristic(position.count_moves() as i32));
    laws::symmetry::an_evaluation_is_kept(subject, &mobility);
}

#[test]
fn steps() {
    hold(&subjects::steps());
}

#[test]
fn corridor() {
    hold(&subjects::corridor());
}

#[test]
fn skirmish() {
    hold(&subjects::skirmish());
}

#[test]
fn misere() {
    hold(&subjects::misere());
}

#[test]
#[should_panic(expected = "way 1 to look at")]
fn an_evaluation_that_symmetry_does_not_keep_is_found_out() {
    let by_key = FnEvaluator(|position: &plywood_conformance::games::Misere| {
        Score::heuristic((position.key() % 1_000) as i32)
    });
    laws::symmetry::an_evaluation_is_kept(&subjects::misere(), &by_key);
}
