//! How a chain of links wins: on which cells it leans.

use crate::bits::{Bits, with_words};
use crate::cell::CellSet;
use crate::links::Links;
use crate::moves::Move;
use crate::position::Hex;
use plywood_search::{Plan, Side};

/// The plan of a side that is linked from edge to edge, or will be after any move of the opponent or one of its own.
pub(crate) fn plan(position: &Hex, winner: Side) -> Option<Plan<Move>> {
    if position.may_be_swapped() {
        return None;
    }
    let colour = position.colour_of(winner);
    with_words!(position.size(), N => {
        let links = Links::<N>::new(position, colour);
        if position.turn() == colour { to_move(position, &links) } else { waiting(position, &links) }
    })
}

fn to_move<const N: usize>(position: &Hex, links: &Links<N>) -> Option<Plan<Move>> {
    let (number, carrier) = match links.chain() {
        Some(chain) => (chain.first()?, chain),
        None => links.shown_threats().into_iter().min_by_key(|(_, carrier)| carrier.count())?,
    };
    let needed = cells(position, carrier & !Bits::single(number));
    Some(Plan { mv: position.size().cell(number).map(Move::Place), needed })
}

/// A chain; or threats, the shortest first, that have no cell in common.
fn waiting<const N: usize>(position: &Hex, links: &Links<N>) -> Option<Plan<Move>> {
    if let Some(chain) = links.chain() {
        return Some(Plan { mv: None, needed: cells(position, chain) });
    }
    let mut threats = links.shown_threats();
    threats.sort_by_key(|(_, carrier)| carrier.count());
    let (mut common, mut needed) = (!Bits::EMPTY, Bits::EMPTY);
    for (number, carrier) in threats {
        let carrier = carrier | Bits::single(number);
        if common.meets(!carrier) {
            common &= carrier;
            needed |= carrier;
        }
    }
    common.is_empty().then(|| Plan { mv: None, needed: cells(position, needed) })
}

fn cells<const N: usize>(position: &Hex, carrier: Bits<N>) -> Vec<Move> {
    let numbers = CellSet::from(carrier).numbers();
    numbers.filter_map(|number| position.size().cell(number)).map(Move::Place).collect()
}
