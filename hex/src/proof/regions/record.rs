//! The facts of a proof under way, and the proof as bytes.

use super::fact::{Fact, Ground, Way};
use crate::rules::bits::Bits;
use plywood_play::write_number;
use std::collections::{HashMap, VecDeque};

/// A step on the way from one end to another: the fact that it takes, if any, and where it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) fact: Option<usize>,
    pub(super) to: usize,
}

/// Facts, each after those that it follows from.
pub(super) struct Record<const N: usize> {
    pub(super) ground: Ground<N>,
    pub(super) facts: Vec<Fact<N>>,
    ways: Vec<Vec<Way<N, usize>>>,
    by_ends: HashMap<[usize; 2], Vec<usize>>,
}

impl<const N: usize> Record<N> {
    pub(super) fn new(ground: Ground<N>) -> Self {
        Self { ground, facts: Vec::new(), ways: Vec::new(), by_ends: HashMap::new() }
    }

    /// The facts from this number on, with their numbers.
    pub(super) fn since(&self, first: usize) -> impl Iterator<Item = (usize, &Fact<N>)> {
        self.facts.iter().enumerate().skip(first)
    }

    /// Concludes a fact; its number, or that of a fact known before that needs no more.
    pub(super) fn add(&mut self, ends: [usize; 2], ways: Vec<Way<N, usize>>) -> Option<usize> {
        let fact = self.conclude(ends, &ways)?;
        let needs = fact.own | fact.carrier;
        let known = self.by_ends.entry(ends).or_default();
        let as_good = |&&number: &&usize| {
            let known = &self.facts[number];
            known.own.is_subset(fact.own) && (known.own | known.carrier).is_subset(needs)
        };
        if let Some(&number) = known.iter().find(as_good) {
            return Some(number);
        }
        known.push(self.facts.len());
        self.facts.push(fact);
        self.ways.push(ways);
        Some(self.facts.len() - 1)
    }

    /// The fact that follows from these ways, if one does.
    pub(super) fn conclude(&self, ends: [usize; 2], ways: &[Way<N, usize>]) -> Option<Fact<N>> {
        self.ground.follow(&self.facts, ends, ways).ok()
    }

    /// The steps from one end to another, over these stones and facts, with as few stones as can be.
    pub(super) fn path(&self, ends: [usize; 2], stones: Bits<N>, facts: &[usize]) -> Option<Vec<Step>> {
        let free = facts.iter().fold(self.ground.given, |free, &fact| free | self.facts[fact].own);
        let mut best: HashMap<usize, (u32, Step)> = HashMap::new();
        let mut open = VecDeque::from([(0, ends[0], Step { fact: None, to: ends[0] })]);
        while let Some((cost, at, back)) = open.pop_front() {
            if best.contains_key(&at) {
                continue;
            }
            best.insert(at, (cost, back));
            for step in self.steps(at, stones, facts) {
                let is_free =
                    step.to >= self.ground.cells || free.contains(step.to) || ends.contains(&step.to);
                let next = (cost + u32::from(!is_free), step.to, Step { fact: step.fact, to: at });
                if is_free { open.push_front(next) } else { open.push_back(next) }
            }
        }
        let (mut at, mut steps) = (ends[1], Vec::new());
        while at != ends[0] {
            let (_, back) = best.get(&at)?;
            steps.push(Step { fact: back.fact, to: at });
            at = back.to;
        }
        steps.reverse();
        Some(steps)
    }

    /// The steps that lead on from an end.
    fn steps(&self, at: usize, stones: Bits<N>, facts: &[usize]) -> Vec<Step> {
        let edges = self.ground.edges().into_iter().zip(self.ground.rows);
        let mut touched = self.ground.grid.neighbours(self.ground.cell(at)) & stones;
        let mut steps = Vec::new();
        for (edge, row) in edges {
            if edge == at {
                touched |= row & stones;
            } else if row.meets(self.ground.cell(at)) {
                steps.push(Step { fact: None, to: edge });
            }
        }
        steps.extend(touched.numbers().map(|to| Step { fact: None, to }));
        for &fact in facts {
            let [one, other] = self.facts[fact].ends;
            if one == at || other == at {
                steps.push(Step { fact: Some(fact), to: if one == at { other } else { one } });
            }
        }
        steps
    }

    /// The way of this path, after a move. Where two facts lean on one of these stones it has that too.
    pub(super) fn way(
        &self,
        ends: [usize; 2],
        mv: Option<usize>,
        (steps, own): (&[Step], Bits<N>),
    ) -> Way<N, usize> {
        let mut facts: Vec<usize> = steps.iter().filter_map(|step| step.fact).collect();
        facts.sort_unstable();
        facts.dedup();
        let (mut leant, mut shared) = (Bits::EMPTY, Bits::EMPTY);
        for &fact in &facts {
            shared |= leant & self.facts[fact].carrier;
            leant |= self.facts[fact].carrier;
        }
        let cells = steps.iter().fold(shared & own, |cells, step| cells | self.ground.cell(step.to));
        let known = facts.iter().fold(self.ground.given, |known, &fact| known | self.facts[fact].own);
        let mv_cell = mv.map_or(Bits::EMPTY, Bits::single);
        let ends = self.ground.cell(ends[0]) | self.ground.cell(ends[1]);
        Way { mv, stones: cells & !(known | mv_cell | ends), facts }
    }

    /// The proof of a fact, without facts that it does not need.
    pub(super) fn write(&self, last: usize) -> Vec<u8> {
        let mut is_needed = vec![false; last + 1];
        is_needed[last] = true;
        for number in (0..=last).rev() {
            if is_needed[number] {
                for &fact in self.ways[number].iter().flat_map(|way| &way.facts) {
                    is_needed[fact] = true;
                }
            }
        }
        let (mut bytes, mut places, mut place) = (Vec::new(), vec![0; last + 1], 0);
        for number in (0..=last).filter(|&number| is_needed[number]) {
            places[number] = place;
            self.write_fact(number, &places, &mut bytes);
            place += 1;
        }
        bytes
    }

    fn write_fact(&self, number: usize, places: &[usize], bytes: &mut Vec<u8>) {
        let mut put = |number: usize| write_number(bytes, number as u32);
        let ways = &self.ways[number];
        self.facts[number].ends.into_iter().for_each(&mut put);
        put(if ways.iter().any(|way| way.mv.is_some()) { ways.len() } else { 0 });
        for way in ways {
            way.mv.into_iter().for_each(&mut put);
            put(way.stones.count() as usize);
            way.stones.numbers().for_each(&mut put);
            put(way.facts.len());
            way.facts.iter().for_each(|&fact| put(places[number] - places[fact]));
        }
    }
}
