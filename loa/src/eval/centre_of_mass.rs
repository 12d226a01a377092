//! `CentreOfMass`: an evaluation by the distance of men from their own middle.

use super::difference;
use super::ordering::priorities;
use crate::rules::board::Colour;
use crate::rules::geometry::{self, FILE_A};
use crate::rules::moves::{Move, Square};
use crate::rules::position::Loa;
use plywood_search::{Knowledge, Score};

/// Minus the sum of the king's steps from each man to the centre of mass of its colour ([`centre_of_mass`]).
///
/// Computed without a loop over the men: the centre takes six population counts, the sum seven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CentreOfMass;

impl CentreOfMass {
    /// The value of one colour: 0 if no man is away from the centre, about -50 for men scattered around the
    /// edge.
    #[inline]
    pub fn of(position: &Loa, colour: Colour) -> i32 {
        let men = position.men(colour);
        -spread(men, centre_of_mass(men))
    }
}

impl Knowledge<Loa> for CentreOfMass {
    type State = ();

    #[inline]
    fn start(&self, _position: &Loa) {}

    #[inline]
    fn evaluate(&self, position: &Loa, (): &mut ()) -> Score {
        difference(position, Self::of)
    }

    #[inline]
    fn priorities(&self, position: &Loa, (): &mut ()) -> impl Fn(Move) -> i32 {
        closing_up(position)
    }
}

/// Moves towards the centre of the mover's own men come first.
#[inline]
pub(super) fn closing_up(position: &Loa) -> impl Fn(Move) -> i32 {
    let own = distances(centre_of_mass(position.men(position.turn())));
    let general = priorities(position);
    move |mv| 3_000 * i32::from(own[mv.from().index()] - own[mv.to().index()]) + general(mv)
}

/// The mean square of a set of squares: each coordinate is rounded to the nearest whole number, and a half
/// up. a1 for the empty set.
///
/// Bit 0 is a1, bit 7 h1, bit 63 h8.
#[inline]
pub fn centre_of_mass(men: u64) -> Square {
    // The squares whose file, or rank, has the binary digit 0, 1 or 2.
    const FILES: [u64; 3] = [FILE_A * 0xAA, FILE_A * 0xCC, FILE_A * 0xF0];
    const RANKS: [u64; 3] = [0xFF00_FF00_FF00_FF00, 0xFFFF_0000_FFFF_0000, 0xFFFF_FFFF_0000_0000];
    let sum = |digits: [u64; 3]| {
        let [one, two, four] = digits.map(|squares| (men & squares).count_ones());
        one + 2 * two + 4 * four
    };
    let count = men.count_ones();
    Square::of(8 * rounded_mean(sum(RANKS), count) + rounded_mean(sum(FILES), count))
}

/// `sum / count`, rounded, a half up; 0 if `count` is 0.
///
/// Multiplies by the reciprocal, which is exact for every sum that `count` numbers below 8 can have.
#[inline]
fn rounded_mean(sum: u32, count: u32) -> u32 {
    ((2 * sum + count) * RECIPROCALS[count as usize & 127]) >> RECIPROCAL_BITS
}

const RECIPROCAL_BITS: u32 = 20;

/// The reciprocals of twice the number of men, rounded up, in units of 2^-20.
static RECIPROCALS: [u32; 128] = {
    let mut reciprocals = [0; 128];
    let mut count = 1;
    while count <= 64 {
        reciprocals[count] = (1_u32 << RECIPROCAL_BITS).div_ceil(2 * count as u32);
        count += 1;
    }
    reciprocals
};

/// The sum of the king's steps from `centre` to each of the men: the number of men farther away than 0, than
/// 1, ... than 6 steps.
#[inline]
pub(super) fn spread(men: u64, centre: Square) -> i32 {
    FARTHER[centre.index()].iter().map(|far| (men & far).count_ones() as i32).sum()
}

/// The king's steps from a square to each of the 64.
#[inline]
fn distances(centre: Square) -> &'static [i8; 64] {
    &DISTANCE[centre.index()]
}

/// The king's steps between two squares.
static DISTANCE: [[i8; 64]; 64] = {
    let mut distances = [[0; 64]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        distances[pair / 64][pair % 64] = geometry::distance((pair / 64) as u8, (pair % 64) as u8) as i8;
        pair += 1;
    }
    distances
};

/// By square and number of steps: the squares farther away.
static FARTHER: [[u64; 7]; 64] = {
    let mut farther = [[0; 7]; 64];
    let mut centre = 0;
    while centre < 64 {
        let mut square = 0;
        while square < 64 {
            let mut steps = 0;
            while steps < geometry::distance(centre, square) {
                farther[centre as usize][steps as usize] |= 1 << square;
                steps += 1;
            }
            square += 1;
        }
        centre += 1;
    }
    farther
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reciprocal_divides_exactly() {
        for count in 1..=64 {
            for sum in 0..=7 * count {
                assert_eq!(rounded_mean(sum, count), (2 * sum + count) / (2 * count), "{sum} / {count}");
            }
        }
    }

    #[test]
    fn a_half_is_rounded_up() {
        let square = |text: &str| text.parse::<Square>().expect("a square");
        assert_eq!(centre_of_mass(square("a1").bit() | square("b2").bit()), square("b2"));
        assert_eq!(
            centre_of_mass(square("a1").bit() | square("a2").bit() | square("a1").bit()),
            square("a2")
        );
    }

    #[test]
    fn the_spread_is_the_sum_of_the_distances() {
        let men = 0x8100_0000_1000_0081;
        for centre in 0..64 {
            let sum: u32 = (0..64)
                .filter(|square| men >> square & 1 != 0)
                .map(|square| geometry::distance(centre, square))
                .sum();
            assert_eq!(spread(men, Square::of(u32::from(centre))), sum as i32);
        }
    }
}
