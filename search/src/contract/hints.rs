//! Hints about a game's moves for engines, apart from the rules.

use super::{Outcome, Position, Side};
use rand::Rng;

/// Hints that help an engine to search a game and change nothing about its rules: `impl Hints for MyGame {}`
/// is enough.
///
/// Every hint has a default that says nothing. A hint can make a search faster or stronger; no hint can make
/// a proven result wrong.
pub trait Hints: Position {
    /// The number of values of [`history_slot`](Self::history_slot).
    const HISTORY_SLOTS: usize = 4096;

    /// The index of `mv` in a history table, below [`HISTORY_SLOTS`](Self::HISTORY_SLOTS). Moves that do the
    /// same thing in different positions share a slot.
    #[inline]
    fn history_slot(&self, mv: Self::Move) -> usize {
        use super::PackedMove;
        (mv.to_bits().wrapping_mul(0x9E37_79B9) as usize >> 8) % Self::HISTORY_SLOTS
    }

    /// Whether a legal `mv` changes the balance at once, as a capture does. Searches try such moves early,
    /// and search them beyond the horizon.
    #[inline]
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether turns may have several moves, so that a search may go by [lines](crate::Knowledge::lines) of
    /// them.
    const HAS_LONG_TURNS: bool = false;

    /// The most moves that the turn under way still has, at least 1: the default, where a turn is one move.
    #[inline]
    fn moves_left(&self) -> u32 {
        1
    }

    /// Whether the moves of the turn under way have led back to where it began, so that they were in vain. A
    /// search by lines looks no further there. `false` is the default, and where a turn is one move.
    #[inline]
    fn is_in_vain(&self) -> bool {
        false
    }

    /// The [`key`](Position::key) after a legal `mv`, where it is found without making the move: a few
    /// operations. A search then has the table's memory at hand when it comes there. `None`, the default,
    /// does without.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// The position with the other player to move, as if the mover had passed, whether or not the game has a
    /// pass.
    ///
    /// `None`, the default, if the game has no such position or zugzwang makes it meaningless: a search uses
    /// it to show that a position is good enough even after a lost turn. Call it only in positions without an
    /// outcome; the returned position may have one.
    #[inline]
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Plays up to `longest` random moves and returns the outcome of the position reached. `last` is the move
    /// that led here, if it is known. Calls `visit` with the side that made each move and its
    /// [`history_slot`](Self::history_slot).
    ///
    /// Override it if a random game can be completed without making every move, or if some answers are better
    /// than random ones. Afterwards `self` is meaningful only if there is no outcome.
    fn random_playout<R, F>(
        &mut self,
        _last: Option<Self::Move>,
        longest: u32,
        rng: &mut R,
        visit: &mut F,
    ) -> Option<Outcome>
    where
        R: Rng + ?Sized,
        F: FnMut(Side, usize),
    {
        for _ in 0..longest {
            let Some(mv) = self.random_move(rng) else { break };
            visit(self.side_to_move(), self.history_slot(mv));
            self.play_unchecked(mv);
        }
        self.outcome()
    }
}
