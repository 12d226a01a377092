//! A part of a larger proof, searched on its own: what a worker does for a coordinator that keeps the upper
//! tree.

use crate::answer::read;
use crate::certificate;
use crate::claim::Claim;
use crate::identity::Form;
use plywood_play::{Definition, TextError};
use plywood_search::{
    Answer, Dfpn, Ended, Knowledge, Limits, Numbers, Position, ProofTable, Question, Side, StopHandle,
};
use std::sync::Arc;

/// A bound for the length of a win that the search has not counted, in plies.
const LONGEST: u32 = 250;
/// A certificate may take so many times the nodes of the search.
const MOST_TIMES: u64 = 4;

/// A position of a larger proof, and how long to search it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The rules as text.
    pub rules: String,
    /// The position as text.
    pub position: String,
    /// The side that is to win.
    pub attacker: Side,
    /// The search ends when a number of the position reaches its threshold.
    pub until: Numbers,
    /// It goes on for so many nodes all the same: the thresholds rise by a quarter as often as they are
    /// reached too soon.
    pub least: u64,
    /// It ends after so many nodes.
    pub most: u64,
    /// The longest certificate that is wanted, in bytes.
    pub longest_proof: usize,
}

/// What a search found out about a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartFound {
    /// The certificate of who wins, or of who cannot.
    Proof(Vec<u8>),
    /// Nothing that is certified.
    Open {
        /// The effort that a proof and a refutation seem to take.
        numbers: Numbers,
        /// The same after the moves that a search would look at, in its order, each by its index among the
        /// legal ones.
        moves: Vec<(usize, Numbers)>,
        /// Whether it is proven, but its certificate is too long.
        is_too_long: bool,
    },
}

/// Searches a part with the game's own knowledge, and certifies what it proves. Returns the result, and the
/// nodes that the search took.
///
/// # Errors
///
/// If the rules or the position cannot be read.
pub fn search_part<D: Definition>(
    part: &Part,
    table: &Arc<ProofTable>,
    stop: &StopHandle,
) -> Result<(PartFound, u64), TextError> {
    let position = read::<D>(&part.rules, Some(&part.position))?;
    let mut search = Dfpn::new(D::Proofs::default(), Arc::clone(table));
    let (answer, numbers, nodes) = until_threshold(&mut search, &position, part, stop);
    if let Some(claim) = claim::<D>(answer, part.attacker) {
        let form = if matches!(claim, Claim::Wins { .. }) { Form::smallest::<D>() } else { Form::Symmetric };
        let limits = Limits::nodes(part.most.saturating_mul(MOST_TIMES)).with_stop(stop.clone());
        match certificate::write::<D, _>(&mut search, &position, (claim, form), &limits) {
            Ok(bytes) if bytes.len() <= part.longest_proof => return Ok((PartFound::Proof(bytes), nodes)),
            // It is proven further down, in smaller pieces.
            _ => {}
        }
    }
    // The coordinator may share the part, and must if it cannot have the proof in one piece.
    let moves = outlook(&mut search, &position, part.attacker);
    Ok((PartFound::Open { numbers, moves, is_too_long: answer != Answer::Unknown }, nodes))
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

/// Searches until a number reaches its threshold, for as many nodes as the part says at least.
fn until_threshold<P: Position, K: Knowledge<P>>(
    search: &mut Dfpn<P, K>,
    position: &P,
    part: &Part,
    stop: &StopHandle,
) -> (Answer, Numbers, u64) {
    let (mut until, mut nodes) = (part.until, 0);
    loop {
        let limits = Limits::nodes(part.most.saturating_sub(nodes)).with_stop(stop.clone());
        let question = Question::wins(part.attacker);
        let verdict = search.ask_until(position, (question, until), &limits, &mut |_| {});
        nodes += verdict.progress.nodes;
        let numbers = verdict.progress.numbers;
        let is_over = verdict.ended != Ended::Depth || verdict.progress.nodes == 0;
        if is_over || nodes >= part.least {
            return (verdict.answer, numbers, nodes);
        }
        let above = |threshold: u32, number: u32| threshold.max(number.saturating_add(number / 4 + 1));
        until = Numbers {
            proof: above(until.proof, numbers.proof),
            disproof: above(until.disproof, numbers.disproof),
        };
    }
}

/// What the search thinks of the moves that it would look at, each with its index among the legal ones.
fn outlook<P: Position, K: Knowledge<P>>(
    search: &mut Dfpn<P, K>,
    position: &P,
    attacker: Side,
) -> Vec<(usize, Numbers)> {
    let legal = position.legal_moves();
    let index = |mv: P::Move| legal.iter().position(|&other| other == mv);
    let seen = search.outlook(position, attacker).into_iter();
    seen.filter_map(|(mv, numbers)| Some((index(mv)?, numbers))).collect()
}
