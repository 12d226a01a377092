//! Connections with what they follow from: H-search for the writer of proofs.
//!
//! The rules are those of [`Connections`](crate::knowledge::connections::Connections), and two more: facts
//! that are known already are links to start with, and a semi-connection to a group goes on over the group.
//! A *link* is a virtual connection, a *half* a semi-connection.

use super::fact::{Fact, Ground};
use crate::rules::bits::Bits;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The most halves of a pair, that of the edges aside.
const MOST_HALVES: usize = 48;

/// A virtual connection of two points.
#[derive(Clone, Debug)]
pub(super) struct Link<const N: usize> {
    pub(super) ends: [usize; 2],
    carrier: Bits<N>,
    pub(super) why: Because,
}

/// What a link follows from.
#[derive(Clone, Debug)]
pub(super) enum Because {
    /// Its ends touch.
    Touch,
    /// A fact.
    Fact(usize),
    /// Two links that meet in a group.
    Both([usize; 2]),
    /// Halves that no cell cuts.
    Any(Vec<usize>),
}

/// A semi-connection of two points: a move makes it a virtual one.
#[derive(Clone, Debug)]
pub(super) struct Half<const N: usize> {
    pub(super) ends: [usize; 2],
    /// The cell of the move is in it.
    carrier: Bits<N>,
    pub(super) mv: usize,
    pub(super) parts: Parts,
}

/// What joins the ends of a half after its move.
#[derive(Clone, Debug)]
pub(super) enum Parts {
    Facts(Vec<usize>),
    Links([usize; 2]),
    /// A half to a group, and a link from there.
    Beyond(usize, usize),
}

/// The connections between two points.
#[derive(Clone, Debug)]
struct Pair<const N: usize> {
    links: Vec<usize>,
    halves: Vec<usize>,
    /// The cells that all links lean on.
    common: Bits<N>,
}

/// The connections of the winner in a position.
pub(super) struct Links<'a, const N: usize> {
    ground: &'a Ground<N>,
    pub(super) own: Bits<N>,
    empty: Bits<N>,
    /// By cell or edge: the point that it belongs to; a group has the number of its edge or of its first
    /// cell.
    point: Vec<usize>,
    pub(super) found: Vec<Link<N>>,
    pub(super) halves: Vec<Half<N>>,
    pairs: Vec<Pair<N>>,
    /// By point: those that it has a link with.
    partners: Vec<Vec<usize>>,
    /// By link: whether the and-rule has gone on from it.
    used: Vec<bool>,
    fresh: BinaryHeap<Reverse<(u32, usize)>>,
    /// Halves to groups to go on from.
    beyond: Vec<usize>,
    /// Pairs for the or-rule.
    pending: Vec<[usize; 2]>,
}

impl<'a, const N: usize> Links<'a, N> {
    /// Those of neighbours, on a board with these stones.
    pub(super) fn new(ground: &'a Ground<N>, own: Bits<N>, enemy: Bits<N>) -> Self {
        let points = ground.cells + 2;
        let pair = Pair { links: Vec::new(), halves: Vec::new(), common: Bits::ALL };
        let mut links = Self {
            ground,
            own,
            empty: ground.grid.cells() & !(own | enemy),
            point: (0..points).collect(),
            found: Vec::new(),
            halves: Vec::new(),
            pairs: vec![pair; points * points],
            partners: vec![Vec::new(); points],
            used: Vec::new(),
            fresh: BinaryHeap::new(),
            beyond: Vec::new(),
            pending: Vec::new(),
        };
        links.find_groups();
        links.touch();
        links
    }

    fn find_groups(&mut self) {
        let mut left = self.own;
        while let Some(stone) = left.first() {
            let group = self.ground.grid.flood(Bits::single(stone), self.own) & self.own;
            let edge = self.ground.rows.iter().position(|row| row.meets(group));
            let into = edge.map_or(stone, |edge| self.ground.cells + edge);
            group.numbers().for_each(|cell| self.point[cell] = into);
            left &= !group;
        }
    }

    fn touch(&mut self) {
        for cell in self.empty.numbers() {
            let before = self.own | self.empty & Bits::below(cell);
            for other in (self.ground.grid.neighbours(Bits::single(cell)) & before).numbers() {
                self.add_link([cell, self.point[other]], Bits::EMPTY, Because::Touch);
            }
            for (edge, row) in self.ground.edges().into_iter().zip(self.ground.rows) {
                if row.contains(cell) {
                    self.add_link([cell, edge], Bits::EMPTY, Because::Touch);
                }
            }
        }
    }

    /// The cells and edges of a point.
    pub(super) fn members(&self, point: usize) -> impl Iterator<Item = usize> {
        (0..self.point.len()).rev().filter(move |&member| self.point[member] == point)
    }

    /// Takes over the facts from this number on that hold here, or would after one move.
    pub(super) fn learn<'f>(&mut self, facts: impl Iterator<Item = (usize, &'f Fact<N>)>) {
        for (number, fact) in facts {
            let ends = self.ground.cell(fact.ends[0]) | self.ground.cell(fact.ends[1]);
            if !(fact.own | fact.carrier).is_subset(self.own | self.empty) {
                continue;
            }
            let missing = fact.own & !self.own & !ends;
            let points = fact.ends.map(|end| self.point[end]);
            match (missing.count(), missing.first()) {
                (0, _) => self.add_link(points, fact.carrier & !self.own, Because::Fact(number)),
                (1, Some(mv)) => self.add_reply(points, mv, fact.carrier, vec![number]),
                _ => {}
            }
        }
    }

    /// Adds what facts join after a move.
    pub(super) fn add_reply(&mut self, ends: [usize; 2], mv: usize, carrier: Bits<N>, facts: Vec<usize>) {
        let carrier = carrier & !self.own | Bits::single(mv);
        let half = Half { ends, carrier, mv, parts: Parts::Facts(facts) };
        self.add_half(half);
    }

    /// The point of an end.
    pub(super) fn point_of(&self, end: usize) -> usize {
        self.point[end]
    }

    /// A link from edge to edge.
    pub(super) fn between_edges(&self) -> Option<usize> {
        let [start, goal] = self.ground.edges();
        let links = &self.pair(start, goal).links;
        links.iter().copied().min_by_key(|&link| self.found[link].carrier.count())
    }

    /// The cells that all halves of a pair lean on; all empty cells if there is none.
    pub(super) fn common(&self, one: usize, other: usize) -> Bits<N> {
        let halves = self.pair(one, other).halves.iter();
        halves.fold(self.empty, |common, &half| common & self.halves[half].carrier)
    }

    fn pair(&self, one: usize, other: usize) -> &Pair<N> {
        &self.pairs[one.min(other) * self.point.len() + one.max(other)]
    }

    fn pair_mut(&mut self, one: usize, other: usize) -> &mut Pair<N> {
        let index = one.min(other) * self.point.len() + one.max(other);
        &mut self.pairs[index]
    }

    fn is_group(&self, point: usize) -> bool {
        point < self.ground.cells && self.own.contains(point)
    }

    /// Applies the rules until nothing new comes of them.
    pub(super) fn run(&mut self) {
        loop {
            if let Some(half) = self.beyond.pop() {
                self.go_beyond(half);
            } else if let Some(Reverse((_, link))) = self.fresh.pop() {
                self.go_on(link);
            } else if let Some([one, other]) = self.pending.pop() {
                self.together(one, other);
            } else {
                return;
            }
            if self.between_edges().is_some() {
                return;
            }
        }
    }

    /// The and-rule over both ends of a link.
    fn go_on(&mut self, link: usize) {
        self.used[link] = true;
        let Link { ends: [one, other], carrier, .. } = self.found[link];
        if !self.pair(one, other).links.contains(&link) {
            return;
        }
        for (middle, from) in [(one, other), (other, one)] {
            if middle >= self.ground.cells {
                continue;
            }
            for to in self.partners[middle].clone() {
                if to != from && !carrier.meets(self.ground.cell(to)) {
                    self.go_over(middle, (from, link), to);
                }
            }
        }
    }

    /// The and-rule from a point over a link and all links of another pair.
    fn go_over(&mut self, middle: usize, (from, link): (usize, usize), to: usize) {
        let carrier = self.found[link].carrier;
        for next in self.pair(middle, to).links.clone() {
            let leant = self.found[next].carrier;
            if !self.used[next] || leant.meets(carrier | self.ground.cell(from)) {
                continue;
            }
            let (both, ends) = ([link, next], [from, to]);
            if self.is_group(middle) {
                self.add_link(ends, carrier | leant, Because::Both(both));
            } else {
                let carrier = carrier | leant | Bits::single(middle);
                self.add_half(Half { ends, carrier, mv: middle, parts: Parts::Links(both) });
            }
        }
    }

    /// Goes on from a half over a group at its end.
    fn go_beyond(&mut self, half: usize) {
        let Half { ends: [one, other], carrier, mv, .. } = self.halves[half];
        for (middle, from) in [(one, other), (other, one)] {
            if !self.is_group(middle) {
                continue;
            }
            for to in self.partners[middle].clone() {
                if to == from || carrier.meets(self.ground.cell(to)) {
                    continue;
                }
                for next in self.pair(middle, to).links.clone() {
                    let leant = self.found[next].carrier;
                    if !leant.meets(carrier | self.ground.cell(from)) {
                        let parts = Parts::Beyond(half, next);
                        self.add_half(Half { ends: [from, to], carrier: carrier | leant, mv, parts });
                    }
                }
            }
        }
    }

    /// The or-rule for a pair, for a link at least that avoids each cell that can be avoided.
    fn together(&mut self, one: usize, other: usize) {
        let pair = self.pair(one, other);
        let (halves, mut wanted) = (pair.halves.clone(), pair.common);
        if pair.links.is_empty() {
            let Some(union) = self.unite([one, other], &halves) else { return };
            wanted = union;
        }
        while let Some(cell) = wanted.first() {
            wanted &= !Bits::single(cell);
            let spared = halves.iter().copied().filter(|&half| !self.halves[half].carrier.contains(cell));
            if let Some(union) = self.unite([one, other], &spared.collect::<Vec<_>>()) {
                wanted &= union;
            }
        }
    }

    /// Makes a link of some of these halves that have no cell in common; what it leans on.
    fn unite(&mut self, ends: [usize; 2], halves: &[usize]) -> Option<Bits<N>> {
        let carrier = |half: &usize| self.halves[*half].carrier;
        if !halves.iter().map(carrier).fold(Bits::ALL, |common, carrier| common & carrier).is_empty() {
            return None;
        }
        let first = *halves.iter().min_by_key(|half| carrier(half).count())?;
        let (mut chosen, mut common, mut union) = (vec![first], carrier(&first), carrier(&first));
        while !common.is_empty() {
            let left = |half: &usize| ((common & carrier(half)).count(), (union | carrier(half)).count());
            let best = *halves.iter().min_by_key(|half| left(half))?;
            common &= carrier(&best);
            union |= carrier(&best);
            chosen.push(best);
        }
        for half in chosen.clone() {
            let others = chosen.iter().filter(|&&other| other != half);
            if others.map(carrier).fold(Bits::ALL, |common, carrier| common & carrier).is_empty() {
                chosen.retain(|&other| other != half);
            }
        }
        let union = chosen.iter().map(carrier).fold(Bits::EMPTY, |union, carrier| union | carrier);
        self.add_link(ends, union, Because::Any(chosen));
        Some(union)
    }

    /// Adds a link if it avoids a cell that all known ones of the pair lean on, or is a part of one of them.
    fn add_link(&mut self, ends: [usize; 2], carrier: Bits<N>, why: Because) {
        let ([one, other], number) = (ends, self.found.len());
        if one == other {
            return;
        }
        let known = &self.pairs[one.min(other) * self.point.len() + one.max(other)];
        let carriers = known.links.iter().map(|&link| self.found[link].carrier);
        let is_smaller = carriers.clone().any(|known| carrier.is_subset(known));
        if carriers.clone().any(|known| known.is_subset(carrier))
            || !is_smaller && known.common.is_subset(carrier) && !known.links.is_empty()
        {
            return;
        }
        if known.links.is_empty() {
            self.partners[one].push(other);
            self.partners[other].push(one);
        }
        let kept: Vec<usize> = known
            .links
            .iter()
            .copied()
            .filter(|&link| !carrier.is_subset(self.found[link].carrier))
            .collect();
        let halves: Vec<usize> = known
            .halves
            .iter()
            .copied()
            .filter(|&half| !carrier.is_subset(self.halves[half].carrier))
            .collect();
        let common = known.common & carrier;
        let pair = self.pair_mut(one, other);
        (pair.links, pair.halves, pair.common) = (kept, halves, common);
        pair.links.push(number);
        self.found.push(Link { ends, carrier, why });
        self.used.push(false);
        self.fresh.push(Reverse((carrier.count(), number)));
    }

    /// Adds a half that contains no known link or half of its pair.
    fn add_half(&mut self, half: Half<N>) {
        let ([one, other], number) = (half.ends, self.halves.len());
        let known = self.pair(one, other);
        let links = known.links.iter().map(|&link| self.found[link].carrier);
        let halves = known.halves.iter().map(|&half| self.halves[half].carrier);
        if one == other || links.chain(halves).any(|known| known.is_subset(half.carrier)) {
            return;
        }
        let Some(mut kept) = self.beside(&half) else { return };
        kept.push(number);
        if !matches!(half.parts, Parts::Links(_)) {
            self.beyond.push(number);
        }
        self.halves.push(half);
        self.pair_mut(one, other).halves = kept;
        if !self.pending.contains(&[one, other]) {
            self.pending.push([one, other]);
        }
    }

    /// The halves that stay beside a new one. Where there are many already, it takes the place of a larger
    /// one; `None` if there is none.
    fn beside(&self, half: &Half<N>) -> Option<Vec<usize>> {
        let size = |known: usize| self.halves[known].carrier.count();
        let mut kept = self.pair(half.ends[0], half.ends[1]).halves.clone();
        kept.retain(|&known| !half.carrier.is_subset(self.halves[known].carrier));
        if kept.len() >= MOST_HALVES && half.ends.iter().any(|&end| end < self.ground.cells) {
            let largest = (0..kept.len()).max_by_key(|&place| size(kept[place]))?;
            if size(kept[largest]) <= half.carrier.count() {
                return None;
            }
            kept.swap_remove(largest);
        }
        Some(kept)
    }
}
