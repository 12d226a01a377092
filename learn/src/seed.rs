//! One seed for a run, many for its parts.

use rand::SeedableRng;
use rand::rngs::StdRng;

/// A generator for part `number` of the run with this seed, as good as independent of every other part.
pub(crate) fn generator(seed: u64, number: u64) -> StdRng {
    StdRng::seed_from_u64(mix(mix(seed).wrapping_add(number)))
}

/// One step of `SplitMix64` (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
pub(crate) fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Whether a game is one of those, so many of a thousand, that are kept for validation.
pub(crate) fn is_kept_apart(game: u32, seed: u64, per_mille: u32) -> bool {
    mix(seed ^ mix(u64::from(game))) % 1_000 < u64::from(per_mille)
}
