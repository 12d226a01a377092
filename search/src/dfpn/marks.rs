//! What the buckets of a table hold, in short: most look-ups of a proof ask for positions that are not there.
//!
//! The marks of a table take a thirty-second of its memory, so that they lie in a cache where the table does
//! not. A position without its mark needs no look into the table, which takes longer than to play a move: for
//! Gekitai nine of ten look-ups end here.

use crate::table::TableTooLarge;
use core::sync::atomic::{AtomicU16, Ordering};

/// One of the sixteen marks of a bucket for each of its keys.
///
/// Two threads that write to a bucket at the same time may lose a mark. Its entry is then hidden until it is
/// written again: what it says is searched again.
pub(super) struct Marks {
    buckets: Box<[AtomicU16]>,
}

impl Marks {
    /// No marks for this number of buckets, a power of two.
    pub(super) fn of(buckets: usize) -> Result<Self, TableTooLarge> {
        let bytes = buckets * size_of::<AtomicU16>();
        let mut buckets: Box<[AtomicU16]> =
            bytemuck::allocation::try_zeroed_slice_box(buckets).map_err(|()| TableTooLarge { bytes })?;
        plywood_huge_pages::advise(&mut buckets);
        Ok(Self { buckets })
    }

    /// The index of a bucket; the table, too, goes by the last bits of a key.
    #[inline]
    fn index(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    #[inline]
    fn of_bucket(&self, key: u64) -> &AtomicU16 {
        &self.buckets[self.index(key)]
    }

    /// Asks the processor to bring the marks of this key's bucket near.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index::prefetch_index(&self.buckets, self.index(key));
    }

    /// Whether the bucket of this key may hold it.
    #[inline]
    pub(super) fn may_hold(&self, key: u64) -> bool {
        self.of_bucket(key).load(Ordering::Relaxed) & mark(key) != 0
    }

    /// Notes that the bucket of these keys holds them, and no others.
    #[inline]
    pub(super) fn set(&self, keys: impl IntoIterator<Item = u64>, key: u64) {
        let marks = keys.into_iter().fold(mark(key), |marks, key| marks | mark(key));
        self.of_bucket(key).store(marks, Ordering::Relaxed);
    }

    pub(super) fn clear(&self) {
        self.buckets.iter().for_each(|marks| marks.store(0, Ordering::Relaxed));
    }
}

/// The mark of a key, by bits that neither the table nor the threads of a team go by.
#[inline]
const fn mark(key: u64) -> u16 {
    1 << (key >> 44 & 15)
}
