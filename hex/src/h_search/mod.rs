//! H-search from the edges: what is connected to an edge, and from edge to edge, whatever the opponent does.
//!
//! A *virtual connection* of a cell or group to an edge is one that stands if the opponent moves first, a *semi-connection* one that stands if
//! its owner does; the cells it leans on are its carrier. There are two rules to make greater ones out of smaller (V. Anshelevich, "A
//! hierarchical approach to computer Hex", 2002):
//!
//! - *And*: a connection from the edge to a point, and a link from that point to the next with a carrier that does not meet the first one's, are
//!   a connection to the next point: a virtual one if the point between them is a group, a semi-connection if it is an empty cell.
//! - *Or*: semi-connections to one point whose carriers have no cell in common are a virtual connection together. So are those that go on from the
//!   same virtual connection to the same group and have no cell in common beside it.
//!
//! Full H-search connects any two points. This one connects each point to the two edges alone, step by step over cells that touch and bridges,
//! which takes a small part of the time; edge templates of any height come of it by themselves. At the end the edges are connected with each
//! other over each point. Each point keeps a few carriers for each edge, so that some connections that exist are missed.

mod carriers;

use crate::bits::{Bits, Grid};
use crate::cell::Colour;
use crate::pairing::{Paired, paired};
use carriers::Carriers;
use std::collections::VecDeque;

/// The virtual connections of a point to an edge.
const VIRTUAL: usize = 8;
/// Its semi-connections.
const SEMI: usize = 16;
/// How many virtual connections are gone on from, for each edge. Few positions have as many.
const STEPS: usize = 4_000;

/// A group of stones, an edge with the stones that touch it, or an empty cell.
#[derive(Clone, Copy)]
struct Point<const N: usize> {
    /// The cell, if it is an empty one.
    cell: Bits<N>,
    /// The empty cells that touch it.
    liberties: Bits<N>,
    /// The empty cells with which it has two liberties in common at least.
    near: Bits<N>,
}

/// The points of one colour.
pub(crate) struct HSearch<const N: usize> {
    empty: Bits<N>,
    /// Whether stones connect the edges.
    is_over: bool,
    /// What the pairing strategy has to say on boards that are broader than long.
    paired: Vec<Paired<N>>,
    /// The two edges, the groups that touch none, and the empty cells.
    points: Vec<Point<N>>,
    /// How many are edges and groups.
    groups: usize,
    /// By the number of an empty cell: its place among the points.
    places: Vec<u16>,
}

/// A semi-connection from edge to edge.
#[derive(Clone, Copy)]
pub(crate) struct Threat<const N: usize> {
    /// The cell on which a stone makes it a virtual one.
    pub(crate) number: usize,
    /// What that leans on, without the cell.
    pub(crate) carrier: Bits<N>,
}

/// What there is between the edges.
pub(crate) enum Found<const N: usize> {
    /// A virtual connection with this carrier.
    Connection(Bits<N>),
    /// These semi-connections, or none.
    Threats(Vec<Threat<N>>),
}

/// A virtual connection to a group, from which others go on.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Base<const N: usize> {
    /// The place of the group among the points.
    group: usize,
    carrier: Bits<N>,
}

impl<const N: usize> Base<N> {
    /// The edge itself, of either number.
    const EDGE: Self = Self { group: 0, carrier: Bits::EMPTY };
}

/// A virtual connection to go on from.
struct Step<const N: usize> {
    point: usize,
    carrier: Bits<N>,
    base: Base<N>,
}

/// The connections of all points to one edge.
struct ToEdge<const N: usize> {
    virtually: Vec<Carriers<N, VIRTUAL>>,
    semi: Vec<Carriers<N, SEMI>>,
    queue: VecDeque<Step<N>>,
}

impl<const N: usize> HSearch<N> {
    /// For a colour and these stones, Black's first.
    pub(crate) fn new(grid: &Grid<N>, colour: Colour, stones: &[Bits<N>; 2]) -> Self {
        let [own, enemy] = [colour, !colour].map(|colour| stones[colour as usize]);
        let empty = grid.cells() & !(own | enemy);
        let edges = grid.edges(colour);
        let held = edges.map(|edge| grid.flood(edge & own, own));
        let group = |stones, at| Point::new(grid, empty, Bits::EMPTY, grid.neighbours(stones) | at);
        let mut points = vec![group(held[0], edges[0]), group(held[1], edges[1])];
        let mut rest = own & !(held[0] | held[1]);
        while let Some(stone) = rest.first() {
            let stones = grid.flood(Bits::single(stone), own);
            rest &= !stones;
            points.push(group(stones, Bits::EMPTY));
        }
        let groups = points.len();
        let mut places = vec![0; grid.cells().count() as usize];
        for number in empty.numbers() {
            places[number] = points.len() as u16;
            let cell = Bits::single(number);
            points.push(Point::new(grid, empty, cell, grid.neighbours(cell)));
        }
        let paired = paired(grid, colour, stones).collect();
        Self { empty, is_over: held[0].meets(edges[1]), paired, points, groups, places }
    }

    fn to_edge(&self, edge: usize) -> ToEdge<N> {
        let count = self.points.len();
        let mut found = ToEdge {
            virtually: vec![Carriers::NONE; count],
            semi: vec![Carriers::NONE; count],
            queue: VecDeque::new(),
        };
        found.connect(edge, Bits::EMPTY, Base::EDGE);
        for _ in 0..STEPS {
            let Some(step) = found.queue.pop_front() else { break };
            // Whoever has come to the other edge need not go on.
            if step.point != 1 - edge {
                self.go_on(&mut found, &step);
            }
        }
        found
    }

    /// Goes on from a point by one link: to cells and groups that touch it, or have two free liberties in common with it.
    fn go_on(&self, found: &mut ToEdge<N>, step: &Step<N>) {
        let Step { point: from, carrier, base } = *step;
        let base = if (2..self.groups).contains(&from) { Base { group: from, carrier } } else { base };
        let Point { cell: here, liberties, near } = self.points[from];
        let free = self.empty & !(carrier | here);
        let mut connect = |to: usize, link: Bits<N>| {
            if here.is_empty() {
                found.connect(to, carrier | link, base);
            } else {
                found.connect_semi(to, carrier | link | here, base);
            }
        };
        for number in (liberties & free).numbers() {
            connect(self.places[number].into(), Bits::EMPTY);
        }
        for number in (near & !liberties & free).numbers() {
            let to = usize::from(self.places[number]);
            if let Some(link) = first_two(liberties & self.points[to].liberties & free) {
                connect(to, link);
            }
        }
        for (to, group) in self.points[..self.groups].iter().enumerate() {
            if group.liberties.meets(here) {
                connect(to, Bits::EMPTY);
            } else if to != from
                && let Some(link) = first_two(liberties & group.liberties & free)
            {
                connect(to, link);
            }
        }
    }

    /// What there is between the edges.
    pub(crate) fn run(&self) -> Found<N> {
        if self.is_over {
            return Found::Connection(Bits::EMPTY);
        }
        let mut threats = Vec::new();
        for paired in &self.paired {
            match *paired {
                Paired::Whole(carrier) => return Found::Connection(carrier),
                Paired::OneShort(threat) => threats.push(threat),
            }
        }
        let edges = [self.to_edge(0), self.to_edge(1)];
        for (point, Point { cell, .. }) in self.points.iter().enumerate() {
            let number = cell.first();
            for one in edges[0].virtually[point].iter() {
                for other in edges[1].virtually[point].iter() {
                    match number {
                        _ if one.meets(other) => {}
                        None => return Found::Connection(one | other),
                        Some(number) => threats.push(Threat { number, carrier: one | other }),
                    }
                }
            }
        }
        threats.sort_by_key(|threat: &Threat<N>| threat.carrier.count());
        let wholes: Vec<_> = threats.iter().map(Threat::whole).collect();
        match either(wholes.iter().copied()) {
            Some(carrier) => Found::Connection(carrier),
            None => Found::Threats(threats),
        }
    }
}

impl<const N: usize> Point<N> {
    /// With these liberties, as far as they are empty.
    fn new(grid: &Grid<N>, empty: Bits<N>, cell: Bits<N>, around: Bits<N>) -> Self {
        let liberties = around & empty;
        let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
        for direction in 0..6 {
            let beside = grid.beside(direction, liberties);
            twice |= once & beside;
            once |= beside;
        }
        Self { cell, liberties, near: twice & empty & !cell }
    }
}

impl<const N: usize> Threat<N> {
    /// All that it leans on.
    pub(crate) fn whole(&self) -> Bits<N> {
        self.carrier | Bits::single(self.number)
    }
}

impl<const N: usize> ToEdge<N> {
    /// Notes a virtual connection.
    fn connect(&mut self, point: usize, carrier: Bits<N>, base: Base<N>) {
        if self.virtually[point].add(carrier, base) {
            self.queue.push_back(Step { point, carrier, base });
        }
    }

    /// Notes a semi-connection, and what virtual connections come of it by the or-rule.
    fn connect_semi(&mut self, point: usize, carrier: Bits<N>, base: Base<N>) {
        if !self.semi[point].add(carrier, base) {
            return;
        }
        let semi = self.semi[point];
        self.connect_together(point, carrier, &semi.iter(), Base::EDGE);
        if base != Base::EDGE {
            self.connect_together(point, carrier & !base.carrier, &semi.beside(base), base);
        }
    }

    /// By the or-rule: one with each that it does not meet, and with as many others as it takes.
    fn connect_together(
        &mut self,
        point: usize,
        one: Bits<N>,
        others: &(impl Iterator<Item = Bits<N>> + Clone),
        base: Base<N>,
    ) {
        for other in others.clone().filter(|other| !one.meets(*other)) {
            self.connect(point, base.carrier | one | other, base);
        }
        if let Some(together) = either_with(one, others) {
            self.connect(point, base.carrier | together, base);
        }
    }
}

/// What semi-connections lean on together that have no cell in common, the first one among them; `None` if all have one in common.
fn either<const N: usize>(mut carriers: impl Iterator<Item = Bits<N>> + Clone) -> Option<Bits<N>> {
    let all = carriers.clone();
    either_with(carriers.next()?, &all)
}

/// The same with this one among them. Each time the one is added that leaves the fewest common cells.
fn either_with<const N: usize>(
    first: Bits<N>,
    carriers: &(impl Iterator<Item = Bits<N>> + Clone),
) -> Option<Bits<N>> {
    let (mut common, mut together) = (first, first);
    while !common.is_empty() {
        let left = |carrier: &Bits<N>| ((common & *carrier).count(), (together | *carrier).count());
        let best = carriers.clone().min_by_key(left)?;
        if (common & !best).is_empty() {
            return None;
        }
        common &= best;
        together |= best;
    }
    Some(together)
}

/// Two cells out of these, if there are as many.
fn first_two<const N: usize>(cells: Bits<N>) -> Option<Bits<N>> {
    let one = Bits::single(cells.first()?);
    let other = Bits::single((cells & !one).first()?);
    Some(one | other)
}

#[cfg(test)]
mod tests {
    use super::{Found, HSearch};
    use crate::bits::Grid;
    use crate::cell::Colour;
    use crate::position::Hex;
    use crate::rules::Rules;
    use plywood_search::{Answer, Dfpn, Limits, NoKnowledge, ProofTable, Question};
    use std::sync::Arc;

    #[test]
    fn semi_connections_that_go_on_from_one_group_are_a_connection_together() {
        // In each, what Black's semi-connections have in common is what links a group of its own to the edge.
        for text in
            ["xoo2/1o2x/xoxxx/x1oxo/1xo1o o", "xoo2/ooxxo/1x2x/x2x1/ooxox o", "xxxo1/o2o1/x2oo/xxxx1/1ooox o"]
        {
            let position = Hex::from_text(text, "size=5".parse::<Rules>().unwrap()).unwrap();
            let stones = Colour::BOTH.map(|colour| position.stones(colour).bits());
            let found = HSearch::<1>::new(&Grid::new(5, 5), Colour::Black, &stones).run();
            assert!(matches!(found, Found::Connection(_)), "{text}");
            let mut search = Dfpn::new(NoKnowledge, Arc::new(ProofTable::with_bytes(1 << 16).unwrap()));
            let question = Question::wins(position.side_of(Colour::Black));
            let answer = search.ask(&position, question, &Limits::none(), &mut |_| {}).answer;
            assert!(matches!(answer, Answer::Wins { .. }) && position.turn() == Colour::White, "{text}");
        }
    }
}
