//! What is certain about a turn: whether a rabbit can reach its goal rank, which pieces can be captured, and
//! which steps may keep an enemy rabbit from its goal.
//!
//! The answers are exact; tests compare them with all turns. Most positions are answered by sets of squares
//! alone. The others go through the boards that a few steps, pushes and pulls lead to, near the squares that
//! matter, and leave a board as soon as a bound on the steps still needed shows that nothing can come of it.

mod actions;
mod attack;
mod capture;
mod defence;
mod field;
mod goal;
mod help;
pub(crate) mod lines;
mod walk;

pub(crate) use attack::Attacks;
pub use capture::Capture;
pub(crate) use defence::{Defence, defences, played};
pub(crate) use field::bits;

use crate::rules::board::Board;
use crate::rules::moves::Move;
use crate::rules::pieces::Colour;
use crate::rules::position::{Arimaa, LONGEST_TURN};
use crate::rules::turns::Turns;
use plywood_search::Side;

impl Arimaa {
    /// Whether the side to move can end this turn with a rabbit of its own on its goal rank. It then wins
    /// within [`steps_left`](Self::steps_left) plies.
    ///
    /// Takes some nanoseconds where no rabbit is near, and up to some microseconds where one is and is
    /// blocked. False in the setup.
    #[inline]
    pub fn can_reach_goal(&self) -> bool {
        !self.is_setup() && goal::can_be_reached(self)
    }

    /// Whether a colour could reach its goal rank with a whole turn of its own, if it began one on the board
    /// as it stands. False in the setup.
    pub fn threatens_goal(&self, colour: Colour) -> bool {
        self.goal_threat(colour) != 0
    }

    /// The turns after which the side to move threatens a goal, and some others: every turn that a bound on
    /// the steps still needed does not rule out. `None` in the middle of a turn or of the setup.
    ///
    /// Takes some microseconds where rabbits are far from their goal, and as long as
    /// [`turns`](Self::turns) where they are near.
    pub fn turns_that_may_threaten(&self) -> Option<Turns> {
        let side = Side::from(self.turn());
        // Of a turn that threatens, this holds on every way: its rest and the next turn are enough there.
        let might = |board: &Board, left: u8| {
            goal::might_be_reached(board, side, u32::from(left) + u32::from(LONGEST_TURN))
        };
        self.turns_through(Some(&might), usize::MAX)
    }

    /// The squares that pieces leave and enter in one turn that would bring a rabbit of a colour to its goal
    /// rank, if that colour began a turn on the board as it stands; bit 0 is a1. Empty if there is no such
    /// turn, and in the setup.
    #[inline]
    pub fn goal_threat(&self, colour: Colour) -> u64 {
        if self.is_setup() { 0 } else { goal::threat(self.board(), colour.into()) }
    }

    /// Whether a rabbit of a colour is at most two ranks from its goal rank: to find out whether others can
    /// help it there, actions are tried.
    #[inline]
    pub(crate) fn has_rabbit_before_goal(&self, colour: Colour) -> bool {
        goal::is_costly(self.board(), colour.into())
    }

    /// Whether the enemy of the side to move will bring a rabbit to its goal rank with its next turn, whatever
    /// the side to move does in this one. It has then lost within four plies more than the turn has left.
    ///
    /// False if the game is over. Takes up to some milliseconds where the enemy threatens a goal that is hard
    /// to prevent; positions that it has looked at are told apart by their 64-bit keys.
    pub fn is_goal_unstoppable(&self) -> bool {
        self.threatens_goal(!self.turn()) && Defence::default().exists(self, u64::MAX) == Some(false)
    }

    /// Whether the side to move can end this turn with fewer pieces of the enemy's on the board than stand
    /// there now. False in the setup.
    pub fn can_capture(&self) -> bool {
        !self.is_setup() && capture::is_possible(self)
    }

    /// The captures that a colour could make in a turn of its own, if it began one on the board as it stands:
    /// each piece with each trap that it could fall into, once. None in the setup, and none where a position
    /// was set up with a piece on a trap and no friend next to it.
    pub fn possible_captures(&self, colour: Colour) -> Vec<Capture> {
        let is_settled = !self.is_setup() && self.board().unsupported() == 0;
        if is_settled { capture::all(self.board(), colour.into()) } else { Vec::new() }
    }

    /// The squares of the enemy pieces that the side to move can capture with the steps that its turn still
    /// has; bit 0 is a1. Empty in the setup, and where a position was set up with a piece on a trap and no
    /// friend next to it.
    ///
    /// After a step that a pull may follow, captures that go on from the pull are left out.
    #[inline]
    pub fn capturable(&self) -> u64 {
        if self.is_setup() { 0 } else { capture::victims(self) }
    }

    /// Shows the steps with which the quickest captures of this turn begin, each once, if they take two steps
    /// or more. None in the setup.
    pub fn first_steps_of_captures(&self, visit: &mut dyn FnMut(Move)) {
        if !self.is_setup() {
            capture::first_steps(self, visit);
        }
    }

    /// The number of steps that the current turn still has, 1 to 4; 4 in the setup.
    #[inline]
    pub fn steps_left(&self) -> u32 {
        u32::from(LONGEST_TURN - self.progress().taken)
    }
}
