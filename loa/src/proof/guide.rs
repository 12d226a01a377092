//! `ThreatGuide`: what a prover is told.

use super::numbers::numbers;
use crate::eval::Learned;
use crate::knowledge::threats::{parries, winning_leap};
use crate::rules::moves::Move;
use crate::rules::position::Loa;
use plywood_net::Accumulators;
use plywood_search::{ForcedWin, Knowledge, Numbers, Position, Score, Side, Trail};

/// The knowledge for provers: a move that connects is a win, and a threat to connect that no move parries is
/// one too; the evaluation and the number of parries say where to look first.
#[derive(Clone, Debug, Default)]
pub struct ThreatGuide {
    evaluation: Learned,
}

/// What the guide keeps along a line of play.
#[derive(Debug)]
pub struct ThreatLine {
    sums: Accumulators<Loa, [u64; 2]>,
    /// The moves that parry a threat of the opponent: their number, if there is a threat.
    parries: Trail<Option<u32>>,
}

impl ThreatLine {
    #[inline]
    fn parries(&mut self, position: &Loa) -> Option<u32> {
        *self.parries.here().get_or_insert_with(|| parries(position))
    }
}

impl Knowledge<Loa> for ThreatGuide {
    type State = ThreatLine;

    fn start(&self, position: &Loa) -> ThreatLine {
        ThreatLine { sums: Accumulators::new(position), parries: Trail::new() }
    }

    #[inline]
    fn advance(&self, line: &mut ThreatLine, _parent: &Loa, _mv: Option<Move>, child: &Loa) {
        line.sums.advance(child);
        line.parries.push(None);
    }

    #[inline]
    fn retreat(&self, line: &mut ThreatLine) {
        line.sums.retreat();
        line.parries.pop();
    }

    #[inline]
    fn evaluate(&self, position: &Loa, line: &mut ThreatLine) -> Score {
        self.evaluation.evaluate(position, &mut line.sums)
    }

    #[inline]
    fn winning_move(&self, position: &Loa, _line: &mut ThreatLine) -> Option<Move> {
        winning_leap(position)
    }

    #[inline]
    fn forced_win(&self, position: &Loa, line: &mut ThreatLine) -> Option<ForcedWin> {
        let is_lost = line.parries(position) == Some(0);
        is_lost.then_some(ForcedWin { winner: !position.side_to_move(), plies: 2 })
    }

    #[inline]
    fn numbers(&self, position: &Loa, line: &mut ThreatLine, attacker: Side) -> Numbers {
        let parries = line.parries(position);
        numbers(position, (self.evaluate(position, line).value(), parries), attacker)
    }
}
