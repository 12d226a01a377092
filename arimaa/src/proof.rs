//! What goals in a turn say about who can be proven to win.

use crate::position::Arimaa;
use plywood_search::{ForcedWin, Numbers, Position, ProofGuide, Side, Sight};

/// Guides a proof-number search for forced goals: whether a rabbit arrives in the turn under way is found out at once, and
/// positions in which the attacker threatens a goal are looked at before others.
///
/// With a bound of 4 plies the search answers whether the mover has a goal in this turn; with 12, whether it has one with its next turn that no
/// reply keeps away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoalGuide;

impl ProofGuide<Arimaa> for GoalGuide {
    const IS_COSTLY: bool = true;

    fn first_sight(&self, position: &Arimaa, attacker: Side) -> Sight {
        /// Where the attacker threatens a goal, and where it does not.
        const THREAT: Numbers = Numbers { proof: 8, disproof: 8 };
        const QUIET: Numbers = Numbers { proof: 64, disproof: 2 };
        if position.can_reach_goal() {
            return Sight::Won(ForcedWin { winner: position.side_to_move(), plies: position.steps_left() });
        }
        Sight::Open(if position.threatens_goal(attacker.into()) { THREAT } else { QUIET })
    }
}
