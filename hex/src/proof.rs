//! What connections and currents say about who can be proven to win.

use crate::bits::{Bits, WORDS, with_words};
use crate::cell::{CellSet, Colour};
use crate::certain::{MustPlay, Won};
use crate::eval::Insight;
use crate::inferior::undominated;
use crate::moves::Move;
use crate::plan::plan;
use crate::position::Hex;
use plywood_search::{Candidates, ForcedWin, Knowledge, Needs, Numbers, Plan, Position, Score, Side, Trail};

/// What a prover is told:
///
/// - a board turned by half a turn is the same;
/// - nobody draws, so that one question settles a position;
/// - virtual connections from edge to edge win, and so do semi-connections of the mover: H-search from both edges, on the board with dead and
///   captured cells filled in ([`Hex::filled`]), and the pairing strategy on boards that are broader than long;
/// - where the opponent has semi-connections, only the cells that all of them have in common need a look (the must-play region);
/// - when a move fails, so do all others that take no cell which the win against it leans on ([`Needs`]);
/// - dead, captured and dominated cells need no look;
/// - the currents through both colours' circuits say where to look first.
///
/// For all this see P. Henderson, B. Arneson and R. Hayward, "Solving 8x8 Hex" (IJCAI 2009).
///
/// Whether a cell needs a stone is said for the winner alone: how long a game lasts is then bounded by the empty cells and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CircuitGuide;

impl CircuitGuide {
    /// How hard it is to succeed, and to fail, for the side to move, out of the evaluation and the number of moves.
    fn hardness(value: i32, moves: u32) -> (u32, u32) {
        /// The evaluation is a logarithm of currents in units of 1/300.
        const UNIT: f64 = 300.0;
        const EVEN: f64 = 4.0;
        let ratio = (f64::from(value) / UNIT).exp();
        let hard = |ratio: f64| (EVEN * ratio).min(Numbers::GREATEST.into()) as u32;
        (1 + hard(1.0 / ratio), 1 + moves + hard(ratio))
    }
}

impl Knowledge<Hex> for CircuitGuide {
    /// What the winners of positions need that were looked at.
    type State = Trail<Needs>;

    fn start(&self, _position: &Hex) -> Trail<Needs> {
        Trail::new()
    }

    #[inline]
    fn advance(&self, state: &mut Trail<Needs>, _parent: &Hex, _mv: Option<Move>, _child: &Hex) {
        state.push(None);
    }

    #[inline]
    fn retreat(&self, state: &mut Trail<Needs>) {
        state.pop();
    }

    const IS_COSTLY: bool = true;

    fn key(&self, position: &Hex) -> u64 {
        position.canonical_key()
    }

    fn evaluate(&self, position: &Hex, _state: &mut Trail<Needs>) -> Score {
        Score::heuristic(Insight::of_currents(position).value(position))
    }

    fn forced_win(&self, position: &Hex, state: &mut Trail<Needs>) -> Option<ForcedWin> {
        let (winner, needs, plies) = won(position)?;
        *state.here() = Some(needs);
        Some(ForcedWin { winner: position.side_of(winner), plies })
    }

    fn needs(&self, _position: &Hex, state: &mut Trail<Needs>) -> Option<Needs> {
        *state.here()
    }

    fn numbers(&self, position: &Hex, _state: &mut Trail<Needs>, attacker: Side) -> Numbers {
        let value = Insight::of_currents(position).value(position);
        let (success, failure) = Self::hardness(value, position.empty_cells().count());
        if position.side_to_move() == attacker {
            Numbers { proof: success, disproof: failure }
        } else {
            Numbers { proof: failure, disproof: success }
        }
    }

    fn candidates(
        &self,
        position: &Hex,
        _state: &mut Trail<Needs>,
    ) -> Option<Candidates<impl Fn(Move) -> bool>> {
        if position.may_be_swapped() {
            return None;
        }
        let cells = with_words!(position.size(), N => CellSet::from(worth_a_look::<N>(position)));
        let size = position.size();
        let is_one = move |mv: Move| mv.cell().is_some_and(|cell| cells.contains(size.number(cell)));
        Some(Candidates { is_one, plies: position.empty_cells().count() })
    }

    const HAS_NO_DRAW: bool = true;

    const KNOWS_NEEDS: bool = true;

    fn place(&self, position: &Hex, mv: Move) -> Option<usize> {
        let cell = mv.cell().filter(|_| !position.may_be_swapped())?;
        Some(position.size().number(cell))
    }

    fn needs_beside(&self, position: &Hex, _state: &mut Trail<Needs>) -> Option<Needs> {
        if position.may_be_swapped() {
            return None;
        }
        Some(with_words!(position.size(), N => MustPlay::<N>::of(position).needs.into()))
    }

    fn turned(&self, position: &Hex, needs: Needs) -> Needs {
        if !position.is_turned() {
            return needs;
        }
        let cells = position.size().cells();
        let numbers = (0..cells).filter(|&number| needs.contains(cells - 1 - number));
        numbers.fold(Needs::NOTHING, Needs::with)
    }

    fn plan(&self, position: &Hex, winner: Side) -> Option<Plan<Move>> {
        plan(position, winner)
    }
}

impl<const N: usize> From<Bits<N>> for Needs {
    fn from(cells: Bits<N>) -> Self {
        const { assert!(WORDS * 64 == Self::PLACES) };
        Self::from_words(cells.to_words())
    }
}

/// The colour that is certain to win, what it needs, and the plies that it takes at most.
fn won(position: &Hex) -> Option<(Colour, Needs, u32)> {
    if position.may_be_swapped() {
        return None;
    }
    with_words!(position.size(), N => {
        Won::<N>::of(position).map(|Won { winner, needs, plies }| (winner, needs.into(), plies))
    })
}

/// The undominated cells, and where the opponent threatens, those of them in the threats. If there is none any cell will do.
fn worth_a_look<const N: usize>(position: &Hex) -> Bits<N> {
    let undominated = undominated::<N>(position);
    let cells = undominated & MustPlay::of(position).cells;
    let any = [cells, undominated, position.empty_cells().bits()].into_iter().find_map(Bits::first);
    if cells.is_empty() { any.map_or(Bits::EMPTY, Bits::single) } else { cells }
}
