//! The nine features of the program MIA, as an opponent for matches.
//!
//! As published is which nine features the program's evaluation had, and what each of them looks at: M.
//! Winands, H. J. van den Herik and J. W. H. M. Uiterwijk, "An Evaluation Function for Lines of Action",
//! Advances in Computer Games 10 (2003). Ours is the rest, so that matches against `mia` tell nothing of the
//! strength of MIA:
//!
//! - All weights. They come from a logistic regression on the results of 19 500 games of plywood against
//!   itself at 5 000 nodes per turn.
//! - The units of the table, and the numbers where a description in words leaves room: 1 is added to the mean
//!   surplus distance, so that its inverse is finite; squares are worth their rings from the edge; each enemy
//!   man on the edge with a man of this side straight before it is a wall.
//! - The search, and the order in which it tries moves.
//!
//! | feature of one side | unit |
//! |---|---|
//! | concentration: the inverse of the mean distance to the centre beyond the least (surplus) | 1/256 |
//! | centralisation: the mean number of rings between the edge and a man | 1/64 ring |
//! | place of the centre of mass: rings between it and the edge | ring |
//! | quads: 2x2 squares with three or four men, at most two steps from the centre of mass | quad |
//! | mobility: moves, captures twice, moves to the edge half | 1/2 move |
//! | walls: enemy men on the edge that a man of this side keeps there | man |
//! | connectedness: the mean number of neighbours of a man | 1/64 neighbour |
//! | uniformity: squares of the smallest rectangle around the men | square |
//!
//! The ninth feature is the right to move.

use super::centre_of_mass::{centre_of_mass, closing_up, spread};
use super::strong::{Frame, Pairs, Quads, box_around, count_of, least_spread};
use crate::rules::board::Colour;
use crate::rules::geometry;
use crate::rules::moves::Move;
use crate::rules::position::Loa;
use core::ops::ControlFlow;
use plywood_search::{Knowledge, Score};

/// The evaluation by MIA's features, in points; about -600 to 600.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mia;

/// The points of a unit of each feature, times 16.
const WEIGHTS: [i32; 8] = [38, 5, -336, 102, 73, 232, 10, -24];
/// The points of the right to move.
const TO_MOVE: i32 = 25;

impl Mia {
    /// The features of one colour, in the order of the table.
    pub fn features(position: &Loa, colour: Colour) -> [i32; 8] {
        let (own, enemy) = (position.men(colour), position.men(!colour));
        let count = count_of(own);
        let centre = centre_of_mass(own);
        let frame = Frame::of(position);
        let pairs = Pairs::of(own);
        let surplus = spread(own, centre) - least_spread(count);
        [
            256 * count / (count + surplus),
            64 * frame.centralisation(own) / count,
            frame.centralisation(centre.bit()),
            count_of(Quads::of(own).near(centre.index())),
            mobility(position, colour),
            frame.walls(own, enemy),
            64 * 2 * (pairs.beside + pairs.diagonal) / count,
            box_around(own),
        ]
    }

    /// The points of one colour, times 16.
    fn of(position: &Loa, colour: Colour) -> i32 {
        Self::features(position, colour).iter().zip(WEIGHTS).map(|(feature, weight)| feature * weight).sum()
    }
}

/// The number of moves of a colour. A capture counts double, a move to the edge half.
fn mobility(position: &Loa, colour: Colour) -> i32 {
    let size = position.rules().size.get();
    let edge = position.squares() & !(geometry::board(size - 2) << 9);
    let enemy = position.men(!colour);
    let mut sum = 0;
    let _ = position.moves_of(colour.into()).visit(&mut |mv: Move| {
        let value = if enemy & mv.to().bit() == 0 { 2 } else { 4 };
        sum += if edge & mv.to().bit() == 0 { value } else { value / 2 };
        ControlFlow::Continue(())
    });
    sum
}

impl Knowledge<Loa> for Mia {
    type State = ();

    #[inline]
    fn start(&self, _position: &Loa) {}

    fn evaluate(&self, position: &Loa, (): &mut ()) -> Score {
        let turn = position.turn();
        let difference = Self::of(position, turn) - Self::of(position, !turn);
        Score::heuristic(difference / 16 + TO_MOVE)
    }

    fn margin(&self) -> i32 {
        60
    }

    fn priorities(&self, position: &Loa, (): &mut ()) -> impl Fn(Move) -> i32 {
        closing_up(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_these_features() {
        let start = Loa::start(crate::Rules::default());
        let black = Mia::features(&start, Colour::Black);
        assert_eq!(black, Mia::features(&start, Colour::White));
        // 28 moves to the inside, 4 into corners, 4 captures on the edge; ten pairs of neighbours among
        // twelve men.
        assert_eq!(black[4..], [28 * 2 + 4 + 4 * 2, 0, 64 * 2 * 10 / 12, 48]);
    }
}
