//! What connections and currents say about who can be proven to win.

use crate::eval::{Knowledge, Strong};
use crate::moves::Move;
use crate::plan::plan;
use crate::position::Hex;
use plywood_search::{Candidates, Evaluator, Numbers, Plan, Position, ProofGuide, Side, Sight};

/// Guides a proof-number search:
///
/// - a board turned by half a turn is the same;
/// - virtual connections from edge to edge win, and so do semi-connections of the mover: H-search from both edges, on the board with dead and
///   captured cells filled in ([`Hex::filled`]);
/// - where the opponent has semi-connections, only the cells that all of them have in common need a look (the must-play region);
/// - dead, captured and dominated cells need none;
/// - the currents through both colours' circuits say where to look first.
///
/// For all this see P. Henderson, B. Arneson and R. Hayward, "Solving 8x8 Hex" (IJCAI 2009).
///
/// Whether a cell needs a stone is said for the winner alone: how long a game lasts is then bounded by the empty cells and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CircuitGuide;

impl CircuitGuide {
    /// How hard it is to succeed, and to fail, for the side to move, out of the evaluation and the number of moves.
    fn numbers(value: i32, moves: u32) -> (u32, u32) {
        /// The evaluation is a logarithm of currents in units of 1/300.
        const UNIT: f64 = 300.0;
        const EVEN: f64 = 4.0;
        let ratio = (f64::from(value) / UNIT).exp();
        let hardness = |ratio: f64| (EVEN * ratio).min(Numbers::GREATEST.into()) as u32;
        (1 + hardness(1.0 / ratio), 1 + moves + hardness(ratio))
    }
}

impl ProofGuide<Hex> for CircuitGuide {
    const IS_COSTLY: bool = true;

    fn key(&self, position: &Hex) -> u64 {
        position.canonical_key()
    }

    fn first_sight(&self, position: &Hex, attacker: Side) -> Sight {
        let knowledge = Knowledge::by_h_search(position);
        if let Some(win) = knowledge.forced_win() {
            return Sight::Won(win);
        }
        let value = Strong.evaluate(position, &knowledge, &mut ()).value();
        let (success, failure) = Self::numbers(value, position.empty_cells().count());
        Sight::Open(if position.side_to_move() == attacker {
            Numbers { proof: success, disproof: failure }
        } else {
            Numbers { proof: failure, disproof: success }
        })
    }

    fn candidates(&self, position: &Hex) -> Option<Candidates<impl Fn(Move) -> bool>> {
        let cells = Knowledge::by_h_search(position).cells_to_prove(position)?;
        let size = position.size();
        let is_one = move |mv: Move| mv.cell().is_some_and(|cell| cells.contains(size.number(cell)));
        Some(Candidates { is_one, plies: position.empty_cells().count() })
    }

    fn plan(&self, position: &Hex, winner: Side) -> Option<Plan<Move>> {
        plan(position, winner)
    }
}
