//! The inputs of the network: the pieces by square, which of them are frozen, and which stand beside a
//! stronger enemy.

use super::strong::Strong;
use super::view::View;
use crate::knowledge::bits;
use crate::rules::board::outranked;
use crate::rules::geometry::adjacent;
use crate::rules::position::Arimaa;
use plywood_net::{Change, Features};
use plywood_search::Side;

/// The inputs of the network, by 64 squares: own pieces from rabbits to elephants, the enemy's, own frozen
/// pieces, the enemy's, own pieces beside a stronger enemy, and the enemy's beside a stronger own one.
///
/// The board is seen from one side, which plays north. Its mirror image is its only symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inputs;

/// The number of sets of squares.
const SETS: usize = 16;
const SQUARES: usize = 64;

#[inline]
fn sets(position: &Arimaa, side: Side) -> [u64; SETS] {
    let view = View::of(position.board(), side);
    let View { own, enemy, ref at_least } = view;
    let mut sets = [0; SETS];
    for kind in 0..6 {
        let pieces = at_least[kind + 1] & !at_least[kind + 2];
        sets[kind] = pieces & own;
        sets[6 + kind] = pieces & enemy;
    }
    sets[14] = outranked(own, enemy, at_least);
    sets[15] = outranked(enemy, own, at_least);
    sets[12] = sets[14] & !adjacent(own);
    sets[13] = sets[15] & !adjacent(enemy);
    sets
}

impl Features<Arimaa> for Inputs {
    const NAME: &'static str = "arimaa-pieces-1";

    fn count(&self) -> usize {
        SETS * SQUARES
    }

    fn most_active(&self) -> usize {
        // Any arrangement of pieces is a position; each may be frozen and outranked.
        3 * SQUARES
    }

    #[inline]
    fn active(&self, position: &Arimaa, side: Side, visit: &mut impl FnMut(usize)) {
        for (place, set) in sets(position, side).into_iter().enumerate() {
            bits(set).for_each(|square| visit(place * SQUARES + square.trailing_zeros() as usize));
        }
    }

    #[inline]
    fn changes(&self, from: &Arimaa, to: &Arimaa, side: Side, visit: &mut impl FnMut(Change)) -> bool {
        let (before, after) = (sets(from, side), sets(to, side));
        for place in 0..SETS {
            let input = |square: u64| place * SQUARES + square.trailing_zeros() as usize;
            bits(after[place] & !before[place]).for_each(|square| visit(Change::On(input(square))));
            bits(before[place] & !after[place]).for_each(|square| visit(Change::Off(input(square))));
        }
        true
    }

    /// The value of [`Strong`], which the network corrects.
    fn base(&self, position: &Arimaa) -> i32 {
        Strong.value(position).value()
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, feature: usize, symmetry: usize) -> usize {
        feature ^ (7 * symmetry)
    }
}
