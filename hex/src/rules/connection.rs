//! Who has connected both of their edges, found from the stone just placed.

use crate::rules::bits::{Bits, Grid, with_words};
use crate::rules::cell::{Cell, CellSet, Colour};
use crate::rules::size::Size;

impl<const N: usize> Grid<N> {
    /// The two edges of a colour: top and bottom for Black, left and right for White.
    #[inline]
    pub(crate) fn edges(&self, colour: Colour) -> [Bits<N>; 2] {
        match colour {
            Colour::Black => [self.top(), self.bottom()],
            Colour::White => [self.left(), self.right()],
        }
    }
}

/// Whether these stones of a colour connect its edges.
pub(crate) fn is_connected(size: Size, stones: &CellSet, colour: Colour) -> bool {
    with_words!(size, N => {
        let grid = Grid::<N>::new(size.width(), size.height());
        let [start, goal] = grid.edges(colour);
        grid.connects(start, goal, stones.bits())
    })
}

/// Whether the stone on cell `number` belongs to a chain that connects the edges of its colour.
///
/// If nobody had won before, only the stone just placed can have won the game, and only if it joins at least
/// two things, each a stone or an edge. Most stones of a game do not, and cost no flood.
#[inline]
pub(crate) fn connects(size: Size, stones: &CellSet, colour: Colour, number: usize) -> bool {
    with_words!(size, N => stone_connects::<N>(size, stones, colour, number))
}

#[inline]
fn stone_connects<const N: usize>(size: Size, stones: &CellSet, colour: Colour, number: usize) -> bool {
    let grid = Grid::<N>::new(size.width(), size.height());
    let own = stones.bits();
    let [start, goal] = grid.edges(colour);
    let stone = Bits::single(number);
    let friends = (grid.neighbours(stone) & own).count();
    if friends + u32::from(stone.meets(start)) + u32::from(stone.meets(goal)) < 2 {
        return false;
    }
    if !(own.meets(start) && own.meets(goal)) {
        return false;
    }
    let mut reached = stone;
    loop {
        if reached.meets(start) && reached.meets(goal) {
            return true;
        }
        let next = reached | (grid.neighbours(reached) & own);
        if next == reached {
            return false;
        }
        reached = next;
    }
}

/// The cells of a shortest chain of these stones from one edge of the colour to the other, or nothing if
/// there is none.
pub(crate) fn shortest_chain(size: Size, stones: &CellSet, colour: Colour) -> Vec<Cell> {
    let numbers = with_words!(size, N => shortest_path::<N>(size, stones, colour));
    numbers.into_iter().filter_map(|number| size.cell(number)).collect()
}

/// Breadth first from the start edge, then back from the goal, each time to some neighbour one step nearer.
fn shortest_path<const N: usize>(size: Size, stones: &CellSet, colour: Colour) -> Vec<usize> {
    let grid = Grid::<N>::new(size.width(), size.height());
    let own = stones.bits();
    let [start, goal] = grid.edges(colour);
    let mut layers = vec![start & own];
    let mut seen = start & own;
    let mut layer = seen;
    while !layer.meets(goal) {
        layer = grid.neighbours(layer) & own & !seen;
        if layer.is_empty() {
            return Vec::new();
        }
        seen |= layer;
        layers.push(layer);
    }
    let mut path: Vec<usize> = Vec::new();
    let mut near = goal;
    for layer in layers.into_iter().rev() {
        let Some(number) = (layer & near).first() else { break };
        path.push(number);
        near = grid.neighbours(Bits::single(number));
    }
    path.reverse();
    path
}
