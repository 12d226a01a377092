//! Positions made of pieces.

use crate::answers::{Arranged, Ending};
use crate::refused::Refused;
use crate::requests::{ArrangeRequest, PlacedPiece};
use plywood_play::{Cause, Piece, PieceKind, TextError};

/// The position with these pieces.
pub(crate) fn arrange(asked: ArrangeRequest) -> Result<Arranged, Refused> {
    let game = plywood_registry::find(&asked.game)?;
    let known = |(index, piece)| known_piece(piece, game.kinds()).map_err(|refused| refused.at(index + 1));
    let pieces = asked.pieces.into_iter().enumerate().map(known).collect::<Result<Vec<_>, _>>()?;
    let session = game.arrange(asked.rules.as_deref().unwrap_or_default(), &pieces, asked.side)?;
    let result = Ending::of(&*session);
    Ok(Arranged { position: session.position(), board: session.board(), result })
}

fn known_piece(piece: PlacedPiece, kinds: &[PieceKind]) -> Result<Piece, Refused> {
    let kind = kinds.iter().find(|kind| kind.name == piece.kind).map(|kind| kind.name);
    let kind = kind.ok_or_else(|| {
        let names: Vec<_> = kinds.iter().map(|kind| kind.name).collect();
        let cause = Cause::unknown_name(&piece.kind, &names, format!("known are {}", names.join(", ")));
        TextError::told("piece", piece.kind, cause)
    })?;
    Ok(Piece { cell: piece.cell, kind, side: piece.side })
}
