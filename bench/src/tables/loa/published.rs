//! The seed's numbers as its report printed them, or as they were measured on the seed itself.

use crate::seed::Method;

/// Nodes over the game at depth 4: without and with the last search, which found its win at once and which
/// the seed did not add.
pub const fn totals(method: Method) -> (u64, u64) {
    match method {
        Method::Minimax => (20_009_528, 20_103_794),
        Method::AlphaBeta => (2_083_871, 2_095_109),
    }
}

/// The seed's nodes per second, about, on two shared cores of 2 GHz and something.
pub const NODES_A_SECOND: f64 = 80_000.0;

/// One line of the seed's table of iterative deepening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deepening {
    /// Seconds a move.
    pub seconds: u64,
    /// Nodes of finished iterations over a game.
    pub nodes: u64,
    /// The greatest depth finished.
    pub depth: u32,
    /// The same two with the seed's transposition table, which it left unfinished.
    pub with_table: Option<(u64, u32)>,
}

/// The seed's table of iterative deepening. It was made over live games against an opponent that cannot be
/// had any more, so that nobody can play it again exactly.
pub const DEEPENING: [Deepening; 4] = [
    Deepening { seconds: 5, nodes: 4_747_218, depth: 5, with_table: Some((2_673_906, 5)) },
    Deepening { seconds: 10, nodes: 5_169_488, depth: 5, with_table: Some((5_169_488, 5)) },
    Deepening { seconds: 30, nodes: 10_157_402, depth: 5, with_table: Some((10_157_402, 5)) },
    Deepening { seconds: 120, nodes: 36_245_523, depth: 6, with_table: None },
];
