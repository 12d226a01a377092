//! The placements that make a line and win at once.

use super::chances::line_makers;
use crate::rules::moves::Move;
use crate::rules::position::Gekitai;
use plywood_play::bits;
use plywood_search::{Outcome, Position, Side};

/// A placement by which the side to move makes a line and wins, if there is one.
#[inline]
pub(crate) fn winning_move(position: &Gekitai) -> Option<Move> {
    let side = position.side_to_move();
    bits(lines_for(position, side)).map(Move::at).find(|&mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        after.outcome() == Some(Outcome::Win(side))
    })
}

/// The squares on which a side could make a line by placing a piece.
#[inline]
pub(crate) fn lines_for(position: &Gekitai, side: Side) -> u64 {
    let pieces = Side::BOTH.map(|side| position.pieces(side.into()));
    line_makers(pieces[side.index()], pieces[0] | pieces[1])
}
