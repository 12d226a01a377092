//! The laws of searches whose root moves are whole turns.

use plywood_conformance::{laws, subjects};

#[test]
fn tic_tac_toe() {
    laws::turns::hold(&subjects::tic_tac_toe());
}

#[test]
fn steps() {
    laws::turns::hold(&subjects::steps());
}

#[test]
fn corridor() {
    laws::turns::hold(&subjects::corridor());
}

#[test]
fn skirmish() {
    laws::turns::hold(&subjects::skirmish());
}

#[test]
fn forbidding_graphs() {
    laws::turns::hold(&subjects::forbidding_graphs());
}
