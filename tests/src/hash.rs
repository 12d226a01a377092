//! Numbers that look random and are not.

/// Scatters the bits of a number; different numbers stay different (the finalizer of `SplitMix64`: Steele,
/// Lea and Flood 2014).
pub(crate) const fn mix(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
