//! What a coordinator does for a proof, but for the queue: which leaf is searched next and for how long, and
//! what a result of a worker is worth.

use crate::tree::{Found, Taken, Tree, Verdict, Ways};
use crate::wire::{Leaf, Searched};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use plywood_play::Definition;
use plywood_search::{Knowledge, Numbers, Side, StopHandle};
use plywood_solve::certificate::{self, Pieces, Proven, VerifyError};
use plywood_solve::{Claim, Form};

/// A job has this part of the nodes of the proof so far, so that jobs grow with the proof, within the nodes
/// that the user asks for and so many times them.
const PART: u64 = 8;
const MOST_TIMES: u64 = 256;
/// Where several search, a leaf is shared between them when it has taken this part of the nodes of the proof
/// so far for each, and no fewer than so many times the nodes of a job that the user asks for.
const SHARE: u64 = 16;
const LEAST_TIMES: u64 = 5;
/// A leaf that looks harder than another is searched all the same for this part of its job, because there is
/// no point in small jobs.
const LEAST: u64 = 8;

/// The decisions that the certificates of leaves contain.
struct Parts<D: Definition> {
    /// Those with which the attacker wins, and those with which the other side keeps it from that.
    wins: Pieces<D>,
    holds: Pieces<D>,
}

impl<D: Definition> Parts<D> {
    fn new(attacker: Side) -> Option<Self> {
        let form = Form::smallest::<D>();
        let wins = Claim::Wins { side: attacker, within: 0 };
        let holds = if <D::Proofs as Knowledge<D::Position>>::HAS_NO_DRAW {
            Pieces::new(Claim::Wins { side: !attacker, within: 0 }, form)
        } else {
            Pieces::new(Claim::CannotWin { side: attacker }, Form::Symmetric)
        };
        Some(Self { wins: Pieces::new(wins, form)?, holds: holds? })
    }

    /// Verifies a certificate, and keeps its decisions.
    fn add(&mut self, proof: &[u8], stop: &StopHandle) -> Result<Proven, VerifyError> {
        match self.wins.add(proof, stop) {
            Err(VerifyError::Form) => self.holds.add(proof, stop),
            added => added,
        }
    }
}

/// The proof of one question.
pub(crate) struct Plan<D: Definition> {
    /// What a certificate of the whole is put together from, if one is wanted.
    parts: Option<Parts<D>>,
    rules: String,
    tree: Tree<D::Position>,
    /// The nodes of a job that the user asks for.
    job_nodes: u64,
    /// The nodes of all jobs.
    nodes: u64,
}

impl<D: Definition> Plan<D> {
    /// The plan to find out whether `attacker` wins a position, and to certify it if so wanted.
    pub(crate) fn new(
        rules: String,
        (position, attacker): (D::Position, Side),
        (job_nodes, is_certified): (u64, bool),
    ) -> Self {
        let parts = if is_certified { Parts::new(attacker) } else { None };
        let is_symmetric = Form::smallest::<D>() == Form::Symmetric;
        let is_in_order = <D::Proofs as Knowledge<D::Position>>::LOOKS_LATE;
        let tree = Tree::new(position, attacker, Ways { is_symmetric, is_in_order });
        Self { parts, rules, tree, job_nodes, nodes: 0 }
    }

    pub(crate) fn tree(&self) -> &Tree<D::Position> {
        &self.tree
    }

    /// Whether the question is open.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.tree.verdict(), Verdict::Open(_))
    }

    /// What settles the question: the decisions of the side that succeeds.
    pub(crate) fn pieces(self) -> Option<Pieces<D>> {
        let Parts { wins, holds } = self.parts?;
        let is_won = matches!(self.tree.verdict(), Verdict::Won(_));
        let mut pieces = if is_won { wins } else { holds };
        for (position, mv, plies) in self.tree.decisions(is_won) {
            pieces.decide(position, mv, plies);
        }
        Some(pieces)
    }

    /// The nodes after which a leaf is shared between so many workers. One alone has nobody to share with:
    /// what it loses where it leaves a search for another one, no tree gives back.
    fn share(&self, workers: u64) -> u64 {
        let least = self.job_nodes.saturating_mul(LEAST_TIMES);
        if workers < 2 { u64::MAX } else { least.max(self.nodes / SHARE / workers) }
    }

    /// The leaf that should be searched next, and the job.
    pub(crate) fn next(&mut self) -> Option<(usize, Leaf)> {
        let Taken { leaf, until } = self.tree.take()?;
        let longest = self.job_nodes.saturating_mul(MOST_TIMES);
        let most = (self.nodes / PART).clamp(self.job_nodes, longest);
        let position = self.tree.position(leaf).map(ToString::to_string).unwrap_or_default();
        let job = Leaf {
            game: D::INFO.name.to_owned(),
            rules: self.rules.clone(),
            position,
            attacker: self.tree.attacker().index(),
            until: [until.proof, until.disproof],
            least: most / LEAST,
            most,
        };
        Some((leaf, job))
    }

    /// Notes what one of so many workers found out about a leaf in so many nodes, as far as it is proven.
    /// Whether it settles the leaf.
    pub(crate) fn settle(
        &mut self,
        leaf: usize,
        (searched, nodes): (&Searched, u64),
        workers: u64,
        stop: &StopHandle,
    ) -> Result<bool, String> {
        let numbers = |[proof, disproof]: [u32; 2]| Numbers { proof, disproof };
        let (verdict, moves, must_share) = match searched {
            Searched::Proof(proof) => (self.verified(leaf, proof, stop)?, Vec::new(), false),
            Searched::Open { numbers: found, moves, is_too_long } => {
                let moves = moves.iter().map(|&(place, found)| (place, numbers(found))).collect();
                (Verdict::Open(numbers(*found)), moves, *is_too_long)
            }
        };
        self.nodes = self.nodes.saturating_add(nodes);
        let share = if must_share { 0 } else { self.share(workers) };
        self.tree.answer(leaf, &Found { verdict, nodes, moves }, share);
        Ok(!matches!(verdict, Verdict::Open(_)))
    }

    /// What a certificate proves of a leaf.
    fn verified(&mut self, leaf: usize, proof: &str, stop: &StopHandle) -> Result<Verdict, String> {
        let position = self.tree.position(leaf).map(ToString::to_string).unwrap_or_default();
        let attacker = self.tree.attacker();
        let bytes = STANDARD.decode(proof).map_err(|error| format!("its proof is no base64: {error}"))?;
        let proven = match &mut self.parts {
            Some(parts) => parts.add(&bytes, stop),
            None => certificate::verify::<D>(&bytes, stop),
        };
        let proven = proven.map_err(|error| format!("its proof does not hold: {error}"))?;
        let header = &proven.header;
        if header.rules != self.rules || header.position != position {
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
