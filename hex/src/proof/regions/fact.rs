//! Facts, and the rule by which they follow from each other.

use crate::rules::bits::{Bits, Grid};
use crate::rules::cell::Colour;
use crate::rules::position::Hex;

/// What joins two ends although the opponent moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fact<const N: usize> {
    /// Cells by their numbers; the two edges come after the cells.
    pub(super) ends: [usize; 2],
    /// The cells that have the winner's stones.
    pub(super) own: Bits<N>,
    /// The empty cells that it leans on.
    pub(super) carrier: Bits<N>,
}

/// A way to join two ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way<const N: usize, F> {
    pub(super) mv: Option<usize>,
    pub(super) stones: Bits<N>,
    pub(super) facts: Vec<F>,
}

/// The board as the winner sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<const N: usize> {
    pub(super) grid: Grid<N>,
    /// The number of cells, which is the number of the first edge.
    pub(super) cells: usize,
    /// The cells at the winner's two edges.
    pub(super) rows: [Bits<N>; 2],
    /// The winner's stones at the start.
    pub(super) given: Bits<N>,
    /// The opponent's.
    pub(super) enemy: Bits<N>,
}

impl<const N: usize> Ground<N> {
    pub(super) fn new(position: &Hex, winner: Colour) -> Self {
        let grid = Grid::new(position.size().width(), position.size().height());
        let [given, enemy] = [winner, !winner].map(|colour| position.stones(colour).bits());
        Self { grid, cells: position.size().cells(), rows: grid.edges(winner), given, enemy }
    }

    /// The two edges as ends.
    pub(super) const fn edges(&self) -> [usize; 2] {
        [self.cells, self.cells + 1]
    }

    /// The cell of an end; nothing for an edge.
    pub(super) fn cell(&self, end: usize) -> Bits<N> {
        if end < self.cells { Bits::single(end) } else { Bits::EMPTY }
    }

    /// The fact that follows from these ways to join its ends, which name facts by their numbers.
    ///
    /// # Errors
    ///
    /// If it does not follow; the reason.
    pub(super) fn follow(
        &self,
        facts: &[Fact<N>],
        ends: [usize; 2],
        ways: &[Way<N, usize>],
    ) -> Result<Fact<N>, &'static str> {
        let named = ways.iter().map(|Way { mv, stones, facts: numbers }| {
            let named = numbers.iter().map(|&number| facts.get(number)).collect::<Option<_>>();
            let named = named.ok_or("it names no earlier fact")?;
            Ok(Way { mv: *mv, stones: *stones, facts: named })
        });
        self.conclude(ends, &named.collect::<Result<Vec<_>, &'static str>>()?)
    }

    fn conclude(&self, ends: [usize; 2], ways: &[Way<N, &Fact<N>>]) -> Result<Fact<N>, &'static str> {
        let leant = ways.iter().map(|way| self.lean(ends, way)).collect::<Result<Vec<_>, _>>()?;
        let own = leant.iter().fold(Bits::EMPTY, |own, way| own | way.own);
        let carriers = leant.iter().map(|way| way.carrier & !own);
        let carrier = carriers.clone().fold(Bits::EMPTY, |all, carrier| all | carrier);
        let common = carriers.fold(carrier, |common, carrier| common & carrier);
        match ways {
            [] => Err("there is no way"),
            [way] if way.mv.is_none() => Ok(Fact { ends, own, carrier }),
            _ if ways.iter().any(|way| way.mv.is_none()) => Err("one of several ways has no move"),
            _ if !common.is_empty() => Err("all ways lean on one cell"),
            _ => Ok(Fact { ends, own, carrier }),
        }
    }

    /// What a way owns and leans on.
    pub(super) fn lean(&self, ends: [usize; 2], way: &Way<N, &Fact<N>>) -> Result<Fact<N>, &'static str> {
        let mv = way.mv.map_or(Bits::EMPTY, Bits::single);
        if mv.meets(self.given) {
            return Err("the move is on a stone");
        }
        let needed = self.given | way.stones | self.cell(ends[0]) | self.cell(ends[1]);
        let own = way.facts.iter().fold(needed, |own, fact| own | fact.own);
        let mut carrier = mv;
        for fact in &way.facts {
            let leant = fact.carrier & !(own | mv);
            if leant.meets(carrier) {
                return Err("two facts of a way lean on one cell");
            }
            carrier |= leant;
        }
        if !self.joins(ends, own | mv, &way.facts) {
            return Err("a way does not join the ends");
        }
        Ok(Fact { ends, own: own & !mv, carrier })
    }

    /// Whether neighbouring stones, stones at edges, and the ends of facts make one piece of two ends.
    pub(super) fn joins(&self, [start, goal]: [usize; 2], stones: Bits<N>, facts: &[&Fact<N>]) -> bool {
        let mut cells = self.cell(start);
        let mut edges = self.edges().map(|edge| edge == start);
        loop {
            let before = (cells, edges);
            for (edge, row) in edges.iter_mut().zip(self.rows) {
                *edge |= cells.meets(row);
                cells |= if *edge { row & stones } else { Bits::EMPTY };
            }
            cells = self.grid.flood(cells, stones) & self.grid.cells();
            for fact in facts {
                let is_reached = |end: usize| match end.checked_sub(self.cells) {
                    Some(edge) => edges[edge],
                    None => cells.contains(end),
                };
                if fact.ends.into_iter().any(is_reached) {
                    for end in fact.ends {
                        cells |= self.cell(end);
                        edges[0] |= end == self.cells;
                        edges[1] |= end == self.cells + 1;
                    }
                }
            }
            let is_goal =
                goal.checked_sub(self.cells).map_or_else(|| cells.contains(goal), |edge| edges[edge]);
            if is_goal || before == (cells, edges) {
                return is_goal;
            }
        }
    }
}
