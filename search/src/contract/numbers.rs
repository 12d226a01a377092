//! What a game may say about the work of a proof.

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
    /// The greatest number of an open position; what is said beyond is brought down to it.
    pub const GREATEST: u32 = (1 << 20) - 1;
}

/// How a side that is certain to win goes about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<M> {
    /// Its move, if it is its turn.
    pub mv: Option<M>,
    /// The moves that matter after that: it wins though the other side is given what all other moves stand for.
    pub needed: Vec<M>,
}
