//! The board as sets of squares: 6x6 squares in the middle of 8x8 bits. The ring of bits around them is off
//! the board.
//!
//! a1 is bit 9, f1 bit 14, f6 bit 54. One step to the right is one bit, one step up is eight. The ring helps
//! twice: a piece repelled off the board lands in it, so that a push needs no test for edges; and a set
//! shifted by one or two steps never wraps around to the other side. (By three steps it would.)

use crate::rules::moves::Square;

/// The 36 squares.
pub(crate) const BOARD: u64 = Square::BOARD;

/// The neighbours of each square in all eight directions; none for the ring.
pub(crate) static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = BOARD & 1 << square;
        let wide = bit | bit << 1 | bit >> 1;
        neighbours[square] = (wide | wide << 8 | wide >> 8) & BOARD & !bit;
        square += 1;
    }
    neighbours
};

/// Whether a set has three squares in a row on a rank, a file or a diagonal: one of the 80 lines of the
/// board.
///
/// Bit 9 is a1, bit 14 f1, bit 54 f6. The set must have no bits other than those of squares.
///
/// ```
/// use plywood_gekitai::{Square, has_line};
///
/// let set = |text: &str| text.split(' ').map(|square| square.parse::<Square>().unwrap().bit()).sum();
/// assert!(has_line(set("a1 b2 c3")));
/// assert!(!has_line(set("a1 b1 d1 e1")));
/// ```
#[inline]
pub const fn has_line(set: u64) -> bool {
    let rank = set & set >> 1 & set >> 2;
    let left = set & set >> 7 & set >> 14;
    let file = set & set >> 8 & set >> 16;
    let right = set & set >> 9 & set >> 18;
    rank | left | file | right != 0
}

/// The squares of a set that belong to a line of three of it.
pub(crate) const fn line_squares(set: u64) -> u64 {
    let (mut squares, steps) = (0, [1, 7, 8, 9]);
    let mut index = 0;
    while index < steps.len() {
        let step = steps[index];
        let ends = set & set >> step & set >> (2 * step);
        squares |= ends | ends << step | ends << (2 * step);
        index += 1;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_eighty_lines() {
        let squares = || (0..64).filter(|square| BOARD >> square & 1 != 0);
        let mut lines = 0;
        for (a, b, c) in
            squares().flat_map(|a| squares().flat_map(move |b| squares().map(move |c| (a, b, c))))
        {
            lines += i32::from(a < b && b < c && has_line(1 << a | 1 << b | 1 << c));
        }
        assert_eq!(lines, 80);
    }
}
