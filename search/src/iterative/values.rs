//! Static values that were computed before, by key, for positions that recur: by another order of moves, in a
//! search of the same node again, or in the next iteration.

use crate::contract::Score;

/// The bits of a key that choose the entry, the lowest ones; those of a score take their place.
const BITS: u32 = 18;
const LOW: u64 = (1 << BITS) - 1;

/// A table of one thread: two megabytes, made when it is first written to.
#[derive(Default)]
pub(super) struct Values {
    /// By the lowest bits of the key: its other bits, and the score.
    entries: Vec<u64>,
}

impl Values {
    /// The value of the position of a key, if it is known.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Score> {
        let entry = *self.entries.get((key & LOW) as usize)?;
        ((entry ^ key) & !LOW == 0).then(|| Score::raw(i32::from(entry as u16 as i16)))
    }

    /// Notes the value of a position, in place of another one.
    #[inline]
    pub(super) fn set(&mut self, key: u64, score: Score) {
        if self.entries.is_empty() {
            // No key is found before it is written, save one in 2^46.
            self.entries = vec![!key & !LOW; 1 << BITS];
        }
        self.entries[(key & LOW) as usize] = key & !LOW | u64::from(score.value() as i16 as u16);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_under_its_own_key_until_another_takes_its_place() {
        let mut values = Values::default();
        let (key, other, same_entry) = (0x1234_5678_9ABC_DEF0, 0x1234_5678_9ABC_DEF1, 0x1234_5678_9AB8_DEF0);
        for score in [Score::ZERO, Score::heuristic(-30_000), Score::heuristic(30_000), Score::LOSS] {
            assert_eq!(values.get(other), None);
            values.set(key, score);
            assert_eq!(values.get(key), Some(score));
            assert_eq!(values.get(same_entry), None);
        }
        values.set(same_entry, Score::ZERO);
        assert_eq!((values.get(key), values.get(same_entry)), (None, Some(Score::ZERO)));
    }
}
