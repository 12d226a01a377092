//! A checksum, so that a damaged file is told from a wrong proof.

/// FNV-1a in 64 bits (Fowler, Noll and Vo). A change of one byte always changes it. It keeps nobody from
/// forging: that is what checking the proof is for.
pub(super) fn checksum(parts: [&[u8]; 2]) -> u64 {
    const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01B3;
    let bytes = parts.into_iter().flatten();
    bytes.fold(OFFSET, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values published with the algorithm.
    #[test]
    fn known_values() {
        assert_eq!(checksum([b"", b""]), 0xCBF2_9CE4_8422_2325);
        assert_eq!(checksum([b"a", b""]), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(checksum([b"foo", b"bar"]), 0x8594_4171_F739_67E8);
    }
}
