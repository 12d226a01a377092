//! Rehearsals: a proof by workers that are simulated within this process, whose clocks are their nodes. They
//! show what the distribution of a proof costs, on any machine and the same each time.

use crate::error::QueueError;
use crate::leaf;
use crate::plan::Plan;
use crate::proofs::read;
use crate::tree::Verdict;
use crate::wire::Searched;
use plywood_play::{Definition, Notation};
use plywood_registry::proofs::prover;
use plywood_search::{Knowledge, Position, ProofTable, StopHandle};
use plywood_solve::Claim;
use plywood_solve::certificate::Pieces;
use std::sync::Arc;

/// What a rehearsal took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rehearsed {
    /// Whether the side to move wins.
    pub is_won: bool,
    /// The jobs.
    pub jobs: u64,
    /// The nodes of all workers.
    pub nodes: u64,
    /// The certificate that was put together from those of the leaves.
    pub certificate: Vec<u8>,
    /// The nodes of the worker that was busy longest, and of waiting for others in between.
    pub longest: u64,
}

/// A simulated worker: its table, and the job that it is at.
struct Simulated {
    table: Arc<ProofTable>,
    /// When it is free, in nodes.
    free: u64,
    job: Option<(usize, Searched, u64)>,
}

/// Finds out whether the side to move wins a position, with so many workers of one thread, each with a table
/// of so many bytes.
///
/// # Errors
///
/// If a text cannot be read, a table cannot be had, or a result is refused.
pub fn rehearse<D: Definition>(
    (rules, text): (&str, &str),
    (workers, bytes): (usize, usize),
    job_nodes: u64,
) -> Result<Rehearsed, QueueError> {
    let prover = prover(D::INFO.name).ok_or_else(|| QueueError("no such game".to_owned()))?;
    let position = read::<D>(rules, text)?;
    let (mover, rules) = (position.side_to_move(), position.rules().to_string());
    let mut plan = Plan::<D>::new(rules, (position.clone(), mover), (job_nodes, true));
    let worker = |_| {
        let table = ProofTable::with_bytes(bytes).map_err(|error| QueueError(error.to_string()))?;
        Ok(Simulated { table: Arc::new(table), free: 0, job: None })
    };
    let mut workers = (0..workers).map(worker).collect::<Result<Vec<_>, QueueError>>()?;
    let (mut rehearsed, mut now, stop) = (Rehearsed::default(), 0, StopHandle::new());
    let count = workers.len() as u64;
    while plan.is_open() {
        for worker in workers.iter_mut().filter(|worker| worker.job.is_none()) {
            let Some((leaf, job)) = plan.next() else { break };
            let found = leaf::search(prover, &job, &worker.table, &stop);
            let (searched, nodes) = found.map_err(|error| QueueError(error.to_string()))?;
            worker.free = now + nodes;
            worker.job = Some((leaf, searched, nodes));
        }
        let busy = workers.iter_mut().filter(|worker| worker.job.is_some());
        let Some(first) = busy.min_by_key(|worker| worker.free) else { break };
        now = first.free;
        let Some((leaf, searched, nodes)) = first.job.take() else { break };
        plan.settle(leaf, (&searched, nodes), count, &stop).map_err(QueueError)?;
        rehearsed.jobs += 1;
        rehearsed.nodes += nodes;
    }
    rehearsed.is_won = matches!(plan.tree().verdict(), Verdict::Won(_));
    rehearsed.longest = now;
    let mut claim = if rehearsed.is_won {
        Claim::Wins { side: mover, within: 0 }
    } else {
        Claim::CannotWin { side: mover }
    };
    if !rehearsed.is_won && <D::Proofs as Knowledge<D::Position>>::HAS_NO_DRAW {
        claim = Claim::Wins { side: !mover, within: 0 };
    }
    let pieces = plan.pieces();
    let assembled = pieces.map(|pieces| Pieces::assemble(&position, claim, &[pieces], &stop)).transpose();
    rehearsed.certificate = assembled.map_err(|error| QueueError(error.to_string()))?.unwrap_or_default();
    Ok(rehearsed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_registry::{GameVisitor, visit_games};
    use plywood_search::{Dfpn, Limits, Question};
    use plywood_solve::certificate;

    /// Rehearses a position with one worker and with three, and looks at what they prove.
    struct Proofs {
        game: &'static str,
        text: (&'static str, &'static str),
        is_won: bool,
        done: bool,
    }

    impl GameVisitor for Proofs {
        fn visit<D: Definition>(&mut self) {
            if D::INFO.name != self.game {
                return;
            }
            let position = read::<D>(self.text.0, self.text.1).unwrap();
            let table = Arc::new(ProofTable::with_bytes(1 << 20).unwrap());
            let mut search = Dfpn::new(D::Proofs::default(), table);
            let question = Question::wins(position.side_to_move());
            let alone = search.ask(&position, question, &Limits::none(), &mut |_| {}).progress.nodes;
            let jobs = (alone / 20).max(8);
            for workers in [1, 3] {
                let rehearsed = rehearse::<D>(self.text, (workers, 1 << 20), jobs).unwrap();
                assert_eq!(rehearsed.is_won, self.is_won, "{} {workers}", self.game);
                let proven = certificate::verify::<D>(&rehearsed.certificate, &StopHandle::new()).unwrap();
                assert_eq!(proven.header.position, position.to_string());
                // Each job makes some nodes again, which only jobs of many nodes make up for.
                if workers == 1 && alone > 20_000 {
                    let nodes = rehearsed.nodes;
                    assert!(nodes <= alone + alone / 2, "{nodes} nodes in jobs, {alone} at a time");
                }
                assert!(rehearsed.jobs > 1, "{rehearsed:?} is no test");
            }
            self.done = true;
        }
    }

    #[test]
    fn jobs_prove_and_certify_what_one_search_proves() {
        for (game, text, is_won) in [
            ("hex", ("size=6", "6/6/6/6/6/6 x"), true),
            // Positions of `loa/tests/data/endgames.txt`, the last one after the winning move.
            ("loa", ("", "6x1/6o1/1o1xo3/1oxx1x2/3x1x2/o1x1o3/o4o2/8 x"), true),
            ("loa", ("", "1o6/1x6/8/4x1oo/1x4x1/3x1xo1/2o5/3x4 x"), true),
            ("loa", ("", "1o6/8/8/3xx1oo/1x4x1/3x1xo1/2o5/3x4 o"), false),
        ] {
            let mut proofs = Proofs { game, text, is_won, done: false };
            visit_games(&mut proofs);
            assert!(proofs.done);
        }
    }
}
