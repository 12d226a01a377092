//! Proof and disproof numbers, and what a game may say about a position before it is searched.

use crate::position::{Position, Side};

/// How hard it looks to prove that the attacker wins, and how hard to refute it.
///
/// The proof number of a position estimates how many positions must be shown to be won before this one is; the disproof number, how many
/// must be shown not to be (Allis, "Searching for solutions in games and artificial intelligence", 1994). 1 is the least for a position
/// that is neither proven nor refuted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Greater is harder to prove.
    pub proof: u32,
    /// Greater is harder to refute.
    pub disproof: u32,
}

impl Numbers {
    /// Nothing is known: one and one.
    pub const ONE: Self = Self { proof: 1, disproof: 1 };
    /// The greatest number of an open position; what a guide says beyond is brought down to it.
    pub const GREATEST: u32 = (1 << 20) - 1;
    /// The number of what cannot be.
    pub(crate) const INFINITE: u32 = 1 << 24;

    /// The same within the range of open positions.
    pub(crate) fn clamped(self) -> Self {
        let clamp = |number: u32| number.clamp(1, Self::GREATEST);
        Self { proof: clamp(self.proof), disproof: clamp(self.disproof) }
    }
}

/// What a game knows that helps to prove who wins. Every method has a default, so that a game may know nothing.
///
/// A guide steers the search and cannot make it wrong, with one condition: see [`key`](Self::key).
pub trait ProofGuide<P: Position>: Send + Sync {
    /// The key under which the search knows a position: equal for positions that differ only by a symmetry that keeps the sides, if
    /// the game can tell them cheaply.
    ///
    /// Positions with equal keys are taken for the same. The key must not be equal for others.
    #[inline]
    fn key(&self, position: &P) -> u64 {
        position.key()
    }

    /// A legal move that wins at once for the side to move, if one is easily found in a position without an outcome.
    ///
    /// The search plays it to see whether that is so. `None` is always right.
    #[inline]
    fn winning_move(&self, _position: &P) -> Option<P::Move> {
        None
    }

    /// The numbers to begin with, for a position without an outcome that is met for the first time ("df-pn+", Nagai 2002).
    ///
    /// They are brought into `1 ..= Numbers::GREATEST`: whatever the guide is sure of, the search finds out by itself.
    #[inline]
    fn first_numbers(&self, _position: &P, _attacker: Side) -> Numbers {
        Numbers::ONE
    }
}

/// The guide that knows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unguided;

impl<P: Position> ProofGuide<P> for Unguided {}
