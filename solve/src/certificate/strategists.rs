//! Strategies written to and read from a certificate, in the order of the walk.

use super::kept::{read_kept, write_kept};
use crate::claim::Goal;
use crate::conceding::{Conceding, Moves};
use crate::identity::Form;
use crate::strategy::Strategy;
use crate::walk::Strategist;
use plywood_play::{Definition, Notation, read_number, write_number};
use plywood_search::{PackedMove, Position, Symmetry};

/// Appends the moves of a strategy.
pub(super) struct Recorder<'a, P: Notation> {
    strategy: &'a Strategy<P>,
    body: &'a mut Vec<u8>,
}

impl<'a, P: Notation> Recorder<'a, P> {
    pub(super) fn new(strategy: &'a Strategy<P>, body: &'a mut Vec<u8>) -> Self {
        Self { strategy, body }
    }
}

impl<P: Notation + Symmetry> Strategist<P> for Recorder<'_, P> {
    fn choose(&mut self, position: &P) -> Option<P::Move> {
        let mv = self.strategy.choose(position)?;
        write_number(self.body, mv.to_bits());
        Some(mv)
    }
}

/// Appends the moves of a strategy that concedes what it does not need, and what it keeps after each move.
pub(super) struct Yielder<'a, D: Definition> {
    strategy: &'a Conceding<D>,
    body: &'a mut Vec<u8>,
    /// The moves kept after the latest move.
    kept: Option<&'a Moves>,
}

impl<'a, D: Definition> Yielder<'a, D> {
    pub(super) fn new(strategy: &'a Conceding<D>, body: &'a mut Vec<u8>) -> Self {
        Self { strategy, body, kept: None }
    }
}

impl<D: Definition> Strategist<D::Position> for Yielder<'_, D> {
    fn choose(&mut self, position: &D::Position) -> Option<<D::Position as Position>::Move> {
        let (mv, kept) = self.strategy.choose(position)?;
        self.kept = Some(kept);
        write_number(self.body, mv.to_bits());
        Some(mv)
    }

    fn concede(&mut self, after: &D::Position) -> Option<D::Position> {
        let kept = self.kept?;
        let next = self.strategy.conceded(after, kept);
        let has_given = next != *after;
        write_kept(self.body, &after.legal_moves(), |mv| !has_given || kept.contains(&mv.to_bits()));
        Some(next)
    }
}

/// What is read from a certificate's body.
pub(super) enum Seen<'a, P: Position> {
    /// The decision for a position.
    Decision(&'a P, P::Move),
    /// The moves of the other side that the latest decision keeps. Not shown if it keeps them all.
    Kept(&'a [P::Move]),
}

/// Reads moves and kept moves from the front of a certificate's body.
pub(super) struct Reader<'a, 'b, D, S> {
    rest: &'a mut &'b [u8],
    task: (Goal, Form),
    see: S,
    game: core::marker::PhantomData<D>,
}

impl<'a, 'b, D: Definition, S> Reader<'a, 'b, D, S>
where
    S: FnMut(Seen<'_, D::Position>),
{
    /// Whatever is read is shown to `see`.
    pub(super) fn new(rest: &'a mut &'b [u8], task: (Goal, Form), see: S) -> Self {
        Self { rest, task, see, game: core::marker::PhantomData }
    }
}

impl<D: Definition, S> Strategist<D::Position> for Reader<'_, '_, D, S>
where
    S: FnMut(Seen<'_, D::Position>),
{
    fn choose(&mut self, position: &D::Position) -> Option<<D::Position as Position>::Move> {
        let mv = read_number(self.rest).and_then(PackedMove::from_bits)?;
        (self.see)(Seen::Decision(position, mv));
        Some(mv)
    }

    fn concede(&mut self, after: &D::Position) -> Option<D::Position> {
        let (goal, form) = self.task;
        if form != Form::Conceding {
            return Some(after.clone());
        }
        let moves = after.legal_moves();
        let kept = read_kept(self.rest, &moves)?;
        if kept.len() == moves.len() {
            return Some(after.clone());
        }
        (self.see)(Seen::Kept(&kept));
        D::concede(after, goal.side, &kept)
    }
}
