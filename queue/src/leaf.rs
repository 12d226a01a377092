//! A worker's side of a proof: what a search finds out about a leaf.

use crate::wire::{Leaf, Searched};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use plywood_play::TextError;
use plywood_registry::proofs::Prover;
use plywood_search::{Numbers, ProofTable, Side, StopHandle};
use plywood_solve::{Part, PartFound};
use std::sync::Arc;

/// The longest certificate that comes in a message, in bytes.
const MOST_OF_A_PROOF: usize = 700 << 10;

/// Searches a leaf, and certifies what it proves. The result, and the nodes that it took.
pub(crate) fn search(
    prover: &dyn Prover,
    leaf: &Leaf,
    table: &Arc<ProofTable>,
    stop: &StopHandle,
) -> Result<(Searched, u64), TextError> {
    let [proof, disproof] = leaf.until;
    let part = Part {
        rules: leaf.rules.clone(),
        position: leaf.position.clone(),
        attacker: if leaf.attacker == Side::First.index() { Side::First } else { Side::Second },
        until: Numbers { proof, disproof },
        least: leaf.least,
        most: leaf.most,
        longest_proof: MOST_OF_A_PROOF,
    };
    let (found, nodes) = prover.search_part(&part, table, stop)?;
    let searched = match found {
        PartFound::Proof(bytes) => Searched::Proof(STANDARD.encode(bytes)),
        PartFound::Open { numbers, moves, is_too_long } => {
            let moves = moves.into_iter().map(|(index, numbers)| (index, pair(numbers))).collect();
            Searched::Open { numbers: pair(numbers), moves, is_too_long }
        }
    };
    Ok((searched, nodes))
}

fn pair(Numbers { proof, disproof }: Numbers) -> [u32; 2] {
    [proof, disproof]
}
