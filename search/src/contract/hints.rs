//! What an engine would like to hear of a game's moves beside the rules.

use super::{Outcome, Position, Side};
use rand::Rng;

/// What helps an engine to search a game, and changes nothing about its rules: `impl Hints for MyGame {}` is enough.
///
/// Every hint has a default that says nothing. A hint can make a search faster or stronger; none can make a proven result wrong.
pub trait Hints: Position {
    /// The number of values that [`history_slot`](Self::history_slot) takes.
    const HISTORY_SLOTS: usize = 4096;

    /// The place of `mv` in a history table, below [`HISTORY_SLOTS`](Self::HISTORY_SLOTS): moves that do the same thing in
    /// different positions share a slot.
    #[inline]
    fn history_slot(&self, mv: Self::Move) -> usize {
        use super::PackedMove;
        (mv.to_bits().wrapping_mul(0x9E37_79B9) as usize >> 8) % Self::HISTORY_SLOTS
    }

    /// Whether a legal `mv` changes the balance at once, as a capture does. Such moves are tried early, and searched beyond the horizon.
    #[inline]
    fn is_noisy(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The [`key`](Position::key) after a legal `mv`, where it is found without making the move: a few operations. A search then has
    /// the table's memory at hand when it comes there. `None`, the default, does without.
    #[inline]
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// This position with the other player to move: as if the mover had passed, whether or not the game has a pass.
    ///
    /// `None`, the default, where the game has no such position, or where it would say nothing: a search uses it to show that a
    /// position is so good that even a lost turn does not spoil it, which is wrong where having to move is a burden (zugzwang). Only
    /// for positions without an outcome; the position it gives may have one.
    #[inline]
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Plays random moves, up to `longest` of them, and gives the outcome of the position that is reached. `visit` is shown the player
    /// who made each move, and the move's [`history_slot`](Self::history_slot).
    ///
    /// Override it where a game can be played to its end at random without making every move of it. What stands in `self` afterwards
    /// matters only if there is no outcome.
    fn random_playout<R, F>(&mut self, longest: u32, rng: &mut R, visit: &mut F) -> Option<Outcome>
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
