//! What a side can do with one step, for all pieces at once.
//!
//! The generator asks not where a piece can go, but which pieces can step in a given direction, and answers
//! with a set of squares: the mover's own pieces and, for the first half of a push or the second half of a
//! pull, the enemy's. Counting moves is four population counts. Nothing looks at a single piece until a move
//! has to be written down.

use crate::rules::board::{AtLeast, Board, frozen, outranked};
use crate::rules::geometry::{BACKWARD, adjacent, sources};
use crate::rules::moves::Move;
use crate::rules::squares::{Direction, Square};
use core::ops::ControlFlow;
use plywood_search::Side;

/// Which pieces can step in each direction, by the board alone.
pub(crate) struct Movement {
    side: Side,
    enemy: u64,
    empty: u64,
    /// The mover's pieces that are not frozen.
    pub(crate) free: u64,
    at_least: AtLeast,
}

impl Movement {
    #[inline]
    pub(crate) fn of(board: &Board, side: Side) -> Self {
        let (own, enemy) = (board.men(side), board.men(!side));
        let at_least = board.at_least();
        let free = own & !frozen(own, enemy, &at_least);
        Self { side, enemy, empty: !(own | enemy), free, at_least }
    }

    /// The mover's pieces that can step by themselves in a direction.
    #[inline]
    pub(crate) fn steps(&self, direction: Direction) -> u64 {
        let steppers = self.free & sources(self.empty, direction);
        if direction == BACKWARD[self.side.index()] { steppers & self.at_least[2] } else { steppers }
    }

    /// The enemy's pieces next to a stronger free piece of the mover's.
    #[inline]
    pub(crate) fn pushable(&self) -> u64 {
        outranked(self.enemy, self.free, &self.at_least)
    }

    /// The squares next to the enemy's pieces.
    #[inline]
    pub(crate) fn beside_enemies(&self) -> u64 {
        adjacent(self.enemy)
    }

    /// Those of a set of pieces that have an empty square in a direction.
    #[inline]
    pub(crate) fn with_room(&self, set: u64, direction: Direction) -> u64 {
        set & sources(self.empty, direction)
    }
}

/// The moves of a position in which a turn is under way: by direction, which pieces may step, and whether the
/// turn may end.
pub(crate) struct Offers {
    pub(crate) by_direction: [u64; 4],
    pub(crate) pass: bool,
}

impl Offers {
    #[inline]
    pub(crate) fn any(&self) -> bool {
        let [north, east, south, west] = self.by_direction;
        self.pass || north | east | south | west != 0
    }

    #[inline]
    pub(crate) fn count(&self) -> usize {
        let steps: u32 = self.by_direction.iter().map(|pieces| pieces.count_ones()).sum();
        steps as usize + usize::from(self.pass)
    }

    /// Shows the steps to `visit`, direction by direction, in each from a1 to h8; the pass comes last.
    #[inline]
    pub(crate) fn visit<F>(&self, board: &Board, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Move) -> ControlFlow<()>,
    {
        for direction in Direction::ALL {
            let mut rest = self.by_direction[direction as usize];
            while rest != 0 {
                visit(move_from(board, rest, direction))?;
                rest &= rest - 1;
            }
        }
        if self.pass { visit(Move::PASS) } else { ControlFlow::Continue(()) }
    }

    /// The move of number `index` in the order of `visit`, counted from 0.
    pub(crate) fn nth(&self, board: &Board, mut index: u32) -> Option<Move> {
        for direction in Direction::ALL {
            let pieces = self.by_direction[direction as usize];
            if index < pieces.count_ones() {
                let rest = (0..index).fold(pieces, |rest, _| rest & (rest - 1));
                return Some(move_from(board, rest, direction));
            }
            index -= pieces.count_ones();
        }
        (self.pass && index == 0).then_some(Move::PASS)
    }
}

/// The step of the first piece of a set.
#[inline]
fn move_from(board: &Board, pieces: u64, direction: Direction) -> Move {
    let from = Square::of(pieces.trailing_zeros());
    Move::stepping(board.number_on(from.index()), from, direction)
}
