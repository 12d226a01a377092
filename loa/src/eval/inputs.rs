//! The inputs of the network: the squares of the men, seen from one side.

use crate::rules::position::Loa;
use plywood_net::{Change, Features};
use plywood_play::turned;
use plywood_search::Side;

/// The inputs of the network for the 8x8 board: 0 to 63 are own men by square, 64 to 127 enemy men.
///
/// The eight symmetries of the board permute the squares. The position is seen from one side, so exchanging
/// the colours changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inputs;

impl Inputs {
    const SQUARES: usize = 64;

    /// The side's own men, and the enemy's.
    #[inline]
    fn sets(men: &[u64; 2], side: Side) -> [u64; 2] {
        [men[side.index()], men[(!side).index()]]
    }
}

impl Features<Loa> for Inputs {
    const NAME: &'static str = "loa-men-2";

    /// The men of Black and of White.
    type Seen = [u64; 2];

    #[inline]
    fn see(&self, position: &Loa) -> [u64; 2] {
        Side::BOTH.map(|side| position.men(side.into()))
    }

    fn count(&self) -> usize {
        2 * Self::SQUARES
    }

    fn most_active(&self) -> usize {
        // Any arrangement of men is a position.
        Self::SQUARES
    }

    #[inline]
    fn active(&self, men: &[u64; 2], side: Side, visit: &mut impl FnMut(usize)) {
        for (kind, men) in Self::sets(men, side).into_iter().enumerate() {
            for_each(men, |square| visit(kind * Self::SQUARES + square));
        }
    }

    #[inline]
    fn changes(&self, from: &[u64; 2], to: &[u64; 2], visit: &mut impl FnMut(Change)) -> bool {
        let own_or_enemy = [0, Self::SQUARES];
        for ((before, after), views) in from.iter().zip(to).zip([own_or_enemy, [Self::SQUARES, 0]]) {
            let inputs = |square| views.map(|first| first + square);
            for_each(after & !before, |square| visit(Change::On(inputs(square))));
            for_each(before & !after, |square| visit(Change::Off(inputs(square))));
        }
        true
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn image(&self, feature: usize, symmetry: usize) -> usize {
        let (kind, square) = (feature / Self::SQUARES, feature % Self::SQUARES);
        kind * Self::SQUARES + turned(1 << square, symmetry, 8).trailing_zeros() as usize
    }

    fn phases(&self) -> usize {
        5
    }

    /// The number of men on the board: 8 to 11, 12 to 15, 16 to 19, 20 to 23, or 24; fewer count as 8, more
    /// as 24.
    #[inline]
    fn phase(&self, men: &[u64; 2]) -> usize {
        ((men[0] | men[1]).count_ones().clamp(8, 24) as usize - 8) / 4
    }
}

/// Shows the members of a set of squares to `visit`, a1 first.
#[inline]
fn for_each(set: u64, mut visit: impl FnMut(usize)) {
    let mut rest = set;
    while rest != 0 {
        visit(rest.trailing_zeros() as usize);
        rest &= rest - 1;
    }
}
