//! Four classic evaluations. They loop over groups and men and take tens to hundreds of nanoseconds. [`H2`],
//! with which the tables of `plywood-bench` are made, is written for speed, the others for clarity.
//!
//! Their descriptions say nothing of boards smaller than 8x8. There, squares are valued by their distance
//! from the edge.

use super::ordering::priorities;
use super::{centre_of_mass, difference};
use crate::rules::board::Colour;
use crate::rules::connection::group_of;
use crate::rules::geometry::{self, FILE_A, FILE_H, grown};
use crate::rules::moves::Move;
use crate::rules::position::Loa;
use plywood_search::{Knowledge, Score};

/// The best group: the greatest sum, over the groups of a colour, of square value x (1 + own neighbours).
///
/// A square on the edge is worth 1, on the ring inside it 4, farther inside 5. A row of three men in the
/// middle is worth 5x2 + 5x3 + 5x2 = 35.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct H1;

/// The nearest group: the greatest value, over the groups of a colour, of minus the sum of the king's steps
/// from the men outside the group to its nearest man. 0, the best value, for a connected colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct H2;

/// The centre: the sum of the square values, plus 5 for each pair of own neighbours that share a side and 15
/// for each that share a corner.
///
/// A corner of the board is worth -50, another edge square -30, the ring inside -20, the next -10, the middle
/// of 8x8 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct H3;

/// The centre of mass: the sum over the men of minus ten per king's step to the mean square of their colour
/// (each coordinate rounded, a half up), plus the bonus for neighbours of [`H3`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct H4;

impl H1 {
    /// The value of one colour, 1 or more.
    pub fn of(position: &Loa, colour: Colour) -> i32 {
        let men = position.men(colour);
        let ring_value = |ring| match ring {
            0 => 1,
            1 => 4,
            _ => 5,
        };
        let man_value = |square: u8| {
            let neighbours = (grown(1 << square) & men).count_ones() as i32 - 1;
            ring_value(ring(square, position)) * (1 + neighbours)
        };
        let group_value = |group| squares(group).map(man_value).sum();
        groups(men).map(group_value).max().unwrap_or(0)
    }
}

impl H2 {
    /// The value of one colour, 0 or less.
    ///
    /// Searches ask for this at every leaf, and most of the time goes into mispredicted branches, so the code
    /// has few. Men without a neighbour are found without a search for their group, and several rings of
    /// neighbours are found at once.
    pub fn of(position: &Loa, colour: Colour) -> i32 {
        let men = position.men(colour);
        let mut together = men & around(men);
        let mut alone = men & !together;
        let mut least = u32::MAX;
        while together | alone != 0 {
            let group = if together == 0 { alone & alone.wrapping_neg() } else { first_group(together) };
            together &= !group;
            alone &= !group;
            least = least.min(distance_to(group, men & !group, least));
        }
        -(least as i32)
    }
}

/// The squares next to a square of the set.
fn around(set: u64) -> u64 {
    let sides = ((set & !FILE_H) << 1) | ((set & !FILE_A) >> 1);
    let wide = set | sides;
    sides | (wide << 8) | (wide >> 8)
}

/// The group of the lowest man, found two rings of neighbours at a time.
fn first_group(men: u64) -> u64 {
    let mut group = men & men.wrapping_neg();
    loop {
        let nearer = grown(group) & men;
        let larger = grown(nearer) & men;
        if larger == nearer {
            return larger;
        }
        group = larger;
    }
}

/// The sum of the king's steps from the men outside to the nearest man of the whole group. If the sum is not
/// below `enough`, any number that is not either.
fn distance_to(group: u64, outside: u64, enough: u32) -> u32 {
    // None of them is next to the group, or it would belong to the group.
    let two = grown(grown(group));
    let three = grown(two);
    let four = grown(three);
    let farther = |reached: u64| (outside & !reached).count_ones();
    let mut sum = 2 * outside.count_ones() + farther(two) + farther(three) + farther(four);
    if outside & !four != 0 && sum < enough {
        let five = grown(four);
        sum += farther(five) + farther(grown(five));
    }
    sum
}

impl H3 {
    /// The value of one colour.
    pub fn of(position: &Loa, colour: Colour) -> i32 {
        let men = position.men(colour);
        let size = position.rules().size.get();
        let is_corner = |square: u8| {
            matches!(square % 8, file if file == 0 || file == size - 1)
                && matches!(square / 8, rank if rank == 0 || rank == size - 1)
        };
        let square_value = |square: u8| match ring(square, position) {
            0 if is_corner(square) => -50,
            0 => -30,
            1 => -20,
            2 => -10,
            _ => 0,
        };
        squares(men).map(square_value).sum::<i32>() + neighbour_bonus(men)
    }
}

impl H4 {
    /// The value of one colour.
    pub fn of(position: &Loa, colour: Colour) -> i32 {
        let men = position.men(colour);
        let centre = centre_of_mass(men).index() as u8;
        let distance = squares(men).map(|square| geometry::distance(centre, square) as i32).sum::<i32>();
        -10 * distance + neighbour_bonus(men)
    }
}

/// The number of squares between a square and the nearest edge.
fn ring(square: u8, position: &Loa) -> u8 {
    let last = position.rules().size.get() - 1;
    let (file, rank) = (square % 8, square / 8);
    file.min(last - file).min(rank).min(last - rank)
}

/// 5 for each pair of neighbours that share a side, 15 for each that share a corner.
fn neighbour_bonus(men: u64) -> i32 {
    let (right, left) = (men & !FILE_H, men & !FILE_A);
    let pairs = |shifted: u64| (shifted & men).count_ones() as i32;
    5 * (pairs(right << 1) + pairs(men << 8)) + 15 * (pairs(right << 9) + pairs(left << 7))
}

/// The groups of a set of men, in the order of their lowest bits.
fn groups(men: u64) -> impl Iterator<Item = u64> {
    let mut rest = men;
    core::iter::from_fn(move || {
        let seed = rest & rest.wrapping_neg();
        let group = group_of(seed, rest);
        rest &= !group;
        (group != 0).then_some(group)
    })
}

/// The numbers of the squares of a set.
fn squares(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |square| set >> square & 1 != 0)
}

impl Knowledge<Loa> for H1 {
    type State = ();

    #[inline]
    fn start(&self, _position: &Loa) {}

    fn evaluate(&self, position: &Loa, (): &mut ()) -> Score {
        difference(position, Self::of)
    }

    fn priorities(&self, position: &Loa, (): &mut ()) -> impl Fn(Move) -> i32 {
        priorities(position)
    }
}

impl Knowledge<Loa> for H2 {
    type State = ();

    #[inline]
    fn start(&self, _position: &Loa) {}

    fn evaluate(&self, position: &Loa, (): &mut ()) -> Score {
        difference(position, Self::of)
    }

    fn priorities(&self, position: &Loa, (): &mut ()) -> impl Fn(Move) -> i32 {
        priorities(position)
    }
}

impl Knowledge<Loa> for H3 {
    type State = ();

    #[inline]
    fn start(&self, _position: &Loa) {}

    fn evaluate(&self, position: &Loa, (): &mut ()) -> Score {
        difference(position, Self::of)
    }

    fn priorities(&self, position: &Loa, (): &mut ()) -> impl Fn(Move) -> i32 {
        priorities(position)
    }
}

impl Knowledge<Loa> for H4 {
    type State = ();

    #[inline]
    fn start(&self, _position: &Loa) {}

    fn evaluate(&self, position: &Loa, (): &mut ()) -> Score {
        difference(position, Self::of)
    }

    fn priorities(&self, position: &Loa, (): &mut ()) -> impl Fn(Move) -> i32 {
        priorities(position)
    }
}
