//! The pieces on the board and the hash key of both, changed only together.
//!
//! Strengths are kept bit-sliced: three sets of squares hold the binary digits of the strength (1 to 6) of
//! the piece on each square, and a fourth says which pieces are Gold's. "At least as strong as a horse" is
//! then one or two operations for all 64 squares, which is what freezing and pushing ask for, and a board is
//! 40 bytes with its key.

use crate::rules::geometry::{TRAPS, adjacent, neighbours};
use crate::rules::pieces::{Colour, Kind, Piece};
use crate::rules::squares::Square;
use plywood_search::Side;
use plywood_zobrist::Keys;

/// The family of all keys of this crate.
pub(crate) const SEED: u64 = 0xA817_AA00;
static KEYS: Keys<64, { Piece::COUNT }> = Keys::new(SEED);

/// The pieces, and a key that covers them alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// By binary digit, the lowest first: the squares whose piece has it in its strength.
    digits: [u64; 3],
    gold: u64,
    key: u64,
}

/// By strength from 0 to 7: the squares whose piece is at least so strong.
pub(crate) type AtLeast = [u64; 8];

impl Board {
    pub(crate) const EMPTY: Self = Self { digits: [0; 3], gold: 0, key: 0 };

    #[inline]
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    /// By binary digit, the lowest first: the squares whose piece has it in its strength.
    #[inline]
    pub(crate) const fn digits(&self) -> [u64; 3] {
        self.digits
    }

    #[inline]
    pub(crate) const fn occupied(&self) -> u64 {
        self.digits[0] | self.digits[1] | self.digits[2]
    }

    /// The squares of a side's pieces.
    #[inline]
    pub(crate) const fn men(&self, side: Side) -> u64 {
        match side {
            Side::First => self.gold,
            Side::Second => self.occupied() & !self.gold,
        }
    }

    #[inline]
    pub(crate) const fn at_least(&self) -> AtLeast {
        let [one, two, four] = self.digits;
        let all = one | two | four;
        [u64::MAX, all, two | four, one & two | four, four, four & (one | two), four & two, 0]
    }

    /// The squares of the pieces of a kind, of both sides.
    #[inline]
    pub(crate) const fn of_kind(&self, kind: Kind) -> u64 {
        let at_least = self.at_least();
        let strength = kind.strength() as usize;
        at_least[strength] & !at_least[strength + 1]
    }

    /// The strength of the piece on a square, 0 if there is none.
    #[inline]
    pub(crate) const fn strength_on(&self, square: usize) -> usize {
        let [one, two, four] = self.digits;
        (one >> square & 1 | (two >> square & 1) << 1 | (four >> square & 1) << 2) as usize
    }

    /// The number of the piece on a square that is not empty.
    #[inline]
    pub(crate) const fn number_on(&self, square: usize) -> usize {
        let first = if self.gold >> square & 1 == 1 { 0 } else { 6 };
        first + self.strength_on(square) - 1
    }

    pub(crate) fn piece_on(&self, square: usize) -> Option<Piece> {
        (self.occupied() >> square & 1 == 1).then(|| Piece::of(self.number_on(square)))
    }

    /// The squares on which two boards differ.
    #[inline]
    pub(crate) const fn differences(&self, other: &Self) -> u64 {
        let digits = (self.digits[0] ^ other.digits[0])
            | (self.digits[1] ^ other.digits[1])
            | (self.digits[2] ^ other.digits[2]);
        digits | (self.gold ^ other.gold)
    }

    /// Puts a piece on an empty square, or takes it off its own.
    #[inline]
    pub(crate) fn toggle(&mut self, piece: usize, square: usize) {
        let strength = piece as u64 % 6 + 1;
        for (place, digit) in self.digits.iter_mut().enumerate() {
            *digit ^= (strength >> place & 1) << square;
        }
        self.gold ^= u64::from(piece < 6) << square;
        self.key ^= KEYS.get(piece, square);
    }

    /// Moves the piece on `from` to the empty square `to`, and takes off the board what has fallen into a
    /// trap.
    ///
    /// Gives the squares of the traps that something fell into.
    #[inline]
    pub(crate) fn step(&mut self, from: usize, to: usize) -> u64 {
        let piece = self.number_on(from);
        for digit in self.digits.iter_mut().chain([&mut self.gold]) {
            let bit = *digit >> from & 1;
            *digit ^= bit << from | bit << to;
        }
        self.key ^= KEYS.get(piece, from) ^ KEYS.get(piece, to);
        let fallen = self.unsupported();
        let mut rest = fallen;
        while rest != 0 {
            let square = rest.trailing_zeros() as usize;
            self.toggle(self.number_on(square), square);
            rest &= rest - 1;
        }
        fallen
    }

    /// The key after a step by which nothing falls.
    #[inline]
    pub(crate) const fn key_after(&self, from: usize, to: usize) -> u64 {
        let piece = self.number_on(from);
        self.key ^ KEYS.get(piece, from) ^ KEYS.get(piece, to)
    }

    /// The board after a step, as [`step`](Self::step) makes it.
    #[inline]
    pub(crate) fn after(mut self, from: usize, to: usize) -> Self {
        self.step(from, to);
        self
    }

    /// The traps whose piece has no friend next to it.
    ///
    /// After a step there are none. A position that was set up may have some; its first step empties them.
    #[inline]
    pub(crate) const fn unsupported(&self) -> u64 {
        unsupported(self.gold, self.occupied() & !self.gold)
    }

    /// The traps that something falls into when the piece on `from` steps to the empty square `to`.
    #[inline]
    pub(crate) const fn fallen_after(&self, from: usize, to: usize) -> u64 {
        let moved = 1_u64 << from | 1 << to;
        let silver = self.occupied() & !self.gold;
        if self.gold >> from & 1 == 1 {
            unsupported(self.gold ^ moved, silver)
        } else {
            unsupported(self.gold, silver ^ moved)
        }
    }

    /// Whether the piece on a square stands next to a stronger enemy and to no friend.
    #[inline]
    pub(crate) fn is_frozen(&self, square: usize) -> bool {
        let side = if self.gold >> square & 1 == 1 { Side::First } else { Side::Second };
        let beside = neighbours(square);
        let stronger = self.at_least()[self.strength_on(square) + 1];
        beside & self.men(!side) & stronger != 0 && beside & self.men(side) == 0
    }

    /// The pieces of a set that are not frozen, one by one.
    #[inline]
    pub(crate) fn unfrozen(&self, set: u64) -> impl Iterator<Item = Square> + '_ {
        Square::all_of(set).filter(|square| !self.is_frozen(square.index()))
    }

    /// The pieces of a side next to `square` that are stronger than a piece that was there. Those that are
    /// not frozen can push an enemy of this strength: `self` is the board after the enemy's step.
    #[inline]
    pub(crate) fn stronger_beside(&self, side: Side, square: usize, strength: usize) -> u64 {
        neighbours(square) & self.men(side) & self.at_least()[strength + 1]
    }

    /// The pieces of a side next to `square` that are weaker than a piece that was there: those that an enemy
    /// of this strength can pull.
    #[inline]
    pub(crate) fn weaker_beside(&self, side: Side, square: usize, strength: usize) -> u64 {
        neighbours(square) & self.men(side) & !self.at_least()[strength]
    }

    /// The pieces of a side that are frozen.
    pub(crate) fn frozen(&self, side: Side) -> u64 {
        frozen(self.men(side), self.men(!side), &self.at_least())
    }

    /// How many pieces of a kind a side has.
    pub(crate) fn count(&self, colour: Colour, kind: Kind) -> u32 {
        (self.of_kind(kind) & self.men(colour.into())).count_ones()
    }
}

#[inline]
const fn unsupported(gold: u64, silver: u64) -> u64 {
    if (gold | silver) & TRAPS == 0 {
        return 0;
    }
    TRAPS & (gold & !adjacent(gold) | silver & !adjacent(silver))
}

/// Those of `set` that stand next to a stronger one of `others`.
#[inline]
pub(crate) fn outranked(set: u64, others: u64, at_least: &AtLeast) -> u64 {
    (2..=6).fold(0, |outranked, strength| {
        outranked | set & !at_least[strength] & adjacent(others & at_least[strength])
    })
}

/// Those of `own` that stand next to a stronger one of `enemy` and to none of their own.
#[inline]
pub(crate) fn frozen(own: u64, enemy: u64, at_least: &AtLeast) -> u64 {
    outranked(own, enemy, at_least) & !adjacent(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_back_and_forth_restores_board_and_key() {
        let mut board = Board::EMPTY;
        for piece in 0..Piece::COUNT {
            board.toggle(piece, piece);
        }
        let before = board;
        assert_eq!(board.step(8, 16), 0);
        assert_ne!(board.key(), before.key());
        assert_eq!(board.differences(&before), 1 << 8 | 1 << 16);
        assert_eq!(board.step(16, 8), 0);
        assert!(board == before);
    }

    #[test]
    fn strengths_are_read_back_from_their_digits() {
        for number in 0..Piece::COUNT {
            let mut board = Board::EMPTY;
            board.toggle(number, 9);
            let piece = Piece::of(number);
            assert_eq!(board.piece_on(9), Some(piece));
            for strength in 1..=6 {
                let expected = u64::from(piece.kind.strength() >= strength) << 9;
                assert_eq!(board.at_least()[strength as usize], expected);
            }
            board.toggle(number, 9);
            assert!(board == Board::EMPTY);
        }
    }
}
