//! Opinions about good play. The rules know nothing of them.
//!
//! | evaluation | idea | range, about |
//! |---|---|---|
//! | [`Seed`] | squared strengths, the centre, advanced rabbits, mobility: the default for now | +-1 500 |
//!
//! Each gives one colour a number (`of`), and a position the difference between the side to move and its opponent.

mod seed;

pub use seed::Seed;
