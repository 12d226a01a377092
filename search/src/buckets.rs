//! Memory of the tables that threads share: cache lines of 64 bytes with four entries each; an entry is a key
//! and a word of data.
//!
//! The first word of an entry is the exclusive-or of key and data, so that an entry written by two threads at
//! once matches no key and is not found (Hyatt and Mann, "A lock-less transposition table implementation for
//! parallel search", 2002). Both words are relaxed atomics, so there is no data race.
//!
//! The system provides zeroed memory when it is first touched, so a large table costs a short search nothing.
//! It uses huge pages where it can: with small pages, the first touch of each of the 16 384 pages of 64 MiB
//! takes longer than a short search, and half of the look-ups miss the page table's cache.

use crate::table::TableTooLarge;
use core::sync::atomic::{AtomicU64, Ordering};

/// The number of entries in a bucket.
pub(crate) const SLOTS: usize = 4;
/// The number of words in a bucket, which fills a cache line.
const WORDS: usize = 2 * SLOTS;
const BUCKET_BYTES: usize = WORDS * size_of::<u64>();

/// A place for an entry. A place that was never written reads as key 0 with data 0.
#[derive(Clone, Copy)]
pub(crate) struct Slot<'a>(&'a [AtomicU64; 2]);

impl Slot<'_> {
    /// The key and the data of the entry; a random key if two threads wrote at once.
    #[inline]
    pub(crate) fn load(self) -> (u64, u64) {
        let data = self.0[1].load(Ordering::Relaxed);
        (self.0[0].load(Ordering::Relaxed) ^ data, data)
    }

    #[inline]
    pub(crate) fn store(self, key: u64, data: u64) {
        self.0[0].store(key ^ data, Ordering::Relaxed);
        self.0[1].store(data, Ordering::Relaxed);
    }
}

/// Buckets; their number is a power of two.
pub(crate) struct Buckets {
    words: Box<[AtomicU64]>,
    /// The index of the word at which the first cache line begins.
    first: usize,
    count: usize,
}

impl Buckets {
    /// Makes as many empty buckets as fit into `bytes` bytes, at least one.
    pub(crate) fn with_bytes(bytes: usize) -> Result<Self, TableTooLarge> {
        let count = 1_usize << (bytes / BUCKET_BYTES).max(1).ilog2();
        // The memory may begin at any word of a cache line.
        let words = count * WORDS + WORDS - 1;
        let mut words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box(words).map_err(|()| TableTooLarge { bytes })?;
        plywood_huge_pages::advise(&mut words);
        let first = words.as_ptr().addr() / size_of::<u64>();
        Ok(Self { first: first.next_multiple_of(WORDS) - first, words, count })
    }

    /// The size of all buckets in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.count * BUCKET_BYTES
    }

    /// The number of buckets.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn lines(&self) -> &[[AtomicU64; WORDS]] {
        self.words[self.first..].as_chunks().0
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.count - 1)
    }

    /// The slots that may hold the entry of `key`.
    #[inline]
    pub(crate) fn of(&self, key: u64) -> impl Iterator<Item = Slot<'_>> + Clone {
        slots(&self.lines()[self.index(key)])
    }

    /// All slots, bucket by bucket.
    pub(crate) fn slots(&self) -> impl Iterator<Item = Slot<'_>> {
        self.lines()[..self.count].iter().flat_map(slots)
    }

    /// Asks the processor to prefetch the bucket of `key`.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch_index::prefetch_index(self.lines(), self.index(key));
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.slots().for_each(|slot| slot.store(0, 0));
    }
}

#[inline]
fn slots(line: &[AtomicU64; WORDS]) -> impl Iterator<Item = Slot<'_>> + Clone {
    line.as_chunks().0.iter().map(Slot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_cache_lines_and_a_power_of_two() {
        for (bytes, count) in [(0, 1), (63, 1), (64, 1), (1_000, 8), (1 << 20, 1 << 14)] {
            let buckets = Buckets::with_bytes(bytes).unwrap();
            assert_eq!(buckets.bytes(), 64 * count, "{bytes}");
            assert_eq!(buckets.lines()[0].as_ptr().addr() % 64, 0, "{bytes}");
            assert_eq!(buckets.slots().count(), SLOTS * count, "{bytes}");
            assert!(buckets.slots().all(|slot| slot.load() == (0, 0)), "{bytes}");
        }
        assert_eq!(Buckets::with_bytes(usize::MAX / 2).err(), Some(TableTooLarge { bytes: usize::MAX / 2 }));
    }

    #[test]
    fn what_is_stored_is_found_in_its_bucket_alone() {
        let buckets = Buckets::with_bytes(1 << 12).unwrap();
        let key = 0xDEAD_BEEF;
        buckets.of(key).nth(2).unwrap().store(key, 7);
        assert_eq!(buckets.of(key).map(Slot::load).filter(|&slot| slot == (key, 7)).count(), 1);
        assert_eq!(buckets.slots().filter(|slot| slot.load().1 != 0).count(), 1);
        buckets.clear();
        assert!(buckets.slots().all(|slot| slot.load() == (0, 0)));
    }
}
