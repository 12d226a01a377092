//! The strongest evaluation: the currents through circuits of connections, and what H-search makes certain.

use super::resistance::MARGIN;
use crate::knowledge::Line;
use crate::proof::plan::plan;
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use plywood_search::{Candidates, ForcedWin, Knowledge, Needs, Plan, Score, Side};

/// The strongest evaluation of this crate.
///
/// The value is the logarithm of the currents through both colours' circuits, compared, in three-hundredths
/// for the side to move. In the circuit of a colour every virtual connection that H-search finds conducts.
/// Moves are tried in order of the current that flows through their cells.
///
/// A game is a forced win where H-search connects the edges, between any two points and on the board with
/// dead and captured cells filled in ([`Hex::filled`]), or where a player is to move who has a
/// semi-connection; on boards that are broader than long the pairing strategy wins too. Where the opponent
/// has semi-connections, the mover must play on the cells that all of them have in common. Dead, captured and
/// dominated cells need no search.
///
/// Where Monte-Carlo tree search has a node judged, a convolutional network says how likely each move is, and
/// who wins.
///
/// A prover is told more: there is no draw; a board turned by half a turn is the same; and when a move fails,
/// so do all others that take no cell which the win against it leans on ([`Needs`]). Vulnerable cells, which
/// one stone of the opponent makes dead, are left out too. It looks at a position
/// when it searches it, not before. P. Henderson, B. Arneson and R. Hayward, "Solving 8x8 Hex" (IJCAI 2009),
/// describe all this. Whether a cell needs a stone is said for the winner alone: only the number of empty
/// cells bounds how long a game lasts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strong;

impl Knowledge<Hex> for Strong {
    type State = Line;

    /// H-search works within limits, so that what it finds depends on the order of the stones.
    const IS_PATH_FREE: bool = false;
    const LOOKS_LATE: bool = true;
    const HAS_NO_DRAW: bool = true;
    const KNOWS_NEEDS: bool = true;

    fn start(&self, _position: &Hex) -> Line {
        Line::new()
    }

    #[inline]
    fn advance(&self, line: &mut Line, _parent: &Hex, _mv: Option<Move>, _child: &Hex) {
        line.push();
    }

    #[inline]
    fn retreat(&self, line: &mut Line) {
        line.pop();
    }

    fn evaluate(&self, position: &Hex, line: &mut Line) -> Score {
        Score::heuristic(line.currents(position).value)
    }

    fn forced_win(&self, position: &Hex, line: &mut Line) -> Option<ForcedWin> {
        line.forced_win(position)
    }

    fn candidates(&self, position: &Hex, line: &mut Line) -> Option<Candidates<impl Fn(Move) -> bool>> {
        line.candidates(position)
    }

    fn candidates_to_prove(
        &self,
        position: &Hex,
        line: &mut Line,
    ) -> Option<Candidates<impl Fn(Move) -> bool>> {
        line.candidates_to_prove(position)
    }

    #[inline]
    fn margin(&self) -> i32 {
        MARGIN
    }

    fn priorities<'a>(&'a self, position: &'a Hex, line: &'a mut Line) -> impl Fn(Move) -> i32 {
        line.priorities(position)
    }

    fn weigh(&self, position: &Hex, last: Option<Move>, moves: &mut [(Move, f32)]) -> bool {
        super::patterns::weigh(position, last, moves);
        true
    }

    fn judge(&self, position: &Hex, last: Option<Move>, moves: &mut [(Move, f32)]) -> Option<f32> {
        Some(super::judgement::judge(position, last, moves))
    }

    fn needs(&self, position: &Hex, line: &mut Line) -> Option<Needs> {
        line.certain(position)?.won.map(|won| Needs::from_words(*won.leans.words()))
    }

    fn place(&self, position: &Hex, mv: Move) -> Option<usize> {
        let cell = mv.cell().filter(|_| !position.may_be_swapped())?;
        Some(position.size().number(cell))
    }

    fn needs_beside(&self, position: &Hex, line: &mut Line, all: Needs) -> Option<Needs> {
        line.needs_beside(position, all)
    }

    fn holds(&self, position: &Hex, side: Side) -> Needs {
        Needs::from_words(*position.stones(position.colour_of(side)).words())
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
