//! How a connection wins: by which move, and on which cells it leans.

use crate::knowledge::certain::Found;
use crate::knowledge::connections::{Connections, Limits};
use crate::knowledge::inferior::Filled;
use crate::rules::bits::{Bits, Grid, with_words};
use crate::rules::cell::{CellSet, Colour};
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use plywood_search::{Plan, Side};

/// The plan of a side that has a virtual connection from edge to edge, or a semi-connection and the move.
pub(crate) fn plan(position: &Hex, winner: Side) -> Option<Plan<Move>> {
    if position.may_be_swapped() {
        return None;
    }
    let colour = position.colour_of(winner);
    with_words!(position.size(), N => in_words::<N>(position, colour))
}

/// By H-search on the board with all filled in that needs no stone. What the winner gets of that without a
/// stone it still needs.
fn in_words<const N: usize>(position: &Hex, colour: Colour) -> Option<Plan<Move>> {
    let grid = Grid::<N>::new(position.size().width(), position.size().height());
    let filled = Filled::<N>::of(position);
    let connections = &mut Connections::waiting(&grid, colour, Limits::PLAY);
    let is_to_move = position.turn() == colour;
    let (number, carrier, stones) = match Found::of(connections, (None, &filled), position, colour) {
        Found::Connection(carrier, stones) if is_to_move => {
            (filled.needed(colour, carrier, stones).first(), carrier, stones)
        }
        Found::Connection(carrier, stones) => (None, carrier, stones),
        Found::Threats(threats) if is_to_move => {
            threats.first().map(|threat| (Some(threat.number), threat.carrier, threat.stones))?
        }
        Found::Threats(_) => return None,
    };
    let stone = number.map_or(Bits::EMPTY, Bits::single);
    let needed = filled.needed(colour, carrier | stone, stones) & !stone;
    let mv = number.and_then(|number| position.size().cell(number)).map(Move::Place);
    (mv.is_some() == is_to_move).then(|| Plan { mv, needed: cells(position, needed) })
}

fn cells<const N: usize>(position: &Hex, carrier: Bits<N>) -> Vec<Move> {
    let numbers = CellSet::from(carrier).numbers();
    numbers.filter_map(|number| position.size().cell(number)).map(Move::Place).collect()
}
