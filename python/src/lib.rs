//! The extension module `plywood._plywood`: games, engines, batches, proofs, matches and data for Python.
//!
//! The package around it, in `package/plywood`, has what is easier said in Python: the interfaces of other
//! libraries, and what the names mean (`_plywood.pyi`).
//!
//! - `numbers` is the one trait through which everything generic over games goes: moves and positions as
//!   numbers, whatever the game.
//! - `lanes` has the games of a batch with their types, `picture` writes positions into arrays, and `shown`
//!   writes them again where they have changed.
//! - `run` runs work on another thread while the interpreter is free, and listens for Ctrl-C.
//! - The other modules have a class or two each.

mod arrays;
mod batch;
mod contest;
mod dataset;
mod engine;
mod error;
mod frontier;
mod game;
mod lanes;
mod network;
mod numbers;
mod opinion;
mod picture;
mod proof;
mod report;
mod run;
mod search;
mod shown;
mod state;
mod svg;

/// Games and engines, written in Rust.
#[pyo3::pymodule]
mod _plywood {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::contest::{MatchResult, play_match};
    #[pymodule_export]
    use crate::dataset::{generate, read_games};
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::error::{Error, IllegalMove};
    #[pymodule_export]
    use crate::game::{Game, game, games};
    #[pymodule_export]
    use crate::network::{network_inputs, network_shape, write_network};
    #[pymodule_export]
    use crate::proof::{Proof, Solved, solve, verify};
    #[pymodule_export]
    use crate::report::Report;
    #[pymodule_export]
    use crate::search::Search;
    #[pymodule_export]
    use crate::state::{GameResult, State, restore};
}
