//! `Strong`: the hand-made evaluation `classic`, with the ideas of MIA and weights from the results of games.
//!
//! The features are those of Winands, van den Herik and Uiterwijk, "An evaluation function for Lines of
//! Action" (2003), as far as sets of squares can express them without a loop over men.
//!
//! The weights were set by hand between two logistic regressions of the results of games of plywood against
//! itself on the differences of the features between the sides. `RESULTS.md` of this crate has the figures.
//!
//! | feature of one side | unit | weight |
//! |---|---|---|
//! | spread: king's steps to the centre of mass, less those that so many men need at least | step | -28 |
//! | centralisation: rings between the edge and the man | ring | 5 |
//! | box: squares of the smallest rectangle around the men | square | -3 |
//! | pairs of neighbours that share a side | pair | 4 |
//! | pairs of neighbours that share a corner | pair | 8 |
//! | solid quads: 2x2 squares with three or four men, at most two steps from the centre of mass | quad | 14 |
//! | groups, less holes: the Euler number | group | -5 |
//! | men | man | 50 |
//! | mobility: moves, if it were this side's turn | move | 3 |
//! | walls: enemy men on the edge with a man of this side next to them on the inside | man | 20 |
//! | the side to move | | 28 |

use super::centre_of_mass::{centre_of_mass, closing_up, spread};
use crate::rules::board::Colour;
use crate::rules::geometry::{self, FILE_A, FILE_H};
use crate::rules::moves::Move;
use crate::rules::position::Loa;
use plywood_search::{Knowledge, Score};

/// The strongest hand-made evaluation of this crate, in points: about -1 000 to 1 000, where +200 is a clear
/// advantage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strong;

impl Strong {
    /// The points of one colour, without the bonus for the side to move.
    #[inline]
    pub fn of(position: &Loa, colour: Colour) -> i32 {
        let (own, enemy) = (position.men(colour), position.men(!colour));
        let count = own.count_ones() as i32;
        let centre = centre_of_mass(own);
        let frame = Frame::of(position);
        let pairs = Pairs::of(own);
        let quads = Quads::of(own);
        let solid = count_of(quads.near(centre.index()));
        let euler = count - pairs.beside - pairs.diagonal + count_of(quads.three) + 3 * count_of(quads.four);
        -28 * (spread(own, centre) - least_spread(count)) + 5 * frame.centralisation(own)
            - 3 * box_around(own)
            + 4 * pairs.beside
            + 8 * pairs.diagonal
            + 14 * solid
            - 5 * euler
            + 50 * count
            + 3 * position.mobility(colour) as i32
            + 20 * frame.walls(own, enemy)
    }
}

impl Knowledge<Loa> for Strong {
    type State = ();

    #[inline]
    fn start(&self, _position: &Loa) {}

    #[inline]
    fn evaluate(&self, position: &Loa, (): &mut ()) -> Score {
        const TO_MOVE: i32 = 28;
        let turn = position.turn();
        Score::heuristic(Self::of(position, turn) - Self::of(position, !turn) + TO_MOVE)
    }

    #[inline]
    fn margin(&self) -> i32 {
        60
    }

    #[inline]
    fn priorities(&self, position: &Loa, (): &mut ()) -> impl Fn(Move) -> i32 {
        // Both evaluations want men that move towards their own middle.
        closing_up(position)
    }

    #[inline]
    fn winning_move(&self, position: &Loa, (): &mut ()) -> Option<Move> {
        position.connecting_move()
    }
}

#[inline]
pub(super) fn count_of(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The least possible sum of king's steps to the middle of so many men: one in the middle, eight around it,
/// the rest in the next ring.
#[inline]
pub(super) fn least_spread(count: i32) -> i32 {
    (count - 1) + (count - 9).max(0)
}

/// The squares of the smallest rectangle around the men, of which there must be at least one.
#[inline]
pub(super) fn box_around(men: u64) -> i32 {
    let ranks = men.ilog2() / 8 - men.trailing_zeros() / 8 + 1;
    let files = men | men >> 32;
    let files = files | files >> 16;
    let files = (files | files >> 8) as u8;
    let width = 8 - files.leading_zeros() - files.trailing_zeros();
    (ranks * width) as i32
}

/// The edge of the board and the rings inside it.
pub(super) struct Frame {
    size: u32,
    board: u64,
}

impl Frame {
    #[inline]
    pub(super) fn of(position: &Loa) -> Self {
        Self { size: u32::from(position.rules().size.get()), board: position.squares() }
    }

    /// The sum over the men of the number of rings between the edge and the man.
    #[inline]
    pub(super) fn centralisation(&self, men: u64) -> i32 {
        // The board without its edge, without two rings, and without three. The board lies in the corner of
        // the bits, so a shift moves it inwards.
        let inner = |rings: u32| geometry::board((self.size - 2 * rings) as u8) << (9 * rings);
        let third = if self.size > 6 { count_of(men & inner(3)) } else { 0 };
        count_of(men & inner(1)) + count_of(men & inner(2)) + third
    }

    /// The enemy men on the edge with a man of `own` next to them, straight towards the inside. A man in a
    /// corner counts on both edges.
    #[inline]
    pub(super) fn walls(&self, own: u64, enemy: u64) -> i32 {
        let last = self.size - 1;
        let (left, right) = (FILE_A & self.board, FILE_A << last & self.board);
        let (bottom, top) = (0xFF & self.board, 0xFF << (8 * last) & self.board);
        count_of((enemy & left) << 1 & own)
            + count_of((enemy & right) >> 1 & own)
            + count_of((enemy & bottom) << 8 & own)
            + count_of((enemy & top) >> 8 & own)
    }
}

/// Pairs of neighbours.
pub(super) struct Pairs {
    pub(super) beside: i32,
    pub(super) diagonal: i32,
}

impl Pairs {
    #[inline]
    pub(super) fn of(men: u64) -> Self {
        let (right, left) = ((men & !FILE_H) << 1, (men & !FILE_A) >> 1);
        Self {
            beside: count_of(men & right) + count_of(men & men << 8),
            diagonal: count_of(men & right << 8) + count_of(men & left << 8),
        }
    }
}

/// The 2x2 squares with three and with four men, each marked at its lower left square.
///
/// Together with the pairs they give the Euler number of the men, groups less holes: men, less pairs of
/// neighbours, plus triangles, less full squares, of the complex whose simplices are sets of mutual
/// neighbours. (Winands 2001 counts the same with quads alone.)
pub(super) struct Quads {
    three: u64,
    four: u64,
}

impl Quads {
    #[inline]
    pub(super) fn of(men: u64) -> Self {
        let right = (men & !FILE_A) >> 1;
        let (above, diagonal) = (men >> 8, right >> 8);
        let (row, upper_row) = (men & right, above & diagonal);
        Self { three: row & (above ^ diagonal) | upper_row & (men ^ right), four: row & upper_row }
    }

    /// The 2x2 squares whose lower left square is at most two steps from the square of this index.
    #[inline]
    pub(super) fn near(&self, centre: usize) -> u64 {
        (self.three | self.four) & NEAR[centre]
    }
}

/// By square: the squares at most two king's steps away.
static NEAR: [u64; 64] = {
    let mut near = [0; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        if geometry::distance((pair / 64) as u8, (pair % 64) as u8) <= 2 {
            near[pair / 64] |= 1 << (pair % 64);
        }
        pair += 1;
    }
    near
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::connection::group_of;

    fn set(squares: &str) -> u64 {
        squares.split(' ').map(|text| text.parse::<crate::Square>().expect("a square").bit()).sum()
    }

    fn euler(men: u64) -> i32 {
        let (pairs, quads) = (Pairs::of(men), Quads::of(men));
        count_of(men) - pairs.beside - pairs.diagonal + count_of(quads.three) + 3 * count_of(quads.four)
    }

    #[test]
    fn the_euler_number_is_groups_less_holes() {
        let cases =
            [("a1", 1), ("a1 h8", 2), ("a1 a2 b1 b2", 1), ("b1 a2 c2 b3", 0), ("a8 b8 h1", 2), ("h1 a2", 2)];
        for (squares, expected) in cases {
            assert_eq!(euler(set(squares)), expected, "{squares}");
        }
    }

    #[test]
    fn men_without_holes_have_as_many_groups_as_their_euler_number() {
        let men = set("a1 b2 c3 e5 e6 f5 f6 h8 g1");
        let (mut rest, mut groups) = (men, 0);
        while rest != 0 {
            rest &= !group_of(rest & rest.wrapping_neg(), rest);
            groups += 1;
        }
        assert_eq!(euler(men), groups);
    }

    #[test]
    fn the_box_is_the_smallest_rectangle() {
        for (squares, expected) in [("a1", 1), ("a1 h8", 64), ("b3 c7", 10), ("h1 h2", 2)] {
            assert_eq!(box_around(set(squares)), expected, "{squares}");
        }
    }

    #[test]
    fn a_wall_stands_between_an_enemy_and_the_middle() {
        let position: Loa = "8/8/xo6/8/8/8/1o6/1x4ox x".parse().expect("a position");
        let frame = Frame::of(&position);
        let (black, white) = (position.men(Colour::Black), position.men(Colour::White));
        assert_eq!(frame.walls(white, black), 3); // b6 holds a6, b2 holds b1, g1 holds h1.
        assert_eq!(frame.walls(black, white), 0);
    }
}
