//! `ThreatGuide`: what a prover is told.

use crate::eval::Threats;
use crate::knowledge::forced::parries;
use crate::knowledge::winning::winning_move;
use crate::rules::moves::Move;
use crate::rules::position::Gekitai;
use plywood_search::{ForcedWin, Knowledge, Numbers, Position, Score, Side, Trail};

/// The knowledge for provers: positions turned or mirrored are one; a line that can be made is a win, and a
/// threat that no placement parries is one too; the placements that parry a threat say where to look first.
///
/// With it the win of the first player is proven from the empty board in about ten million nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreatGuide;

/// The placements that parry the opponent's threat: their number, if there is a threat.
#[derive(Clone, Copy, Debug)]
pub struct Sight(Option<u32>);

#[inline]
fn sight(position: &Gekitai, state: &mut Trail<Sight>) -> Sight {
    *state.here().get_or_insert_with(|| Sight(parries(position)))
}

/// The first numbers of a position with the attacker to move: a threat must be parried first.
fn attacking(Sight(parries): Sight) -> Numbers {
    match parries {
        None => Numbers { proof: 1, disproof: 2 },
        Some(_) => Numbers { proof: 3, disproof: 1 },
    }
}

/// The first numbers of a position with the other side to move: each of its placements must be shown to fail,
/// those that parry a threat if there is one.
fn defending(Sight(parries): Sight, empty: u32) -> Numbers {
    Numbers { proof: parries.unwrap_or(14 + empty / 4), disproof: 1 }
}

impl Knowledge<Gekitai> for ThreatGuide {
    type State = Trail<Sight>;

    const SEES_WINS_FIRST: bool = true;

    #[inline]
    fn start(&self, _position: &Gekitai) -> Trail<Sight> {
        Trail::new()
    }

    #[inline]
    fn advance(&self, state: &mut Trail<Sight>, _parent: &Gekitai, _mv: Option<Move>, _child: &Gekitai) {
        state.push(None);
    }

    #[inline]
    fn retreat(&self, state: &mut Trail<Sight>) {
        state.pop();
    }

    fn evaluate(&self, position: &Gekitai, _state: &mut Trail<Sight>) -> Score {
        Threats.value_of(position)
    }

    #[inline]
    fn winning_move(&self, position: &Gekitai, _state: &mut Trail<Sight>) -> Option<Move> {
        winning_move(position)
    }

    #[inline]
    fn forced_win(&self, position: &Gekitai, state: &mut Trail<Sight>) -> Option<ForcedWin> {
        let is_lost = sight(position, state).0 == Some(0);
        is_lost.then_some(ForcedWin { winner: !position.side_to_move(), plies: 2 })
    }

    #[inline]
    fn numbers(&self, position: &Gekitai, state: &mut Trail<Sight>, attacker: Side) -> Numbers {
        let sight = sight(position, state);
        if position.side_to_move() == attacker {
            attacking(sight)
        } else {
            defending(sight, position.empty().count_ones())
        }
    }
}
