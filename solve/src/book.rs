//! A proof to play by.

use crate::certificate::{VerifyError, follow};
use crate::claim::Claim;
use crate::identity::{Form, Identity};
use core::fmt;
use plywood_play::Definition;
use plywood_search::{Position, StopHandle, Symmetry};
use std::collections::HashMap;

/// The strategy of a certificate, ready to be asked for moves. Whoever follows it gets what the certificate claims.
///
/// It takes some hundred bytes for each decision. A game begun from the certificate's position never leaves it as long as the strategy's side keeps
/// to its moves.
pub struct Book<D: Definition> {
    claim: Claim,
    form: Form,
    moves: HashMap<Identity<D::Position>, <D::Position as Position>::Move>,
}

impl<D: Definition> Book<D> {
    /// Reads a certificate, and checks it.
    ///
    /// # Errors
    ///
    /// Those of [`verify`](crate::certificate::verify).
    pub fn read(file: &[u8]) -> Result<Self, VerifyError> {
        let mut moves = HashMap::new();
        let keep = |position: &D::Position, mv| {
            moves.insert(Identity(position.clone()), mv);
        };
        let header = follow::<D>(file, &StopHandle::new(), keep)?.header;
        Ok(Self { claim: header.claim, form: header.form, moves })
    }

    /// What the strategy brings about.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The strategy's move, or `None` if the position is not one of those that it leads to, or the other side's turn.
    ///
    /// Where one move ends the game as claimed, that move.
    pub fn choose(&self, position: &D::Position) -> Option<<D::Position as Position>::Move> {
        if let Some(mv) = self.last_move(position) {
            return Some(mv);
        }
        let (way, representative) = self.form.image(position);
        let chosen = *self.moves.get(&Identity(representative))?;
        let mut moves = position.legal_moves().into_iter();
        moves.find(|&mv| position.transformed_move(mv, way) == chosen)
    }

    /// A move that ends the game at once as the strategy of the side to move would have it.
    fn last_move(&self, position: &D::Position) -> Option<<D::Position as Position>::Move> {
        let mover = position.side_to_move();
        let mut goals = self.claim.goals().into_iter();
        let goal = goals.find(|goal| goal.side == mover)?;
        position.legal_moves().into_iter().find(|&mv| {
            let mut after = position.clone();
            after.play(mv);
            after.outcome().is_some_and(|outcome| goal.is_met_by(outcome))
        })
    }
}

impl<D: Definition> fmt::Debug for Book<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book")
            .field("claim", &self.claim)
            .field("moves", &self.moves.len())
            .finish_non_exhaustive()
    }
}
