//! Graph: a game drawn as a graph, by hand for a special case or at random for many.
//!
//! A position is a vertex. Its side to move, its ways out, its result, and whether it lies in the middle of a
//! turn are all given, so that paths may cross, run in circles and end wherever somebody wants them to.

use crate::games::repetition_bits;
use crate::hash::mix;
use plywood_search::{FnEvaluator, Hints, Outcome, PackedMove, Position, Repetition, Score, Side};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A vertex: one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// Whose move it is.
    pub side: Side,
    /// Whether it lies in the middle of a turn, where the repetition rule does not look. Its predecessors
    /// then have the same side to move, and no circle consists of such vertices only.
    pub in_turn: bool,
    /// Where the moves lead.
    pub ways: Vec<u8>,
    /// Where a null move leads, if there is one.
    pub pass: Option<u8>,
    /// The result, if the game ends here.
    pub outcome: Option<Outcome>,
    /// What the position looks worth to the side to move.
    pub worth: i32,
}

impl Vertex {
    /// A vertex between turns: these ways out for this side, and this worth to it.
    pub fn new(side: Side, ways: &[u8], worth: i32) -> Self {
        Self { side, in_turn: false, ways: ways.to_vec(), pass: None, outcome: None, worth }
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Drawing {
    vertices: Vec<Vertex>,
    rule: Repetition,
    /// A hash of all that, for the keys.
    salt: u64,
}

/// A position: a vertex of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    drawing: Arc<Drawing>,
    at: u8,
}

/// The number of the vertex to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge(pub u8);

impl PackedMove for Edge {
    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Option<Self> {
        u8::try_from(bits).ok().map(Self)
    }
}

impl Graph {
    /// The position of vertex 0.
    pub fn new(vertices: Vec<Vertex>, rule: Repetition) -> Self {
        let words = format!("{vertices:?}");
        let salt = words.bytes().fold(repetition_bits(rule), |hash, byte| mix(hash ^ u64::from(byte)));
        Self { drawing: Arc::new(Drawing { vertices, rule, salt }), at: 0 }
    }

    /// A graph drawn at random, of 8 to 20 vertices.
    pub fn random(seed: u64, rule: Repetition) -> Self {
        let size = 8 + seed % 13;
        let mut rng = StdRng::seed_from_u64(seed);
        let vertex = |index| Vertex {
            side: Side::BOTH[rng.random_range(0..2)],
            in_turn: index > 0 && rng.random_range(0..3) == 0,
            ways: (0..rng.random_range(2..6)).map(|_| rng.random_range(0..size as u8)).collect(),
            pass: None,
            outcome: (index > 0 && rng.random_range(0..7) == 0).then(|| {
                [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw][rng.random_range(0..3)]
            }),
            worth: rng.random_range(-20..=20),
        };
        let mut vertices: Vec<_> = (0..size).map(vertex).collect();
        let old = vertices.clone();
        for (index, vertex) in vertices.iter_mut().enumerate() {
            vertex.ways.sort_unstable_by_key(|&way| mix(seed ^ u64::from(way)));
            vertex.ways.dedup();
            vertex.ways.retain(|&way| {
                let (way, target) = (usize::from(way), &old[usize::from(way)]);
                way != index
                    && (!target.in_turn || (target.side == vertex.side && (!vertex.in_turn || way > index)))
            });
            if vertex.ways.is_empty() {
                vertex.outcome = vertex.outcome.or(Some(Outcome::Win(!vertex.side)));
            }
        }
        Self::new(vertices, rule)
    }

    /// The worth that the drawing gives.
    pub fn worth() -> FnEvaluator<fn(&Self) -> Score> {
        FnEvaluator(|position| Score::heuristic(position.vertex().worth))
    }

    fn vertex(&self) -> &Vertex {
        &self.drawing.vertices[usize::from(self.at)]
    }
}

impl Position for Graph {
    type Move = Edge;

    fn side_to_move(&self) -> Side {
        self.vertex().side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.vertex().outcome
    }

    fn generate<F>(&self, visit: &mut F) -> ControlFlow<()>
    where
        F: FnMut(Self::Move) -> ControlFlow<()>,
    {
        self.vertex().ways.iter().copied().map(Edge).try_for_each(visit)
    }

    fn is_legal(&self, Edge(way): Self::Move) -> bool {
        self.outcome().is_none() && self.vertex().ways.contains(&way)
    }

    fn play_unchecked(&mut self, edge: Self::Move) {
        self.at = edge.0;
    }

    fn key(&self) -> u64 {
        mix(self.drawing.salt ^ u64::from(self.at))
    }

    fn repetition_key(&self) -> Option<u64> {
        (!self.vertex().in_turn).then(|| self.key())
    }

    fn repetition(&self) -> Repetition {
        self.drawing.rule
    }
}

impl Hints for Graph {
    const HAS_LONG_TURNS: bool = true;

    fn null_move(&self) -> Option<Self> {
        self.vertex().pass.map(|at| Self { at, ..self.clone() })
    }
}
