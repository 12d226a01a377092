//! A checksum, so that a damaged file is told from a wrong proof.

/// FNV-1a in 64 bits (Fowler, Noll and Vo), byte by byte. A change of one byte always changes it. It does not
/// prevent forgery: for that, proofs are checked.
#[derive(Clone, Copy)]
pub(super) struct Checksum(u64);

impl Checksum {
    /// The checksum of nothing.
    pub(super) const NEW: Self = Self(0xCBF2_9CE4_8422_2325);

    pub(super) fn add(&mut self, bytes: &[u8]) {
        const PRIME: u64 = 0x0000_0100_0000_01B3;
        self.0 = bytes.iter().fold(self.0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    }

    pub(super) const fn value(self) -> u64 {
        self.0
    }
}

/// The checksum of two parts of a file.
pub(super) fn checksum(parts: [&[u8]; 2]) -> u64 {
    let mut sum = Checksum::NEW;
    for part in parts {
        sum.add(part);
    }
    sum.value()
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
