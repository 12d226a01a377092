//! The laws: what is claimed holds, it is the closure of the rules, and it does not depend on the way there.

use super::pairs::Pair;
use super::{Connections, Limits, Semi};
use crate::rules::bits::{Bits, Grid};
use crate::rules::cell::Colour;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, HashMap, HashSet};

type Set = Bits<1>;

/// What an end of a connection covers: empty cells or stones, and whether it is an edge.
struct Board {
    grid: Grid<1>,
    colour: Colour,
    own: Set,
    enemy: Set,
}

impl Board {
    fn empty(width: u8, height: u8, colour: Colour) -> Self {
        Self { grid: Grid::new(width, height), colour, own: Bits::EMPTY, enemy: Bits::EMPTY }
    }

    fn free(&self) -> Set {
        self.grid.cells() & !(self.own | self.enemy)
    }

    fn is_connected(&self) -> bool {
        let [start, goal] = self.grid.edges(self.colour);
        self.grid.connects(start, goal, self.own)
    }

    /// Cells and edges, each group by its lowest cell, or by the edge that it touches.
    fn ends(&self) -> Vec<usize> {
        let cells = self.grid.cells().count() as usize;
        let mut ends: Vec<_> = self.free().numbers().chain([cells, cells + 1]).collect();
        ends.extend(self.own.numbers().filter(|&stone| self.end_of(stone) == stone));
        ends
    }

    fn end_of(&self, cell: usize) -> usize {
        if self.free().contains(cell) {
            return cell;
        }
        let group = self.grid.flood(Bits::single(cell), self.own);
        let edge = self.grid.edges(self.colour).into_iter().position(|edge| edge.meets(group));
        edge.map_or(group.first().unwrap(), |edge| self.grid.cells().count() as usize + edge)
    }

    /// The stones and cells of an end, and the edge row if it is one.
    fn cells_of(&self, end: usize) -> Set {
        let cells = self.grid.cells().count() as usize;
        if end >= cells { self.grid.edges(self.colour)[end - cells] } else { Bits::single(end) }
    }

    fn touches(&self, one: usize, other: usize) -> bool {
        let whole = |end: usize| {
            let cells = self.cells_of(end);
            let held = self.grid.flood(cells & self.own, self.own);
            if end >= self.grid.cells().count() as usize {
                (held, cells | self.grid.neighbours(held))
            } else {
                (cells | held, self.grid.neighbours(cells | held))
            }
        };
        whole(one).0.meets(whole(other).1) || whole(other).0.meets(whole(one).1)
    }

    fn is_joined(&self, own: Set, one: usize, other: usize) -> bool {
        let cells = self.grid.cells().count() as usize;
        let held = [one, other]
            .into_iter()
            .filter(|&end| end < cells)
            .fold(own, |held, end| held | Bits::single(end));
        self.grid.connects(self.cells_of(one), self.cells_of(other), held)
    }
}

/// Whether the ends are connected if the opponent moves first and both play in the carrier.
fn holds(
    board: &Board,
    ends: (usize, usize),
    (own, carrier): (Set, Set),
    known: &mut HashMap<(Set, Set), bool>,
) -> bool {
    if board.is_joined(own, ends.0, ends.1) {
        return true;
    }
    if let Some(&known) = known.get(&(own, carrier)) {
        return known;
    }
    let answers = |intrusion: usize, known: &mut HashMap<(Set, Set), bool>| {
        let rest = carrier & !Bits::single(intrusion);
        rest.numbers().any(|answer| {
            let stone = Bits::single(answer);
            holds(board, ends, (own | stone, rest & !stone), known)
        })
    };
    let holds = carrier.count() > 1 && carrier.numbers().all(|intrusion| answers(intrusion, known));
    known.insert((own, carrier), holds);
    holds
}

impl std::hash::Hash for Bits<1> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

/// Stones on random cells, some at a time, until the colour has connected. Shows what was there before each
/// play and the stones.
fn random_game(
    board: &mut Board,
    limits: Limits,
    rng: &mut StdRng,
    mut show: impl FnMut(&Board, &mut Connections<1>, [Set; 2]),
) {
    let mut connections = Connections::waiting(&board.grid, board.colour, limits);
    connections.set(Bits::EMPTY, Bits::EMPTY);
    while !board.free().is_empty() {
        let mut stones = [Bits::EMPTY; 2];
        for _ in 0..rng.random_range(1..4) {
            let left = board.free() & !(stones[0] | stones[1]);
            if let Some(cell) = left.nth(rng.random_range(0..left.count().max(1))) {
                stones[rng.random_range(0..2)] |= Bits::single(cell);
            }
        }
        show(board, &mut connections, stones);
        board.own |= stones[0];
        board.enemy |= stones[1];
        connections.play(stones[0], stones[1]);
        assert_eq!(connections.is_connected(), board.is_connected());
        if board.is_connected() {
            break;
        }
    }
}

const SIZES: [(u8, u8); 5] = [(3, 3), (3, 4), (4, 4), (5, 5), (6, 4)];

#[test]
fn every_connection_that_is_claimed_stands_against_every_intrusion() {
    let mut rng = StdRng::seed_from_u64(1);
    let mut tried = [0; 2];
    for (round, colour) in (0..10).flat_map(|round| Colour::BOTH.map(|colour| (round, colour))) {
        for (width, height) in SIZES {
            let mut board = Board::empty(width, height, colour);
            random_game(&mut board, Limits::PLAY, &mut rng, |board, connections, _| {
                let ends = board.ends();
                let pairs = ends.iter().flat_map(|&one| ends.iter().map(move |&other| (one, other)));
                for (one, other) in pairs.filter(|(one, other)| one < other) {
                    let Some(pair) = connections.between(one, other) else { continue };
                    for full in pair.fulls.iter().filter(|full| full.carrier.count() <= 9) {
                        let whole = (board.own, full.carrier);
                        assert!(full.carrier.is_subset(board.free()));
                        assert!(
                            holds(board, (one, other), whole, &mut HashMap::new()),
                            "{one} {other} {round}"
                        );
                        tried[0] += 1;
                    }
                    for semi in pair.semis.iter().filter(|semi| semi.carrier.count() <= 9) {
                        let key = Bits::single(semi.key.into());
                        assert!(semi.carrier.is_subset(board.free()) && key.is_subset(semi.carrier));
                        let whole = (board.own | key, semi.carrier & !key);
                        assert!(
                            holds(board, (one, other), whole, &mut HashMap::new()),
                            "{one} {other} {round}"
                        );
                        tried[1] += 1;
                    }
                }
            });
        }
    }
    assert!(tried.iter().all(|&tried| tried > 10_000), "{tried:?}");
}

/// The connections of every pair of ends, the lower one first: virtual ones and semi-connections.
type All = BTreeMap<(usize, usize), [HashSet<Set>; 2]>;

/// The closure of the rules, found by applying them to everything until nothing new comes of it.
fn closure(board: &Board) -> All {
    let ends = board.ends();
    let pairs = ends.iter().flat_map(|&one| ends.iter().map(move |&other| (one, other)));
    let mut all: All = pairs
        .filter(|(one, other)| one < other)
        .map(|(one, other)| {
            let full = board.touches(one, other).then_some(Bits::EMPTY);
            ((one, other), [full.into_iter().collect(), HashSet::new()])
        })
        .collect();
    loop {
        let before = all.clone();
        for &over in &ends {
            and_over(board, over, &ends, &mut all);
        }
        for [fulls, semis] in all.values_mut() {
            let semis: Vec<_> = semis.iter().copied().collect();
            or(Bits::ALL, Bits::EMPTY, &semis, fulls);
        }
        for [fulls, semis] in all.values_mut() {
            let least =
                |sets: &HashSet<Set>, set: &Set| !sets.iter().any(|less| less != set && less.is_subset(*set));
            *fulls = fulls.iter().copied().filter(|full| least(fulls, full)).collect();
            *semis =
                semis.iter().copied().filter(|semi| least(semis, semi) && !fulls.contains(semi)).collect();
            semis.retain(|semi| least(fulls, semi));
        }
        if all == before {
            return all;
        }
    }
}

fn and_over(board: &Board, over: usize, ends: &[usize], all: &mut All) {
    let key = if over < 64 && board.free().contains(over) { Bits::single(over) } else { Bits::EMPTY };
    let fulls = |end: usize| &all[&(end.min(over), end.max(over))][0];
    let cell =
        |end: usize| if end < 64 && board.free().contains(end) { Bits::single(end) } else { Bits::EMPTY };
    let mut found = Vec::new();
    for &one in ends.iter().filter(|&&one| one != over) {
        for &other in ends.iter().filter(|&&other| one < other && other != over) {
            for &first in fulls(one) {
                for &second in fulls(other) {
                    if !first.meets(second | cell(other)) && !second.meets(cell(one)) {
                        found.push(((one, other), first | second | key));
                    }
                }
            }
        }
    }
    for (pair, carrier) in found {
        all.get_mut(&pair).unwrap()[usize::from(!key.is_empty())].insert(carrier);
    }
}

/// Every union of these without a common cell, smaller ones first taken.
fn or(common: Set, union: Set, semis: &[Set], fulls: &mut HashSet<Set>) {
    if common.is_empty() {
        fulls.insert(union);
        return;
    }
    for (index, &semi) in semis.iter().enumerate() {
        if !common.is_subset(semi) {
            or(common & semi, union | semi, &semis[index + 1..], fulls);
        }
    }
}

fn found(board: &Board, connections: &Connections<1>) -> All {
    let ends = board.ends();
    let pairs = ends.iter().flat_map(|&one| ends.iter().map(move |&other| (one, other)));
    let sets = |Pair { fulls, semis, .. }: &Pair<1>| {
        let full = fulls.iter().map(|full| full.carrier).collect();
        [full, semis.iter().map(|Semi { carrier, .. }| *carrier).collect()]
    };
    pairs
        .filter(|(one, other)| one < other)
        .map(|(one, other)| ((one, other), connections.between(one, other).map(sets).unwrap()))
        .collect()
}

#[test]
fn without_limits_move_by_move_is_the_closure_of_the_rules() {
    let mut rng = StdRng::seed_from_u64(2);
    let mut tried = 0;
    for colour in (0..6).flat_map(|_| Colour::BOTH) {
        for (width, height) in [(3, 3), (4, 3), (3, 4)] {
            let mut board = Board::empty(width, height, colour);
            random_game(&mut board, Limits::NONE, &mut rng, |board, connections, _| {
                assert_eq!(found(board, connections), closure(board), "{:?} {:?}", board.own, board.enemy);
                tried += 1;
            });
        }
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn with_limits_all_that_is_found_is_in_the_closure_or_contains_it() {
    let mut rng = StdRng::seed_from_u64(3);
    for colour in (0..6).flat_map(|_| Colour::BOTH) {
        let mut board = Board::empty(4, 3, colour);
        random_game(&mut board, Limits::PLAY, &mut rng, |board, connections, _| {
            let closure = closure(board);
            for (ends, [fulls, semis]) in found(board, connections) {
                let [known, known_semis] = &closure[&ends];
                let contains = |set: &Set| known.iter().any(|known| known.is_subset(*set));
                assert!(fulls.iter().all(contains), "{ends:?}: {fulls:?}");
                let is_known =
                    |semi: &Set| contains(semi) || known_semis.iter().any(|known| known.is_subset(*semi));
                assert!(semis.iter().all(is_known), "{ends:?}: {semis:?}");
            }
        });
    }
}

#[test]
fn undo_puts_back_exactly_what_was_there() {
    let mut rng = StdRng::seed_from_u64(4);
    for (width, height) in SIZES {
        for colour in Colour::BOTH {
            let mut board = Board::empty(width, height, colour);
            random_game(&mut board, Limits::PLAY, &mut rng, |_, connections, stones| {
                let before = connections.clone();
                connections.play(stones[0], stones[1]);
                let after = connections.clone();
                connections.undo();
                assert!(connections.is_same(&before), "{stones:?}");
                connections.play(stones[0], stones[1]);
                assert!(connections.is_same(&after), "{stones:?}");
                connections.undo();
            });
        }
    }
}

impl Connections<1> {
    fn is_same(&self, other: &Self) -> bool {
        self.pairs.is_same(&other.pairs) && self.partners == other.partners && self.depth == other.depth
    }
}
