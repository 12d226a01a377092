//! Proof and disproof numbers, and plans.

/// A proof number and a disproof number.
///
/// The proof number estimates how many positions must be proven before this one is proven; the disproof
/// number, how many must be refuted before this one is refuted (Allis, "Searching for solutions in games and
/// artificial intelligence", 1994). The least value for an open position is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The proof number; greater is harder to prove.
    pub proof: u32,
    /// The disproof number; greater is harder to refute.
    pub disproof: u32,
}

impl Numbers {
    /// One and one: nothing is known.
    pub const ONE: Self = Self { proof: 1, disproof: 1 };
    /// The greatest number of an open position; greater ones are clamped to it.
    pub const GREATEST: u32 = (1 << 20) - 1;
}

/// A plan of a side that is certain to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<M> {
    /// The winner's move, if it is to move.
    pub mv: Option<M>,
    /// The moves that matter afterwards: the winner wins even if the other side gets what all other moves
    /// stand for.
    pub needed: Vec<M>,
}
