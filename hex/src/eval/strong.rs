//! The strongest evaluation: the currents through circuits of connections, and what H-search makes certain.

use super::resistance::MARGIN;
use crate::knowledge::Line;
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use plywood_search::{Candidates, ForcedWin, Knowledge, Score};

/// The strongest evaluation of this crate.
///
/// The value is the logarithm of the currents through both colours' circuits, compared, in three-hundredths
/// for the side to move. In the circuit of a colour every virtual connection that H-search finds conducts.
/// Moves are tried in order of the current that flows through their cells.
///
/// A game is a forced win where H-search connects the edges, and where a player is to move who has a
/// semi-connection. Where the opponent has, the mover must play on the cells that all of those have in
/// common. Dead, captured and dominated cells need no search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strong;

impl Knowledge<Hex> for Strong {
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

    fn evaluate(&self, position: &Hex, line: &mut Line) -> Score {
        Score::heuristic(line.currents(position).value)
    }

    fn forced_win(&self, position: &Hex, line: &mut Line) -> Option<ForcedWin> {
        line.forced_win(position)
    }

    fn candidates(&self, position: &Hex, line: &mut Line) -> Option<Candidates<impl Fn(Move) -> bool>> {
        line.candidates(position)
    }

    #[inline]
    fn margin(&self) -> i32 {
        MARGIN
    }

    fn priorities<'a>(&'a self, position: &'a Hex, line: &'a mut Line) -> impl Fn(Move) -> i32 {
        line.priorities(position)
    }
}
