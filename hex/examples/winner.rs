//! Three ways to know the winner after every move, on the same random games of 11x11, the position copied at
//! every move as a search does.
//!
//! `cargo run --release -p plywood-hex --example winner`

use plywood_hex::{Colour, Hex, Move, Rules};
use plywood_search::Position;
use rand::{SeedableRng, rngs::SmallRng};
use std::hint::black_box;
use std::time::Instant;

const SIDE: usize = 11;
const CELLS: usize = 361;

/// A position that is told moves and says when one wins. All have room for 19x19.
trait Board: Clone {
    /// Puts a stone of the player to move on a cell. Whether it wins.
    fn place(&mut self, cell: usize) -> bool;
}

/// The crate's own: a flood from the stone, if it joins two things. Keys are kept as well.
impl Board for Hex {
    fn place(&mut self, cell: usize) -> bool {
        let mv = self.size().cell(cell).map(Move::Place).expect("a cell");
        self.play_unchecked(mv);
        self.winner().is_some()
    }
}

fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (column, row) = ((cell % SIDE) as isize, (cell / SIDE) as isize);
    [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)]
        .into_iter()
        .map(move |(right, down)| (column + right, row + down))
        .filter(|(column, row)| (0..SIDE as isize).contains(column) && (0..SIDE as isize).contains(row))
        .map(|(column, row)| row as usize * SIDE + column as usize)
}

/// Cells that touch, by cell, made once.
fn all_neighbours() -> Vec<Vec<usize>> {
    (0..SIDE * SIDE).map(|cell| neighbours(cell).collect()).collect()
}

/// Stones, and a parent for each cell and edge: union-find with halved paths.
#[derive(Clone)]
struct UnionFind<'a> {
    colours: [u8; CELLS],
    parents: [u16; CELLS + 4],
    turn: u8,
    touching: &'a [Vec<usize>],
}

impl UnionFind<'_> {
    fn root(&mut self, mut node: u16) -> u16 {
        while self.parents[node as usize] != node {
            let above = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = above;
            node = above;
        }
        node
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one as u16), self.root(other as u16));
        self.parents[one as usize] = other;
    }
}

impl Board for UnionFind<'_> {
    fn place(&mut self, cell: usize) -> bool {
        let (turn, touching) = (self.turn, self.touching);
        self.colours[cell] = turn;
        self.turn = 3 - turn;
        for &other in &touching[cell] {
            if self.colours[other] == turn {
                self.join(cell, other);
            }
        }
        let along = if turn == 1 { cell / SIDE } else { cell % SIDE };
        let edges = CELLS + 2 * usize::from(turn - 1);
        if along == 0 {
            self.join(cell, edges);
        }
        if along == SIDE - 1 {
            self.join(cell, edges + 1);
        }
        self.root(edges as u16) == self.root(edges as u16 + 1)
    }
}

/// Stones, and for each colour those connected to its first edge. A stone joins that set once.
#[derive(Clone)]
struct EdgeSet<'a> {
    stones: [[u64; 6]; 2],
    connected: [[u64; 6]; 2],
    turn: usize,
    touching: &'a [Vec<usize>],
}

fn has(set: &[u64; 6], cell: usize) -> bool {
    set[cell / 64] >> (cell % 64) & 1 != 0
}

impl Board for EdgeSet<'_> {
    fn place(&mut self, cell: usize) -> bool {
        let (turn, touching) = (self.turn, self.touching);
        self.turn = 1 - turn;
        self.stones[turn][cell / 64] |= 1 << (cell % 64);
        let along = |cell: usize| if turn == 0 { cell / SIDE } else { cell % SIDE };
        if along(cell) != 0 && !touching[cell].iter().any(|&other| has(&self.connected[turn], other)) {
            return false;
        }
        let mut rest = vec![cell];
        let mut wins = false;
        while let Some(next) = rest.pop() {
            self.connected[turn][next / 64] |= 1 << (next % 64);
            wins |= along(next) == SIDE - 1;
            let wanted = |other: usize| has(&self.stones[turn], other) && !has(&self.connected[turn], other);
            rest.extend(touching[next].iter().copied().filter(|&other| wanted(other)));
        }
        wins
    }
}

fn main() {
    let start = Hex::start("size=11".parse::<Rules>().expect("rules"));
    let games: Vec<_> = (0..1000).map(|seed| random_game(start, seed)).collect();
    let touching = all_neighbours();
    let parents = core::array::from_fn(|node| node as u16);
    let union = UnionFind { colours: [0; CELLS], parents, turn: 1, touching: &touching };
    let edge_set = EdgeSet { stones: [[0; 6]; 2], connected: [[0; 6]; 2], turn: 0, touching: &touching };
    time("flood from the stone", &start, &games);
    time("union-find", &union, &games);
    time("set on one edge", &edge_set, &games);
}

/// The cells of a game, in order, up to the one that wins.
fn random_game(start: Hex, seed: u64) -> Vec<usize> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let (mut position, mut cells) = (start, Vec::new());
    while let Some(mv) = position.random_move(&mut rng) {
        cells.extend(mv.cell().map(|cell| position.size().number(cell)));
        position.play_unchecked(mv);
    }
    assert!(Colour::BOTH.map(Some).contains(&position.winner()));
    cells
}

/// Plays all games, and prints the best time a move of ten rounds. Each game must be won by its last move and
/// no other.
fn time<B: Board>(name: &str, start: &B, games: &[Vec<usize>]) {
    let moves: usize = games.iter().map(Vec::len).sum();
    let round = || {
        let began = Instant::now();
        for game in games {
            let mut board = start.clone();
            for (ply, &cell) in game.iter().enumerate() {
                let mut child = black_box(&board).clone();
                assert_eq!(child.place(cell), ply + 1 == game.len(), "{name}");
                board = child;
            }
        }
        began.elapsed().as_nanos() as f64 / moves as f64
    };
    let best = (0..10).map(|_| round()).fold(f64::INFINITY, f64::min);
    println!("{name:22} {best:6.1} ns a move, {} bytes", size_of::<B>());
}
