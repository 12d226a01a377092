//! Proofs of who wins, for those who do not know the game.

use crate::definition::{Definition, GuideVisitor};
use crate::error::TextError;
use crate::session::{Session, Typed};
use core::marker::PhantomData;
use plywood_search::{Dfpn, Limits, Outcome, ProofGuide, ProofTable, Side};
use std::sync::Arc;

/// Who wins with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The player who wins.
    pub winner: Side,
    /// The game ends within so many plies, if that is known.
    pub plies: Option<u32>,
}

/// Tries to prove who wins; [`Session::solver`] gives one. What it has found out about positions it remembers.
pub trait Solver: Send {
    /// Who wins the game of `session` from here on, if that can be proven within the limits. `None` too if nobody wins, the game is over or
    /// another one, or the positions so far might take the win away by the rules of repetition.
    fn solve(&mut self, session: &dyn Session, limits: &Limits) -> Option<Proven>;
}

/// A solver for the game of `D` with a table of so many bytes.
pub(crate) fn solver<D: Definition>(bytes: usize) -> Result<Box<dyn Solver>, TextError> {
    let table =
        ProofTable::with_bytes(bytes).map_err(|error| TextError::new("hash", bytes.to_string(), error))?;
    Ok(D::proof_guide(Make::<D> { table, game: PhantomData }))
}

/// Makes a solver with a game's own guide.
struct Make<D> {
    table: ProofTable,
    game: PhantomData<D>,
}

impl<D: Definition> GuideVisitor<D::Position> for Make<D> {
    type Output = Box<dyn Solver>;

    fn visit<G: ProofGuide<D::Position> + Clone + 'static>(self, guide: G) -> Self::Output {
        Box::new(TypedSolver::<D, G> { search: Dfpn::new(guide, Arc::new(self.table)) })
    }
}

struct TypedSolver<D: Definition, G> {
    search: Dfpn<D::Position, G>,
}

impl<D: Definition, G: ProofGuide<D::Position>> Solver for TypedSolver<D, G> {
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
