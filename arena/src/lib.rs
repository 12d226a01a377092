#![doc = include_str!("../README.md")]

mod collector;
pub mod external;
mod likelihood;
mod matches;
mod openings;
mod played;
mod seed;
mod sprt;
mod statistics;
mod summary;
mod worker;

pub use matches::{DEFAULT_MAX_PLIES, EngineMaker, Match, MatchError};
pub use openings::{MAX_OPENING_PLIES, OpeningError, OpeningList, Openings};
pub use played::{Ending, PlayedGame, Turn, Usage};
pub use sprt::{Hypotheses, Sprt, Verdict};
pub use statistics::{Estimates, Interval, PairCounts, Points, Tally, elo_of_score, score_of_elo};
pub use summary::{MatchEnd, SprtState, Summary};
