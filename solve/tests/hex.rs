//! Positions of Hex, who wins them, and their certificates.

use plywood_hex::eval::Strong;
use plywood_hex::{Hex, HexGame, Rules};
use plywood_search::{Dfpn, Limits, Outcome, Position, ProofTable, Side, StopHandle};
use plywood_solve::certificate::{self, Proven, VerifyError, WriteError};
use plywood_solve::{Claim, Form};
use std::sync::Arc;

pub(crate) fn search() -> Dfpn<Hex, Strong> {
    Dfpn::new(Strong, Arc::new(ProofTable::with_bytes(1 << 22).unwrap()))
}

pub(crate) fn start(rules: &str) -> Hex {
    Hex::start(rules.parse::<Rules>().unwrap())
}

/// The position after moves with a space between.
pub(crate) fn after(position: &Hex, moves: &str) -> Hex {
    let mut position = *position;
    for text in moves.split(' ') {
        position.play_unchecked(position.read_move(text).unwrap());
    }
    position
}

pub(crate) fn winner(position: &Hex) -> Side {
    let solution = search().solve(position, &Limits::none(), &mut |_| {});
    let Some(Outcome::Win(side)) = solution.value else { panic!("{position}: {solution:?}") };
    side
}

pub(crate) fn write(position: &Hex, side: Side, form: Form) -> Result<Vec<u8>, WriteError> {
    let task = (Claim::Wins { side, within: 99 }, form);
    certificate::write::<HexGame, _>(&mut search(), position, task, &Limits::none())
}

pub(crate) fn verify(file: &[u8]) -> Result<Proven, VerifyError> {
    certificate::verify::<HexGame>(file, &StopHandle::new())
}
