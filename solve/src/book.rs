//! Books: certificates that answer with moves.

use crate::certificate::{VerifyError, follow};
use crate::claim::Claim;
use crate::identity::{Form, Identity};
use core::fmt;
use plywood_play::Definition;
use plywood_search::{Position, StopHandle, Symmetry};
use std::collections::HashMap;

/// The strategy of a verified certificate, which chooses moves. A player who follows it achieves what the
/// certificate claims.
///
/// It takes about a hundred bytes per decision. A game that begins with the certificate's position stays
/// within the strategy as long as its side plays the chosen moves.
pub struct Book<D: Definition> {
    claim: Claim,
    form: Form,
    moves: HashMap<Identity<D::Position>, MoveOf<D>>,
    /// For [`Form::Conceding`]: all decisions in the order of the proof, because a position can be decided by
    /// one that it is better than.
    decisions: Vec<(D::Position, MoveOf<D>)>,
}

type MoveOf<D> = <<D as Definition>::Position as Position>::Move;

impl<D: Definition> Book<D> {
    /// Reads and verifies a certificate.
    ///
    /// # Errors
    ///
    /// The errors of [`verify`](crate::certificate::verify).
    pub fn read(file: &[u8]) -> Result<Self, VerifyError> {
        Self::read_until(file, &StopHandle::new())
    }

    /// The same, unless `stop` is pulled.
    pub(crate) fn read_until(file: &[u8], stop: &StopHandle) -> Result<Self, VerifyError> {
        let mut decisions = Vec::new();
        let keep = |position: &D::Position, mv| decisions.push((position.clone(), mv));
        let header = follow::<D>(file, stop, keep)?.header;
        let by_position = decisions.iter().map(|(position, mv)| (Identity(position.clone()), *mv));
        let moves = by_position.collect();
        if header.form != Form::Conceding {
            decisions.clear();
        }
        Ok(Self { claim: header.claim, form: header.form, moves, decisions })
    }

    /// The claim that the strategy achieves.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// The strategy's move, or `None` if the strategy does not lead to this position or the other side is to
    /// move.
    ///
    /// If one move ends the game as claimed, the answer is that move. In the form [`Form::Conceding`] this
    /// may look at every decision.
    pub fn choose(&self, position: &D::Position) -> Option<MoveOf<D>> {
        if let Some(mv) = self.last_move(position) {
            return Some(mv);
        }
        if self.form == Form::Conceding {
            return self.choose_conceding(position);
        }
        let (way, representative) = self.form.image(position);
        let chosen = *self.moves.get(&Identity(representative))?;
        let mut moves = position.legal_moves().into_iter();
        moves.find(|&mv| position.transformed_move(mv, way) == chosen)
    }

    /// The move for this position, or for a decided position that it becomes when cells are conceded.
    fn choose_conceding(&self, position: &D::Position) -> Option<MoveOf<D>> {
        let mover = position.side_to_move();
        if let Some(&mv) = self.moves.get(&Identity(position.clone())) {
            return Some(mv);
        }
        let comes_to = |known: &D::Position| {
            let kept = known.legal_moves();
            D::concede(position, mover, &kept).is_some_and(|smaller| smaller == *known)
        };
        self.decisions.iter().find(|(known, _)| comes_to(known)).map(|(_, mv)| *mv)
    }

    /// A move that ends the game at once with the result that the strategy wants.
    fn last_move(&self, position: &D::Position) -> Option<MoveOf<D>> {
        let mover = position.side_to_move();
        let mut goals = self.claim.goals().into_iter();
        let goal = goals.find(|goal| goal.side == mover)?;
        position.legal_moves().into_iter().find(|&mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
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
