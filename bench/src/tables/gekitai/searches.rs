//! The searches that the tables compare.

use plywood_gekitai::{Gekitai, GekitaiGame};
use plywood_play::Definition;
use plywood_search::{AlphaBeta, Iterative, Minimax, Search, Table};
use std::sync::Arc;

/// Three searches over one evaluation.
pub struct Searches {
    /// The seed's: every line to the depth.
    pub minimax: Box<dyn Search<Gekitai>>,
    /// Alpha-beta, moves as they come.
    pub alpha_beta: Box<dyn Search<Gekitai>>,
    /// Alpha-beta with iterative deepening, all of its orderings and a transposition table of 64 MiB.
    pub tabled: Box<dyn Search<Gekitai>>,
}

impl core::fmt::Debug for Searches {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Searches").finish_non_exhaustive()
    }
}

impl Searches {
    /// 64 MiB, as the engines of the command line have it.
    const TABLE_BYTES: usize = 64 << 20;

    /// The searches over the evaluation of this name, or `None` if there is no such evaluation.
    ///
    /// # Panics
    ///
    /// If there is no memory for a table of 64 MiB.
    pub fn over(evaluation: &str) -> Option<Self> {
        let knowledge = GekitaiGame::evaluation(evaluation)?;
        let table = Arc::new(Table::with_bytes(Self::TABLE_BYTES).expect("64 MiB can be had"));
        Some(Self {
            minimax: Box::new(Minimax::new(knowledge.clone())),
            alpha_beta: Box::new(AlphaBeta::new(knowledge.clone())),
            tabled: Box::new(Iterative::new(knowledge, table)),
        })
    }
}
