//! What the network sees of a position: sets of squares, worked out while the terms of `Strong` are counted.

use super::terms::{KINDS, Sum, Tally};
use super::view::View;
use plywood_search::Side;

/// What pieces of one side have in common, apart from their kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// They cannot step, push or pull.
    Frozen,
    /// They stand beside a stronger enemy.
    Outranked,
    /// A stronger enemy that can act is at most two steps away.
    Near,
    /// The enemy captures them in a turn, as [`threats`](super::threats) counts.
    Threatened,
    /// In 5 to 8 steps.
    ThreatenedLater,
    /// The enemy could capture them if their elephant left the trap.
    Held,
    /// They have no square to step to.
    Shut,
    /// No enemy is as strong.
    Strongest,
    /// The strongest enemies are as strong.
    Equal,
    /// Rabbits whose ways to the goal cost at most 4.
    NearGoal,
    /// 5 to 8.
    OnTheWay,
}

/// The number of marks.
pub(super) const MARKS: usize = Mark::OnTheWay as usize + 1;

/// The ways in which a trap can be held: own pieces beside it, the enemy's, and whose is the strongest.
pub(super) const CONTROLS: usize = 4 * 4 * 3;

/// What is seen of one side, which plays north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Army {
    /// The pieces by kind.
    pub(super) kinds: [u64; KINDS],
    /// The pieces by mark.
    pub(super) marks: [u64; MARKS],
    /// Who holds each trap.
    pub(super) traps: [u8; 4],
}

/// What the network sees of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    armies: [Army; 2],
    /// The steps left to the mover.
    pub(super) steps_left: u8,
}

impl Sight {
    /// What is seen of one side.
    #[inline]
    pub(super) const fn army(&self, side: Side) -> &Army {
        &self.armies[side.index()]
    }
}

/// The sum of the terms, and what was seen while they were counted.
pub(super) struct Watched {
    pub(super) sum: Sum,
    /// The side whose terms are counted.
    side: Side,
    sight: Sight,
}

impl Watched {
    /// Nothing yet of a position in which this side is to move.
    #[inline]
    pub(super) fn new(mover: Side) -> Self {
        Self { sum: Sum { sign: 1, total: 0 }, side: mover, sight: Sight::default() }
    }

    /// Goes on to the other side.
    #[inline]
    pub(super) fn turn(&mut self) {
        self.sum.sign = -1;
        self.side = !self.side;
    }

    /// What was seen, with the pieces by kind. `own` is the view of the mover, who has so many steps left.
    #[inline]
    pub(super) fn sight(mut self, own: &View, steps_left: usize) -> Sight {
        self.sight.steps_left = steps_left as u8;
        for view in [own.turned(), *own] {
            self.sight.armies[self.side.index()].kinds = core::array::from_fn(|kind| view.kind(kind));
            self.side = !self.side;
        }
        self.sight
    }
}

impl Tally for Watched {
    #[inline]
    fn add_quarters(&mut self, term: usize, quarters: i32) {
        self.sum.add_quarters(term, quarters);
    }

    #[inline]
    fn see(&mut self, of: Mark, pieces: u64) {
        self.sight.armies[self.side.index()].marks[of as usize] = pieces;
    }

    #[inline]
    fn see_trap(&mut self, trap: usize, control: usize) {
        self.sight.armies[self.side.index()].traps[trap] = control as u8;
    }
}
