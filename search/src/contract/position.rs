//! What a game must say of itself to be searched: whose turn it is, what is legal, what a move does, who has won.
//!
//! `examples/tic_tac_toe.rs` implements the whole contract in about a hundred lines.

use super::IllegalMove;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{ControlFlow, Not};
use rand::{Rng, RngExt};
use smallvec::SmallVec;

/// One of the two players. A player, not a colour: where colours can be exchanged (Hex), the sides cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Side {
    /// The player who makes the first move of a game.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    /// The opponent.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// This side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }
}

/// What the rules make of a position that occurs again with the same side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Repetition {
    /// Nothing: positions may recur for ever.
    #[default]
    Ignored,
    /// The occurrence of this number (at least 2) ends the game as a draw.
    Draw(u8),
    /// A turn that brings about the occurrence of this number (at least 2) is illegal; a player with no other turn has lost.
    Illegal(u8),
}

impl Repetition {
    /// The number of earlier occurrences that make one more special, if any number does.
    #[inline]
    pub const fn earlier_occurrences(self) -> Option<usize> {
        match self {
            Self::Ignored => None,
            Self::Draw(occurrences) | Self::Illegal(occurrences) => Some(occurrences as usize - 1),
        }
    }
}

/// A move: a small value that packs into 32 bits, so that a table entry can hold it.
///
/// `from_bits` must accept whatever `to_bits` gives and may refuse the rest. It may also accept bits that are no legal move
/// anywhere: a search asks [`Position::is_legal`] before it plays a move that came out of a table.
pub trait PackedMove: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The move as a number, different for different moves, at most [`u32::MAX`] - 1.
    fn to_bits(self) -> u32;

    /// The move of this number, or `None` if no move has it.
    fn from_bits(bits: u32) -> Option<Self>;
}

/// Moves in a list that needs no heap memory in most positions.
pub type MoveList<M> = SmallVec<[M; 64]>;

/// A position of a two-player zero-sum game of perfect information: a small value, copied and played on.
///
/// # Laws
///
/// 1. A position without an [`outcome`](Self::outcome) has at least one legal move; one with an outcome is not played on.
/// 2. [`generate`](Self::generate) visits every legal move once, in an order that depends on the position alone, and
///    [`is_legal`](Self::is_legal) holds for just these.
/// 3. Equal positions have equal [`key`](Self::key)s, and a key covers whatever `Eq` compares: side to move, rules, and, where a
///    turn has several steps, how far it has come.
/// 4. The sides need not alternate. A search compares [`side_to_move`](Self::side_to_move) before and after a move, and a move
///    may win for either side.
///
/// The package `plywood-conformance` of this repository holds every game to them.
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// The type of a move: one ply, which is a step where turns have several.
    type Move: PackedMove;

    /// The player whose move it is, also in a finished position.
    fn side_to_move(&self) -> Side;

    /// The result, if the game has ended in this position, whatever happened before it.
    fn outcome(&self) -> Option<Outcome>;

    /// Shows every legal move to `visit`, until it answers [`ControlFlow::Break`].
    ///
    /// Only for positions without an outcome.
    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>;

    /// Whether `mv` is legal here. Any value of the type may be asked, in any position.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Makes `mv` without asking whether it is legal, as searches do with the moves that [`generate`](Self::generate) has shown them.
    ///
    /// # Panics
    ///
    /// May panic, or leave any position behind, if `mv` is not legal.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Makes `mv` if it is legal.
    ///
    /// # Errors
    ///
    /// If it is not, with the reason; nothing is changed then. Repetition is not looked at: that is for [`Game::play`](crate::Game::play).
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            let is_over = self.outcome().is_some();
            return Err(if is_over { IllegalMove::GameOver } else { IllegalMove::NotLegal });
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// A 64-bit hash of all that `Eq` compares.
    fn key(&self) -> u64;

    /// The outcome, or else every legal move shown to `visit`: one call for a search that needs both.
    ///
    /// Override it where finding the moves and finding the outcome share work.
    #[inline]
    fn expand<F>(&self, visit: &mut F) -> Option<Outcome>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        let outcome = self.outcome();
        if outcome.is_none() {
            let _ = self.generate(visit);
        }
        outcome
    }

    /// The number of legal moves of a position without an outcome. Override it where counting is cheaper than generating.
    fn count_moves(&self) -> usize {
        let mut count = 0;
        let _ = self.generate(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// The legal moves in order of generation; none if the game is over.
    fn legal_moves(&self) -> MoveList<Self::Move> {
        let mut moves = MoveList::new();
        let _ = self.expand(&mut |mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        moves
    }

    /// A legal move drawn with equal chances, or `None` if the game is over.
    ///
    /// The default generates all moves and keeps one (reservoir sampling).
    fn random_move<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<Self::Move> {
        let mut chosen = None;
        let mut seen = 0_u32;
        let _ = self.expand(&mut |mv| {
            seen += 1;
            if rng.random_range(0..seen) == 0 {
                chosen = Some(mv);
            }
            ControlFlow::Continue(())
        });
        chosen
    }

    /// Whether after a legal `mv` no earlier position can occur again, so that a search need not look for repetitions across it.
    #[inline]
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        false
    }

    /// What counts as the same position for the repetition rule, or `None` where the rule does not look: in the middle of a turn.
    #[inline]
    fn repetition_key(&self) -> Option<u64> {
        Some(self.key())
    }

    /// The repetition rule in force.
    #[inline]
    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}
