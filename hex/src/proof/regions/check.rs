//! Proofs by regions as bytes, and their verification.
//!
//! A proof is a sequence of numbers (LEB128). Each fact is: its two ends, the number of its ways that have a
//! move, or 0 for one way without; then its ways. A way is: its move, if it has one; the number of its stones
//! and their cells; the number of its facts and for each how far before the fact under way it stands, 1 for
//! the one just before. Ends and cells are numbers of cells, row by row from a1; the winner's edges come
//! after them, top and left before bottom and right.

use super::fact::{Fact, Ground, Way};
use crate::knowledge::certain::plies;
use crate::rules::bits::{Bits, with_words};
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use plywood_play::{Regions, RegionsError, read_number};
use plywood_search::Side;

const MALFORMED: &str = "a number is missing or too large";

/// Checks that a proof by regions shows that `winner` wins.
pub(crate) fn check(
    position: &Hex,
    winner: Side,
    proof: &[u8],
    is_stopped: &dyn Fn() -> bool,
) -> Result<Regions<Move>, RegionsError> {
    if position.may_be_swapped() {
        return Err(RegionsError::NoSuchProofs);
    }
    with_words!(position.size(), N => in_words::<N>(position, winner, proof, is_stopped))
}

fn in_words<const N: usize>(
    position: &Hex,
    winner: Side,
    proof: &[u8],
    is_stopped: &dyn Fn() -> bool,
) -> Result<Regions<Move>, RegionsError> {
    let ground = Ground::<N>::new(position, position.colour_of(winner));
    let (mut rest, mut facts) = (proof, Vec::new());
    while !rest.is_empty() {
        if is_stopped() {
            return Err(RegionsError::Stopped);
        }
        let number = facts.len() as u64;
        let rule = read_rule(ground.cells, facts.len(), &mut rest).ok_or(MALFORMED);
        let fact = rule.and_then(|(ends, ways)| ground.follow(&facts, ends, &ways));
        facts.push(fact.map_err(|reason| RegionsError::Fact { number, reason })?);
    }
    let last = facts.last().ok_or(RegionsError::End("there is none"))?;
    let is_mover = position.colour_of(winner) == position.turn();
    let (plies, first) = win(&ground, last, is_mover).map_err(RegionsError::End)?;
    let first = first.and_then(|number| position.size().cell(number)).map(Move::Place);
    Ok(Regions { facts: facts.len() as u64, plies, first })
}

/// The plies of a win and its first move.
fn win<const N: usize>(
    ground: &Ground<N>,
    fact: &Fact<N>,
    is_mover: bool,
) -> Result<(u32, Option<usize>), &'static str> {
    let placed = fact.own & !ground.given;
    if fact.ends != ground.edges() {
        return Err("it does not join the edges");
    }
    if (fact.own | fact.carrier).meets(ground.enemy) {
        return Err("it needs a cell of the opponent's");
    }
    if placed.count() > u32::from(is_mover) {
        return Err("it needs stones that are not there");
    }
    let needs = fact.carrier.count() + placed.count();
    let first = placed.first().or(fact.carrier.first()).filter(|_| is_mover);
    Ok((plies(needs, is_mover, !placed.is_empty()), first))
}

/// The ends of a fact and the ways to join them, which name facts by their numbers.
pub(super) type Rule<const N: usize> = ([usize; 2], Vec<Way<N, usize>>);

/// Reads what the fact of this number follows from; `None` if a number is missing or too large.
pub(super) fn read_rule<const N: usize>(cells: usize, fact: usize, rest: &mut &[u8]) -> Option<Rule<N>> {
    let mut number = |most: usize| {
        let number = read_number(rest).map(|number| number as usize);
        number.filter(|&number| number <= most)
    };
    let ends = [number(cells + 1)?, number(cells + 1)?];
    let moves = number(cells)?;
    let mut ways = Vec::new();
    for _ in 0..moves.max(1) {
        let mv = if moves == 0 { None } else { Some(number(cells - 1)?) };
        let mut stones = Bits::EMPTY;
        for _ in 0..number(cells)? {
            stones |= Bits::single(number(cells - 1)?);
        }
        let mut facts = Vec::new();
        for _ in 0..number(cells)? {
            facts.push(fact - number(fact)?);
        }
        ways.push(Way { mv, stones, facts });
    }
    Some((ends, ways))
}
