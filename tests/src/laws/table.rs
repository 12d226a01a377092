//! Laws of the transposition table by itself.

use crate::hash::mix;
use core::sync::atomic::{AtomicU64, Ordering};
use plywood_search::{Bound, Entry, PackedMove, Score, Table};

/// A move that is any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Word(u32);

impl PackedMove for Word {
    fn to_bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Option<Self> {
        (bits < u32::MAX).then_some(Self(bits))
    }
}

fn table(bytes: usize) -> Table {
    Table::with_bytes(bytes).expect("a small table can be had")
}

/// An entry of which every part follows from a number.
fn entry(number: u64) -> Entry<Word> {
    let bits = mix(number);
    let score = match bits >> 32 & 3 {
        0 => Score::win_in((bits >> 34) as u32 % 100),
        1 => Score::loss_in((bits >> 34) as u32 % 100),
        _ => Score::heuristic((bits >> 34) as i32 % 30_001),
    };
    let value = match bits >> 62 {
        0 => None,
        1 => Some((Bound::Exact, score)),
        2 => Some((Bound::Lower, score)),
        _ => Some((Bound::Upper, score)),
    };
    Entry { best: Some(Word(bits as u32 & 0x7FFF_FFFF)), value, depth: (bits >> 48) as u32 % 200 }
}

/// What is written is read, whatever it is.
pub fn an_entry_comes_back() {
    let table = table(64);
    for number in 0..10_000 {
        table.clear();
        let key = mix(number ^ 0xABCD);
        let ply = number as u32 % 50;
        assert_eq!(table.probe::<Word>(key, ply), None, "found in an empty table");
        table.store(key, ply, entry(number));
        assert_eq!(table.probe(key, ply), Some(entry(number)), "entry {number}");
        assert_eq!(table.probe::<Word>(key ^ 1 << 63, ply), None, "found under another key");
    }
}

/// A win is as far from the position wherever the position is met, so that it is farther from a root that is
/// farther away.
pub fn wins_are_counted_from_the_position() {
    let table = table(64);
    for (key, score, seen) in [
        (1, Score::win_in(5), Score::win_in(9)),
        (2, Score::loss_in(6), Score::loss_in(10)),
        (3, Score::heuristic(-77), Score::heuristic(-77)),
        (4, Score::win_in(3), Score::win_in(7)),
    ] {
        table.store(key, 3, Entry { best: Some(Word(1)), value: Some((Bound::Exact, score)), depth: 4 });
        let found = table.probe::<Word>(key, 7).and_then(|entry| entry.value);
        assert_eq!(found, Some((Bound::Exact, seen)), "{score} at ply 3");
    }
}

/// Several threads that hammer one bucket never read an entry that nobody wrote.
pub fn torn_entries_never_surface(rounds: u64) {
    const THREADS: u64 = 4;
    let table = table(64);
    let hits = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (table, hits) = (&table, &hits);
            scope.spawn(move || {
                for round in 0..rounds {
                    let number = mix(round * THREADS + thread) % 16;
                    if let Some(found) = table.probe::<Word>(number, 0) {
                        assert_eq!(found, entry(number), "entry {number}");
                        hits.fetch_add(1, Ordering::Relaxed);
                    }
                    table.store(number, 0, entry(number));
                }
            });
        }
    });
    assert!(hits.into_inner() > 0, "nothing was ever found");
}

/// A cleared table knows nothing.
pub fn a_cleared_table_knows_nothing() {
    let table = table(1 << 14);
    table.begin_search();
    for key in 0..10_000 {
        table.store(mix(key), 0, entry(key));
    }
    assert!(table.fill_permille() > 900, "a table that is full: {} of 1000", table.fill_permille());
    table.clear();
    assert!((0..10_000).all(|key| table.probe::<Word>(mix(key), 0).is_none()));
    assert_eq!(table.fill_permille(), 0);
}

/// A table takes no more bytes than asked for and more than half of them, 64 at least; and too many are
/// refused.
pub fn sizes_are_kept() {
    for bytes in [0, 1, 63, 64, 65, 127, 128, 1_000, 4_096, 1 << 20, (1 << 20) + 1, (1 << 21) - 1] {
        let size = table(bytes).bytes();
        assert!(size.is_power_of_two() && size >= 64, "{size} bytes");
        assert!(size <= bytes.max(64), "{size} bytes where {bytes} were asked for");
        assert!(size > bytes / 2, "only {size} bytes where {bytes} were asked for");
    }
    for bytes in [usize::MAX, usize::MAX / 2, 1 << (usize::BITS - 2)] {
        let error = Table::with_bytes(bytes).expect_err("nobody has so much memory");
        assert_eq!(error.bytes, bytes);
        assert!(error.to_string().contains(&bytes.to_string()), "{error}");
    }
}

/// Entry number `key`, exact, of this depth.
fn exact(key: u64, depth: u32) -> Entry<Word> {
    Entry { best: Some(Word(key as u32)), value: Some((Bound::Exact, Score::heuristic(key as i32))), depth }
}

/// Deep entries of the current search survive any number of shallow ones; those of searches long past give
/// way.
pub fn shallow_and_old_entries_give_way() {
    let table = table(64);
    table.begin_search();
    (1..=3).for_each(|key| table.store(key, 0, exact(key, 20)));
    for key in 100..1_000 {
        table.store(key, 0, exact(key, 2));
        assert_eq!(table.probe(key, 0), Some(exact(key, 2)), "the latest entry is always there");
    }
    assert!((1..=3).all(|key| table.probe(key, 0) == Some(exact(key, 20))), "a deep entry has gone");
    (0..10).for_each(|_| table.begin_search());
    (2_001..=2_004).for_each(|key| table.store(key, 0, exact(key, 2)));
    assert!((2_001..=2_004).all(|key| table.probe(key, 0) == Some(exact(key, 2))), "an old entry has stayed");
}

/// Of two entries of one position in one search the deeper one stays, a value is kept against a mere move,
/// and a move against none.
pub fn a_position_keeps_its_better_entry() {
    let table = table(64);
    table.begin_search();
    table.store(7, 0, exact(7, 9));
    table.store(7, 0, exact(7, 3));
    assert_eq!(table.probe(7, 0), Some(exact(7, 9)), "a shallower entry has replaced a deeper one");
    table.store(7, 0, Entry { best: Some(Word(1)), value: None, depth: 0 });
    assert_eq!(table.probe(7, 0), Some(exact(7, 9)), "a mere move has replaced a value");
    let bound = Some((Bound::Upper, Score::ZERO));
    table.store(7, 0, Entry::<Word> { best: None, value: bound, depth: 12 });
    assert_eq!(
        table.probe(7, 0),
        Some(Entry { best: Some(Word(7)), value: bound, depth: 12 }),
        "no move was kept"
    );
    table.begin_search();
    table.store(7, 0, exact(7, 1));
    assert_eq!(table.probe(7, 0), Some(exact(7, 1)), "an entry of an earlier search has stayed");
}
