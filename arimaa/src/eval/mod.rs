//! Opinions about good play. The rules know nothing of them.
//!
//! | evaluation | idea | range, about |
//! |---|---|---|
//! | [`Learned`] | a network that was trained on games of it: the default | +-6 000 |
//! | [`Strong`] | a weighted sum of 800 terms, and goals of this turn and the next | +-6 000 |
//! | [`Seed`] | squared strengths, the centre, advanced rabbits, mobility | +-1 500 |
//!
//! Each gives one colour a number (`of`), and a position the difference between the side to move and its
//! opponent.

mod goals;
mod inputs;
mod learned;
mod material;
mod ordering;
mod placement;
mod ranking;
mod seed;
mod selection;
pub mod setups;
mod sight;
mod standing;
mod strong;
mod terms;
mod threats;
mod view;
mod weights;

pub use goals::Goals;
pub use inputs::Inputs;
pub use learned::{Learned, LearnedState};
pub use ranking::{Before, RankedTurn, TURN_GROUPS, TurnFeatures};
pub use seed::Seed;
pub use sight::Sight;
pub use strong::Strong;
pub use terms::{GROUPS, Group, TERMS};
