//! Seeds: many independent ones derived from the seed of a match.

/// The purpose of a derived seed, so that two parts of a match never share one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    Opening = 1,
    Engine = 2,
    Order = 3,
}

/// The seed for `purpose` and `numbers` under the match's `seed`, statistically independent of all others.
pub(crate) fn derive(seed: u64, purpose: Purpose, numbers: [u64; 2]) -> u64 {
    [purpose as u64, numbers[0], numbers[1]]
        .into_iter()
        .fold(mix(seed), |state, word| mix(state.wrapping_add(word)))
}

/// A digest of a text: the same on every machine and in every version, different for different texts with
/// high probability.
pub(crate) fn digest(text: &[u8]) -> u64 {
    text.iter().fold(mix(text.len() as u64), |state, &byte| mix(state ^ u64::from(byte)))
}

/// One step of `SplitMix64` (Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators").
fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_mixer_is_splitmix64() {
        // The first output for seed 0, as in the reference implementation by Vigna.
        assert_eq!(mix(0), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn parts_of_a_match_do_not_share_seeds() {
        let mut seen = HashSet::new();
        for seed in 0..3 {
            for purpose in [Purpose::Opening, Purpose::Engine, Purpose::Order] {
                for number in 0..50 {
                    for part in 0..20 {
                        assert!(seen.insert(derive(seed, purpose, [number, part])));
                    }
                }
            }
        }
    }
}
