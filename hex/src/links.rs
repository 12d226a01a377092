//! Connections that the opponent cannot cut: bridges, edge templates, and chains of them from edge to edge.
//!
//! Two groups of a colour with two common empty neighbours are linked: if the opponent takes one, the colour takes the other. This is the
//! bridge, and more, for the two cells need not lie side by side. A stone on the third row is linked to its edge by the ziggurat, the
//! template of eight empty cells. The cells that a link leans on are its carrier. A chain of links from one edge to the other with
//! carriers that do not meet wins the game, whoever is to move (V. Anshelevich, "A hierarchical approach to computer Hex", 2002: the first
//! round of his H-search, with its and-rule along a chain only).
//!
//! If the opponent is one stone short of such a chain, with that stone on any of several cells, then the mover must play in the carriers
//! of all those chains: the must-play region (his or-rule; R. Hayward 2003). If they have no cell in common, the opponent has won.
//!
//! Chains are found greedily, group by group from each edge, each group with one carrier; so some that exist are missed, and none is
//! found that does not.

use crate::bits::{Bits, Grid};
use crate::cell::Colour;
use crate::position::Hex;
use crate::ziggurat::Ziggurat;

/// The groups that are looked at. Those of lower number than the rest; more than so many have never mattered.
const MOST: usize = 48;

/// A group of stones, or an edge with the stones that touch it.
#[derive(Clone, Copy)]
struct Node<const N: usize> {
    stones: Bits<N>,
    /// The empty cells that touch it.
    liberties: Bits<N>,
}

/// The connections of one colour.
pub(crate) struct Links<const N: usize> {
    grid: Grid<N>,
    empty: Bits<N>,
    /// The two edges, then the groups that touch none.
    nodes: [Node<N>; MOST],
    count: usize,
    /// By edge and by hand: where a stone has the ziggurat to that edge.
    ziggurats: [[Ziggurat<N>; 2]; 2],
}

/// The groups that are linked to one edge.
struct Reached<const N: usize> {
    /// By node: whether it is linked, and by which carrier.
    carriers: [Option<Bits<N>>; MOST],
}

/// The chains that one stone more completes.
#[derive(Clone, Copy)]
pub(crate) struct Threats<const N: usize> {
    /// The cells that all of them have in common, the stone's own among them.
    pub(crate) common: Bits<N>,
    /// The stones that the shortest takes after the first, at most.
    pub(crate) least: u32,
    /// The same for the longest.
    pub(crate) most: u32,
}

/// What can be said about a colour.
pub(crate) enum Outlook<const N: usize> {
    /// A chain of links connects its edges, and takes at most so many stones to become one of stones.
    Connected {
        /// The stones.
        stones: u32,
    },
    /// One stone more would make such a chain.
    Threatens(Threats<N>),
    /// Nothing.
    Open,
}

impl<const N: usize> Links<N> {
    pub(crate) fn new(position: &Hex, colour: Colour) -> Self {
        let grid = Grid::<N>::new(position.size().width(), position.size().height());
        let own = position.stones(colour).bits();
        let empty = grid.cells() & !own & !position.stones(!colour).bits();
        let edges = grid.edges(colour);
        let node =
            |stones: Bits<N>, at: Bits<N>| Node { stones, liberties: (grid.neighbours(stones) | at) & empty };
        let held = edges.map(|edge| grid.flood(edge & own, own));
        let nothing = Node { stones: Bits::EMPTY, liberties: Bits::EMPTY };
        let mut links = Self {
            grid,
            empty,
            nodes: [nothing; MOST],
            count: 2,
            ziggurats: Ziggurat::all(&grid, colour, empty),
        };
        for edge in 0..2 {
            links.nodes[edge] = node(held[edge], edges[edge]);
        }
        let mut rest = own & !(held[0] | held[1]);
        while let Some(stone) = rest.first() {
            let group = grid.flood(Bits::single(stone), own);
            rest &= !group;
            if links.count == MOST {
                break;
            }
            links.nodes[links.count] = node(group, Bits::EMPTY);
            links.count += 1;
        }
        links
    }

    /// The carrier of a link between this and node `other`, within `free`. An empty one if they touch.
    fn carrier(&self, one: &Node<N>, other: usize, free: Bits<N>) -> Option<Bits<N>> {
        let liberties = self.nodes[other].liberties;
        if one.stones.meets(liberties) {
            return Some(Bits::EMPTY);
        }
        first_two(one.liberties & liberties & free).or_else(|| self.template(one.stones, other, free))
    }

    /// The carrier of a ziggurat between one of these stones and node `edge`, if that is an edge.
    fn template(&self, stones: Bits<N>, edge: usize, free: Bits<N>) -> Option<Bits<N>> {
        let placed = self.ziggurats.get(edge)?.iter();
        let mut carriers = placed
            .flat_map(|ziggurat| (stones & ziggurat.anchors).numbers().map(|stone| ziggurat.carrier(stone)));
        carriers.find(|&carrier| (carrier & !free).is_empty())
    }

    /// The groups linked to edge `from`, each by links that do not meet on the way there.
    fn reached(&self, from: usize) -> Reached<N> {
        let mut carriers = [None; MOST];
        carriers[from] = Some(Bits::EMPTY);
        let mut queue = [from; MOST];
        let (mut next, mut end) = (0, 1);
        while next < end {
            let (node, carrier) = (queue[next], carriers[queue[next]].unwrap_or(Bits::EMPTY));
            next += 1;
            for (other, known) in carriers.iter_mut().enumerate().take(self.count) {
                if known.is_none()
                    && let Some(link) = self.link(node, other, self.empty & !carrier)
                {
                    *known = Some(carrier | link);
                    queue[end] = other;
                    end += 1;
                }
            }
        }
        Reached { carriers }
    }

    /// The carrier of a link between two nodes, of which either may be an edge.
    fn link(&self, one: usize, other: usize, free: Bits<N>) -> Option<Bits<N>> {
        let (stones, edge) = if one < 2 { (other, one) } else { (one, other) };
        self.carrier(&self.nodes[stones], edge, free)
    }

    /// The cells on which a stone would be linked to the node, or touch it, if nothing else stands in the way.
    fn near(&self, node: usize) -> Bits<N> {
        let liberties = self.nodes[node].liberties;
        let mut seen = [liberties, Bits::EMPTY];
        let mut once = Bits::EMPTY;
        for direction in 0..6 {
            let beside = self.grid.beside(direction, liberties);
            seen[1] |= once & beside;
            once |= beside;
        }
        let templates =
            self.ziggurats.get(node).map_or(Bits::EMPTY, |[one, other]| one.anchors | other.anchors);
        (seen[0] | seen[1] | templates) & self.empty
    }
}

impl<const N: usize> Links<N> {
    pub(crate) fn outlook(&self) -> Outlook<N> {
        let first = self.reached(0);
        if let Some(carrier) = first.carriers[1] {
            return Outlook::Connected { stones: carrier.count() / 2 };
        }
        self.threats(&first, &self.reached(1)).map_or(Outlook::Open, Outlook::Threatens)
    }

    /// The cells on which one stone completes a chain, and what those chains lean on.
    fn threats(&self, first: &Reached<N>, second: &Reached<N>) -> Option<Threats<N>> {
        let mut threats: Option<Threats<N>> = None;
        self.each_threat(first, second, &mut |number, carrier| {
            let stones = carrier.count() / 2;
            let known = threats.get_or_insert(Threats { common: self.empty, least: stones, most: stones });
            known.common &= carrier | Bits::single(number);
            known.least = known.least.min(stones);
            known.most = known.most.max(stones);
        });
        threats
    }

    fn each_threat(&self, first: &Reached<N>, second: &Reached<N>, show: &mut impl FnMut(usize, Bits<N>)) {
        let [near_first, near_second] = [first, second].map(|reached| self.near_all(reached));
        for number in (near_first & near_second).numbers() {
            self.ways(number, first, second, &mut |carrier| show(number, carrier));
        }
    }

    fn near_all(&self, reached: &Reached<N>) -> Bits<N> {
        let linked = (0..self.count).filter(|&node| reached.carriers[node].is_some());
        linked.fold(Bits::EMPTY, |near, node| near | self.near(node))
    }

    /// Shows the carriers of the chains that a stone on this cell completes.
    fn ways(&self, number: usize, first: &Reached<N>, second: &Reached<N>, show: &mut impl FnMut(Bits<N>)) {
        let stones = Bits::single(number);
        let stone = Node { stones, liberties: self.grid.neighbours(stones) & self.empty };
        let free = self.empty & !stones;
        for (node, carrier) in first.linked(stones) {
            let Some(link) = self.carrier(&stone, node, free & !carrier) else { continue };
            let taken = carrier | link;
            for (node, carrier) in second.linked(stones | taken) {
                if let Some(link) = self.carrier(&stone, node, free & !(taken | carrier)) {
                    show(taken | carrier | link);
                }
            }
        }
    }

    /// The empty cells of bridges between groups of the colour, or between a group and an edge: all common liberties, where there are
    /// two at least. Other links may lean on the same cells.
    pub(crate) fn bridged(&self) -> Bits<N> {
        let mut bridged = Bits::EMPTY;
        for one in 0..self.count {
            for other in one.max(1) + 1..self.count {
                let common = self.nodes[one].liberties & self.nodes[other].liberties;
                if common.count() > 1 {
                    bridged |= common;
                }
            }
        }
        bridged
    }
}

impl<const N: usize> Reached<N> {
    /// The linked nodes and their carriers, as far as these do not meet the cells.
    fn linked(&self, cells: Bits<N>) -> impl Iterator<Item = (usize, Bits<N>)> {
        let carriers = self.carriers.iter().enumerate();
        carriers
            .filter_map(move |(node, carrier)| Some((node, (*carrier)?)))
            .filter(move |(_, carrier)| !carrier.meets(cells))
    }
}

/// Two cells out of these, if there are as many.
fn first_two<const N: usize>(cells: Bits<N>) -> Option<Bits<N>> {
    let one = Bits::single(cells.first()?);
    let other = Bits::single((cells & !one).first()?);
    Some(one | other)
}
