#![doc = include_str!("../README.md")]

mod alpha_beta;
mod buckets;
mod crew;
mod dfpn;
mod driver;
mod evaluate;
mod game;
mod history;
mod iterative;
mod limits;
mod mcts;
mod minimax;
mod options;
mod ordering;
mod perft;
mod position;
mod principal_variation;
mod prover;
mod report;
mod score;
mod symmetry;
mod table;
mod time;
mod watch;

pub use alpha_beta::AlphaBeta;
pub use dfpn::{
    Answer, Candidates, Checkpoint, CheckpointError, Dfpn, Length, Needs, Numbers, Plan, Progress,
    ProofGuide, ProofTable, Question, Sight, Solution, Unguided, Verdict,
};
pub use driver::Search;
pub use evaluate::{Evaluator, FnEvaluator, ForcedWin, StaticEvaluator};
pub use game::{EndReason, Game, IllegalMove};
pub use history::{History, Recurrence};
pub use iterative::Iterative;
#[cfg(feature = "clock")]
pub use limits::SystemClock;
pub use limits::{Clock, Ended, Limits, MAX_DEPTH, PonderHandle, StopHandle};
pub use mcts::{Mcts, MctsOptions};
pub use minimax::Minimax;
pub use options::SearchOptions;
pub use perft::{divide, divide_within, perft, perft_within};
pub use position::{MoveList, Outcome, PackedMove, Position, Repetition, Side};
pub use prover::Prover;
pub use report::{Line, Report, TableUse};
pub use score::Score;
pub use symmetry::Symmetry;
pub use table::{Bound, Entry, Table, TableTooLarge};
pub use time::{Allotment, TimeLeft};
