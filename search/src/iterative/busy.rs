//! The moves that threads are searching, so that they share the moves of a node instead of all searching the
//! same one.
//!
//! If another thread is searching a move that is not the first of its node, a thread defers the move to the
//! end; by then the table mostly has its value. This is Kerrigan's simplified form (2017) of ABDADA (Weill,
//! "The ABDADA distributed minimax search algorithm", 1996).

use crate::contract::{PackedMove, Position};
use core::sync::atomic::{AtomicU64, Ordering};

/// The marks of the moves being searched, each in the place that it determines; 0 for none. Two moves with
/// one place hide each other; then one of them is searched twice, with no other effect.
pub(super) struct BusyMoves {
    places: Box<[AtomicU64]>,
}

/// The mark of a move at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(u64);

impl BusyMoves {
    /// The number of places: many more than there are nodes on the paths of all threads.
    const PLACES: usize = 4096;

    pub(super) fn new() -> Self {
        Self { places: (0..Self::PLACES).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The mark of a move in a position, or of several in a row.
    pub(super) fn mark<P: Position>(position: &P, moves: &[P::Move]) -> Mark {
        let spread = |spread: u64, mv: &P::Move| {
            // An odd factor with well-spread bits: the golden ratio in units of 2^-64.
            (spread.rotate_left(9) ^ (u64::from(mv.to_bits()) + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        };
        Mark((position.key() ^ moves.iter().fold(0, spread)).max(1))
    }

    fn place(&self, mark: Mark) -> &AtomicU64 {
        &self.places[(mark.0 >> 32) as usize % Self::PLACES]
    }

    /// Whether a thread is searching the move.
    pub(super) fn contains(&self, mark: Mark) -> bool {
        self.place(mark).load(Ordering::Relaxed) == mark.0
    }

    /// Marks the move as being searched.
    pub(super) fn begin(&self, mark: Mark) {
        self.place(mark).store(mark.0, Ordering::Relaxed);
    }

    /// Removes the mark. If two threads search the same move after all, the first to end removes it.
    pub(super) fn end(&self, mark: Mark) {
        if self.contains(mark) {
            self.place(mark).store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_from_begin_to_end() {
        let busy = BusyMoves::new();
        let [one, two] = [Mark(0x1234_5678_0000_0001), Mark(0x9876_5432_0000_0001)];
        assert!(!busy.contains(one));
        busy.begin(one);
        busy.begin(two);
        assert!(busy.contains(one) && busy.contains(two));
        busy.end(one);
        assert!(!busy.contains(one) && busy.contains(two));
    }

    #[test]
    fn the_end_of_a_move_leaves_another_of_its_place_alone() {
        let busy = BusyMoves::new();
        let [one, two] = [Mark(0x0000_0001_0000_0001), Mark(0x0000_0001_0000_0002)];
        busy.begin(one);
        busy.begin(two);
        assert!(!busy.contains(one) && busy.contains(two));
        busy.end(one);
        assert!(busy.contains(two));
    }
}
