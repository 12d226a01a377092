//! All moves as first (AMAF): the value of a move wherever in the simulation it is made.
//!
//! Rapid action value estimation (RAVE, Gelly and Silver 2007 and 2011): a move that a player makes anywhere
//! below a node counts as if it had been made at the node. These statistics grow quickly and are biased; they
//! are mixed with the plain mean, with less weight the more visits the mean has. Moves with the same
//! [`history_slot`](crate::Hints::history_slot) count as the same.

use super::node::{Sharing, UNIT};
use crate::contract::{Hints, Side};
use core::sync::atomic::{AtomicI64, AtomicU32, Ordering};

/// The results of all simulations in which a move was made at its node or below, from the same view as the
/// node's results.
#[derive(Debug, Default)]
pub(super) struct Amaf {
    sum: AtomicI64,
    visits: AtomicU32,
    slot: AtomicU32,
}

impl Amaf {
    /// Resets the statistics for a move with this slot.
    pub(super) fn reset(&self, slot: usize) {
        self.sum.store(0, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.slot.store(slot as u32, Ordering::Relaxed);
    }

    pub(super) fn slot(&self) -> usize {
        self.slot.load(Ordering::Relaxed) as usize
    }

    /// Adds a result.
    pub(super) fn add(&self, value: i64, sharing: Sharing) {
        if sharing == Sharing::Shared {
            self.sum.fetch_add(value, Ordering::Relaxed);
            self.visits.fetch_add(1, Ordering::Relaxed);
        } else {
            self.sum.store(self.sum.load(Ordering::Relaxed) + value, Ordering::Relaxed);
            self.visits.store(self.visits.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
        }
    }

    /// Takes over the value of another move, as if from `most` visits at most.
    pub(super) fn inherit(&self, other: &Self, most: u32) {
        let visits = other.visits.load(Ordering::Relaxed);
        let taken = visits.min(most);
        let sum = other.sum.load(Ordering::Relaxed) * i64::from(taken) / i64::from(visits.max(1));
        self.sum.store(sum, Ordering::Relaxed);
        self.visits.store(taken, Ordering::Relaxed);
    }

    /// Mixes this value with the `mean` of a number of visits. `equivalence` is the number of visits at which
    /// both have equal weight (the schedule of Gelly and Silver 2007).
    #[inline]
    pub(super) fn mix(&self, mean: f32, visits: u32, equivalence: f32) -> f32 {
        let count = self.visits.load(Ordering::Relaxed);
        if count == 0 {
            return mean;
        }
        let value = self.sum.load(Ordering::Relaxed) as f32 / (count as f32 * UNIT as f32);
        if visits == 0 {
            return value;
        }
        let weight = (equivalence / (3.0 * visits as f32 + equivalence)).sqrt();
        mean + weight * (value - mean)
    }
}

/// The moves of a simulation: for each side and slot, the last ply at which it was made.
pub(super) struct Seen {
    /// The number of the simulation and the ply in it.
    last: [Box<[(u32, u32)]>; 2],
    simulation: u32,
}

impl Seen {
    /// The ply recorded for moves of the playout.
    pub(super) const PLAYOUT: u32 = u32::MAX;

    pub(super) fn new<P: Hints>() -> Self {
        let slots = || vec![(0, 0); P::HISTORY_SLOTS].into_boxed_slice();
        Self { last: [slots(), slots()], simulation: 0 }
    }

    /// Forgets all moves, because a new simulation begins.
    pub(super) fn clear(&mut self) {
        self.simulation = self.simulation.wrapping_add(1);
    }

    #[inline]
    pub(super) fn note(&mut self, side: Side, slot: usize, ply: u32) {
        self.last[side.index()][slot] = (self.simulation, ply);
    }

    /// Whether `side` made a move of `slot` at `ply` or later.
    #[inline]
    pub(super) fn from(&self, side: Side, slot: usize, ply: u32) -> bool {
        let (simulation, last) = self.last[side.index()][slot];
        simulation == self.simulation && last >= ply
    }
}
