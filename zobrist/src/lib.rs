#![doc = include_str!("../README.md")]
#![no_std]

/// The 64-bit key number `index` of the family `seed`.
///
/// This is the output function of `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014) at step `index + 1` from a state mixed out of `seed`. For one seed the function is a
/// bijection of the step, so that two different indices never share a key.
///
/// ```
/// assert_ne!(plywood_zobrist::key(7, 0), plywood_zobrist::key(7, 1));
/// ```
pub const fn key(seed: u64, index: u64) -> u64 {
    const GOLDEN_GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;
    mix(mix(seed).wrapping_add(index.wrapping_add(1).wrapping_mul(GOLDEN_GAMMA)))
}

/// The finaliser of `SplitMix64`: a bijection of 64 bits in which every input bit flips each output bit about
/// half the time.
const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// One key for each kind of piece on each square.
///
/// Kinds and squares are numbered from 0; what they mean is the game's own business. A table of `SQUARES *
/// PIECES * 8` bytes.
#[derive(Clone, Debug)]
pub struct Keys<const SQUARES: usize, const PIECES: usize> {
    by_piece: [[u64; SQUARES]; PIECES],
}

impl<const SQUARES: usize, const PIECES: usize> Keys<SQUARES, PIECES> {
    /// The table of the family `seed`: kind `p` on square `s` has the key number `p * SQUARES + s`.
    ///
    /// Use it in a `static`, so that it is made by the compiler and stands in the program once.
    pub const fn new(seed: u64) -> Self {
        let mut by_piece = [[0; SQUARES]; PIECES];
        let mut piece = 0;
        while piece < PIECES {
            let mut square = 0;
            while square < SQUARES {
                by_piece[piece][square] = key(seed, (piece * SQUARES + square) as u64);
                square += 1;
            }
            piece += 1;
        }
        Self { by_piece }
    }

    /// The key of `piece` on `square`.
    ///
    /// # Panics
    ///
    /// If `piece >= PIECES` or `square >= SQUARES`.
    #[inline]
    pub const fn get(&self, piece: usize, square: usize) -> u64 {
        self.by_piece[piece][square]
    }

    /// The keys of `piece`, a square each.
    ///
    /// # Panics
    ///
    /// If `piece >= PIECES`.
    #[inline]
    pub const fn of_piece(&self, piece: usize) -> &[u64; SQUARES] {
        &self.by_piece[piece]
    }
}
