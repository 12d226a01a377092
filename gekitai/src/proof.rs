//! What threats say about who can be proven to win.

use crate::board::bits;
use crate::eval::line_makers;
use crate::moves::Move;
use crate::position::Gekitai;
use plywood_search::{Numbers, Outcome, Position, ProofGuide, Side, Sight};

/// Guides a proof-number search: positions turned or mirrored are one; a line that can be made is a win; threats say where to look first.
///
/// With it the win of the first player is proven from the empty board in less than 50 million nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreatGuide;

impl ThreatGuide {
    /// By the number of squares on which the opponent threatens to make a line, the last standing for more: how hard it is for the side to
    /// move to succeed, and how hard to show that it fails. A side under threat has few answers to try.
    const NUMBERS: [(u32, u32); 4] = [(4, 30), (8, 10), (16, 4), (30, 2)];
}

impl ProofGuide<Gekitai> for ThreatGuide {
    #[inline]
    fn key(&self, position: &Gekitai) -> u64 {
        position.canonical_key()
    }

    #[inline]
    fn winning_move(&self, position: &Gekitai) -> Option<Move> {
        let side = position.side_to_move();
        bits(lines_for(position, side)).map(Move::at).find(|&mv| {
            let mut after = position.clone();
            after.play(mv);
            after.outcome() == Some(Outcome::Win(side))
        })
    }

    #[inline]
    fn first_sight(&self, position: &Gekitai, attacker: Side) -> Sight {
        let side = position.side_to_move();
        let threats = lines_for(position, !side).count_ones() as usize;
        let (success, failure) = Self::NUMBERS[threats.min(Self::NUMBERS.len() - 1)];
        if side == attacker {
            Sight::Open(Numbers { proof: success, disproof: failure })
        } else {
            Sight::Open(Numbers { proof: failure, disproof: success })
        }
    }
}

/// The squares on which a side could make a line by placing a piece.
#[inline]
fn lines_for(position: &Gekitai, side: Side) -> u64 {
    let pieces = Side::BOTH.map(|side| position.pieces(side.into()));
    line_makers(pieces[side.index()], pieces[0] | pieces[1])
}
