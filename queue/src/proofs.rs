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
use crate::tree::{Tree, Verdict};
use crate::wire::{Done, Leaf, Searched, Work};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use core::fmt;
use core::time::Duration;
use plywood_play::{Definition, Excerpt, Notation};
use plywood_search::{
    Answer, Dfpn, Ended, Knowledge, Limits, Numbers, Outcome, Position, ProofTable, Question, Repetition,
    Side, StopHandle,
};
use plywood_solve::certificate;
use plywood_solve::{Claim, Form, Solved};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

/// How long results are waited for at a time.
const PATIENCE: Duration = Duration::from_millis(50);
/// The jobs that are out before it is known who works.
const LEAST_OUT: u64 = 2;
/// The longest certificate that comes in a message, in bytes.
const MOST_OF_A_PROOF: usize = 700 << 10;

/// A position that the workers of a queue solve.
#[derive(Clone, Debug)]
pub struct ProofRequest {
    /// The rules as text.
    pub rules: String,
    /// The position as text. It is solved as if the game began with it.
    pub position: String,
    /// The build whose workers are wanted.
    pub build: String,
    /// The nodes of a job.
    pub job_nodes: u64,
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

fn read<D: Definition>(rules: &str, position: &str) -> Result<D::Position, QueueError> {
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
        for attacker in [mover, !mover] {
            let mut tree = Tree::new(position.clone(), attacker);
            let limit = self.search::<D>(&mut tree)?;
            let best = tree.best().map(|mv| position.write_move(mv));
            match tree.verdict() {
                Verdict::Won(plies) => {
                    let (value, plies) = (Some(Outcome::Win(attacker)), Some(plies));
                    return Ok(Solved { value, best, plies, ended: Ended::Proven, ..self.unknown(mover) });
                }
                Verdict::Open { .. } => {
                    return Ok(Solved { ended: limit.unwrap_or(Ended::Stopped), ..self.unknown(mover) });
                }
                Verdict::Refuted { .. } if <D::Proofs as Knowledge<D::Position>>::HAS_NO_DRAW => {
                    let value = Some(Outcome::Win(!mover));
                    return Ok(Solved { value, ended: Ended::Proven, ..self.unknown(mover) });
                }
                Verdict::Refuted { by_repetition } => {
                    let is_open = by_repetition && matches!(position.repetition(), Repetition::Illegal(_));
                    solved.is_left_open |= is_open;
                    solved.best = best.or(solved.best);
                }
            }
        }
        let value = (!solved.is_left_open).then_some(Outcome::Draw);
        Ok(Solved {
            value,
            best: solved.best,
            is_left_open: solved.is_left_open,
            ended: Ended::Proven,
            ..self.unknown(mover)
        })
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
            ended: Ended::Stopped,
            certificate: None,
        }
    }

    /// Hands leaves out until the root is settled, or a limit is reached.
    fn search<D: Definition>(&mut self, tree: &mut Tree<D::Position>) -> Result<Option<Ended>, QueueError> {
        let mut out = BTreeMap::new();
        while matches!(tree.verdict(), Verdict::Open { .. }) {
            if let Some(limit) = self.limit() {
                return Ok(Some(limit));
            }
            for _ in out.len()..self.dispatch.wanted(LEAST_OUT) {
                let Some(leaf) = tree.take() else { break };
                out.insert(self.post::<D>(tree, leaf)?, leaf);
            }
            if let Some(delivery) = self.dispatch.next(PATIENCE, self.tell)? {
                self.settle::<D>(tree, &mut out, delivery)?;
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

    fn post<D: Definition>(&mut self, tree: &Tree<D::Position>, leaf: usize) -> Result<String, QueueError> {
        let position = tree.position(leaf).map(ToString::to_string).unwrap_or_default();
        let job = Leaf {
            game: D::INFO.name.to_owned(),
            rules: self.request.rules.clone(),
            position,
            attacker: tree.attacker().index(),
            nodes: self.request.job_nodes,
        };
        let item = format!("{}-{}", self.nonce, self.next);
        self.next += 1;
        self.dispatch.post(item.clone(), Work::Prove(job))?;
        Ok(item)
    }

    /// Tells the tree what came of a leaf, or refuses the result.
    fn settle<D: Definition>(
        &mut self,
        tree: &mut Tree<D::Position>,
        out: &mut BTreeMap<String, usize>,
        mut delivery: Delivery,
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
        let position = tree.position(leaf).map(ToString::to_string).unwrap_or_default();
        match self.verdict::<D>(&position, tree.attacker(), &searched) {
            Ok(verdict) => {
                out.remove(&delivery.answer.item);
                tree.answer(leaf, verdict);
                self.progress.jobs += 1;
                self.progress.settled += u64::from(!matches!(verdict, Verdict::Open { .. }));
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

    /// What a worker says of a leaf, as far as it proves it.
    fn verdict<D: Definition>(
        &self,
        position: &str,
        attacker: Side,
        searched: &Searched,
    ) -> Result<Verdict, String> {
        let proof = match searched {
            &Searched::Open { proof, disproof } => return Ok(Verdict::Open { proof, disproof }),
            Searched::Proof(proof) => proof,
        };
        let bytes = STANDARD.decode(proof).map_err(|error| format!("its proof is no base64: {error}"))?;
        let proven = certificate::verify::<D>(&bytes, &self.request.stop);
        let proven = proven.map_err(|error| format!("its proof does not hold: {error}"))?;
        let header = &proven.header;
        if header.rules != self.request.rules || header.position != position {
            return Err("its proof is about another position".to_owned());
        }
        match header.claim {
            Claim::Wins { side, within } if side == attacker => {
                Ok(Verdict::Won(proven.plies.unwrap_or(within)))
            }
            Claim::Wins { .. } => Ok(Verdict::Refuted { by_repetition: false }),
            Claim::CannotWin { side } if side == attacker => Ok(Verdict::Refuted { by_repetition: true }),
            _ => Err("its proof is about another question".to_owned()),
        }
    }
}

/// What a worker finds out about a leaf.
pub(crate) fn search<D: Definition>(
    leaf: &Leaf,
    table: &Arc<ProofTable>,
    stop: &StopHandle,
) -> Result<(Searched, u64), QueueError> {
    let position = read::<D>(&leaf.rules, &leaf.position)?;
    let attacker = if leaf.attacker == Side::First.index() { Side::First } else { Side::Second };
    let mut search = Dfpn::new(D::Proofs::default(), Arc::clone(table));
    let limits = Limits::nodes(leaf.nodes).with_stop(stop.clone());
    let (claim, numbers, nodes) = if <D::Proofs as Knowledge<D::Position>>::HAS_NO_DRAW {
        winner(&mut search, &position, attacker, &limits)
    } else {
        let verdict = search.ask(&position, Question::wins(attacker), &limits, &mut |_| {});
        let claim = match verdict.answer {
            Answer::Wins { within } => within.map(|within| Claim::Wins { side: attacker, within }),
            Answer::CannotWin { .. } => Some(Claim::CannotWin { side: attacker }),
            Answer::Unknown => None,
        };
        (claim, verdict.progress.numbers, verdict.progress.nodes)
    };
    let open = Searched::Open { proof: numbers.proof.into(), disproof: numbers.disproof.into() };
    let Some(claim) = claim else { return Ok((open, nodes)) };
    let form = if matches!(claim, Claim::Wins { .. }) { Form::smallest::<D>() } else { Form::Symmetric };
    let limits = Limits::nodes(leaf.nodes.saturating_mul(4)).with_stop(stop.clone());
    let proof = certificate::write::<D, _>(&mut search, &position, (claim, form), &limits);
    Ok(match proof {
        Ok(bytes) if bytes.len() <= MOST_OF_A_PROOF => (Searched::Proof(STANDARD.encode(bytes)), nodes),
        // It is proven further down, in smaller pieces.
        _ => (open, nodes),
    })
}

/// The winner of a game that has no draw, with the numbers of the question whether `attacker` is it.
fn winner<P: Position, K: Knowledge<P>>(
    search: &mut Dfpn<P, K>,
    position: &P,
    attacker: Side,
    limits: &Limits,
) -> (Option<Claim>, Numbers, u64) {
    const LONGEST: u32 = 250;
    let mover = position.side_to_move();
    let mut numbers = Numbers::ONE;
    let solution = search.solve(position, limits, &mut |progress| numbers = progress.numbers);
    if mover != attacker {
        numbers = Numbers { proof: numbers.disproof, disproof: numbers.proof };
    }
    let claim = match solution.value {
        Some(Outcome::Win(side)) => Some(Claim::Wins { side, within: solution.within.unwrap_or(LONGEST) }),
        _ => None,
    };
    (claim, numbers, solution.nodes)
}
