//! What the network sees of a position: sets of squares, worked out while the terms of `Strong` are counted.

use super::terms::{KINDS, MATERIAL, Tally};
use super::view::View;
use crate::rules::position::Arimaa;
use plywood_search::Side;

/// What pieces of one side have in common, apart from their kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// They cannot step, push or pull.
    Frozen,
    /// They stand beside a stronger enemy.
    Outranked,
    /// They stand beside a stronger enemy that is not its elephant.
    OutrankedByOthers,
    /// A stronger enemy that can act is at most two steps away.
    Near,
    /// The enemy captures them in 2 or 3 steps, as [`threats`](super::threats) counts.
    Threatened3,
    /// In 4.
    Threatened4,
    /// In 5 or 6.
    Threatened6,
    /// In 7 or 8.
    Threatened8,
    /// The enemy could capture them if their elephant left the trap.
    Held,
    /// They have no square to step to.
    Shut,
    /// No enemy is as strong.
    Strongest,
    /// The strongest enemies are as strong.
    Equal,
    /// Rabbits whose ways to the goal cost at most 3.
    Goal3,
    /// 4 or 5.
    Goal5,
    /// 6 or 7.
    Goal7,
    /// 8 or 9.
    Goal9,
    /// 10 or 11.
    Goal11,
    /// It is the enemy's turn, and it can capture them with the steps that it has left.
    Falling,
}

/// The number of marks.
pub(super) const MARKS: usize = Mark::Falling as usize + 1;

/// The ways in which a trap can be held: own pieces beside it, the enemy's, and whose is the strongest.
pub(super) const CONTROLS: usize = 4 * 4 * 3;

/// What is seen of one side, which plays north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Army {
    /// The pieces by kind, then by mark.
    pub(super) sets: [u64; KINDS + MARKS],
    /// Who holds each trap.
    pub(super) traps: [u8; 4],
    /// The numbers of squares that the elephant and the camel can reach, divided by three.
    pub(super) rooms: [u8; 2],
}

/// The degrees of room: up to 24 squares are reached in three steps.
pub(super) const ROOMS: usize = 24 / 3 + 1;

/// What the network sees of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    armies: [Army; 2],
    /// The steps left to the mover.
    pub(super) steps_left: u8,
    /// The side that would reach its goal if it began a turn now, unless it is the mover.
    pub(super) threatens_goal: Option<Side>,
}

impl Sight {
    /// What is seen of one side.
    #[inline]
    pub(super) const fn army(&self, side: Side) -> &Army {
        &self.armies[side.index()]
    }
}

/// What was seen while the terms were counted. Of these, the material alone is summed.
pub(super) struct Watched {
    /// The mover's material less the enemy's, in quarters.
    pub(super) material: i32,
    sign: i32,
    /// The side whose terms are counted.
    side: Side,
    sight: Sight,
}

impl Watched {
    /// Nothing yet of a position in which this side is to move.
    #[inline]
    pub(super) fn new(mover: Side) -> Self {
        Self { material: 0, sign: 1, side: mover, sight: Sight::default() }
    }

    /// Goes on to the other side.
    #[inline]
    pub(super) fn turn(&mut self) {
        self.sign = -1;
        self.side = !self.side;
    }

    /// What was seen, with the pieces by kind, and with what is certain. `own` is the view of the mover.
    #[inline]
    pub(super) fn sight(mut self, own: &View, position: &Arimaa, is_threatened: bool) -> Sight {
        self.sight.steps_left = position.steps_left() as u8;
        self.sight.threatens_goal = is_threatened.then_some(self.side);
        let falling = position.capturable();
        self.see(Mark::Falling, if self.side == Side::First { falling } else { falling.swap_bytes() });
        for view in [own.turned(), *own] {
            let sets = &mut self.sight.armies[self.side.index()].sets;
            (0..KINDS).for_each(|kind| sets[kind] = view.kind(kind));
            self.side = !self.side;
        }
        self.sight
    }
}

impl Tally for Watched {
    /// As far as the marks go.
    const LONGEST_THREAT: usize = 8;

    #[inline]
    fn add_quarters(&mut self, term: usize, quarters: i32) {
        if term == MATERIAL.at(0) {
            self.material += self.sign * quarters;
        }
    }

    #[inline]
    fn see(&mut self, of: Mark, pieces: u64) {
        self.sight.armies[self.side.index()].sets[KINDS + of as usize] = pieces;
    }

    #[inline]
    fn see_room(&mut self, of: usize, room: usize) {
        self.sight.armies[self.side.index()].rooms[of] = room as u8;
    }

    #[inline]
    fn see_trap(&mut self, trap: usize, control: usize) {
        self.sight.armies[self.side.index()].traps[trap] = control as u8;
    }
}
