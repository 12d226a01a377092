//! The laws of searches and their limits, held on every game.

use plywood_conformance::{laws, subjects};

#[test]
fn tic_tac_toe() {
    laws::search::hold(&subjects::tic_tac_toe());
}

#[test]
fn steps() {
    laws::search::hold(&subjects::steps());
}

#[test]
fn corridor() {
    laws::search::hold(&subjects::corridor());
}

#[test]
fn skirmish() {
    laws::search::hold(&subjects::skirmish());
}

#[test]
fn misere() {
    laws::search::hold(&subjects::misere());
}

#[test]
fn heap() {
    laws::search::hold(&subjects::heap());
}

#[test]
fn endless_graphs() {
    laws::search::hold(&subjects::endless_graphs());
}

#[test]
fn drawing_graphs() {
    laws::search::hold(&subjects::drawing_graphs());
}

#[test]
fn forbidding_graphs() {
    laws::search::hold(&subjects::forbidding_graphs());
}
