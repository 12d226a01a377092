//! Finds proofs by regions.
//!
//! Where the opponent is to move, [`Links`] are looked for. If they do not join the edges, the opponent is
//! given a cell that all halves from edge to edge lean on, and the winner's reply is asked for; what proves
//! the position after it is a half that avoids the cell, and the part of it that needs the reply's stone is a
//! half between the points at its ends. So links grow, region by region, and what is learnt anywhere is used
//! wherever it holds.

use super::fact::{Ground, Way};
use super::links::{Because, Half, Links, Parts};
use super::record::{Record, Step};
use crate::rules::bits::{Bits, with_words};
use crate::rules::moves::Move;
use crate::rules::position::Hex;
use plywood_play::Reply;
use plywood_search::{Position, Side};
use std::collections::HashMap;

/// Proves by regions that `winner` wins, with the winning moves of `reply`.
pub(crate) fn write(position: &Hex, winner: Side, reply: Reply<'_, Hex>) -> Option<Vec<u8>> {
    if position.may_be_swapped() {
        return None;
    }
    with_words!(position.size(), N => {
        let ground = Ground::<N>::new(position, position.colour_of(winner));
        Writer { record: Record::new(ground), winner, reply }.write(position)
    })
}

struct Writer<'a, const N: usize> {
    record: Record<N>,
    winner: Side,
    reply: Reply<'a, Hex>,
}

impl<const N: usize> Writer<'_, N> {
    fn write(&mut self, position: &Hex) -> Option<Vec<u8>> {
        let is_open = position.outcome().is_none() && position.side_to_move() == self.winner;
        let (_, after) = if is_open { self.answer(position)? } else { (0, *position) };
        let steps = self.join(&after)?;
        let edges = self.record.ground.edges();
        let own = after.stones(after.colour_of(self.winner)).bits();
        let way = self.record.way(edges, None, (&steps, own));
        let last = self.record.add(edges, vec![way])?;
        Some(self.record.write(last))
    }

    /// The winner's move, by its cell, and the position after it.
    fn answer(&mut self, position: &Hex) -> Option<(usize, Hex)> {
        let mv = (self.reply)(position)?;
        let mut after = *position;
        after.play_unchecked(mv);
        Some((position.size().number(mv.cell()?), after))
    }

    /// What joins the edges in a position with the opponent to move.
    fn join(&mut self, position: &Hex) -> Option<Vec<Step>> {
        let ground = self.record.ground;
        let colour = position.colour_of(self.winner);
        let [own, enemy] = [colour, !colour].map(|colour| position.stones(colour).bits());
        let edges = ground.edges();
        if let Some(steps) = self.record.path(edges, own, &[]) {
            return Some(steps);
        }
        let mut links = Links::new(&ground, own, enemy);
        let (mut made, mut seen, mut focus) = (HashMap::new(), 0, Bits::ALL);
        loop {
            links.learn(self.record.since(seen));
            seen = self.record.facts.len();
            links.run();
            if let Some(link) = links.between_edges() {
                let facts = self.facts_of(&links, &mut made, link)?;
                return self.record.path(edges, own, &facts);
            }
            let open = links.common(edges[0], edges[1]);
            let cell = (open & focus).first().or(open.first())?;
            let mut after = *position;
            after.play_unchecked(Move::Place(position.size().cell(cell)?));
            let (mv, next) = self.answer(&after)?;
            let steps = self.join(&next)?;
            focus = self.add_replies(&mut links, mv, &steps);
        }
    }

    /// Adds what a reply joins, as a whole and the part that needs its stone; what all halves of that part
    /// lean on.
    fn add_replies(&self, links: &mut Links<'_, N>, mv: usize, steps: &[Step]) -> Bits<N> {
        let edges = self.record.ground.edges();
        self.add_reply(links, mv, edges, steps);
        let needs = |step: &Step| {
            step.to == mv || step.fact.is_some_and(|fact| self.record.facts[fact].own.contains(mv))
        };
        let (Some(first), Some(last)) = (steps.iter().position(needs), steps.iter().rposition(needs)) else {
            return Bits::ALL;
        };
        // The step after that to the move's cell begins there.
        let last = if steps[last].to == mv { (last + 1).min(steps.len() - 1) } else { last };
        let start = first.checked_sub(1).map_or(edges[0], |before| steps[before].to);
        let ends = [start, steps[last].to];
        self.add_reply(links, mv, ends, &steps[first..=last]);
        let [one, other] = ends.map(|end| links.point_of(end));
        links.common(one, other)
    }

    fn add_reply(&self, links: &mut Links<'_, N>, mv: usize, ends: [usize; 2], steps: &[Step]) {
        let facts: Vec<usize> = steps.iter().filter_map(|step| step.fact).collect();
        let leant = facts.iter().fold(Bits::EMPTY, |leant, &fact| leant | self.record.facts[fact].carrier);
        links.add_reply(ends.map(|end| links.point_of(end)), mv, leant, facts);
    }

    /// The facts that make a link.
    fn facts_of(
        &mut self,
        links: &Links<'_, N>,
        made: &mut HashMap<usize, Option<usize>>,
        link: usize,
    ) -> Option<Vec<usize>> {
        match &links.found[link].why {
            Because::Touch => Some(Vec::new()),
            Because::Fact(fact) => Some(vec![*fact]),
            Because::Both(both) => {
                let mut facts = self.facts_of(links, made, both[0])?;
                facts.extend(self.facts_of(links, made, both[1])?);
                Some(facts)
            }
            Because::Any(halves) => {
                if let Some(known) = made.get(&link) {
                    return known.map(|fact| vec![fact]);
                }
                let replies = halves.iter().map(|&half| {
                    let facts = self.facts_of_half(links, made, half)?;
                    Some((links.halves[half].mv, facts))
                });
                let replies = replies.collect::<Option<Vec<_>>>()?;
                let fact = self.fact(links, links.found[link].ends, &replies);
                made.insert(link, fact);
                fact.map(|fact| vec![fact])
            }
        }
    }

    fn facts_of_half(
        &mut self,
        links: &Links<'_, N>,
        made: &mut HashMap<usize, Option<usize>>,
        half: usize,
    ) -> Option<Vec<usize>> {
        let Half { parts, .. } = &links.halves[half];
        let (mut facts, rest) = match parts {
            Parts::Facts(facts) => return Some(facts.clone()),
            Parts::Links([one, other]) => (self.facts_of(links, made, *one)?, *other),
            Parts::Beyond(half, link) => (self.facts_of_half(links, made, *half)?, *link),
        };
        facts.extend(self.facts_of(links, made, rest)?);
        Some(facts)
    }

    /// The fact that these moves, each with facts, join two points. Its ends are the stones of the points
    /// with which it owns the fewest.
    fn fact(
        &mut self,
        links: &Links<'_, N>,
        points: [usize; 2],
        replies: &[(usize, Vec<usize>)],
    ) -> Option<usize> {
        let mut best: Option<(u32, [usize; 2], Vec<Way<N, usize>>)> = None;
        for one in links.members(points[0]) {
            for other in links.members(points[1]) {
                let ends = [one.min(other), one.max(other)];
                let Some(ways) = self.ways(links, ends, replies) else { continue };
                let Some(fact) = self.record.conclude(ends, &ways) else { continue };
                let cost = (fact.own & !self.record.ground.given).count();
                if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                    best = Some((cost, ends, ways));
                }
            }
        }
        let (_, ends, ways) = best?;
        self.record.add(ends, ways)
    }

    fn ways(
        &self,
        links: &Links<'_, N>,
        ends: [usize; 2],
        replies: &[(usize, Vec<usize>)],
    ) -> Option<Vec<Way<N, usize>>> {
        let [one, other] = ends.map(|end| self.record.ground.cell(end));
        let ways = replies.iter().map(|(mv, facts)| {
            let steps = self.record.path(ends, links.own | Bits::single(*mv) | one | other, facts)?;
            Some(self.record.way(ends, Some(*mv), (&steps, links.own)))
        });
        let mut ways = ways.collect::<Option<Vec<_>>>()?;
        let leant = |way: &Way<N, usize>| {
            let facts = way.facts.iter().map(|&fact| self.record.facts[fact].carrier);
            facts.fold(Bits::EMPTY, |leant, carrier| leant | carrier)
        };
        let common = ways.iter().fold(links.own, |common, way| common & leant(way));
        ways.first_mut()?.stones |= common;
        Some(ways)
    }
}
