//! Opinions about good play. The rules know nothing of them.
//!
//! | evaluation | idea | range, about |
//! |---|---|---|
//! | [`Strong`] | material by what remains, places, traps, freezing, dangers and goals: the default | +-6 000 |
//! | [`Seed`] | squared strengths, the centre, advanced rabbits, mobility | +-1 500 |
//!
//! Each gives one colour a number (`of`), and a position the difference between the side to move and its opponent.

mod material;
mod ordering;
mod placement;
mod seed;
mod strong;
mod traps;
mod view;

pub use seed::Seed;
pub use strong::{Strong, TurnKnowledge};
