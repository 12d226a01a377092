//! The contract that a game implements, without any search.
//!
//! A game implements [`Position`] (its rules) and [`Hints`] (what helps an engine, all optional), and at
//! least one [`Knowledge`] (opinions and certainties). [`Game`] adds the history that the rules of repetition
//! ask for.

mod any_knowledge;
mod game;
mod hints;
mod history;
mod knowledge;
mod needs;
mod numbers;
mod parameters;
mod position;
mod rollout;
mod score;
mod symmetry;
mod trail;

pub use any_knowledge::AnyKnowledge;
pub use game::{EndReason, Game, IllegalMove};
pub use hints::Hints;
pub use history::{History, Recurrence};
pub use knowledge::{Candidates, FnEvaluator, ForcedWin, Knowledge, NoKnowledge, Purpose, WholeTurns};
pub use needs::Needs;
pub use numbers::{Numbers, Plan};
pub use parameters::{Parameter, Parameters};
pub use position::{MoveList, Outcome, PackedMove, Position, Recurring, Repetition, Side};
pub use rollout::Rollout;
pub use score::Score;
pub use symmetry::Symmetry;
pub use trail::Trail;
