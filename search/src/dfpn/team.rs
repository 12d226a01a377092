//! Several threads over one table.
//!
//! Each thread searches from the root by itself; what one writes the others find. So that they do not all
//! follow the same line, a move that others are busy with looks a little harder, and where several are below
//! the same position each of them reads the table again. Answers are the same as of one thread: what is
//! proven or refuted in the table holds for all, and what leans on a path is stored for that path.

use core::sync::atomic::{AtomicU8, Ordering};

/// How many threads are below each position, by the first bits of its key.
pub(super) struct Team {
    busy: Box<[AtomicU8]>,
}

impl Team {
    const SLOTS: usize = 1 << 14;

    pub(super) fn new() -> Self {
        Self { busy: (0..Self::SLOTS).map(|_| AtomicU8::new(0)).collect() }
    }

    fn slot(&self, key: u64) -> &AtomicU8 {
        // The first bits: the table goes by the last.
        &self.busy[(key >> 50) as usize]
    }

    /// Marks the position of this key as searched by one thread more, as long as what is given back lives.
    pub(super) fn enter(&self, key: u64) -> Visit<'_> {
        let slot = self.slot(key);
        slot.fetch_add(1, Ordering::Relaxed);
        Visit(slot)
    }

    /// The number of threads that are below the position of this key.
    pub(super) fn busy_with(&self, key: u64) -> u32 {
        self.slot(key).load(Ordering::Relaxed).into()
    }
}

/// A thread's stay below a position.
pub(super) struct Visit<'a>(&'a AtomicU8);

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
