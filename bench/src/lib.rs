//! Fixed positions and what is measured on them. The Criterion benches stand in `benches`.

pub mod suite;
