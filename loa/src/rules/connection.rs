//! Whether men form one group: neighbours in any of the eight directions belong together.
//!
//! A flood fill from one man, a ring of neighbours a step. Men far apart stop it after a step or two, so that
//! most positions of a game cost little; `play` asks only for the sides that its move can have connected.

use crate::rules::geometry::grown;

/// The group that contains the men of `seed`: every man of `men` that chains of neighbours connect with them.
///
/// Bit 0 is a1, bit 7 h1, bit 63 h8.
#[inline]
pub const fn group_of(seed: u64, men: u64) -> u64 {
    let mut group = seed & men;
    loop {
        let larger = grown(group) & men;
        if larger == group {
            return group;
        }
        group = larger;
    }
}

/// Whether the men form one group. A single man does, and so does no man at all.
///
/// ```
/// use plywood_loa::is_connected;
///
/// assert!(is_connected(1 << 0 | 1 << 9 | 1 << 16)); // a1 b2 a3
/// assert!(!is_connected(1 << 7 | 1 << 8)); // h1 a2: the board does not wrap around
/// ```
#[inline]
pub const fn is_connected(men: u64) -> bool {
    group_of(men & men.wrapping_neg(), men) == men
}
