//! `ThreatGuide`: what a prover is told.

use crate::eval::Threats;
use crate::knowledge::winning::{lines_for, winning_move};
use crate::rules::moves::Move;
use crate::rules::position::Gekitai;
use plywood_search::{Knowledge, Numbers, Position, Score, Side};

/// The knowledge for provers: a line that can be made is a win, and the number of threats gives the first
/// proof numbers.
///
/// With it, the win of the first player from the empty board is proven in fewer than 50 million nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreatGuide;

impl ThreatGuide {
    /// The effort for the side to move to succeed, and to show that it fails, by the number of squares on
    /// which the opponent threatens to make a line; the last entry stands for more. A side under threat has
    /// few answers to try.
    const NUMBERS: [(u32, u32); 4] = [(4, 30), (8, 10), (16, 4), (30, 2)];
}

impl Knowledge<Gekitai> for ThreatGuide {
    type State = ();

    #[inline]
    fn start(&self, _position: &Gekitai) {}

    fn evaluate(&self, position: &Gekitai, (): &mut ()) -> Score {
        Threats.value_of(position)
    }

    #[inline]
    fn winning_move(&self, position: &Gekitai, (): &mut ()) -> Option<Move> {
        winning_move(position)
    }

    #[inline]
    fn numbers(&self, position: &Gekitai, (): &mut (), attacker: Side) -> Numbers {
        let side = position.side_to_move();
        let threats = lines_for(position, !side).count_ones() as usize;
        let (success, failure) = Self::NUMBERS[threats.min(Self::NUMBERS.len() - 1)];
        if side == attacker {
            Numbers { proof: success, disproof: failure }
        } else {
            Numbers { proof: failure, disproof: success }
        }
    }
}
