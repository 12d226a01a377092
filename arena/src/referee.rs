//! Who is given a game because a proof says so.

use crate::adjudication::ByProof;
use crate::ending::Ending;
use plywood_play::{Proven, Session, Solver};
use plywood_search::{Clock, Limits, Outcome, Side, StopHandle};
use std::sync::Arc;

/// Looks for proofs in one game.
pub(crate) struct Referee {
    rule: ByProof,
    clock: Arc<dyn Clock>,
    halt: StopHandle,
    /// The engine, 0 or 1, that plays first.
    first: usize,
    /// Made when it is needed: what it knows of one game is never used in another, so that games do not
    /// depend on each other.
    solver: Option<Box<dyn Solver>>,
}

impl Referee {
    pub(crate) fn new(rule: ByProof, clock: &Arc<dyn Clock>, halt: &StopHandle, first: usize) -> Self {
        Self { rule, clock: Arc::clone(clock), halt: halt.clone(), first, solver: None }
    }

    /// The result of a game that goes on, if a small part of the limits is enough to prove one.
    pub(crate) fn look(&mut self, session: &dyn Session) -> Option<(Outcome, Ending)> {
        let limits = self.limits(self.rule.early);
        self.prove(session, &limits, None)
    }

    /// The result of a game that was broken off like this, if it can be proven.
    pub(crate) fn decide(&mut self, session: &dyn Session, broken_off: &Ending) -> Option<(Outcome, Ending)> {
        let limits = self.limits(100);
        self.prove(session, &limits, Some(broken_off))
    }

    /// So many hundredths of the limits of the rule.
    fn limits(&self, percent: u32) -> Limits {
        let time = self.rule.time.map(|time| time.saturating_mul(percent) / 100);
        let nodes = self.rule.nodes.map(|nodes| (u128::from(nodes) * u128::from(percent) / 100) as u64);
        let mut limits = Limits::none().with_time(time, Arc::clone(&self.clock)).with_stop(self.halt.clone());
        limits.nodes = nodes;
        limits
    }

    fn prove(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        broken_off: Option<&Ending>,
    ) -> Option<(Outcome, Ending)> {
        let nothing = limits.time_limit().is_some_and(|time| time.is_zero()) || limits.nodes == Some(0);
        if nothing {
            return None;
        }
        if self.solver.is_none() {
            // The rule's table is of a size that can be had, as far as that is known before.
            self.solver = session.solver(self.rule.hash).ok();
        }
        let Proven { winner, plies } = self.solver.as_mut()?.solve(session, limits)?;
        let loser = if winner == Side::First { 1 - self.first } else { self.first };
        let instead = broken_off.map(ToString::to_string).unwrap_or_default();
        Some((Outcome::Win(winner), Ending::Proof { engine: loser, plies, instead }))
    }
}
