//! The transposition table: results of positions, shared by all threads of a search.
//!
//! # An entry
//!
//! An entry is the position's key and a word of data; see `buckets.rs`.
//!
//! | bits of the data | content |
//! |---|---|
//! | 0-31 | the best move plus one; 0 for none |
//! | 32-47 | the score, as 16 bits in two's complement; wins and losses counted from this position |
//! | 48-55 | depth searched, in plies |
//! | 56-57 | the bound: 0 none (the move is a hint), 1 exact, 2 lower, 3 upper |
//! | 58-63 | the age: the number of the search, modulo 64 |
//!
//! Four entries fill a cache line of 64 bytes, a bucket; the key chooses the bucket.

use crate::buckets::{Buckets, SLOTS, Slot};
use crate::contract::{PackedMove, Score};
use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

/// The meaning of an entry's score for the position's value at the entry's depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The value is the score.
    Exact,
    /// The value is the score or more.
    Lower,
    /// The value is the score or less.
    Upper,
}

/// A table entry: what is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<M> {
    /// The best move, or the one that refuted the position. Check that it is legal before playing it.
    pub best: Option<M>,
    /// The bound and the score; `None` if only the move is known.
    pub value: Option<(Bound, Score)>,
    /// The depth of the search that produced the value, in plies.
    pub depth: u32,
}

const DEPTH_SHIFT: u32 = 48;
const BOUND_SHIFT: u32 = 56;
const AGE_SHIFT: u32 = 58;
const AGES: u8 = 64;

/// The data word of an entry.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    fn pack<M: PackedMove>(entry: &Entry<M>, age: u8) -> Self {
        let mv = entry.best.map_or(0, |mv| mv.to_bits().wrapping_add(1));
        let (bound, score) = match entry.value {
            None => (0, Score::ZERO),
            Some((Bound::Exact, score)) => (1, score),
            Some((Bound::Lower, score)) => (2, score),
            Some((Bound::Upper, score)) => (3, score),
        };
        Self(
            u64::from(mv)
                | u64::from(score.value() as i16 as u16) << 32
                | u64::from(entry.depth.min(255)) << DEPTH_SHIFT
                | bound << BOUND_SHIFT
                | u64::from(age) << AGE_SHIFT,
        )
    }

    fn unpack<M: PackedMove>(self) -> Entry<M> {
        let score = Score::raw(i32::from((self.0 >> 32) as u16 as i16));
        let value = match self.0 >> BOUND_SHIFT & 3 {
            1 => Some((Bound::Exact, score)),
            2 => Some((Bound::Lower, score)),
            3 => Some((Bound::Upper, score)),
            _ => None,
        };
        let best = (self.0 as u32).checked_sub(1).and_then(M::from_bits);
        Entry { best, value, depth: self.depth() }
    }

    const fn depth(self) -> u32 {
        (self.0 >> DEPTH_SHIFT) as u32 & 0xFF
    }

    const fn is_exact(self) -> bool {
        self.0 >> BOUND_SHIFT & 3 == 1
    }

    const fn has_value(self) -> bool {
        self.0 >> BOUND_SHIFT & 3 != 0
    }

    const fn move_bits(self) -> u64 {
        self.0 & 0xFFFF_FFFF
    }

    /// The number of searches since the entry was written.
    const fn searches_ago(self, age: u8) -> u32 {
        (age.wrapping_sub((self.0 >> AGE_SHIFT) as u8) % AGES) as u32
    }
}

/// A transposition table of a fixed size.
///
/// All methods take `&self`, so threads share one table by reference or `Arc`. A table can hold positions of
/// any game, but of one game, one evaluation and one set of options at a time: call [`clear`](Self::clear) in
/// between.
pub struct Table {
    buckets: Buckets,
    /// The number of the current search, modulo [`AGES`].
    age: AtomicU8,
}

/// Error returned when memory for a table cannot be allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableTooLarge {
    /// The requested size in bytes.
    pub bytes: usize,
}

impl fmt::Display for TableTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a transposition table of {} bytes", self.bytes)
    }
}

impl core::error::Error for TableTooLarge {}

impl Table {
    /// Makes a table of at most `bytes` bytes: the greatest power of two that fits, at least 64.
    ///
    /// # Errors
    ///
    /// If the memory cannot be allocated.
    pub fn with_bytes(bytes: usize) -> Result<Self, TableTooLarge> {
        Ok(Self { buckets: Buckets::with_bytes(bytes)?, age: AtomicU8::new(0) })
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.bytes()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.buckets.clear();
        self.age.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: existing entries age and are replaced more readily.
    pub fn begin_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    /// Prefetches the entry of the position with this key, if the processor supports it. Changes nothing.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.buckets.prefetch(key);
    }

    /// Looks up the position with this key, `ply` plies from the root.
    ///
    /// Wins and losses in the returned entry are counted from the root.
    #[inline]
    pub fn probe<M: PackedMove>(&self, key: u64, ply: u32) -> Option<Entry<M>> {
        let (_, data) =
            self.buckets.of(key).map(Slot::load).find(|&(found, data)| found == key && data != 0)?;
        let mut entry = Data(data).unpack();
        if let Some((_, score)) = &mut entry.value {
            *score = score.seen_from(ply);
        }
        Some(entry)
    }

    /// Stores an entry for the position with this key, `ply` plies from the root.
    ///
    /// Within a bucket, the entry of the same position is overwritten, unless it is from this search, deeper,
    /// and not worse in kind; a new entry without a move keeps the old move. Otherwise the least valuable
    /// entry is replaced: shallow before deep, where each search of age counts as eight plies.
    #[inline]
    pub fn store<M: PackedMove>(&self, key: u64, ply: u32, mut entry: Entry<M>) {
        if let Some((_, score)) = &mut entry.value {
            *score = score.seen_at(ply);
        }
        let age = self.age.load(Ordering::Relaxed);
        let mut data = Data::pack(&entry, age);
        let mut worst = None;
        for slot in self.buckets.of(key) {
            let (found, old) = slot.load();
            let old = Data(old);
            if found == key && old.0 != 0 {
                if data.move_bits() == 0 {
                    data.0 |= old.move_bits();
                }
                if !worth_keeping(old, data, age) {
                    slot.store(key, data.0);
                }
                return;
            }
            let worth = if old.0 == 0 { i32::MIN } else { worth(old, age) };
            if worst.is_none_or(|(least, _)| worth < least) {
                worst = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = worst {
            slot.store(key, data.0);
        }
    }

    /// The share of entries written by the current search, in thousandths, from a sample of the first 1 000
    /// buckets.
    pub fn fill_permille(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = SLOTS * (self.buckets.bytes() / 64).min(1_000);
        let entries = self.buckets.slots().take(sample).map(|slot| Data(slot.load().1));
        let used = entries.filter(|data| data.0 != 0 && data.searches_ago(age) == 0).count();
        (used * 1_000 / sample) as u32
    }
}

/// The value of an entry for later searches.
fn worth(data: Data, age: u8) -> i32 {
    data.depth() as i32 - 8 * data.searches_ago(age) as i32
}

/// Whether to keep an entry rather than overwrite it with a shallower one of the same position.
fn worth_keeping(old: Data, new: Data, age: u8) -> bool {
    let better_kind = (old.has_value() && !new.has_value()) || old.is_exact() || !new.is_exact();
    old.searches_ago(age) == 0 && old.depth() > new.depth() && better_kind
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}
