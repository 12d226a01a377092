//! The laws of limits that several threads keep together, held on small games with enough to search.

use plywood_conformance::evaluation::Hashed;
use plywood_conformance::games::{Misere, Skirmish, Steps};
use plywood_conformance::laws::threads;
use plywood_search::Repetition;

#[test]
fn misere() {
    threads::hold(&Misere::default(), &Hashed::narrow(1));
}

#[test]
fn skirmish() {
    threads::hold(&Skirmish::new(Repetition::Draw(3)), &Hashed::wide(2));
}

#[test]
fn steps() {
    threads::hold(&Steps::default(), &Hashed::narrow(3));
}
