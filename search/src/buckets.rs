//! The memory of the tables that threads share: cache lines of 64 bytes with four entries each, an entry a key and a word of data.
//!
//! The first word of an entry is the key combined with the data by exclusive-or, so that an entry that two threads wrote at once matches no key
//! and is not found (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002). Both words are relaxed
//! atomics: there is no data race to begin with.
//!
//! The memory comes from the system as zeros that it makes when they are first touched, so that a large table costs a short search nothing, and
//! in huge pages where the system has them: with small ones, a first touch of each of the 16 384 pages of 64 MiB takes longer than a short
//! search, and half of the looks go through the page table.

use crate::table::TableTooLarge;
use core::sync::atomic::{AtomicU64, Ordering};

/// The entries of a bucket.
pub(crate) const SLOTS: usize = 4;
/// The words of a bucket, which fills a cache line.
const WORDS: usize = 2 * SLOTS;
const BUCKET_BYTES: usize = WORDS * size_of::<u64>();

/// A place for an entry. What has never been written reads as key 0 with data 0.
#[derive(Clone, Copy)]
pub(crate) struct Slot<'a>(&'a [AtomicU64; 2]);

impl Slot<'_> {
    /// The key and the data that stand here; a key of its own making if two threads wrote at once.
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

/// Buckets, as many as a power of two.
pub(crate) struct Buckets {
    words: Box<[AtomicU64]>,
    /// The word with which the first cache line begins.
    first: usize,
    count: usize,
}

impl Buckets {
    /// As many as fit into `bytes` bytes, and one at least, all empty.
    pub(crate) fn with_bytes(bytes: usize) -> Result<Self, TableTooLarge> {
        let count = 1_usize << (bytes / BUCKET_BYTES).max(1).ilog2();
        // Memory begins at some word of a cache line.
        let words = count * WORDS + WORDS - 1;
        let mut words: Box<[AtomicU64]> =
            bytemuck::allocation::try_zeroed_slice_box(words).map_err(|()| TableTooLarge { bytes })?;
        plywood_huge_pages::advise(&mut words);
        let first = words.as_ptr().addr() / size_of::<u64>();
        Ok(Self { first: first.next_multiple_of(WORDS) - first, words, count })
    }

    /// The size of all buckets.
    pub(crate) fn bytes(&self) -> usize {
        self.count * BUCKET_BYTES
    }

    #[inline]
    fn lines(&self) -> &[[AtomicU64; WORDS]] {
        self.words[self.first..].as_chunks().0
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.count - 1)
    }

    /// The slots in which the entry of `key` may stand.
    #[inline]
    pub(crate) fn of(&self, key: u64) -> impl Iterator<Item = Slot<'_>> + Clone {
        slots(&self.lines()[self.index(key)])
    }

    /// All slots, bucket by bucket.
    pub(crate) fn slots(&self) -> impl Iterator<Item = Slot<'_>> {
        self.lines()[..self.count].iter().flat_map(slots)
    }

    /// Asks the processor to bring the bucket of `key` near.
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
