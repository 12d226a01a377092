//! Certificates that are put together from certificates of parts, which different machines may have made.
//!
//! # Why the whole has no circles
//!
//! Each decision has a bound: the plies of the longest line from its position in its own part. Of two
//! decisions for one position the one with the smaller bound is kept. So along every line of the whole the
//! bounds decrease, whichever parts the line goes through: the next position has a smaller bound in the same
//! part, and no greater one in another. Strategies that only keep a side from losing need no bounds: each of
//! their positions has a move to another one of them.

use super::kept::write_kept;
use super::strategists::{Reader, Seen};
use super::{Proven, VerifyError, WriteError, about, file, may_claim, open};
use crate::claim::{Claim, Goal};
use crate::conceding::Moves;
use crate::identity::{Form, Identity};
use crate::walk::{Strategist, Walk, Walked};
use core::fmt;
use plywood_play::{Definition, write_number};
use plywood_search::{PackedMove, Position, StopHandle};
use std::collections::HashMap;

type MoveOf<D> = <<D as Definition>::Position as Position>::Move;

/// A position with its decision.
type Entry<D> = (Identity<<D as Definition>::Position>, Decision<MoveOf<D>>);

/// The decisions of one side's strategies for parts of a game.
pub struct Pieces<D: Definition> {
    task: (Goal, Form),
    decisions: HashMap<Identity<D::Position>, Decision<MoveOf<D>>>,
}

/// A move, and the moves of the other side that it keeps; `None` if it concedes nothing.
struct Decision<M> {
    mv: M,
    kept: Option<Moves>,
    /// The most plies to the end.
    plies: u32,
}

impl<D: Definition> Pieces<D> {
    /// No decisions yet, for the strategy of a claim that has one, in certificates of this form. `None` if
    /// the claim has two strategies, is about a number of plies, or does not have the form in this game, or
    /// if the form is no strategy.
    pub fn new(claim: Claim, form: Form) -> Option<Self> {
        let goals = claim.goals();
        let &[goal] = goals.as_slice() else { return None };
        let fits = may_claim::<D>(claim, form) && form != Form::Regions && !claim.is_bounded();
        fits.then(|| Self { task: (goal, form), decisions: HashMap::new() })
    }

    /// Verifies a certificate, and takes over its decisions.
    ///
    /// # Errors
    ///
    /// Those of [`verify`](super::verify), and [`VerifyError::Form`] if it is of another side, aim or form.
    pub fn add(&mut self, certificate: &[u8], stop: &StopHandle) -> Result<Proven, VerifyError> {
        let (header, mut rest) = open(certificate)?;
        if header.claim.goals() != [self.task.0] || header.form != self.task.1 {
            return Err(VerifyError::Form);
        }
        let position = about::<D>(&header)?;
        let mut found: Vec<Entry<D>> = Vec::new();
        let note = |seen: Seen<'_, D::Position>| match seen {
            Seen::Decision(position, mv) => {
                found.push((Identity(position.clone()), Decision { mv, kept: None, plies: 0 }));
            }
            Seen::Kept(kept) => {
                let kept = kept.iter().map(|mv| mv.to_bits()).collect();
                if let Some((_, decision)) = found.last_mut() {
                    decision.kept = Some(kept);
                }
            }
        };
        let reader = Reader::<D, _>::new(&mut rest, self.task, note);
        let (walked, plies) = Walk::explore(&position, self.task, reader, stop)?;
        if !rest.is_empty() || walked.decisions != header.decisions {
            return Err(VerifyError::Counts);
        }
        let within = header.claim.within();
        if let Some(claimed) = within.filter(|&claimed| walked.plies > claimed) {
            return Err(VerifyError::TooLong { claimed, found: walked.plies });
        }
        for (position, decision) in found {
            let plies = plies.get(&position).copied().flatten().unwrap_or(u32::MAX);
            self.keep(position, Decision { plies, ..decision });
        }
        Ok(Proven { header, plies: within.map(|_| walked.plies) })
    }

    /// Takes over a decision for a position: the claim holds within so many plies. Positions after the move
    /// are decided elsewhere.
    pub fn decide(&mut self, position: &D::Position, mv: MoveOf<D>, plies: u32) {
        let (way, representative) = self.task.1.image(position);
        let mv = if way == 0 { mv } else { plywood_search::Symmetry::transformed_move(position, mv, way) };
        self.keep(Identity(representative), Decision { mv, kept: None, plies });
    }

    fn keep(&mut self, position: Identity<D::Position>, decision: Decision<MoveOf<D>>) {
        let known = self.decisions.get(&position);
        if known.is_none_or(|known| decision.plies < known.plies) {
            self.decisions.insert(position, decision);
        }
    }

    /// Writes the certificate of a claim about a position, from the decisions for each of its strategies, in
    /// the order of the sides.
    ///
    /// # Errors
    ///
    /// If the pieces are not those of the claim, a position lacks a decision, or `stop` was pulled.
    pub fn assemble(
        position: &D::Position,
        claim: Claim,
        pieces: &[Self],
        stop: &StopHandle,
    ) -> Result<Vec<u8>, WriteError> {
        let goals = pieces.iter().map(|pieces| pieces.task.0);
        let form = pieces.first().map(|pieces| pieces.task.1).unwrap_or_default();
        let fits = claim.goals().into_iter().eq(goals) && pieces.iter().all(|piece| piece.task.1 == form);
        if !fits || !may_claim::<D>(claim, form) {
            return Err(WriteError::Form);
        }
        let (mut body, mut all) = (Vec::new(), Walked::default());
        for Self { task, decisions } in pieces {
            let writer = Composer::<D> { task: *task, decisions, body: &mut body, kept: None };
            let walked = Walk::run(position, *task, writer, stop)?;
            all = Walked { decisions: all.decisions + walked.decisions, plies: walked.plies };
        }
        Ok(file::<D>(position, (claim, form), all, body))
    }
}

impl<D: Definition> fmt::Debug for Pieces<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pieces").field("decisions", &self.decisions.len()).finish_non_exhaustive()
    }
}

/// Appends the decisions that a walk asks for.
struct Composer<'a, D: Definition> {
    task: (Goal, Form),
    decisions: &'a HashMap<Identity<D::Position>, Decision<MoveOf<D>>>,
    body: &'a mut Vec<u8>,
    /// What the latest decision keeps.
    kept: Option<&'a Moves>,
}

impl<D: Definition> Strategist<D::Position> for Composer<'_, D> {
    fn choose(&mut self, position: &D::Position) -> Option<MoveOf<D>> {
        let Decision { mv, kept, .. } = self.decisions.get(&Identity(position.clone()))?;
        self.kept = kept.as_ref();
        write_number(self.body, mv.to_bits());
        Some(*mv)
    }

    fn concede(&mut self, after: &D::Position) -> Option<D::Position> {
        let (goal, form) = self.task;
        if form != Form::Conceding {
            return Some(after.clone());
        }
        let moves = after.legal_moves();
        let is_kept = |mv: &MoveOf<D>| self.kept.is_none_or(|kept| kept.contains(&mv.to_bits()));
        let kept: Vec<_> = moves.iter().copied().filter(is_kept).collect();
        write_kept(self.body, &moves, |mv| is_kept(&mv));
        if kept.len() == moves.len() { Some(after.clone()) } else { D::concede(after, goal.side, &kept) }
    }
}
