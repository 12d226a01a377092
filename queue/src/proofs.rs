//! Proofs whose leaves the workers of a queue search.
//!
//! The coordinator keeps the upper tree (`tree.rs`) and hands its most promising leaves out. Workers search
//! them with depth-first proof-number search, over a table that each keeps from job to job. What they
//! prove comes back as a certificate, and counts when the certificate has been verified by the rules.

use crate::dispatch::{Delivery, Dispatch, Errand, Tell};
use crate::error::QueueError;
use crate::lease::Notice;
use crate::link::Link;
use crate::names::Kind;
use crate::plan::Plan;
use crate::tree::Verdict;
use crate::wire::{Done, Leaf, Work};
use core::fmt;
use core::time::Duration;
use plywood_play::{Definition, Excerpt, Notation};
use plywood_search::{Dfpn, Ended, Knowledge, Outcome, Position, ProofTable, Repetition, Side, StopHandle};
use plywood_solve::certificate::Pieces;
use plywood_solve::{Claim, Solved};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// How long results are waited for at a time.
const PATIENCE: Duration = Duration::from_millis(50);

/// A position that the workers of a queue solve.
#[derive(Clone, Debug)]
pub struct ProofRequest {
    /// The rules as text.
    pub rules: String,
    /// The position as text. It is solved as if the game began with it.
    pub position: String,
    /// The build whose workers are wanted.
    pub build: String,
    /// The usual nodes of a job; the jobs of a large proof have more.
    pub job_nodes: u64,
    /// Whether to put a certificate together from those of the workers.
    pub is_certified: bool,
    /// The most time.
    pub time: Option<Duration>,
    /// The most nodes of all jobs.
    pub nodes: Option<u64>,
    /// Ends the work.
    pub stop: StopHandle,
}

/// The progress of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofProgress {
    /// The jobs that were done.
    pub jobs: u64,
    /// The leaves that were settled, each by a certificate that was verified.
    pub settled: u64,
    /// The nodes of all jobs, as the workers say.
    pub nodes: u64,
    /// The time so far.
    pub elapsed: Duration,
}

/// Solves a position with the workers of a queue. What the user should know on the way is told, a line each.
///
/// # Errors
///
/// If a text cannot be read, the game's repetition rule leaves the value open, another process coordinates
/// this proof, a leaf was set aside, or the server cannot be used.
pub fn solve<D: Definition>(
    link: Link,
    request: &ProofRequest,
    observe: &mut dyn FnMut(&ProofProgress),
    tell: &mut dyn FnMut(&str),
) -> Result<Solved, QueueError> {
    let position = read::<D>(&request.rules, &request.position)?;
    let table = ProofTable::with_bytes(1 << 16).map_err(|error| QueueError(error.to_string()))?;
    if !Dfpn::new(D::Proofs::default(), Arc::new(table)).keeps_wins(&position) {
        return Err(QueueError("the game's repetition rule leaves open what leaves prove".to_owned()));
    }
    let name = D::INFO.name;
    let ProofRequest { rules, position: text, build, stop, .. } = request;
    let identity = format!("proof of {name} {rules} {text}, build {build}");
    let errand =
        Errand { kind: Kind::Prove, identity: &identity, title: format!("solve {name} {text}"), build };
    let nonce = link.identity();
    let dispatch = Dispatch::open(link, errand, stop)?;
    let notice = dispatch.notice();
    let mut master = Master {
        dispatch,
        notice,
        request,
        nonce,
        next: 0,
        started: Instant::now(),
        progress: ProofProgress::default(),
        observe,
        tell,
    };
    let solved = master.solve::<D>(&position);
    master.dispatch.close();
    solved
}

/// The position in a text, under the rules in another.
pub(crate) fn read<D: Definition>(rules: &str, position: &str) -> Result<D::Position, QueueError> {
    let error = |error: &dyn fmt::Display| QueueError(error.to_string());
    let rules: <D::Position as Notation>::Rules = rules.parse().map_err(|reason| error(&reason))?;
    D::Position::read(position, &rules).map_err(|reason| error(&reason))
}

/// A coordinator at work.
struct Master<'a> {
    dispatch: Dispatch,
    notice: Notice,
    request: &'a ProofRequest,
    /// What tells our jobs from those of a coordinator before us, whose tree is gone.
    nonce: String,
    /// The number of the next job.
    next: u64,
    started: Instant,
    progress: ProofProgress,
    observe: &'a mut dyn FnMut(&ProofProgress),
    tell: &'a mut Tell<'a>,
}

impl Master<'_> {
    /// The value: who wins is asked for the side to move first, and for the other one where a draw is
    /// possible.
    fn solve<D: Definition>(&mut self, position: &D::Position) -> Result<Solved, QueueError> {
        let mover = position.side_to_move();
        let mut solved = self.unknown(mover);
        let mut pieces = Vec::new();
        for attacker in [mover, !mover] {
            let ProofRequest { rules, job_nodes, is_certified, .. } = self.request;
            let question = (position.clone(), attacker);
            let mut plan = Plan::<D>::new(rules.clone(), question, (*job_nodes, *is_certified));
            let limit = self.search(&mut plan)?;
            let verdict = plan.tree().verdict();
            let best = plan.tree().best().map(|mv| position.write_move(mv));
            solved = Solved { best: best.or(solved.best), ..solved };
            pieces.extend(plan.pieces().map(|pieces| (attacker, pieces)));
            (solved.nodes, solved.elapsed) = (self.progress.nodes, Some(self.progress.elapsed));
            let winner = match verdict {
                Verdict::Won(plies) => {
                    solved.plies = Some(plies);
                    Some(attacker)
                }
                Verdict::Open(_) => {
                    return Ok(Solved { ended: limit.unwrap_or(Ended::Stopped), best: None, ..solved });
                }
                Verdict::Refuted { .. } if <D::Proofs as Knowledge<D::Position>>::HAS_NO_DRAW => {
                    Some(!attacker)
                }
                Verdict::Refuted { by_repetition } => {
                    let is_open = by_repetition && matches!(position.repetition(), Repetition::Illegal(_));
                    solved.is_left_open |= is_open;
                    None
                }
            };
            if let Some(winner) = winner {
                let piece = pieces.pop().map(|(_, pieces)| pieces);
                let claim = Claim::Wins { side: winner, within: 0 };
                solved.certificate =
                    piece.map(|piece| Pieces::assemble(position, claim, &[piece], &self.request.stop));
                return Ok(Solved { value: Some(Outcome::Win(winner)), is_left_open: false, ..solved });
            }
        }
        if !solved.is_left_open {
            solved.value = Some(Outcome::Draw);
            // The first player's strategy comes first: it keeps the second one from winning.
            pieces.sort_by_key(|(attacker, _)| *attacker == Side::First);
            let pieces: Vec<_> = pieces.into_iter().map(|(_, pieces)| pieces).collect();
            let assemble = || Pieces::assemble(position, Claim::Draw, &pieces, &self.request.stop);
            solved.certificate = (!pieces.is_empty()).then(assemble);
        }
        Ok(solved)
    }

    /// What is known before anything is.
    fn unknown(&self, mover: Side) -> Solved {
        Solved {
            mover,
            value: None,
            best: None,
            plies: None,
            shortest: false,
            nodes: self.progress.nodes,
            is_left_open: false,
            elapsed: Some(self.progress.elapsed),
            ended: Ended::Proven,
            certificate: None,
        }
    }

    /// Hands leaves out until the question is settled, or a limit is reached.
    fn search<D: Definition>(&mut self, plan: &mut Plan<D>) -> Result<Option<Ended>, QueueError> {
        let mut out = BTreeMap::new();
        while plan.is_open() {
            if let Some(limit) = self.limit() {
                return Ok(Some(limit));
            }
            let workers = self.dispatch.threads().max(1);
            for _ in out.len() as u64..workers {
                let Some((leaf, job)) = plan.next() else { break };
                out.insert(self.post(job)?, leaf);
            }
            if let Some(delivery) = self.dispatch.next(PATIENCE, self.tell)? {
                self.settle(plan, &mut out, delivery, workers)?;
            }
            self.show();
        }
        self.dispatch.forget();
        Ok(None)
    }

    fn limit(&self) -> Option<Ended> {
        let ProofRequest { stop, nodes, time, .. } = self.request;
        let late = time.is_some_and(|time| self.progress.elapsed >= time);
        let spent = nodes.is_some_and(|nodes| self.progress.nodes >= nodes);
        match (stop.is_stopped(), late, spent) {
            (true, ..) => Some(Ended::Stopped),
            (_, true, _) => Some(Ended::Time),
            (.., true) => Some(Ended::Nodes),
            _ => None,
        }
    }

    fn show(&mut self) {
        self.progress.elapsed = self.started.elapsed();
        let ProofProgress { jobs, settled, nodes, .. } = self.progress;
        self.notice.write(format!("{jobs} jobs, {settled} leaves settled, {nodes} nodes"));
        (self.observe)(&self.progress);
    }

    /// The name of the job that was posted.
    fn post(&mut self, job: Leaf) -> Result<String, QueueError> {
        let item = format!("{}-{}", self.nonce, self.next);
        self.next += 1;
        self.dispatch.post(item.clone(), Work::Prove(job))?;
        Ok(item)
    }

    /// Tells the plan what came of a leaf, or refuses the result.
    fn settle<D: Definition>(
        &mut self,
        plan: &mut Plan<D>,
        out: &mut BTreeMap<String, usize>,
        mut delivery: Delivery,
        workers: u64,
    ) -> Result<(), QueueError> {
        let Some(&leaf) = out.get(&delivery.answer.item) else {
            self.dispatch.accept(&delivery);
            return Ok(());
        };
        let (searched, nodes) = match delivery.take() {
            Done::Searched { searched, nodes } => (searched, nodes),
            Done::SetAside(reason) => {
                self.dispatch.accept(&delivery);
                return Err(QueueError(format!("a leaf was set aside: {}", Excerpt(&reason))));
            }
            Done::Games(_) | Done::Records(_) => return self.refuse(delivery, "these are games"),
        };
        match plan.settle(leaf, (&searched, nodes), workers, &self.request.stop) {
            Ok(is_settled) => {
                out.remove(&delivery.answer.item);
                self.progress.jobs += 1;
                self.progress.settled += u64::from(is_settled);
                self.progress.nodes = self.progress.nodes.saturating_add(nodes);
                self.dispatch.accept(&delivery);
                Ok(())
            }
            Err(reason) => self.refuse(delivery, &reason),
        }
    }

    fn refuse(&mut self, delivery: Delivery, reason: &str) -> Result<(), QueueError> {
        let set_aside = self.dispatch.refuse(delivery, reason, self.tell);
        set_aside.map_or(Ok(()), |reason| Err(QueueError(format!("a leaf was set aside: {reason}"))))
    }
}
