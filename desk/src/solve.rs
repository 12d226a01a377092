//! Who wins a position, proven.

use crate::answers::Solved;
use crate::events::Event;
use crate::refused::Refused;
use crate::requests::SolveRequest;
use crate::settings::Settings;
use crate::work::{Job, Needs, Purpose, Work, checked};
use plywood_play::{Session, Solver};
use plywood_search::{Limits, Outcome, StopHandle};

/// A proof that is about to be looked for.
pub(crate) struct Solve {
    session: Box<dyn Session>,
    solver: Box<dyn Solver>,
    limits: Limits,
}

/// The proof that was asked for.
pub(crate) fn solve(asked: &SolveRequest, settings: &Settings) -> Result<Work, Refused> {
    const DEFAULT_NODES: u64 = 100_000;
    const MOST_NODES: u64 = 10_000_000;
    const TABLE: usize = 16 << 20;
    let nodes = asked.nodes.unwrap_or(DEFAULT_NODES);
    if nodes == 0 || nodes > MOST_NODES {
        return Err(Refused::out_of_range("nodes", 1, MOST_NODES as usize));
    }
    let name = checked(asked.memory.as_deref())?;
    let session = asked.line.follow(settings.plies)?;
    let stop = StopHandle::new();
    let limits = Limits::nodes(nodes)
        .with_stop(stop.clone())
        .with_time(settings.longest_search, settings.clock.clone());
    let solver = session.solver(TABLE.min(settings.hash))?;
    let needs = Needs { name, purpose: Purpose::Solve, threads: 1, stop };
    Ok(Work { needs, job: Job::Solve(Box::new(Solve { session, solver, limits })) })
}

impl Solve {
    pub(crate) fn run(mut self, say: &mut dyn FnMut(&Event)) {
        say(&Event::solved(&self.solved()));
    }

    fn solved(&mut self) -> Solved {
        if let Some(result) = self.session.result() {
            let winner = match result.outcome {
                Outcome::Win(side) => Some(side),
                Outcome::Draw => None,
            };
            return Solved { winner, plies: Some(0) };
        }
        let proven = self.solver.solve(&*self.session, &self.limits);
        Solved { winner: proven.map(|proven| proven.winner), plies: proven.and_then(|proven| proven.plies) }
    }
}
