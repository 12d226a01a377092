//! H-search: connections between any two points that the opponent cannot cut.
//!
//! A *point* is an empty cell, a group of stones of one colour, or one of its edges. A *virtual connection*
//! of two points stands if the opponent moves first, a *semi-connection* if its owner does, on the
//! connection's *key*. The empty cells that a connection leans on are its *carrier*; the ends are not in it.
//! Neighbours are connected with an empty carrier. Two rules make all other connections (V. Anshelevich, "A
//! hierarchical approach to computer Hex", 2002):
//!
//! - *And*: virtual connections from one point to a second and on to a third, with carriers that do not meet
//!   each other or the ends, connect the first with the third: virtually if the second is a group, as a
//!   semi-connection with the second for a key if it is an empty cell. The rule does not go on over an edge,
//!   unless [`Limits`] say so.
//! - *Or*: semi-connections of two points whose carriers have no cell in common are a virtual connection
//!   together.
//!
//! # Move by move
//!
//! A stone of the opponent cuts what leans on its cell, and makes nothing but what limits kept out. An own
//! stone leaves its cell out of the carriers that have it, makes virtual connections of the semi-connections
//! that have it for a key, and one point of all that it touches; the rules then go on from what is new. Every
//! change of a pair is logged, so that [`Connections::undo`] puts back exactly what was there.
//!
//! # Limits
//!
//! Without limits ([`Limits::NONE`]) the connections are all that the rules give, without those that contain
//! another one: a closure, so that the order of the moves does not matter. On boards of any size there are
//! too many. [`Limits::PLAY`] takes a virtual connection only if it avoids a cell that all known ones of the
//! pair lean on, or is contained in one of them, keeps a number of semi-connections, and ends a play's search
//! after a number of comparisons, so that a search with a time limit can keep it. What is found then depends
//! on the order of the moves; all of it is true. When a pair loses a virtual connection, others may be taken
//! that were kept out: the rules are applied to that pair again.

mod answers;
mod closure;
mod pairs;
mod points;
mod rules;
#[cfg(test)]
mod tests;

use crate::rules::bits::{Bits, Grid};
use crate::rules::cell::Colour;
pub(crate) use pairs::Semi;
use pairs::{Pairs, Taken, pair_of};
use points::{Merged, Points};
use std::collections::VecDeque;

/// How much H-search keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Whether all virtual connections are kept, and not only those that avoid something.
    is_exact: bool,
    /// Whether the and-rule goes on over edges.
    over_edges: bool,
    /// The semi-connections of a pair.
    semis: usize,
    /// How many carriers of one word a play may look at, about: a bound of the time that it takes.
    work: usize,
}

impl Limits {
    /// All that the rules give. For small boards.
    #[cfg(test)]
    pub(crate) const NONE: Self =
        Self { is_exact: true, over_edges: true, semis: usize::MAX, work: usize::MAX };

    /// For play and proofs.
    pub(crate) const PLAY: Self = Self { is_exact: false, over_edges: false, semis: 48, work: 3_600_000 };
}

/// The connections of one colour on a board, which stones are put on and taken off again.
#[derive(Clone, Debug)]
pub(crate) struct Connections<const N: usize> {
    grid: Grid<N>,
    colour: Colour,
    limits: Limits,
    points: Points<N>,
    pairs: Pairs<N>,
    /// By point.
    partners: Vec<Partners<N>>,
    /// Whether nothing is on the board yet, and nothing known.
    is_waiting: bool,
    /// Virtual connections for the and-rule.
    fresh: VecDeque<Step<N>>,
    /// Pairs for the or-rule.
    pending: VecDeque<(usize, usize)>,
    /// The carriers that the play under way has looked at.
    work: usize,
    /// Room for what the or-rule finds.
    unions: Vec<Bits<N>>,
    /// Room for pairs that have lost a virtual connection.
    lost: Vec<(usize, usize)>,
    /// Room for what is taken out of a pair.
    taken: Taken<N>,
    frames: Vec<Frame<N>>,
    depth: usize,
}

/// A virtual connection to go on from.
#[derive(Clone, Copy, Debug)]
struct Step<const N: usize> {
    ends: (usize, usize),
    carrier: Bits<N>,
}

/// What a play changes beside the pairs, as it was before.
#[derive(Clone, Debug)]
struct Frame<const N: usize> {
    log: usize,
    points: Points<N>,
    partners: Vec<Partners<N>>,
}

/// The cells that a point has a virtual connection with, and those of them that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Partners<const N: usize> {
    connected: Bits<N>,
    beside: Bits<N>,
}

impl<const N: usize> Partners<N> {
    const NONE: Self = Self { connected: Bits::EMPTY, beside: Bits::EMPTY };
}

impl<const N: usize> Connections<N> {
    /// The connections of a colour on a board that [`set`](Self::set) says first.
    pub(crate) fn waiting(grid: &Grid<N>, colour: Colour, limits: Limits) -> Self {
        let points = Points::new(grid);
        let count = points.cells() + 2;
        Self {
            grid: *grid,
            colour,
            limits,
            pairs: Pairs::new(count),
            partners: vec![Partners::NONE; count],
            points,
            is_waiting: true,
            fresh: VecDeque::new(),
            pending: VecDeque::new(),
            work: 0,
            unions: Vec::new(),
            lost: Vec::new(),
            taken: Taken::default(),
            frames: Vec::new(),
            depth: 0,
        }
    }

    /// Begins anew with these stones on the board, which no [`undo`](Self::undo) takes back. It finds more
    /// than would be left of the empty board's connections: the limits keep fewer out.
    fn begin_with(&mut self, own: Bits<N>, enemy: Bits<N>) {
        self.points = Points::new(&self.grid);
        self.pairs.clear();
        self.partners.fill(Partners::NONE);
        (self.is_waiting, self.depth, self.work) = (false, 0, 0);
        self.points.lose(enemy);
        self.points.take(own);
        let mut rest = own;
        while let Some(stone) = rest.first() {
            let Merged { group, into, .. } = self.points.merge(&self.grid, self.colour, stone, own);
            rest &= !group;
            self.connect_neighbours(into, group);
        }
        if self.points.is_connected {
            return self.drop_all();
        }
        for cell in self.points.empty.numbers() {
            self.connect_neighbours(cell, Bits::single(cell));
        }
        for (edge, row) in self.grid.edges(self.colour).into_iter().enumerate() {
            for cell in (row & self.points.empty).numbers() {
                self.add_full((cell, self.points.edge(edge)), Bits::EMPTY);
            }
        }
        self.search();
    }

    /// Connects a point with the empty cells that touch it. Two such cells find each other once.
    fn connect_neighbours(&mut self, point: usize, cells: Bits<N>) {
        let touched = self.grid.neighbours(cells) & self.points.empty;
        let others = if self.points.is_empty(point) { Bits::below(point) } else { Bits::ALL };
        for cell in (touched & others).numbers() {
            self.add_full((cell, point), Bits::EMPTY);
        }
    }

    /// Puts stones on empty cells, own ones and the opponent's.
    pub(crate) fn play(&mut self, own: Bits<N>, enemy: Bits<N>) {
        self.keep_frame();
        if self.points.is_connected {
            self.points.take(own);
            self.points.lose(enemy);
            return;
        }
        if !enemy.is_empty() {
            self.lose(enemy);
        }
        if !own.is_empty() {
            self.take(own);
        }
        if self.points.is_connected { self.drop_all() } else { self.search() }
    }

    /// Takes back and plays what it takes to have these stones on the board. What it began with stays, as far
    /// as it is on the board.
    pub(crate) fn set(&mut self, own: Bits<N>, enemy: Bits<N>) {
        self.set_by_way_of([own, enemy], own, enemy);
    }

    /// The same by way of some of these stones, if those on the board are among them: what more than one
    /// position goes on from is worked out once.
    pub(crate) fn set_by_way_of(&mut self, way: [Bits<N>; 2], own: Bits<N>, enemy: Bits<N>) {
        if self.is_waiting {
            return self.begin_with(own, enemy);
        }
        while !self.is_within(own, enemy) {
            if self.depth == 0 {
                self.begin_with(own & self.points.own, enemy & self.enemy());
            }
            self.undo();
        }
        if way[0].is_subset(own) && way[1].is_subset(enemy) && self.is_within(way[0], way[1]) {
            self.play_up_to(way[0], way[1]);
        }
        self.play_up_to(own, enemy);
    }

    /// Plays those of these stones that are not on the board.
    fn play_up_to(&mut self, own: Bits<N>, enemy: Bits<N>) {
        let [own, enemy] = [own & !self.points.own, enemy & !self.enemy()];
        if !own.is_empty() || !enemy.is_empty() {
            self.play(own, enemy);
        }
    }

    /// Whether all stones on the board are among these.
    fn is_within(&self, own: Bits<N>, enemy: Bits<N>) -> bool {
        self.points.own.is_subset(own) && self.enemy().is_subset(enemy)
    }

    fn enemy(&self) -> Bits<N> {
        self.grid.cells() & !(self.points.own | self.points.empty)
    }

    /// Takes the latest [`play`](Self::play) back, if there is one.
    pub(crate) fn undo(&mut self) {
        let Some(depth) = self.depth.checked_sub(1) else { return };
        let frame = &mut self.frames[depth];
        self.pairs.take_back(frame.log);
        core::mem::swap(&mut self.points, &mut frame.points);
        core::mem::swap(&mut self.partners, &mut frame.partners);
        self.depth = depth;
    }

    /// Frames are made once and used again.
    fn keep_frame(&mut self) {
        self.work = 0;
        let log = self.pairs.begin();
        if let Some(frame) = self.frames.get_mut(self.depth) {
            frame.log = log;
            frame.points.clone_from(&self.points);
            frame.partners.clone_from(&self.partners);
        } else {
            self.frames.push(Frame { log, points: self.points.clone(), partners: self.partners.clone() });
        }
        self.depth += 1;
    }

    /// The opponent has taken these cells: cuts what leans on them. Where a virtual connection is lost, finds
    /// others that were no better as long as it was there.
    fn lose(&mut self, cells: Bits<N>) {
        self.points.lose(cells);
        self.forget(cells);
        let mut lost = core::mem::take(&mut self.lost);
        self.each_touched(cells, |connections, ends| {
            let pair = pair_of(ends.0, ends.1);
            let common = connections.pairs.common(pair);
            connections.pairs.cut(pair, cells);
            if connections.pairs.common(pair) != common {
                lost.push(ends);
            }
            if connections.pairs.get(pair).fulls.is_empty() {
                connections.part(ends);
            }
        });
        for ends in lost.drain(..) {
            self.regain(ends);
        }
        self.lost = lost;
    }

    /// Applies both rules to a pair that has lost a virtual connection.
    fn regain(&mut self, ends: (usize, usize)) {
        let pair = pair_of(ends.0, ends.1);
        if self.pairs.get(pair).semi_common.is_empty() && self.pairs.mark(pair) {
            self.pending.push_back(ends);
        }
        let [one, other] = [ends.0, ends.1].map(|end| self.partners[end].connected);
        let groups = self.points.alive & self.points.own & one & other;
        let taken = self.points.single(ends.0) | self.points.single(ends.1);
        for over in groups.numbers() {
            self.go_over(ends, over, taken);
        }
    }

    /// The and-rule for a pair and one group between.
    fn go_over(&mut self, ends: (usize, usize), over: usize, taken: Bits<N>) {
        let pairs = [pair_of(ends.0, over), pair_of(over, ends.1)];
        if self.pairs.common(pairs[0]).meets(self.pairs.common(pairs[1]))
            || self.pairs.common(pairs[0]).meets(taken)
            || self.pairs.common(pairs[1]).meets(taken)
        {
            return;
        }
        for first in 0..self.pairs.get(pairs[0]).fulls.len() {
            let one = self.pairs.get(pairs[0]).fulls[first].carrier;
            for second in 0..self.pairs.get(pairs[1]).fulls.len() {
                let other = self.pairs.get(pairs[1]).fulls[second].carrier;
                self.work += 1;
                if !one.meets(other | taken) && !other.meets(taken) {
                    self.add_full(ends, one | other);
                }
            }
        }
    }

    /// Puts own stones on these cells.
    fn take(&mut self, cells: Bits<N>) {
        self.points.take(cells);
        self.each_touched(cells, |connections, ends| connections.shrink(ends, cells));
        let mut rest = cells;
        while let Some(stone) = rest.first() {
            let merged = self.points.merge(&self.grid, self.colour, stone, cells);
            rest &= !merged.group;
            if self.points.is_connected {
                return;
            }
            self.join(&merged);
            // Over a group that was one before, the rule has gone on already from what was there.
            if cells.meets(self.points.single(merged.into)) {
                self.go_on_over(merged.into);
            }
        }
    }

    /// Shows every pair of points with a carrier that may meet these cells, the lower point first. The pairs
    /// of a cell that is no point any more stay as they are, for [`undo`](Self::undo).
    fn each_touched(&mut self, cells: Bits<N>, mut show: impl FnMut(&mut Self, (usize, usize))) {
        for high in self.points.all().filter(|&high| high > 0) {
            let (first, end) = (pair_of(0, high), pair_of(0, high) + high);
            let mut next = first;
            while let Some(pair) = self.pairs.next_touched(next..end, cells) {
                if self.points.is_point(pair - first) {
                    show(self, (pair - first, high));
                }
                next = pair + 1;
            }
        }
    }

    /// Leaves own stones out of the carriers of a pair.
    fn shrink(&mut self, ends: (usize, usize), cells: Bits<N>) {
        let mut taken = core::mem::take(&mut self.taken);
        self.pairs.extract(pair_of(ends.0, ends.1), cells, &mut taken);
        for &carrier in &taken.fulls {
            self.add_full(ends, carrier & !cells);
        }
        for &semi in &taken.semis {
            self.add_without(ends, semi, cells);
        }
        self.taken = taken;
    }

    fn add_without(&mut self, ends: (usize, usize), semi: Semi<N>, cells: Bits<N>) {
        let carrier = semi.carrier & !cells;
        if cells.contains(semi.key.into()) {
            self.add_full(ends, carrier);
        } else {
            self.add_semi(ends, Semi { carrier, ..semi });
        }
    }

    /// Gives the connections of points that are one now to the point that they are.
    fn join(&mut self, merged: &Merged<N>) {
        let Merged { into, cells, .. } = *merged;
        let others: Vec<usize> = self.points.all().filter(|&other| other != into).collect();
        let mut taken = core::mem::take(&mut self.taken);
        for cell in cells.numbers() {
            for &other in &others {
                let pair = pair_of(cell, other);
                if self.pairs.is_empty(pair) {
                    continue;
                }
                taken.fill(self.pairs.get(pair), |_| true);
                for &carrier in &taken.fulls {
                    self.add_full((into, other), carrier);
                }
                for &semi in &taken.semis {
                    self.add_semi((into, other), semi);
                }
            }
        }
        self.taken = taken;
        self.forget(cells);
    }

    /// Lets the and-rule go on over a point that has become a group.
    fn go_on_over(&mut self, point: usize) {
        for other in self.points.all().filter(|&other| other != point) {
            let pair = pair_of(point, other);
            if self.pairs.get(pair).fulls.is_empty() {
                continue;
            }
            let end = usize::from(point > other);
            for full in &mut self.pairs.change(pair).fulls {
                full.used[end] = false;
                self.fresh.push_back(Step { ends: (point, other), carrier: full.carrier });
            }
        }
    }

    /// Takes cells that are points no more off the lists of partners.
    fn forget(&mut self, cells: Bits<N>) {
        for cell in cells.numbers() {
            self.partners[cell] = Partners::NONE;
        }
        for partners in &mut self.partners {
            partners.connected &= !cells;
            partners.beside &= !cells;
        }
    }

    /// Notes that two points have no virtual connection.
    fn part(&mut self, (one, other): (usize, usize)) {
        self.partners[one].connected &= !self.points.single(other);
        self.partners[other].connected &= !self.points.single(one);
    }
}
