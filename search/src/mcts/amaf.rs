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
    #[inline]
    pub(super) fn reset(&self, slot: usize) {
        self.sum.store(0, Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.slot.store(slot as u32, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn slot(&self) -> usize {
        self.slot.load(Ordering::Relaxed) as usize
    }

    /// Adds a result to a move that was `made`, without a branch: about half of the moves are, and no
    /// processor guesses which.
    #[inline]
    fn add_if(&self, made: bool, value: i64) {
        let sum = self.sum.load(Ordering::Relaxed) + (value & -i64::from(made));
        self.sum.store(sum, Ordering::Relaxed);
        let visits = self.visits.load(Ordering::Relaxed).wrapping_add(u32::from(made));
        self.visits.store(visits, Ordering::Relaxed);
    }

    /// Adds a result where other threads add too.
    #[inline]
    fn add_shared(&self, value: i64) {
        self.sum.fetch_add(value, Ordering::Relaxed);
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes over the value of another move, as if from `most` visits at most.
    pub(super) fn inherit(&self, other: &Self, most: u32) {
        let visits = other.visits.load(Ordering::Relaxed);
        let taken = visits.min(most);
        let sum = other.sum.load(Ordering::Relaxed) * i64::from(taken) / i64::from(visits.max(1));
        self.sum.store(sum, Ordering::Relaxed);
        self.visits.store(taken, Ordering::Relaxed);
    }

    /// Takes over everything from another move.
    pub(super) fn copy_from(&self, other: &Self) {
        self.sum.store(other.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        self.visits.store(other.visits.load(Ordering::Relaxed), Ordering::Relaxed);
        self.slot.store(other.slot.load(Ordering::Relaxed), Ordering::Relaxed);
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
    /// The number of the simulation in the upper half, and the ply in it.
    last: [Box<[u64]>; 2],
    simulation: u32,
}

impl Seen {
    /// The ply recorded for moves of the playout.
    pub(super) const PLAYOUT: u32 = u32::MAX;

    pub(super) fn new<P: Hints>() -> Self {
        let slots = || vec![0; P::HISTORY_SLOTS].into_boxed_slice();
        Self { last: [slots(), slots()], simulation: 0 }
    }

    /// Forgets all moves, because a new simulation begins.
    pub(super) fn clear(&mut self) {
        self.simulation = self.simulation.wrapping_add(1);
        if self.simulation == 0 {
            // Numbers begin anew after four billion simulations: what they mark is forgotten.
            self.last.iter_mut().for_each(|last| last.fill(0));
            self.simulation = 1;
        }
    }

    /// What is recorded for a move of this simulation. Greater than for any move before, and of any
    /// simulation before.
    #[inline]
    fn mark(&self, ply: u32) -> u64 {
        u64::from(self.simulation) << 32 | u64::from(ply)
    }

    #[inline]
    pub(super) fn note(&mut self, side: Side, slot: usize, ply: u32) {
        self.last[side.index()][slot] = self.mark(ply);
    }

    /// Adds the result of the simulation to those of these moves that `side` made at `ply` or later.
    pub(super) fn add(&self, side: Side, ply: u32, value: i64, moves: &[Amaf], sharing: Sharing) {
        let (last, from) = (&*self.last[side.index()], self.mark(ply));
        let made = |amaf: &Amaf| last[amaf.slot()] >= from;
        match sharing {
            Sharing::Alone => moves.iter().for_each(|amaf| amaf.add_if(made(amaf), value)),
            Sharing::Shared => {
                moves.iter().filter(|amaf| made(amaf)).for_each(|amaf| amaf.add_shared(value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sums and visits of two moves, after a simulation in which a player made the first at ply 3 and
    /// the second in the playout.
    fn after(side: Side, ply: u32, sharing: Sharing) -> [(i64, u32); 2] {
        let mut seen =
            Seen { last: [vec![0; 4].into_boxed_slice(), vec![0; 4].into_boxed_slice()], simulation: 0 };
        seen.clear();
        // Of a simulation before this one.
        seen.note(Side::First, 0, Seen::PLAYOUT);
        seen.clear();
        seen.note(Side::First, 1, 3);
        seen.note(Side::First, 2, Seen::PLAYOUT);
        let moves: [Amaf; 3] = Default::default();
        moves.iter().zip([1, 2, 0]).for_each(|(amaf, slot)| amaf.reset(slot));
        seen.add(side, ply, -7, &moves, sharing);
        let [first, second, before] =
            moves.map(|amaf| (amaf.sum.load(Ordering::Relaxed), amaf.visits.load(Ordering::Relaxed)));
        assert_eq!(before, (0, 0));
        [first, second]
    }

    #[test]
    fn a_result_counts_for_the_moves_of_its_player_from_a_ply_on() {
        for sharing in [Sharing::Alone, Sharing::Shared] {
            assert_eq!(after(Side::First, 3, sharing), [(-7, 1), (-7, 1)]);
            assert_eq!(after(Side::First, 4, sharing), [(0, 0), (-7, 1)]);
            assert_eq!(after(Side::Second, 0, sharing), [(0, 0), (0, 0)]);
        }
    }

    #[test]
    fn simulations_are_counted_anew_without_an_error() {
        let mut seen = Seen { last: [vec![0; 1].into(), vec![0; 1].into()], simulation: u32::MAX };
        seen.note(Side::First, 0, Seen::PLAYOUT);
        seen.clear();
        let amaf = [Amaf::default()];
        seen.add(Side::First, 1, 1, &amaf, Sharing::Alone);
        assert_eq!(amaf[0].visits.load(Ordering::Relaxed), 0);
    }
}
