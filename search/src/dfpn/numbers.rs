//! Proof and disproof numbers, and what a game may say about a position before it is searched.

use super::needs::Needs;
use crate::evaluate::ForcedWin;
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

/// What a guide makes of a position without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// It is certain who wins, whatever came before.
    Won(ForcedWin),
    /// The same, and the winner needs no more than this. For guides with [`ProofGuide::KNOWS_NEEDS`].
    WonBy(ForcedWin, Needs),
    /// It is not; so hard it looks.
    Open(Numbers),
}

/// The moves of a position that need a look.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<F> {
    /// Whether a legal move is one of them.
    pub is_one: F,
    /// Every win, whichever side's, takes so many plies at most from this position, or can be had in as many.
    pub plies: u32,
}

/// How a side that is certain to win goes about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<M> {
    /// Its move, if it is its turn.
    pub mv: Option<M>,
    /// The moves that matter after that: it wins though the other side is given what all other moves stand for.
    pub needed: Vec<M>,
}

/// What a game knows that helps to prove who wins. Every method has a default, so that a game may know nothing.
///
/// A guide steers the search. Three of its methods are believed and must be right: [`key`](Self::key), [`candidates`](Self::candidates), and
/// the wins among the [first sights](Self::first_sight). What the others say costs time at worst.
pub trait ProofGuide<P: Position>: Send + Sync {
    /// Whether looking at a position for the first time costs more than a place in the table. What is found is then kept there.
    const IS_COSTLY: bool = false;

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

    /// The moves that need a look in a position without an outcome; `None` if all do.
    ///
    /// They are believed: if no candidate wins for the side to move, no other move does. At least one legal move must be a candidate. How soon
    /// the others win or lose is bounded by [`Candidates::plies`] alone, so that a question with a smaller bound looks at all moves.
    #[inline]
    fn candidates(&self, _position: &P) -> Option<Candidates<impl Fn(P::Move) -> bool>> {
        None::<Candidates<fn(P::Move) -> bool>>
    }

    /// What there is to say of a position without an outcome that is met for the first time: the numbers to begin with ("df-pn+", Nagai 2002), or
    /// who wins.
    ///
    /// Numbers are brought into `1 ..= Numbers::GREATEST`. A win is believed.
    #[inline]
    fn first_sight(&self, _position: &P, _attacker: Side) -> Sight {
        Sight::Open(Numbers::ONE)
    }

    /// Whether the game has no draw, so that who cannot win has lost. It is believed.
    const HAS_NO_DRAW: bool = false;

    /// Whether the guide knows what a winner [`Needs`]: then a move that fails takes others with it.
    ///
    /// It is believed, and asks for a game in which nothing can be worse for a side than not to have something: for each set that is said to be
    /// needed, the winner must win though the loser is given whatever else there is, and moves must do no more than take what they stand for. Such a
    /// game has no repetition.
    const KNOWS_NEEDS: bool = false;

    /// The number of what a move stands for, below [`Needs::PLACES`]; `None` if it does more than to take that.
    #[inline]
    fn place(&self, _position: &P, _mv: P::Move) -> Option<usize> {
        None
    }

    /// What the opponent of the side to move needs beside what it needs against each of the [candidates](Self::candidates), if that is enough
    /// to win: against the moves that are none. `None` if that is not known.
    fn needs_beside(&self, _position: &P) -> Option<Needs> {
        None
    }

    /// A set as it is for the position whose [`key`](Self::key) this one shares, always the same one, and back again.
    fn turned(&self, _position: &P, needs: Needs) -> Needs {
        needs
    }

    /// How `winner` wins a position without an outcome that it is certain to win, if the guide can say more of it than that it is so.
    ///
    /// Nothing relies on it: whoever writes a proof down looks there first, and shows all of it.
    fn plan(&self, _position: &P, _winner: Side) -> Option<Plan<P::Move>> {
        None
    }
}

/// The guide that knows nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unguided;

impl<P: Position> ProofGuide<P> for Unguided {}
