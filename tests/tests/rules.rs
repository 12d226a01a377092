//! The laws of rules, held by every game.

use plywood_conformance::{laws, subjects};

#[test]
fn tic_tac_toe() {
    laws::rules::hold(&subjects::tic_tac_toe());
}

#[test]
fn steps() {
    laws::rules::hold(&subjects::steps());
}

#[test]
fn corridor() {
    laws::rules::hold(&subjects::corridor());
}

#[test]
fn skirmish() {
    laws::rules::hold(&subjects::skirmish());
}

#[test]
fn misere() {
    laws::rules::hold(&subjects::misere());
}

#[test]
fn heap() {
    laws::rules::hold(&subjects::heap());
}

#[test]
fn endless_graphs() {
    laws::rules::hold(&subjects::endless_graphs());
}

#[test]
fn drawing_graphs() {
    laws::rules::hold(&subjects::drawing_graphs());
}

#[test]
fn forbidding_graphs() {
    laws::rules::hold(&subjects::forbidding_graphs());
}
