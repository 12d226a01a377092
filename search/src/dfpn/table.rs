//! The table of a proof-number search: what is proven, what is refuted, and how far the rest has come.
//!
//! # An entry
//!
//! The position's key and a word of data, as in [`Table`](crate::Table).
//!
//! | bits of the data | content |
//! |---|---|
//! | 0-19 | the proof number |
//! | 20-39 | the disproof number |
//! | 40-47 | the attacker wins within so many plies; 254: wins, in plies not counted; 255: not known to win |
//! | 48-55 | the attacker does not win within so many plies; 255: never |
//! | 56-61 | the nodes spent below, as twice their binary logarithm |
//! | 62 | the position was refuted by a repetition on some path |
//! | 63 | always set |
//!
//! What is proven or refuted holds for every path and for every bound in plies that it covers, so that
//! questions with different bounds share what they find out. The two numbers are opinions: they come from the
//! latest visit, whatever was asked.

use super::marks::Marks;
use crate::buckets::{Buckets, Slot};
use crate::contract::Numbers;
use crate::table::TableTooLarge;
use core::fmt;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) numbers: Numbers,
    /// The attacker wins within so many plies: up to [`Known::LONGEST`], or [`Known::WINS`], or
    /// [`Known::NOT_PROVEN`].
    pub(super) wins: u8,
    /// The attacker does not win within so many plies, or [`Known::NEVER`].
    pub(super) cannot: u8,
    /// Whether it was refuted by a repetition on some path.
    pub(super) leaned: bool,
}

impl Known {
    /// The greatest number of plies that is counted.
    pub(super) const LONGEST: u8 = 253;
    /// Won in a number of plies that is not counted.
    pub(super) const WINS: u8 = 254;
    /// Not known to be won.
    pub(super) const NOT_PROVEN: u8 = 255;
    /// Not won in any number of plies.
    pub(super) const NEVER: u8 = 255;
}

#[derive(Clone, Copy)]
struct Data(u64);

const NUMBER_BITS: u32 = 20;
const WINS_SHIFT: u32 = 40;
const CANNOT_SHIFT: u32 = 48;
const SIZE_SHIFT: u32 = 56;
const LEANED: u64 = 1 << 62;
const USED: u64 = 1 << 63;

impl Data {
    fn pack(known: Known, nodes: u64) -> Self {
        let number = |number: u32| u64::from(number.min(Numbers::GREATEST));
        Self(
            number(known.numbers.proof)
                | number(known.numbers.disproof) << NUMBER_BITS
                | u64::from(known.wins) << WINS_SHIFT
                | u64::from(known.cannot) << CANNOT_SHIFT
                | u64::from(size_class(nodes)) << SIZE_SHIFT
                | if known.leaned { LEANED } else { 0 }
                | USED,
        )
    }

    fn unpack(self) -> Known {
        let number = |shift: u32| (self.0 >> shift) as u32 & Numbers::GREATEST;
        Known {
            numbers: Numbers { proof: number(0), disproof: number(NUMBER_BITS) },
            wins: (self.0 >> WINS_SHIFT) as u8,
            cannot: (self.0 >> CANNOT_SHIFT) as u8,
            leaned: self.0 & LEANED != 0,
        }
    }

    /// What this says together with what was known of the same position before: bounds that hold are kept.
    fn with_bounds_of(self, old: Self) -> Self {
        let (mut new, old) = (self.unpack(), old.unpack());
        new.wins = new.wins.min(old.wins);
        new.cannot = new.cannot.max(old.cannot);
        new.leaned |= old.leaned;
        let size = self.0 & 0x3F << SIZE_SHIFT;
        Self(Self::pack(new, 0).0 | size)
    }

    const fn size_class(self) -> u8 {
        (self.0 >> SIZE_SHIFT) as u8 & 0x3F
    }
}

/// Twice the binary logarithm, rounded down: 0 to 63.
fn size_class(nodes: u64) -> u8 {
    let nodes = nodes.max(1);
    let log = nodes.ilog2();
    let half = u32::from(log > 0 && nodes >> (log - 1) & 1 == 1);
    (2 * log + half).min(63) as u8
}

/// The table of a proof-number search, of a fixed size, shared by reference.
///
/// When a bucket of four is full, the entry with the smallest subtree gives way: it is the cheapest to find
/// again (Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002). What is lost is
/// searched again; nothing that is found there is wrong, as long as no two positions have the same 64-bit
/// key.
///
/// One table serves all questions about positions of one game under one game's knowledge.
pub struct ProofTable {
    buckets: Buckets,
    marks: Marks,
}

impl ProofTable {
    /// Makes a table of at most `bytes` bytes: the greatest power of two that fits, at least 64. A
    /// thirty-second of that comes on top for a summary of what is in the table.
    ///
    /// # Errors
    ///
    /// If the memory cannot be allocated.
    pub fn with_bytes(bytes: usize) -> Result<Self, TableTooLarge> {
        let buckets = Buckets::with_bytes(bytes)?;
        Ok(Self { marks: Marks::of(buckets.count())?, buckets })
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.bytes()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.buckets.clear();
        self.marks.clear();
    }

    /// The number of positions in the table. It looks at every entry.
    pub fn entries(&self) -> usize {
        self.buckets.slots().filter(|slot| slot.load().1 != 0).count()
    }

    /// Key and data of every entry.
    pub(super) fn words(&self) -> impl Iterator<Item = [u64; 2]> + '_ {
        self.buckets.slots().map(Slot::load).filter(|(_, data)| *data != 0).map(|(key, data)| [key, data])
    }

    /// Puts an entry in its place.
    pub(super) fn put_words(&self, [key, data]: [u64; 2]) {
        self.put(key, Data(data | USED));
    }

    /// The decided positions below which a search spent `least` nodes or more, as words for
    /// [`learn`](Self::learn). It looks at every entry.
    pub fn decided(&self, least: u64) -> Vec<[u64; 2]> {
        let is_decided = |data: Data| {
            let known = data.unpack();
            // A refutation on one path has its place there as a number.
            let is_refuted = known.cannot == Known::NEVER && known.numbers.proof == 0;
            data.size_class() >= size_class(least) && (known.wins < Known::NOT_PROVEN || is_refuted)
        };
        self.words().filter(|&[_, data]| is_decided(Data(data))).collect()
    }

    /// Takes over what a search with another table has [`decided`](Self::decided) about the same game under
    /// the same rules and knowledge. It is believed.
    pub fn learn(&self, words: &[[u64; 2]]) {
        for &entry in words {
            self.put_words(entry);
        }
    }

    /// Asks the processor to bring near what says whether there is an entry of `key`.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        self.marks.prefetch(key);
    }

    /// Asks the processor to bring the entry of `key` near, if there may be one.
    #[inline]
    pub(super) fn prefetch_entry(&self, key: u64) {
        if self.marks.may_hold(key) {
            self.buckets.prefetch(key);
        }
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Known> {
        if !self.marks.may_hold(key) {
            return None;
        }
        let mut slots = self.buckets.of(key).map(Slot::load);
        let (_, data) = slots.find(|&(found, data)| found == key && data != 0)?;
        Some(Data(data).unpack())
    }

    /// Writes what is known of a position after `nodes` nodes below it. What was proven or refuted before
    /// stays.
    #[inline]
    pub(super) fn store(&self, key: u64, known: Known, nodes: u64) {
        self.put(key, Data::pack(known, nodes));
    }

    #[inline]
    fn put(&self, key: u64, data: Data) {
        let mut smallest = None;
        for slot in self.buckets.of(key) {
            let (found, old) = slot.load();
            let old = Data(old);
            if found == key && old.0 != 0 {
                slot.store(key, data.with_bounds_of(old).0);
                return self.mark(key);
            }
            let size = if old.0 == 0 { -1 } else { i32::from(old.size_class()) };
            if smallest.is_none_or(|(least, _)| size < least) {
                smallest = Some((size, slot));
            }
        }
        if let Some((_, slot)) = smallest {
            slot.store(key, data.0);
            self.mark(key);
        }
    }

    /// Marks the bucket of `key`, which holds it, by all that it holds.
    #[inline]
    fn mark(&self, key: u64) {
        let used = self.buckets.of(key).map(Slot::load).filter(|&(_, data)| data != 0);
        self.marks.set(used.map(|(key, _)| key), key);
    }
}

impl fmt::Debug for ProofTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProofTable").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dfpn::children::State;

    #[test]
    fn a_full_table_finds_what_it_holds_and_nothing_else() {
        let table = ProofTable::with_bytes(1 << 12).unwrap();
        let keys: Vec<u64> = (0..2_000).map(crate::dfpn::mix).collect();
        for (nodes, &key) in (1..).zip(&keys) {
            table.store(key, Known { wins: 3, ..State::open(Numbers::ONE).known() }, nodes);
        }
        let held: Vec<u64> = table.words().map(|[key, _]| key).collect();
        assert_eq!((held.len(), table.entries()), (256, 256));
        assert!(keys.iter().all(|&key| table.probe(key).is_some() == held.contains(&key)));
        table.clear();
        assert!(keys.iter().all(|&key| table.probe(key).is_none()));
    }
}
