//! Queenbee's evaluation: the distance against an opponent who takes the best cell each time.
//!
//! J. van Rijswijck, "Computer Hex: are bees better than fruitflies?", Master's thesis, University of
//! Alberta, 2000; and "Search and evaluation in Hex", 2002.

use super::circuit::CELLS;
use crate::rules::bits::{Bits, Grid, with_words};
use crate::rules::cell::Colour;
use crate::rules::moves::Move;
use crate::rules::position::Hex;

use plywood_search::{Knowledge, Score};

/// What a colour's best cells are worth by two-distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Potential {
    /// The least sum of a cell's two-distances to both edges; less is better. `None` if no cell has both.
    pub total: Option<u32>,
    /// The cells that attain it: the attack mobility. 0 if there is no total.
    pub cells: u32,
}

impl Hex {
    /// The potential of a colour.
    ///
    /// A cell next to an edge of the colour has distance 1 from it. Any other empty cell has one more than
    /// the second smallest distance of its neighbours, for the opponent takes the smallest. Two empty cells
    /// are neighbours if they touch or if a group of the colour touches both; a group on the edge brings the
    /// edge to the cells around it.
    ///
    /// One or two microseconds a colour on 11x11: every empty cell hands its distance to each of its
    /// neighbours.
    pub fn potential(&self, colour: Colour) -> Potential {
        with_words!(self.size(), N => Field::<N>::new(self, colour).potential())
    }
}

/// Something for each cell, by the word and the bit of its number.
type ByCell<T, const N: usize> = [[T; 64]; N];

/// The empty cells of a position, as one colour sees them.
struct Field<const N: usize> {
    empty: Bits<N>,
    /// The empty cells that touch a cell or share a group of the colour with it. The cell itself may be among
    /// them.
    neighbours: ByCell<Bits<N>, N>,
    /// By edge: the empty cells next to it.
    at_edge: [Bits<N>; 2],
}

impl<const N: usize> Field<N> {
    fn new(position: &Hex, colour: Colour) -> Self {
        let grid = Grid::<N>::new(position.size().width(), position.size().height());
        let own = position.stones(colour).bits();
        let empty = grid.cells() & !own & !position.stones(!colour).bits();
        let edges = grid.edges(colour);
        let mut field =
            Self { empty, neighbours: [[Bits::EMPTY; 64]; N], at_edge: edges.map(|edge| edge & empty) };
        for number in empty.numbers() {
            field.neighbours[number / 64][number % 64] = grid.neighbours(Bits::single(number)) & empty;
        }
        let mut rest = own;
        while let Some(stone) = rest.first() {
            let group = grid.flood(Bits::single(stone), own);
            rest &= !group;
            field.join(grid.neighbours(group) & empty, edges.map(|edge| edge.meets(group)));
        }
        field
    }

    /// The cells around a group become neighbours of each other, and of the edges that the group touches.
    fn join(&mut self, around: Bits<N>, touches: [bool; 2]) {
        for number in around.numbers() {
            self.neighbours[number / 64][number % 64] |= around;
        }
        for (at_edge, touches) in self.at_edge.iter_mut().zip(touches) {
            if touches {
                *at_edge |= around;
            }
        }
    }

    /// The distance of each cell from the edge with this number; 0 for cells that have none.
    ///
    /// Cells are settled in order of their distance. The second settled neighbour of a cell is the second
    /// nearest.
    fn distances(&self, edge: usize) -> ByCell<u16, N> {
        let mut distances = [[0; 64]; N];
        let (mut settled, mut seen_once) = (self.at_edge[edge], Bits::EMPTY);
        let (mut layer, mut distance) = (settled, 1);
        while !layer.is_empty() {
            let mut next = Bits::EMPTY;
            for number in layer.numbers() {
                distances[number / 64][number % 64] = distance;
                let met = self.neighbours[number / 64][number % 64] & !settled;
                next |= met & seen_once;
                seen_once |= met;
            }
            settled |= next;
            layer = next;
            distance += 1;
        }
        distances
    }

    /// The empty cells that have a distance from both edges, and the sum.
    fn totals(&self) -> impl Iterator<Item = (usize, u32)> {
        let [first, second] = [0, 1].map(|edge| self.distances(edge));
        self.empty.numbers().filter_map(move |number| {
            let at = |distances: &ByCell<u16, N>| u32::from(distances[number / 64][number % 64]);
            let (near, far) = (at(&first), at(&second));
            (near > 0 && far > 0).then_some((number, near + far))
        })
    }

    fn potential(&self) -> Potential {
        let mut best = Potential { total: None, cells: 0 };
        for (_, total) in self.totals() {
            if best.total.is_none_or(|least| total < least) {
                best = Potential { total: Some(total), cells: 0 };
            }
            best.cells += u32::from(best.total == Some(total));
        }
        best
    }
}

/// The two-distance potentials compared, in hundredths of a stone; among equal potentials, the attack
/// mobilities.
///
/// A colour without a potential counts as if every cell of the board were missing to it. Mobilities differ by
/// less than a stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TwoDistance;

/// The weight of a stone.
const STONE: i32 = 100;

impl TwoDistance {
    /// The value of one colour: minus a hundred for each stone of its potential, and one for each of its best
    /// cells, at most 99.
    pub fn of(position: &Hex, colour: Colour) -> i32 {
        let Potential { total, cells } = position.potential(colour);
        let missing = total.map_or(position.size().cells() as i32, |total| total as i32);
        (cells as i32).min(STONE - 1) - STONE * missing
    }
}

/// By cell: how early to play there by the totals of both colours, the least first, as Queenbee does.
fn earliness(position: &Hex) -> [i32; CELLS] {
    const EACH: i32 = 256;
    let missing = position.size().cells() as i32;
    let mut earliness = [-2 * EACH * missing; CELLS];
    for colour in Colour::BOTH {
        with_words!(position.size(), N => {
            for (number, total) in Field::<N>::new(position, colour).totals() {
                earliness[number] += EACH * (missing - total as i32);
            }
        });
    }
    earliness
}

impl Knowledge<Hex> for TwoDistance {
    type State = ();

    #[inline]
    fn start(&self, _position: &Hex) {}

    fn evaluate(&self, position: &Hex, (): &mut ()) -> Score {
        let turn = position.turn();
        Score::heuristic(Self::of(position, turn) - Self::of(position, !turn))
    }

    fn margin(&self) -> i32 {
        STONE
    }

    fn priorities(&self, position: &Hex, (): &mut ()) -> impl Fn(Move) -> i32 {
        let earliness = earliness(position);
        let size = position.size();
        move |mv| mv.cell().map_or(0, |cell| earliness[size.number(cell)])
    }
}
