//! The moves of a turn under way: which steps the board allows, and which of them the turn allows.

use super::{Arimaa, LONGEST_TURN, next};
use crate::rules::board::Board;
use crate::rules::geometry::sources;
use crate::rules::movement::{Movement, Offers};
use crate::rules::progress::Open;
use crate::rules::squares::{Direction, Square};

impl Arimaa {
    /// The moves of a turn under way.
    ///
    /// Every offered step can be followed by a legal rest of the turn, repetition aside. Little has to be
    /// looked ahead for:
    ///
    /// - An even number of single steps is needed to restore a board, for each changes the colour of one
    ///   piece's square. After an odd number, then, the board differs and the turn may be passed. The only
    ///   restored board in the middle of a turn is a step taken back at the second, and what was possible at
    ///   the first step still is at the third.
    /// - A push begun at the first or second step ends on a board that differs (a push itself is never undone
    ///   by one step).
    /// - So what is checked is the fourth step, and the completion of a push begun at the third.
    #[inline]
    pub(crate) fn offers(&self) -> Offers {
        if let Open::Push { square, pushers } = self.progress.open {
            let target = 1_u64 << square;
            return Offers {
                by_direction: Direction::ALL.map(|way| pushers & sources(target, way)),
                pass: false,
            };
        }
        let movement = Movement::of(&self.board, self.side);
        let mut by_direction = Direction::ALL.map(|direction| movement.steps(direction));
        if let Open::Pull { square, victims } = self.progress.open {
            for direction in Direction::ALL {
                by_direction[direction as usize] |= victims & sources(1 << square, direction);
            }
        }
        if self.progress.taken + 1 == LONGEST_TURN {
            self.drop_step_that_restores(&mut by_direction);
        } else {
            self.add_pushes(&movement, &mut by_direction);
        }
        Offers { by_direction, pass: self.may_pass() }
    }

    /// Whether the turn may end here.
    #[inline]
    pub(crate) fn may_pass(&self) -> bool {
        let pushing = matches!(self.progress.open, Open::Push { .. });
        self.progress.taken > 0 && !self.setup && !pushing && self.board != self.start
    }

    #[inline]
    fn add_pushes(&self, movement: &Movement, by_direction: &mut [u64; 4]) {
        let pushable = movement.pushable();
        let all_can_be_finished = self.every_push_can_be_finished();
        for direction in Direction::ALL {
            let mut pushed = movement.with_room(pushable, direction);
            if !all_can_be_finished {
                pushed = self.finishable(pushed, direction);
            }
            by_direction[direction as usize] |= pushed;
        }
    }

    /// Whether no push that begins here needs to be tried out.
    ///
    /// One begun at the third step may restore the board, if three squares differ. And on a board that was
    /// set up with a piece on a trap and no friend next to it, that piece falls before it can follow.
    #[inline]
    fn every_push_can_be_finished(&self) -> bool {
        match self.progress.taken {
            0 => self.board.unsupported() == 0,
            1 => true,
            _ => self.board.differences(&self.start).count_ones() != 3,
        }
    }

    #[cold]
    fn finishable(&self, pushed: u64, direction: Direction) -> u64 {
        Square::all_of(pushed)
            .filter(|square| self.pushers(square.index(), next(square.index(), direction)) != 0)
            .fold(0, |finishable, square| finishable | square.bit())
    }

    /// The pieces that may finish the push of the enemy's piece on `from` to `to`.
    fn pushers(&self, from: usize, to: usize) -> u64 {
        let strength = self.board.strength_on(from);
        self.pushers_after(&self.board.after(from, to), from, strength, self.progress.taken + 1)
    }

    /// The pieces that may enter `square`, which an enemy of this strength has been pushed out of, as the
    /// step after `taken` steps.
    #[inline]
    pub(super) fn pushers_after(&self, board: &Board, square: usize, strength: usize, taken: u8) -> u64 {
        let stronger = board.stronger_beside(self.side, square, strength);
        let is_last = taken + 1 == LONGEST_TURN;
        let restores = |pusher: &Square| is_last && board.after(pusher.index(), square) == self.start;
        board.unfrozen(stronger).filter(|pusher| !restores(pusher)).fold(0, |set, pusher| set | pusher.bit())
    }

    /// Takes out the step that would leave the board as the turn found it.
    #[inline]
    fn drop_step_that_restores(&self, by_direction: &mut [u64; 4]) {
        let differences = self.board.differences(&self.start);
        if differences.count_ones() != 2 {
            return;
        }
        for direction in Direction::ALL {
            let pieces = &mut by_direction[direction as usize];
            let stepper = *pieces & differences & sources(differences, direction);
            if stepper != 0 {
                let from = stepper.trailing_zeros() as usize;
                if self.board.after(from, next(from, direction)) == self.start {
                    *pieces &= !stepper;
                }
            }
        }
    }

    /// Whether a step of the enemy's piece from one square to the next completes a pull.
    #[inline]
    pub(crate) fn completes_pull(&self, from: Square, to: Square) -> bool {
        match self.progress.open {
            Open::Pull { square, victims } => usize::from(square) == to.index() && victims & from.bit() != 0,
            Open::Nothing | Open::Push { .. } => false,
        }
    }

    /// Whether a push of the enemy's piece from one square to the next could be finished.
    pub(crate) fn can_finish_push(&self, from: Square, to: Square) -> bool {
        self.pushers(from.index(), to.index()) != 0
    }

    /// Whether a step would leave the board as the turn found it.
    pub(crate) fn restores(&self, from: Square, to: Square) -> bool {
        self.board.after(from.index(), to.index()) == self.start
    }
}
