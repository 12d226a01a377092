//! A worker's side of a proof: what a search finds out about a leaf.

use crate::error::QueueError;
use crate::proofs::read;
use crate::wire::{Leaf, Searched};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use plywood_play::Definition;
use plywood_search::{
    Answer, Dfpn, Ended, Knowledge, Limits, Numbers, Position, ProofTable, Question, Side, StopHandle,
};
use plywood_solve::{Claim, Form, certificate};
use std::sync::Arc;

/// The longest certificate that comes in a message, in bytes.
const MOST_OF_A_PROOF: usize = 700 << 10;
/// A bound for the length of a win that the search has not counted.
const LONGEST: u32 = 250;

/// Searches a leaf, and certifies what it proves. The result, and the nodes that it took.
pub(crate) fn search<D: Definition>(
    leaf: &Leaf,
    table: &Arc<ProofTable>,
    stop: &StopHandle,
) -> Result<(Searched, u64), QueueError> {
    let position = read::<D>(&leaf.rules, &leaf.position)?;
    let attacker = if leaf.attacker == Side::First.index() { Side::First } else { Side::Second };
    let mut search = Dfpn::new(D::Proofs::default(), Arc::clone(table));
    let (answer, numbers, nodes) = until_threshold(&mut search, &position, (attacker, leaf), stop);
    if let Some(claim) = claim::<D>(answer, attacker) {
        let form = if matches!(claim, Claim::Wins { .. }) { Form::smallest::<D>() } else { Form::Symmetric };
        let limits = Limits::nodes(leaf.most.saturating_mul(4)).with_stop(stop.clone());
        match certificate::write::<D, _>(&mut search, &position, (claim, form), &limits) {
            Ok(bytes) if bytes.len() <= MOST_OF_A_PROOF => {
                return Ok((Searched::Proof(STANDARD.encode(bytes)), nodes));
            }
            // It is proven further down, in smaller pieces.
            _ => {}
        }
    }
    // The coordinator may share the leaf, and must if it cannot have the proof in one piece.
    let moves = outlook(&mut search, &position, attacker);
    let is_too_long = answer != Answer::Unknown;
    Ok((Searched::Open { numbers: pair(numbers), moves, is_too_long }, nodes))
}

fn pair(Numbers { proof, disproof }: Numbers) -> [u32; 2] {
    [proof, disproof]
}

/// The statement that a certificate of the answer makes.
fn claim<D: Definition>(answer: Answer, attacker: Side) -> Option<Claim> {
    match answer {
        Answer::Wins { within } => Some(Claim::Wins { side: attacker, within: within.unwrap_or(LONGEST) }),
        Answer::CannotWin { .. } if <D::Proofs as Knowledge<D::Position>>::HAS_NO_DRAW => {
            Some(Claim::Wins { side: !attacker, within: LONGEST })
        }
        Answer::CannotWin { .. } => Some(Claim::CannotWin { side: attacker }),
        Answer::Unknown => None,
    }
}

/// Searches until a number of the leaf reaches its threshold, but for as many nodes as it says at least: the
/// thresholds rise by a quarter as often as they are reached too soon.
fn until_threshold<P: Position, K: Knowledge<P>>(
    search: &mut Dfpn<P, K>,
    position: &P,
    (attacker, leaf): (Side, &Leaf),
    stop: &StopHandle,
) -> (Answer, Numbers, u64) {
    let [proof, disproof] = leaf.until;
    let (mut until, mut nodes) = (Numbers { proof, disproof }, 0);
    loop {
        let limits = Limits::nodes(leaf.most.saturating_sub(nodes)).with_stop(stop.clone());
        let question = Question::wins(attacker);
        let verdict = search.ask_until(position, (question, until), &limits, &mut |_| {});
        nodes += verdict.progress.nodes;
        let numbers = verdict.progress.numbers;
        let is_over = verdict.ended != Ended::Depth || verdict.progress.nodes == 0;
        if is_over || nodes >= leaf.least {
            return (verdict.answer, numbers, nodes);
        }
        let above = |threshold: u32, number: u32| threshold.max(number.saturating_add(number / 4 + 1));
        until = Numbers {
            proof: above(until.proof, numbers.proof),
            disproof: above(until.disproof, numbers.disproof),
        };
    }
}

/// What the search thinks of the moves that it would look at, each with its place among the legal ones.
fn outlook<P: Position, K: Knowledge<P>>(
    search: &mut Dfpn<P, K>,
    position: &P,
    attacker: Side,
) -> Vec<(usize, [u32; 2])> {
    let legal = position.legal_moves();
    let place = |mv: P::Move| legal.iter().position(|&other| other == mv);
    let seen = search.outlook(position, attacker).into_iter();
    seen.filter_map(|(mv, numbers)| Some((place(mv)?, pair(numbers)))).collect()
}
