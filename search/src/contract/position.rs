//! `Position`, the contract that a game implements: the side to move, the legal moves, the effect of a move,
//! the result.
//!
//! `examples/tic_tac_toe.rs` implements the whole contract in about a hundred lines.

use super::IllegalMove;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{ControlFlow, Not};
use rand::{Rng, RngExt};
use smallvec::SmallVec;

/// One of the two players. A side is a player, not a colour: in Hex, players can exchange colours, but not
/// sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Side {
    /// The player who makes the first move of a game.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The index of the side: 0 for the first player, 1 for the second.
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

/// The result of a finished game.
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

/// The rule for a position that occurs again with the same side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Repetition {
    /// Positions may recur without limit.
    #[default]
    Ignored,
    /// The occurrence with this number (at least 2) ends the game as a draw.
    Draw(u8),
    /// A turn that leads to the occurrence with this number (at least 2) is illegal; a player without another
    /// turn has lost.
    Illegal(u8),
}

impl Repetition {
    /// The number of earlier occurrences after which the rule applies to the next one; `None` if it never
    /// does.
    #[inline]
    pub const fn earlier_occurrences(self) -> Option<usize> {
        match self {
            Self::Ignored => None,
            Self::Draw(occurrences) | Self::Illegal(occurrences) => Some(occurrences as usize - 1),
        }
    }
}

/// The positions that can occur again in a game, as its repetition rule compares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recurring {
    /// Nothing: every move is [irreversible](Position::is_irreversible).
    Nothing,
    /// Whole positions: equal [repetition keys](Position::repetition_key) mean equal [canonical
    /// keys](Position::canonical_key), so that the rule never affects a line of play that visits no position
    /// twice.
    Positions,
    /// Parts of positions, such as the men without the side to move: the rule may affect a line of play whose
    /// positions all differ.
    Parts,
}

/// A move: a small value that packs into 32 bits, so that it fits into a table entry.
///
/// `from_bits` must accept whatever `to_bits` returns and may refuse other values. It may also accept bits
/// that are not a legal move anywhere: a search checks [`Position::is_legal`] before it plays a move from a
/// table.
pub trait PackedMove: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Packs the move into a number, different for different moves, at most [`u32::MAX`] - 1.
    fn to_bits(self) -> u32;

    /// The move with this number; `None` if there is none.
    fn from_bits(bits: u32) -> Option<Self>;
}

/// A list of moves that needs no heap memory in most positions.
pub type MoveList<M> = SmallVec<[M; 64]>;

/// A position of a two-player zero-sum game with perfect information: a small value that searches copy and
/// play on.
///
/// # Laws
///
/// 1. A position without an [`outcome`](Self::outcome) has at least one legal move. No moves are made in a
///    position with an outcome.
/// 2. [`generate`](Self::generate) visits every legal move once, in an order that depends only on the
///    position; [`is_legal`](Self::is_legal) holds for exactly these moves.
/// 3. Equal positions have equal [`key`](Self::key)s. A key covers everything that `Eq` compares: side to
///    move, rules and, if turns have several steps, the progress of the turn.
/// 4. The sides need not alternate. A search compares [`side_to_move`](Self::side_to_move) before and after a
///    move, and a move may win for either side.
///
/// The package `plywood-conformance` of this repository checks these laws for every game.
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// The type of a move: one ply. If turns have several steps, a ply is a step.
    type Move: PackedMove;

    /// The player to move, also defined in a finished position.
    fn side_to_move(&self) -> Side;

    /// The result if the game has ended in this position, regardless of its history.
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` with every legal move until it returns [`ControlFlow::Break`].
    /// [`legal_moves`](Self::legal_moves) gives them as a list.
    ///
    /// Call it only in positions without an outcome.
    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>;

    /// Whether `mv` is legal here. Every value of the type may be asked about, in every position.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Makes `mv` without checking that it is legal, as searches do with moves from
    /// [`generate`](Self::generate).
    ///
    /// # Panics
    ///
    /// May panic or produce a meaningless position if `mv` is not legal.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Makes `mv` if it is legal.
    ///
    /// # Errors
    ///
    /// If it is not legal, with the reason; the position is unchanged. Repetition is ignored: see
    /// [`Game::play`](crate::Game::play).
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            let is_over = self.outcome().is_some();
            return Err(if is_over { IllegalMove::GameOver } else { IllegalMove::NotLegal });
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// A 64-bit hash of everything that `Eq` compares.
    fn key(&self) -> u64;

    /// A key that positions share which differ only by a symmetry that keeps the sides, if the game can
    /// compute that cheaply: the [`key`](Self::key), the default, otherwise.
    ///
    /// A prover treats positions with equal canonical keys as the same.
    #[inline]
    fn canonical_key(&self) -> u64 {
        self.key()
    }

    /// Returns the outcome, or calls `visit` with every legal move: one call for a search that needs both.
    ///
    /// Override it if finding the moves and finding the outcome share work.
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

    /// The number of legal moves of a position without an outcome. Override it if counting is cheaper than
    /// generating.
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

    /// A legal move drawn uniformly at random; `None` if the game is over.
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

    /// Whether no earlier position can recur after a legal `mv`, so that a search need not look for
    /// repetitions across it.
    #[inline]
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The key by which the repetition rule compares positions; `None` in the middle of a turn, where the
    /// rule does not apply.
    ///
    /// Either it is [`key`](Self::key) wherever it is not `None`, or, for a rule that compares less than the
    /// whole position, it is never the key of any position. Certificates of proofs rely on that.
    #[inline]
    fn repetition_key(&self) -> Option<u64> {
        Some(self.key())
    }

    /// The repetition rule in force.
    #[inline]
    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }

    /// What can occur again under these rules: it decides whether the repetition rule can change a verdict
    /// that a prover reaches without it.
    ///
    /// Override it together with [`repetition_key`](Self::repetition_key), and if every move is
    /// [irreversible](Self::is_irreversible).
    #[inline]
    fn recurring(&self) -> Recurring {
        Recurring::Positions
    }
}
