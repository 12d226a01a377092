//! How a connection wins: by which move, and on which cells it leans.

use crate::bits::{Bits, with_words};
use crate::cell::CellSet;
use crate::h_search::{Found, HSearch};
use crate::moves::Move;
use crate::position::Hex;
use plywood_search::{Plan, Side};

/// The plan of a side that has a virtual connection from edge to edge, or a semi-connection and the move.
pub(crate) fn plan(position: &Hex, winner: Side) -> Option<Plan<Move>> {
    if position.may_be_swapped() {
        return None;
    }
    let colour = position.colour_of(winner);
    with_words!(position.size(), N => {
        let found = HSearch::<N>::of(position, colour).run();
        if position.turn() == colour { to_move(position, &found) } else { waiting(position, &found) }
    })
}

fn to_move<const N: usize>(position: &Hex, found: &Found<N>) -> Option<Plan<Move>> {
    let (number, carrier) = match found {
        Found::Connection(carrier) => (carrier.first()?, *carrier),
        Found::Threats(threats) => threats.first().map(|threat| (threat.number, threat.carrier))?,
    };
    let needed = cells(position, carrier & !Bits::single(number));
    Some(Plan { mv: position.size().cell(number).map(Move::Place), needed })
}

fn waiting<const N: usize>(position: &Hex, found: &Found<N>) -> Option<Plan<Move>> {
    match found {
        Found::Connection(carrier) => Some(Plan { mv: None, needed: cells(position, *carrier) }),
        Found::Threats(_) => None,
    }
}

fn cells<const N: usize>(position: &Hex, carrier: Bits<N>) -> Vec<Move> {
    let numbers = CellSet::from(carrier).numbers();
    numbers.filter_map(|number| position.size().cell(number)).map(Move::Place).collect()
}
