//! The board as one side sees it, with north ahead: so that each feature is written once for both colours.

use crate::rules::board::{AtLeast, Board, frozen};
use crate::rules::position::Arimaa;
use plywood_search::Side;

/// A board, turned so that `own` plays north.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) own: u64,
    pub(super) enemy: u64,
    pub(super) at_least: AtLeast,
}

impl View {
    #[inline]
    pub(super) fn of(board: &Board, side: Side) -> Self {
        let (own, enemy, at_least) = (board.men(side), board.men(!side), board.at_least());
        match side {
            Side::First => Self { own, enemy, at_least },
            Side::Second => Self {
                own: own.swap_bytes(),
                enemy: enemy.swap_bytes(),
                at_least: at_least.map(u64::swap_bytes),
            },
        }
    }

    /// The same board from the other side.
    #[inline]
    pub(super) fn turned(&self) -> Self {
        Self {
            own: self.enemy.swap_bytes(),
            enemy: self.own.swap_bytes(),
            at_least: self.at_least.map(u64::swap_bytes),
        }
    }

    /// The view of the player whose turn it is.
    #[inline]
    pub(super) fn of_mover(position: &Arimaa) -> Self {
        Self::of(position.board(), position.turn().into())
    }

    /// The own pieces of a kind, 0 for rabbits to 5 for elephants.
    #[inline]
    pub(super) const fn kind(&self, kind: usize) -> u64 {
        self.own & self.at_least[kind + 1] & !self.at_least[kind + 2]
    }

    /// The enemy's pieces by kind.
    #[inline]
    pub(super) fn enemy_kinds(&self) -> [u64; 6] {
        core::array::from_fn(|kind| self.enemy & self.at_least[kind + 1] & !self.at_least[kind + 2])
    }

    #[inline]
    pub(super) const fn empty(&self) -> u64 {
        !(self.own | self.enemy)
    }

    /// The own pieces that are frozen.
    #[inline]
    pub(super) fn frozen(&self) -> u64 {
        frozen(self.own, self.enemy, &self.at_least)
    }

    /// The strength of the piece on a square that is not empty, 1 to 6.
    #[inline]
    pub(super) fn strength_on(&self, square: u64) -> usize {
        (1..=6).filter(|&strength| self.at_least[strength] & square != 0).count()
    }

    /// The kind of the piece on a square that is not empty, 0 to 5.
    #[inline]
    pub(super) fn kind_on(&self, square: u32) -> usize {
        (2..=6).filter(|&strength| self.at_least[strength] >> square & 1 == 1).count()
    }
}

/// How many squares a set has.
#[inline]
pub(super) const fn count(set: u64) -> i32 {
    set.count_ones() as i32
}
