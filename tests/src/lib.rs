//! The laws that every game and every search obey, written once and run for each.
//!
//! - [`laws`] holds the laws: generic functions, one law each, that panic with the reason where it is broken.
//! - [`Subject`] is a game that is held to them: a name, positions to begin with, how deep plain minimax can
//!   look, and the evaluations that belong to it.
//! - [`games`] are small games made to break the assumptions that a search might make: turns of several
//!   steps, repetition that draws or is forbidden, moves that win for the opponent. [`subjects`] makes
//!   subjects of them.
//! - [`evaluation`] has opinions without sense: hashes of the position, and one that carries state and checks
//!   it.
//!
//! The files in `tests` list the games, a test each. A game joins with one line in each of them:
//!
//! ```
//! use plywood_conformance::{Subject, games::Misere, laws};
//!
//! laws::rules::hold(&Subject::new("misere", [Misere::default()], 4));
//! ```

mod counted;
pub mod evaluation;
pub mod games;
mod hash;
pub mod laws;
mod subject;
pub mod subjects;
mod watched;

pub use counted::Comparisons;
pub use subject::Subject;
pub use watched::Watched;

/// The README of the repository, whose example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
#[derive(Debug)]
pub struct Readme;
