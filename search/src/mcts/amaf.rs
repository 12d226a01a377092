//! All moves as first: what a move is worth wherever in the simulation it is made.
//!
//! Rapid action value estimation (RAVE, Gelly and Silver 2007 and 2011): a move that its player makes anywhere below a node is counted as
//! if it had been made in the node. These numbers come quickly and are biased; they are mixed with the plain mean, and weigh less
//! the more visits that has. Moves are the same if they have the same [`history_slot`](crate::Hints::history_slot), which is
//! what a game says of moves that do the same thing in different positions.

use super::node::{Sharing, UNIT};
use crate::contract::{Hints, Side};
use core::sync::atomic::{AtomicI64, AtomicU32, Ordering};

/// The results of all simulations in which a move was made at its node or below, seen like those of the node of the move.
#[derive(Debug, Default)]
pub(super) struct Amaf {
    sum: AtomicI64,
    visits: AtomicU32,
    slot: AtomicU32,
}

impl Amaf {
    /// Begins anew, for a move of this slot.
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

    /// Mixes what is known here with the `mean` of so many visits. `equivalence` is the number of visits at which both weigh the same (the
    /// schedule of Gelly and Silver 2007).
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

/// Which moves were made in a simulation, and by whom: for each side and slot the last ply.
pub(super) struct Seen {
    /// The number of the simulation and the ply in it.
    last: [Box<[(u32, u32)]>; 2],
    simulation: u32,
}

impl Seen {
    /// The ply of moves made after the tree was left.
    pub(super) const PLAYOUT: u32 = u32::MAX;

    pub(super) fn new<P: Hints>() -> Self {
        let slots = || vec![(0, 0); P::HISTORY_SLOTS].into_boxed_slice();
        Self { last: [slots(), slots()], simulation: 0 }
    }

    /// Forgets all moves: a new simulation begins.
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
