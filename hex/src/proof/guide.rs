//! What connections and currents say about who can be proven to win.

use crate::knowledge::Line;
use crate::proof::plan::plan;
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use plywood_search::{Candidates, ForcedWin, Knowledge, Needs, Plan, Score, Side};

/// What a prover is told:
///
/// - a board turned by half a turn is the same;
/// - nobody draws, so that one question settles a position;
/// - virtual connections from edge to edge win, and so do semi-connections of the mover: H-search between any
///   two points, on the board with dead and captured cells filled in ([`Hex::filled`]), and the pairing
///   strategy on boards that are broader than long;
/// - where the opponent has semi-connections, only the cells that all of them have in common need a look (the
///   must-play region);
/// - when a move fails, so do all others that take no cell which the win against it leans on ([`Needs`]);
/// - dead, captured and dominated cells need no look;
/// - the currents through both colours' circuits say where to look first, and a position is looked at when it
///   is searched, not before.
///
/// For all this see P. Henderson, B. Arneson and R. Hayward, "Solving 8x8 Hex" (IJCAI 2009).
///
/// Whether a cell needs a stone is said for the winner alone: how long a game lasts is then bounded by the
/// empty cells and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CircuitGuide;

impl Knowledge<Hex> for CircuitGuide {
    type State = Line;

    /// H-search works within limits, so that what it finds depends on the order of the stones.
    const IS_PATH_FREE: bool = false;

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

    const LOOKS_LATE: bool = true;

    fn key(&self, position: &Hex) -> u64 {
        position.canonical_key()
    }

    fn evaluate(&self, position: &Hex, line: &mut Line) -> Score {
        Score::heuristic(line.currents(position).value)
    }

    fn forced_win(&self, position: &Hex, line: &mut Line) -> Option<ForcedWin> {
        line.forced_win(position)
    }

    fn needs(&self, position: &Hex, line: &mut Line) -> Option<Needs> {
        line.certain(position)?.won.map(|won| Needs::from_words(*won.needs.words()))
    }

    fn candidates(&self, position: &Hex, line: &mut Line) -> Option<Candidates<impl Fn(Move) -> bool>> {
        line.candidates(position)
    }

    fn priorities<'a>(&'a self, position: &'a Hex, line: &'a mut Line) -> impl Fn(Move) -> i32 {
        line.priorities(position)
    }

    const HAS_NO_DRAW: bool = true;

    const KNOWS_NEEDS: bool = true;

    fn place(&self, position: &Hex, mv: Move) -> Option<usize> {
        let cell = mv.cell().filter(|_| !position.may_be_swapped())?;
        Some(position.size().number(cell))
    }

    fn needs_beside(&self, position: &Hex, line: &mut Line) -> Option<Needs> {
        line.certain(position).map(|certain| Needs::from_words(*certain.must_play.needs.words()))
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
