//! The pieces that a placed piece repels, found in all eight directions at once and without a branch.
//!
//! The *pattern* of a square is a number of nine bits that says which of its neighbours are in a set:
//!
//! ```text
//! bits 0-2: the rank above, from the left
//! bits 3-5: the rank of the square; bit 4 is the square itself and never set
//! bits 6-8: the rank below
//! ```
//!
//! Patterns are gathered by multiplication, as magic bitboards are, and tables turn them back into sets and
//! into keys. The ring of bits around the board spares all tests of edges: pieces repelled off the board land
//! in it, and no bit two steps from a square comes out on the other side of the board.

use crate::rules::board::KEYS;
use crate::rules::geometry::BOARD;

/// By the number of its bit: how far a neighbour lies from its square.
const STEPS: [i32; 9] = [7, 8, 9, -1, 0, 1, -9, -8, -7];
/// The patterns of which the square itself is not a part.
const SURROUNDING: usize = 0b111_101_111;

/// The neighbours of bit 9, and of bit 18 the squares two steps away.
const NEAR: u64 = shifted(SURROUNDING, 1, 9);
const FAR: u64 = shifted(SURROUNDING, 2, 18);

/// Moves the three ranks of [`NEAR`] to the last nine bits, the highest rank first.
const GATHER_NEAR: u64 = 1 << 39 | 1 << 50 | 1 << 61;
/// Moves the bits of [`FAR`] to the last eight bits, in an order that [`FREE`] undoes; found by trying random
/// numbers.
const GATHER_FAR: u64 = 0x0201_8090_4400_0008;

/// The set of the neighbours in a pattern, so many steps away from a square.
const fn shifted(pattern: usize, steps: i32, square: i32) -> u64 {
    let (mut set, mut bit) = (0, 0);
    while bit < STEPS.len() {
        if pattern >> bit & 1 != 0 {
            set |= 1 << ((square + steps * STEPS[bit]) & 63);
        }
        bit += 1;
    }
    set
}

/// By what [`GATHER_FAR`] gathers from a set: the pattern of the neighbours behind which the set has nothing.
static FREE: [u16; 256] = {
    let mut free = [0; 256];
    let mut pattern = 0;
    while pattern < 512 {
        if pattern & SURROUNDING == pattern {
            let gathered = shifted(pattern, 2, 18).wrapping_mul(GATHER_FAR) >> 56;
            free[gathered as usize] = (SURROUNDING & !pattern) as u16;
        }
        pattern += 1;
    }
    free
};

/// By pattern: the neighbours of bit 9.
static NEAR_OF: [u64; 512] = sets(1, 9);
/// By pattern: the squares behind the neighbours of bit 18.
static FAR_OF: [u64; 512] = sets(2, 18);

const fn sets(steps: i32, square: i32) -> [u64; 512] {
    let mut sets = [0; 512];
    let mut pattern = 0;
    while pattern < 512 {
        sets[pattern] = shifted(pattern & SURROUNDING, steps, square);
        pattern += 1;
    }
    sets
}

/// By player, bit of a square, rank of the pattern and pattern in that rank: the change of the key.
static PUSH_KEYS: [[[[u64; 8]; 3]; 64]; 2] = {
    let mut keys = [[[[0; 8]; 3]; 64]; 2];
    let mut index = 0;
    while index < 2 * 64 * 3 * 8 {
        let (side, square, rank, pattern) = (index / 1536, index / 24 % 64, index / 8 % 3, index % 8);
        if BOARD >> square & 1 != 0 {
            keys[side][square][rank][pattern] = push_key(side, square as i32, pattern << (3 * rank));
        }
        index += 1;
    }
    keys
};

/// The change of the key when a player's pieces of this pattern are repelled.
const fn push_key(side: usize, square: i32, pattern: usize) -> u64 {
    let (mut key, mut bit) = (0, 0);
    while bit < STEPS.len() {
        if pattern & SURROUNDING & 1 << bit != 0 {
            let to = (square + 2 * STEPS[bit]) & 63;
            key ^= KEYS[side][(square + STEPS[bit]) as usize] ^ KEYS[side][to as usize];
        }
        bit += 1;
    }
    key
}

/// The pieces of one player that a placed piece repels, as a pattern.
#[derive(Clone, Copy)]
pub(crate) struct Repelled(usize);

impl Repelled {
    /// The repelled pieces of each of two players, when a piece is placed on the empty square of bit
    /// `square`.
    #[inline]
    pub(crate) fn of(pieces: [u64; 2], square: usize) -> [Self; 2] {
        let occupied = pieces[0] | pieces[1];
        let far = occupied.rotate_right(square as u32 + 46) & FAR;
        let free = usize::from(FREE[(far.wrapping_mul(GATHER_FAR) >> 56) as usize]);
        pieces.map(|set| {
            let near = set.rotate_right(square as u32 + 55) & NEAR;
            Self((near.wrapping_mul(GATHER_NEAR) >> 55) as usize & free)
        })
    }

    /// The player's pieces, of which these have been repelled from `square`.
    #[inline]
    pub(crate) fn moved(self, pieces: u64, square: usize) -> u64 {
        let from = NEAR_OF[self.0].rotate_left(square as u32 + 55);
        let to = FAR_OF[self.0].rotate_left(square as u32 + 46);
        pieces & !from | to & BOARD
    }

    /// The change of the key, if these are pieces of the player with the index `side`.
    #[inline]
    pub(crate) fn key(self, side: usize, square: usize) -> u64 {
        let ranks = &PUSH_KEYS[side][square & 63];
        ranks[0][self.0 & 7] ^ ranks[1][self.0 >> 3 & 7] ^ ranks[2][self.0 >> 6 & 7]
    }
}
