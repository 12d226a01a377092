//! The points that connections join: empty cells, groups of stones, and edges.

use crate::rules::bits::{Bits, Grid};
use crate::rules::cell::Colour;

/// The points of one colour. The number of a cell is its point, a group has the number of one of its cells,
/// or of an edge that it touches. The two edges come after the cells.
#[derive(Clone, Debug)]
pub(super) struct Points<const N: usize> {
    pub(super) empty: Bits<N>,
    pub(super) own: Bits<N>,
    /// The cells that are points: empty ones, and one of each group that touches no edge.
    pub(super) alive: Bits<N>,
    /// By cell: the point that it belongs to, if it is not the opponent's.
    at: Vec<u16>,
    /// Whether own stones connect the edges.
    pub(super) is_connected: bool,
}

/// Points that are one from now on.
pub(super) struct Merged<const N: usize> {
    /// The stones.
    pub(super) group: Bits<N>,
    /// The point that they become.
    pub(super) into: usize,
    /// The points that they were beside.
    pub(super) cells: Bits<N>,
}

impl<const N: usize> Points<N> {
    /// Those of an empty board.
    pub(super) fn new(grid: &Grid<N>) -> Self {
        let cells = grid.cells();
        let at = (0..cells.count() as u16).collect();
        Self { empty: cells, own: Bits::EMPTY, alive: cells, at, is_connected: false }
    }

    pub(super) fn cells(&self) -> usize {
        self.at.len()
    }

    /// The point that a cell belongs to.
    #[cfg(test)]
    pub(super) fn of(&self, cell: usize) -> usize {
        usize::from(self.at[cell])
    }

    /// The number of an edge, 0 or 1.
    pub(super) fn edge(&self, edge: usize) -> usize {
        self.cells() + edge
    }

    #[inline]
    pub(super) fn is_edge(&self, point: usize) -> bool {
        point >= self.cells()
    }

    /// Whether this is a point, and not a cell of the opponent's or of a group with another number.
    #[inline]
    pub(super) fn is_point(&self, point: usize) -> bool {
        self.is_edge(point) || self.alive.contains(point)
    }

    /// Whether the point is an empty cell.
    #[inline]
    pub(super) fn is_empty(&self, point: usize) -> bool {
        !self.is_edge(point) && self.empty.contains(point)
    }

    /// The set of a point that is a cell; nothing for an edge.
    #[inline]
    pub(super) fn single(&self, point: usize) -> Bits<N> {
        if self.is_edge(point) { Bits::EMPTY } else { Bits::single(point) }
    }

    /// All points, cells first.
    pub(super) fn all(&self) -> impl Iterator<Item = usize> + use<N> {
        self.alive.numbers().chain([self.edge(0), self.edge(1)])
    }

    /// Gives empty cells to the opponent.
    pub(super) fn lose(&mut self, cells: Bits<N>) {
        self.empty &= !cells;
        self.alive &= !cells;
    }

    /// Puts a stone on each of these empty cells.
    pub(super) fn take(&mut self, cells: Bits<N>) {
        self.empty &= !cells;
        self.own |= cells;
    }

    /// Makes one point of the group of this stone, or notes that it connects the edges. If there is an edge
    /// or a group among `added` stones, they join it.
    pub(super) fn merge(
        &mut self,
        grid: &Grid<N>,
        colour: Colour,
        stone: usize,
        added: Bits<N>,
    ) -> Merged<N> {
        let group = grid.flood(Bits::single(stone), self.own);
        let edges = grid.edges(colour).map(|edge| edge.meets(group));
        self.is_connected |= edges == [true; 2];
        let edge = edges.iter().position(|&touches| touches).map(|edge| self.edge(edge));
        let points = group & self.alive;
        let into = edge.or((points & !added).first()).unwrap_or(stone);
        for cell in group.numbers() {
            self.at[cell] = into as u16;
        }
        let cells = points & !self.single(into);
        self.alive &= !cells;
        Merged { group, into, cells }
    }
}
