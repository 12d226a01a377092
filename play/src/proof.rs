//! Proofs of who wins, for those who do not know the game.

use crate::definition::Definition;
use crate::error::TextError;
use crate::session::{Session, Typed};
use plywood_search::{Dfpn, Limits, Outcome, ProofTable, Side};
use std::sync::Arc;

/// The proven result with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The player who wins.
    pub winner: Side,
    /// The game ends within so many plies, if that is known.
    pub plies: Option<u32>,
}

/// Tries to prove who wins; [`Session::solver`] gives one. What it has found out about positions it
/// remembers.
pub trait Solver: Send {
    /// Who wins the game of `session` from here on, if that can be proven within the limits. `None` too if
    /// nobody wins, the game is over or another one, or the positions so far might take the win away by the
    /// rules of repetition.
    fn solve(&mut self, session: &dyn Session, limits: &Limits) -> Option<Proven>;
}

/// A solver for the game of `D` with a table of so many bytes.
pub(crate) fn solver<D: Definition>(bytes: usize) -> Result<Box<dyn Solver>, TextError> {
    Ok(Box::new(TypedSolver::<D> { search: prover::<D>(bytes)? }))
}

/// The prover of the game of `D` with a table of so many bytes.
pub(crate) fn prover<D: Definition>(bytes: usize) -> Result<Dfpn<D::Position, D::Proofs>, TextError> {
    let table =
        ProofTable::with_bytes(bytes).map_err(|error| TextError::new("hash", bytes.to_string(), error))?;
    Ok(Dfpn::new(D::Proofs::default(), Arc::new(table)))
}

struct TypedSolver<D: Definition> {
    search: Dfpn<D::Position, D::Proofs>,
}

impl<D: Definition> Solver for TypedSolver<D> {
    fn solve(&mut self, session: &dyn Session, limits: &Limits) -> Option<Proven> {
        let game = &session.as_any().downcast_ref::<Typed<D>>()?.game;
        if game.outcome().is_some() || game.may_repeat_too_often() {
            return None;
        }
        let solution = self.search.solve(game.position(), limits, &mut |_| {});
        match solution.value? {
            Outcome::Win(winner) => Some(Proven { winner, plies: solution.within }),
            Outcome::Draw => None,
        }
    }
}
