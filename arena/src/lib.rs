#![doc = include_str!("../README.md")]

mod adjudication;
mod book;
mod collector;
mod control;
mod count;
mod cross_chart;
mod cross_table;
mod description;
mod ending;
pub mod external;
mod hypotheses;
mod ledger;
mod likelihood;
mod matches;
mod openings;
mod played;
mod playing;
mod ratings;
mod referee;
mod schedule;
mod seed;
mod series;
mod sprt;
mod statistics;
#[cfg(feature = "store")]
pub mod store;
mod summary;
mod tournament;
mod worker;

pub use adjudication::{ByProof, EvenGame, Resign};
pub use book::{Book, BookError, BookSource};
pub use control::TimeControl;
pub use cross_table::{CrossTable, Standing};
pub use description::Description;
pub use ending::Ending;
pub use hypotheses::Hypotheses;
pub use ledger::{Claim, Ledger, LedgerError};
pub use matches::{DEFAULT_MAX_PLIES, EngineMaker, Match, MatchError};
pub use openings::{MAX_OPENING_PLIES, OpeningError, OpeningList, Openings};
pub use played::{PlayedGame, Turn, Usage};
pub use sprt::{Sprt, Verdict};
pub use statistics::{Estimates, Interval, PairCounts, Points, Tally, elo_of_score, score_of_elo};
pub use summary::{MatchEnd, SprtState, Summary};
pub use tournament::{Format, Tournament, TournamentObserver};
