//! What is certain about the rest of a turn, found by small searches: whether a rabbit arrives, whether the enemy loses a piece.
//!
//! Both are exact. They go through the boards that steps, pushes and pulls lead to, as the generator of whole turns does, but leave a board
//! as soon as a bound on the steps still needed shows that nothing can come of it, and look only at steps near the squares that matter.

mod actions;
mod capture;
mod field;
mod goal;
mod help;
mod walk;

pub(crate) use field::Field;
pub(crate) use walk::{rabbits_near_goal, walks};

use crate::pieces::Colour;
use crate::position::{Arimaa, LONGEST_TURN};

impl Arimaa {
    /// Whether the side to move can end this turn with a rabbit of its own on its goal rank. It then wins within
    /// [`steps_left`](Self::steps_left) plies.
    ///
    /// Takes some nanoseconds where no rabbit is near, and up to some microseconds where one is and is blocked. False in the setup.
    #[inline]
    pub fn can_reach_goal(&self) -> bool {
        !self.is_setup() && goal::can_be_reached(self)
    }

    /// Whether a colour could reach its goal rank with a whole turn of its own, if it began one on the board as it stands. False in the setup.
    pub fn threatens_goal(&self, colour: Colour) -> bool {
        !self.is_setup() && goal::is_threatened(self, colour.into())
    }

    /// Whether the side to move can end this turn with fewer pieces of the enemy's on the board than stand there now. False in the setup.
    ///
    /// Takes some tens of microseconds in a middle game.
    pub fn can_capture(&self) -> bool {
        !self.is_setup() && capture::is_possible(self)
    }

    /// How many steps the turn under way still has, 1 to 4; 4 in the setup.
    #[inline]
    pub fn steps_left(&self) -> u32 {
        u32::from(LONGEST_TURN - self.progress().taken)
    }
}
