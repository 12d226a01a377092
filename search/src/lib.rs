#![doc = include_str!("../README.md")]

#[doc = include_str!("../SEARCH.md")]
#[cfg(doc)]
pub mod guide {}

mod contract;

#[cfg(feature = "engines")]
mod alpha_beta;
#[cfg(feature = "engines")]
mod buckets;
#[cfg(feature = "engines")]
mod crew;
#[cfg(feature = "engines")]
mod dfpn;
#[cfg(feature = "engines")]
mod driver;
#[cfg(feature = "engines")]
mod iterative;
#[cfg(feature = "engines")]
mod limits;
#[cfg(feature = "engines")]
mod mcts;
#[cfg(feature = "engines")]
mod minimax;
#[cfg(feature = "engines")]
mod options;
#[cfg(feature = "engines")]
mod ordering;
#[cfg(feature = "engines")]
mod perft;
#[cfg(feature = "engines")]
mod principal_variation;
#[cfg(feature = "engines")]
mod report;
#[cfg(feature = "engines")]
mod table;
#[cfg(feature = "engines")]
mod time;
#[cfg(feature = "engines")]
mod watch;

pub use contract::{
    AnyKnowledge, Candidates, EndReason, FnEvaluator, ForcedWin, Game, Hints, History, IllegalMove,
    Knowledge, MoveList, Needs, NoKnowledge, Numbers, Outcome, PackedMove, Parameter, Parameters, Plan,
    Position, Purpose, Recurrence, Recurring, Repetition, Rollout, Score, Side, Symmetry, Trail, WholeTurns,
};

#[cfg(feature = "engines")]
pub use {
    alpha_beta::AlphaBeta,
    dfpn::{
        Answer, Checkpoint, CheckpointError, Dfpn, Length, Progress, ProofTable, Question, Solution, Verdict,
    },
    driver::Search,
    iterative::Iterative,
    limits::{Clock, Ended, Limits, MAX_DEPTH, PonderHandle, StopHandle},
    mcts::{Mcts, MctsOptions, Prover},
    minimax::Minimax,
    options::SearchOptions,
    perft::{divide, divide_within, perft, perft_within},
    report::{Line, Report, TableUse},
    table::{Bound, Entry, Table, TableTooLarge},
    time::{Allotment, TimeLeft},
};

#[cfg(feature = "clock")]
pub use limits::SystemClock;
