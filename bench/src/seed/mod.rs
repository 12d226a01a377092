//! The search that plywood grew out of, re-created: move order, counting and faults included.
//!
//! The seed is a student program of the early 2020s, written in Java, that played Lines of Action by minimax
//! or alpha-beta to a fixed depth. Its report gave the nodes of every search over one game, and those numbers
//! are what plywood's searches are measured against: see [`tables`](crate::tables). To stand on firm ground
//! the seed's searches are computed here, not quoted.
//!
//! | part | where | what is peculiar |
//! |---|---|---|
//! | the board | [`Board`] | men in ordered lists; counts of lines in three bits, which eight men overflow |
//! | the evaluations | [`Evaluation`] | H1 and H2 depend on the order of the list; the bonus of H3 and H4 never counts |
//! | the search | [`search`] | stops at a win, skips a move that loses at once; the root never narrows its window |
//! | the engine | [`SeedEngine`] | the search under the name `seed` for the command line |
//!
//! Another seed, a page in TypeScript, played Arimaa: [`whole_turns`] is its search, [`TurnEngine`] the
//! engine.
//!
//! ```
//! use plywood_bench::seed::{Board, Evaluation, Method, search};
//!
//! let found = search(&Board::start(), Method::Minimax, Evaluation::H2, 2);
//! assert_eq!(found.nodes, 1 + 36 + 1_244);
//! ```

mod board;
mod engine;
mod evaluation;
mod search;
mod turn_engine;
pub mod whole_turns;

pub use board::{Board, SeedMove};
pub use engine::SeedEngine;
pub use evaluation::Evaluation;
pub use search::{Budget, Found, Method, Value, Within, search, search_within};
pub use turn_engine::TurnEngine;
