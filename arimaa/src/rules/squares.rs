//! Squares and directions.

pub use plywood_play::Direction;

/// A square. a1 is number 0, h1 number 7, h8 number 63.
pub type Square = plywood_play::Square<8>;
