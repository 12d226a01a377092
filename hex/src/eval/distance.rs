//! The fewest stones that a side still needs.

use crate::rules::bits::{Grid, with_words};
use crate::rules::cell::Colour;
use crate::rules::position::Hex;
use plywood_search::{Knowledge, Score};

/// How many stones each colour still needs to connect its edges if the opponent does nothing.
///
/// `None` where no number of stones is enough, which is when the opponent has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Distances {
    /// What Black needs from top to bottom.
    pub black: Option<u32>,
    /// What White needs from left to right.
    pub white: Option<u32>,
}

impl Hex {
    /// The fewest stones that a colour needs to connect its edges, if the opponent does nothing.
    ///
    /// Own stones cost 0, empty cells 1, and enemy stones block: 0 for the winner, `None` for the loser.
    ///
    /// A flood level by level: a level is a ring of empty cells around what is reached, and own stones
    /// that hang on it. Twelve levels on an empty board of 11x11.
    #[inline]
    pub fn distance(&self, colour: Colour) -> Option<u32> {
        with_words!(self.size(), N => levels_to_goal::<N>(self, colour))
    }

    /// What both colours need, by [`distance`](Self::distance).
    ///
    /// ```
    /// use plywood_hex::{Distances, Hex, Rules};
    ///
    /// let position = Hex::from_text("1x2/4/1x2/oo2 o", "size=4".parse::<Rules>()?)?;
    /// assert_eq!(position.distances(), Distances { black: Some(3), white: Some(2) });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn distances(&self) -> Distances {
        Distances { black: self.distance(Colour::Black), white: self.distance(Colour::White) }
    }
}

#[inline]
fn levels_to_goal<const N: usize>(position: &Hex, colour: Colour) -> Option<u32> {
    let grid = Grid::<N>::new(position.size().width(), position.size().height());
    let own = position.stones(colour).bits();
    let free = grid.cells() & !position.stones(!colour).bits();
    let [start, goal] = grid.edges(colour);
    let mut reached = grid.flood(start & own, own);
    let mut level = 0;
    while !reached.meets(goal) {
        // No own stones among them: those next to what is reached are reached.
        let ring = (start | grid.neighbours(reached)) & free & !reached;
        if ring.is_empty() {
            return None;
        }
        level += 1;
        reached = grid.flood(reached | ring, own);
    }
    Some(level)
}

/// The stones that the opponent still needs less those that the side to move needs, in stones.
///
/// The classic first evaluation of Hex. Blind to what the opponent can cut:
/// [`TwoDistance`](super::TwoDistance) sees some of that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Distance;

impl Knowledge<Hex> for Distance {
    type State = ();

    #[inline]
    fn start(&self, _position: &Hex) {}

    #[inline]
    fn evaluate(&self, position: &Hex, (): &mut ()) -> Score {
        // Only the loser of a finished game has no distance, and finished games are not asked for.
        let needs =
            |colour| position.distance(colour).map_or(Score::MAX_HEURISTIC.value(), |stones| stones as i32);
        Score::heuristic(needs(!position.turn()) - needs(position.turn()))
    }
}
