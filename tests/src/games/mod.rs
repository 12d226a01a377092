//! Small games, each made to break an assumption that a search might make.

mod corridor;
mod graph;
mod heap;
mod misere;
mod skirmish;
mod steps;
#[path = "../../../search/examples/tic_tac_toe.rs"]
mod tic_tac_toe;

pub use corridor::{Corridor, Hop};
pub use graph::{Edge, Graph, Vertex};
pub use heap::{Heap, Hopeful, Knowing, Take};
pub use misere::{Misere, Place};
pub use skirmish::{Skirmish, Stroke};
pub use steps::{Step, Steps};
pub use tic_tac_toe::{Mark, TicTacToe};

use plywood_search::Repetition;

/// A repetition rule in ten bits, different for different rules.
fn repetition_bits(rule: Repetition) -> u64 {
    match rule {
        Repetition::Ignored => 0,
        Repetition::Draw(occurrences) => 1 << 8 | u64::from(occurrences),
        Repetition::Illegal(occurrences) => 2 << 8 | u64::from(occurrences),
    }
}
