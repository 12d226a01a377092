//! The men, the side to move and the hash key of both, changed only together.

use crate::rules::geometry;
use crate::rules::variants::Rules;
use plywood_play::turned;
use plywood_search::Side;
use plywood_zobrist::{Keys, key};

/// The seed of the keys.
const SEED: u64 = 0x10A;
static KEYS: Keys<64, 2> = Keys::new(SEED);
const WHITE_TO_MOVE: u64 = key(SEED, 1_000);

/// The keys of a man by size minus five, side and square: one for each of the eight transformations of the
/// board.
static SEEN_KEYS: [[[[u64; 8]; 64]; 2]; 4] = {
    let keys = Keys::<64, 2>::new(SEED);
    let mut seen = [[[[0; 8]; 64]; 2]; 4];
    let mut size = 5;
    while size <= 8 {
        let mut square = 0;
        while square < 64 {
            let mut way = 0;
            while way < 8 && geometry::board(size) >> square & 1 != 0 {
                let there = turned(1 << square, way, size).trailing_zeros() as usize;
                seen[size as usize - 5][0][square][way] = keys.get(0, there);
                seen[size as usize - 5][1][square][way] = keys.get(1, there);
                way += 1;
            }
            square += 1;
        }
        size += 1;
    }
    seen
};
/// The index of the first key of the rules.
const RULES: u64 = 2_000;

/// The colour of a man. Black moves first, and is `x` in text; White is `o`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Colour {
    /// Moves first. Its men start on the first and the last rank.
    Black,
    /// Moves second. Its men start on the first and the last file.
    White,
}

plywood_play::two_colours!(sides Colour: Black "black" 'x', White "white" 'o');

/// Two sets of men, the side to move, and the key.
///
/// The numbers of men on the lines are not stored. Only move generation needs them, and it counts all lines
/// at once in less time than it takes to update and copy the counts (see the module `movegen`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board {
    men: [u64; 2],
    key: u64,
    turn: Side,
}

impl Board {
    pub(crate) fn new(men: [u64; 2], turn: Side, rules: Rules) -> Self {
        let mut board = Self { men, key: key(SEED, RULES + rules.number()), turn };
        for side in Side::BOTH {
            let mut rest = men[side.index()];
            while rest != 0 {
                board.key ^= KEYS.get(side.index(), rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
        if turn == Side::Second {
            board.key ^= WHITE_TO_MOVE;
        }
        board
    }

    /// The starting position: Black on the first and last rank, White on the first and last file, the corners
    /// empty.
    pub(crate) fn start(rules: Rules) -> Self {
        let size = rules.size.get();
        let inner = geometry::board(size - 2) << 9;
        let all = geometry::board(size);
        let black = (inner << 8 | inner >> 8) & !inner & all;
        let white = (inner << 1 | inner >> 1) & !inner & all;
        Self::new([black, white], Side::First, rules)
    }

    #[inline]
    pub(crate) const fn men(&self, side: Side) -> u64 {
        self.men[side.index()]
    }

    #[inline]
    pub(crate) const fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    pub(crate) const fn key(&self) -> u64 {
        self.key
    }

    /// The smallest key under the eight transformations of a board of this size.
    pub(crate) fn canonical_key(&self, rules: Rules) -> u64 {
        let seen_keys = &SEEN_KEYS[usize::from(rules.size.get() - 5)];
        let mut keys = [key(SEED, RULES + rules.number()); 8];
        for (men, seen_keys) in self.men.iter().zip(seen_keys) {
            let mut rest = *men;
            while rest != 0 {
                let seen = &seen_keys[rest.trailing_zeros() as usize];
                keys.iter_mut().zip(seen).for_each(|(key, seen)| *key ^= seen);
                rest &= rest - 1;
            }
        }
        let turn = if self.turn == Side::Second { WHITE_TO_MOVE } else { 0 };
        keys.into_iter().map(|key| key ^ turn).fold(u64::MAX, u64::min)
    }

    /// The key without the side to move.
    #[inline]
    pub(crate) fn key_of_men(&self) -> u64 {
        if self.turn == Side::Second { self.key ^ WHITE_TO_MOVE } else { self.key }
    }

    /// Moves a man of the side to move, captures what stands on `to`, and hands the turn over. True if there
    /// was a capture.
    #[inline]
    pub(crate) fn move_man(&mut self, from: usize, to: usize) -> bool {
        let (us, them) = (self.turn.index(), (!self.turn).index());
        let target = 1 << to;
        let captures = self.men[them] & target != 0;
        self.men[us] ^= 1 << from | target;
        self.key ^= KEYS.get(us, from) ^ KEYS.get(us, to);
        if captures {
            self.men[them] ^= target;
            self.key ^= KEYS.get(them, to);
        }
        self.pass();
        captures
    }

    /// The key after [`move_man`](Self::move_man).
    #[inline]
    pub(crate) fn key_after(&self, from: usize, to: usize) -> u64 {
        let (us, them) = (self.turn.index(), (!self.turn).index());
        let key = self.key ^ WHITE_TO_MOVE ^ KEYS.get(us, from) ^ KEYS.get(us, to);
        if self.men[them] >> to & 1 != 0 { key ^ KEYS.get(them, to) } else { key }
    }

    /// Hands the turn over.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.turn = !self.turn;
        self.key ^= WHITE_TO_MOVE;
    }
}
