//! Five simple evaluations: two counts, a sum over squares, and two mixtures.
//!
//! The units are a piece, a pair and a step from the edge, as each says. Finished games are not evaluated: a
//! search ranks any result above any heuristic value.

use super::ordering::priorities;
use crate::rules::board::Player;
use crate::rules::geometry::BOARD;
use crate::rules::moves::Move;
use crate::rules::position::Gekitai;
use plywood_search::{Knowledge, Score};

/// The pieces on the board, 0 to 8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces;

/// The pairs of own pieces that stand next to each other on a row, a column or a diagonal. A piece may belong
/// to several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs;

/// The sum of the square values of the pieces: 1 for the outer ring, 2 for the next, 3 for the four squares
/// in the middle.
///
/// The source, "greater toward the centre", has no table; this one is this crate's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value;

/// [`Pieces`] + 2 x [`Pairs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct A;

/// [`Value`] + 2 x [`Pairs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct B;

impl Pieces {
    /// The value of one player.
    #[inline]
    pub fn of(position: &Gekitai, player: Player) -> i32 {
        position.pieces(player).count_ones() as i32
    }
}

impl Pairs {
    /// The value of one player.
    #[inline]
    pub fn of(position: &Gekitai, player: Player) -> i32 {
        let pieces = position.pieces(player);
        [1, 7, 8, 9].into_iter().map(|step| (pieces & pieces >> step).count_ones() as i32).sum()
    }
}

impl Value {
    /// The value of one player.
    #[inline]
    pub fn of(position: &Gekitai, player: Player) -> i32 {
        /// The squares at least one step from the edge, and at least two.
        const INNER: [u64; 2] = [0x0000_3C3C_3C3C_0000, 0x0000_0018_1800_0000];
        let pieces = position.pieces(player);
        [BOARD, INNER[0], INNER[1]].into_iter().map(|ring| (pieces & ring).count_ones() as i32).sum()
    }
}

impl A {
    /// The value of one player.
    #[inline]
    pub fn of(position: &Gekitai, player: Player) -> i32 {
        Pieces::of(position, player) + 2 * Pairs::of(position, player)
    }
}

impl B {
    /// The value of one player.
    #[inline]
    pub fn of(position: &Gekitai, player: Player) -> i32 {
        Value::of(position, player) + 2 * Pairs::of(position, player)
    }
}

/// The value for the side to move minus the value for its opponent.
#[inline]
fn difference(position: &Gekitai, of: impl Fn(&Gekitai, Player) -> i32) -> Score {
    let turn = position.turn();
    Score::heuristic(of(position, turn) - of(position, !turn))
}

macro_rules! evaluator {
    ($($name:ident),+) => {$(
        impl Knowledge<Gekitai> for $name {
    type State = ();

    #[inline]
    fn start(&self, _position: &Gekitai) {}

            #[inline]
            fn evaluate(&self, position: &Gekitai, (): &mut ()) -> Score {
                difference(position, Self::of)
            }

            #[inline]
            fn priorities(&self, position: &Gekitai, (): &mut ()) -> impl Fn(Move) -> i32 {
                priorities(position)
            }
        }
    )+};
}

evaluator![Pieces, Pairs, Value, A, B];
