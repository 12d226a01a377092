//! Fixed positions and what is measured on them; the searches of the program that plywood grew out of; and
//! the tables that hold the two side by side. The Criterion benches stand in `benches`.

#[cfg(feature = "tables")]
pub mod connect_four;
#[cfg(feature = "tables")]
mod engines;
#[cfg(feature = "tables")]
pub mod positions;
#[cfg(feature = "tables")]
pub mod seed;
pub mod suite;
#[cfg(feature = "tables")]
pub mod switches;
#[cfg(feature = "tables")]
pub mod tables;

#[cfg(feature = "tables")]
pub use engines::{ENGINES, SEED};
