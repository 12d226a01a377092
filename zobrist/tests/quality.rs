//! What a transposition table relies on: keys that differ, and whose small combinations differ.
//!
//! Two positions collide when the exclusive-or of the keys in which they differ is zero. Positions a few
//! moves apart differ in up to about eight keys, so combinations of four against four are the ones that
//! matter first.

use plywood_zobrist::{Keys, key};
use std::collections::HashSet;

/// As many keys as the largest game has: a 19x19 board with two kinds of stone.
const KEYS: u64 = 722;
const SEEDS: [u64; 4] = [0, 1, 0x10A, u64::MAX];

fn family(seed: u64) -> Vec<u64> {
    (0..KEYS).map(|index| key(seed, index)).collect()
}

#[test]
fn no_key_is_zero_or_equal_to_another() {
    for seed in SEEDS {
        let distinct: HashSet<u64> = family(seed).into_iter().filter(|&key| key != 0).collect();
        assert_eq!(distinct.len() as u64, KEYS, "seed {seed}");
    }
}

#[test]
fn families_share_no_key() {
    let distinct: HashSet<u64> = SEEDS.into_iter().flat_map(family).collect();
    assert_eq!(distinct.len(), KEYS as usize * SEEDS.len());
}

/// No two, three or four keys cancel: all sums of two keys differ from each other, from every key and from
/// zero.
#[test]
fn no_four_keys_cancel() {
    for seed in SEEDS {
        let keys = family(seed);
        let mut sums: HashSet<u64> = keys.iter().copied().collect();
        sums.insert(0);
        let mut expected = sums.len();
        for (index, first) in keys.iter().enumerate() {
            for second in &keys[index + 1..] {
                sums.insert(first ^ second);
                expected += 1;
            }
        }
        assert_eq!(sums.len(), expected, "seed {seed}");
    }
}

/// The low 32 bits choose a bucket: two-key sums must spread over them as random numbers do.
///
/// Of `n` random values in 2^32 about `n^2 / 2^33` pairs meet; for the 260 281 sums that is 7.9, with a
/// deviation of 2.8.
#[test]
fn low_halves_of_two_key_sums_meet_no_more_often_than_chance() {
    for seed in SEEDS {
        let keys = family(seed);
        let mut seen = HashSet::new();
        let mut meetings = 0;
        for (index, first) in keys.iter().enumerate() {
            for second in &keys[index + 1..] {
                meetings += u32::from(!seen.insert((first ^ second) as u32));
            }
        }
        assert!(meetings < 25, "seed {seed}: {meetings} meetings");
    }
}

/// Each bit is set in about half of the keys: 722 tosses have a deviation of 13.4, and five of them are
/// allowed.
#[test]
fn every_bit_is_balanced() {
    for seed in SEEDS {
        let keys = family(seed);
        for bit in 0..64 {
            let set = keys.iter().filter(|&&key| key >> bit & 1 == 1).count() as i64;
            assert!((set - KEYS as i64 / 2).abs() < 67, "seed {seed}, bit {bit}: {set}");
        }
    }
}

/// Each pair of bits agrees in about half of the keys.
#[test]
fn no_two_bits_go_together() {
    for seed in SEEDS {
        let keys = family(seed);
        for low in 0..64 {
            for high in low + 1..64 {
                let equal = keys.iter().filter(|&&key| key >> low & 1 == key >> high & 1).count() as i64;
                assert!((equal - KEYS as i64 / 2).abs() < 80, "seed {seed}, bits {low} and {high}: {equal}");
            }
        }
    }
}

#[test]
fn the_table_holds_the_numbered_keys() {
    static TABLE: Keys<64, 3> = Keys::new(42);
    assert_eq!(TABLE.get(0, 0), key(42, 0));
    assert_eq!(TABLE.get(2, 5), key(42, 2 * 64 + 5));
    assert_eq!(TABLE.of_piece(1)[63], key(42, 127));
}

/// The keys are a promise: stored positions and published node counts depend on them.
#[test]
fn the_keys_of_a_seed_never_change() {
    assert_eq!(key(0, 0), 0xE220_A839_7B1D_CDAF);
}
