//! Certificates in the form [`Regions`](Form::Regions): the game checks its facts.

use super::{Proven, VerifyError, WriteError, about, file, open};
use crate::claim::Claim;
use crate::identity::Form;
use crate::strategy::NoStrategy;
use crate::walk::{Flaw, Walked};
use plywood_play::{Definition, RegionsError};
use plywood_search::{Answer, Dfpn, Ended, Knowledge, Limits, Position, Question, Side, StopHandle};

type MoveOf<D> = <<D as Definition>::Position as Position>::Move;

/// Writes a certificate of a win, with the moves that the search finds.
pub(super) fn write<D: Definition, G: Knowledge<D::Position>>(
    search: &mut Dfpn<D::Position, G>,
    position: &D::Position,
    claim: Claim,
    limits: &Limits,
) -> Result<Vec<u8>, WriteError> {
    let Claim::Wins { side, .. } = claim else { return Err(WriteError::Form) };
    let stop = &limits.stop;
    if position.outcome().is_none() {
        found(search, position, side, limits)?;
    }
    let mut failed = WriteError::Form;
    let mut reply = |position: &D::Position| {
        let found = found(search, position, side, limits);
        found.map_err(|error| failed = error.into()).ok().flatten()
    };
    let Some(body) = D::write_regions(position, side, &mut reply) else { return Err(failed) };
    let checked = D::check_regions(position, side, &body, &|| stop.is_stopped());
    let regions = checked.map_err(|error| match error {
        RegionsError::Stopped => WriteError::Flaw(Flaw::Stopped),
        _ => WriteError::Form,
    })?;
    let walked = Walked { decisions: regions.facts, plies: regions.plies };
    Ok(file::<D>(position, (claim, Form::Regions), walked, body))
}

/// The winning move that the search finds in a won position; `None` if the winner is not to move.
fn found<P: Position, G: Knowledge<P>>(
    search: &mut Dfpn<P, G>,
    position: &P,
    side: Side,
    limits: &Limits,
) -> Result<Option<P::Move>, NoStrategy> {
    let verdict = search.ask(position, Question::wins(side), limits, &mut |_| {});
    match verdict.answer {
        _ if limits.stop.is_stopped() => Err(NoStrategy::Ended(Ended::Stopped)),
        Answer::Wins { .. } => Ok(verdict.best),
        Answer::CannotWin { .. } => Err(NoStrategy::NotSo),
        Answer::Unknown => Err(NoStrategy::Ended(verdict.ended)),
    }
}

/// Verifies a certificate; with the winner's first move, if it is to move.
pub(crate) fn verify<D: Definition>(
    certificate: &[u8],
    stop: &StopHandle,
) -> Result<(Proven, Option<MoveOf<D>>), VerifyError> {
    let (header, body) = open(certificate)?;
    let position = about::<D>(&header)?;
    let Claim::Wins { side, within } = header.claim else { return Err(VerifyError::Form) };
    let checked = D::check_regions(&position, side, body, &|| stop.is_stopped());
    let regions = checked.map_err(VerifyError::Regions)?;
    if regions.facts != header.decisions {
        return Err(VerifyError::Counts);
    }
    if regions.plies > within {
        return Err(VerifyError::TooLong { claimed: within, found: regions.plies });
    }
    Ok((Proven { header, plies: Some(regions.plies) }, regions.first))
}
