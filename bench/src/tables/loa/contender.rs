//! The searches that the tables compare.

use plywood_loa::Loa;
use plywood_loa::eval::H2;
use plywood_search::{AlphaBeta, Iterative, Minimax, Search, SearchOptions, Table};
use std::sync::Arc;

/// A search of plywood's with the evaluation H2 as it is documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contender {
    /// Every line to the depth.
    Minimax,
    /// Alpha-beta, moves as they come.
    AlphaBeta,
    /// Alpha-beta with iterative deepening, killers and history for ordering; no table.
    Ordered,
    /// The same over a transposition table.
    Tabled,
}

impl Contender {
    /// All, the plainest first.
    pub const ALL: [Self; 4] = [Self::Minimax, Self::AlphaBeta, Self::Ordered, Self::Tabled];

    /// 64 MiB, as the engines of the command line have it.
    const TABLE_BYTES: usize = 64 << 20;

    /// What it is called in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::AlphaBeta => "alpha-beta",
            Self::Ordered => "ordered",
            Self::Tabled => "with table",
        }
    }

    /// Its style in charts: colour and marks.
    pub(crate) const fn style(self) -> usize {
        self as usize
    }

    /// The search, its table empty.
    ///
    /// # Panics
    ///
    /// If there is no memory for a table of 64 MiB.
    pub fn search(self) -> Box<dyn Search<Loa>> {
        let iterative = |bytes, table| {
            let memory = Arc::new(Table::with_bytes(bytes).expect("64 MiB can be had"));
            let options = SearchOptions { table, ..SearchOptions::default() };
            Box::new(Iterative::with_options(H2, memory, options))
        };
        match self {
            Self::Minimax => Box::new(Minimax::new(H2)),
            Self::AlphaBeta => Box::new(AlphaBeta::new(H2)),
            Self::Ordered => iterative(0, false),
            Self::Tabled => iterative(Self::TABLE_BYTES, true),
        }
    }
}
