//! The tests of this crate as one program, so that what they share is compiled once.

mod conversation;
mod elsewhere;
mod external;
mod fake;
mod leftovers;
mod matches;
mod nim;
mod openings;
mod proof;
mod scripts;
#[cfg(feature = "store")]
mod store;
mod tournament;
#[cfg(feature = "serde")]
mod wire;
