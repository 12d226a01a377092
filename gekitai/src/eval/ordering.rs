//! Move ordering by the squares alone.

use crate::rules::moves::Move;
use crate::rules::position::Gekitai;

/// The priorities of the legal moves of a position; greater is earlier. 0 on the edge, 1 000 on the ring
/// inside, 2 000 on the four squares in the middle.
///
/// A piece in the middle is far from every edge, and many lines go through it.
#[inline]
pub fn priorities(_position: &Gekitai) -> impl Fn(Move) -> i32 {
    |mv| {
        let from_edge = |line: u8| line.min(5 - line);
        1_000 * i32::from(from_edge(mv.square().file()).min(from_edge(mv.square().rank())))
    }
}
