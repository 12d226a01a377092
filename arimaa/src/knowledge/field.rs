//! The board of small searches: north is ahead of the side that wants something, and there is no key to be
//! kept.

use crate::rules::board::{AtLeast, Board, frozen, outranked};
use crate::rules::geometry::{TRAPS, adjacent, sources};
use crate::rules::squares::Direction;
use plywood_search::Side;

/// A board seen by one side, `own`, which plays north. A square is a set of one bit here.
#[derive(Clone, Copy)]
pub(crate) struct Field {
    pub(crate) own: u64,
    pub(crate) enemy: u64,
    /// By binary digit, the lowest first: the squares whose piece has it in its strength.
    digits: [u64; 3],
}

impl Field {
    /// The board as a side sees it.
    #[inline]
    pub(crate) fn of(board: &Board, side: Side) -> Self {
        let (own, enemy, digits) = (board.men(side), board.men(!side), board.digits());
        match side {
            Side::First => Self { own, enemy, digits },
            Side::Second => {
                Self { own: own.swap_bytes(), enemy: enemy.swap_bytes(), digits: digits.map(u64::swap_bytes) }
            }
        }
    }

    #[inline]
    pub(crate) const fn empty(&self) -> u64 {
        !(self.own | self.enemy)
    }

    /// The pieces of both sides by strength, as [`Board::at_least`] gives them.
    #[inline]
    pub(crate) const fn at_least(&self) -> AtLeast {
        let [one, two, four] = self.digits;
        let all = one | two | four;
        [u64::MAX, all, two | four, one & two | four, four, four & (one | two), four & two, 0]
    }

    /// The pieces of both sides that are not rabbits.
    #[inline]
    pub(crate) const fn officers(&self) -> u64 {
        self.digits[1] | self.digits[2]
    }

    /// The strength of the piece on a square.
    #[inline]
    pub(crate) const fn strength_on(&self, square: u64) -> usize {
        let [one, two, four] = self.digits;
        (one & square != 0) as usize
            | ((two & square != 0) as usize) << 1
            | ((four & square != 0) as usize) << 2
    }

    /// One side's pieces that are not frozen.
    #[inline]
    pub(crate) fn free(&self, at_least: &AtLeast) -> u64 {
        self.own & !frozen(self.own, self.enemy, at_least)
    }

    /// One side's pieces on a set of squares that can step in a direction by themselves.
    #[inline]
    pub(crate) fn steppers(&self, free: u64, direction: Direction) -> u64 {
        let steppers = free & sources(self.empty(), direction);
        if direction == Direction::South { steppers & self.officers() } else { steppers }
    }

    /// The enemy's pieces next to a stronger one of a set of own pieces.
    #[inline]
    pub(crate) fn pushable(&self, by: u64, at_least: &AtLeast) -> u64 {
        outranked(self.enemy, by, at_least)
    }

    /// The pieces on traps with no friend next to them.
    #[inline]
    pub(crate) const fn unsupported(&self) -> u64 {
        if (self.own | self.enemy) & TRAPS == 0 {
            return 0;
        }
        TRAPS & (self.own & !adjacent(self.own) | self.enemy & !adjacent(self.enemy))
    }

    /// The board after the piece on `from`, of either side, has moved to the empty square `to`, and what
    /// stands on a trap with no friend next to it has been removed.
    #[inline]
    pub(crate) fn after(&self, from: u64, to: u64) -> Self {
        let moved = from | to;
        let shift = |set: u64| if set & from == 0 { set } else { set ^ moved };
        let stepped = Self { own: shift(self.own), enemy: shift(self.enemy), digits: self.digits.map(shift) };
        match stepped.unsupported() {
            0 => stepped,
            fallen => Self {
                own: stepped.own & !fallen,
                enemy: stepped.enemy & !fallen,
                digits: stepped.digits.map(|digit| digit & !fallen),
            },
        }
    }

    /// The pieces of a push's second step: own pieces next to the square that an enemy of this strength has
    /// left, stronger and not frozen.
    #[inline]
    pub(crate) fn pushers(&self, square: u64, strength: usize) -> u64 {
        let at_least = self.at_least();
        let candidates = adjacent(square) & self.own & at_least[strength + 1];
        if candidates == 0 { 0 } else { candidates & self.free(&at_least) }
    }
}

/// The square that a step in a direction leads to from a square at which there is one.
#[inline]
pub(crate) const fn ahead(square: u64, direction: Direction) -> u64 {
    match direction {
        Direction::North => square << 8,
        Direction::East => square << 1,
        Direction::South => square >> 8,
        Direction::West => square >> 1,
    }
}

/// The squares of a set, one at a time, each a set of one bit.
#[inline]
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u64> {
    core::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}
