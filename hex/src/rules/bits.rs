//! Sets of cells in as few words as the board needs, and the floods over them.
//!
//! Cell number `row * width + column` is that bit. A board of 7x7 fits one word, one of 11x11 two, one of
//! 19x19 six; code that walks over the board is compiled for each of the six lengths, so that a small board
//! costs no more than a small board.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// The words of the greatest board: 361 cells.
pub(crate) const WORDS: usize = 6;

/// The cells of the first column of a board of each width, 0 to 19, as far down as it goes.
static FIRST_COLUMN: [[u64; WORDS]; 20] = {
    let mut columns = [[0; WORDS]; 20];
    let mut width = 1;
    while width < 20 {
        let mut row = 0;
        while row < 19 {
            columns[width][row * width / 64] |= 1 << (row * width % 64);
            row += 1;
        }
        width += 1;
    }
    columns
};

/// A set of cells in `N` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Bits<N> {
    pub(crate) const EMPTY: Self = Self([0; N]);
    /// Every number, those beyond the board too.
    pub(crate) const ALL: Self = Self([u64::MAX; N]);

    /// The first `N` of these words.
    #[inline]
    pub(crate) fn from_words(words: &[u64; WORDS]) -> Self {
        Self(core::array::from_fn(|index| words[index]))
    }

    #[inline]
    pub(crate) fn to_words(self) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        words[..N].copy_from_slice(&self.0);
        words
    }

    /// The set of one cell. None if the number is too great.
    #[inline]
    pub(crate) fn single(number: usize) -> Self {
        Self(core::array::from_fn(|index| if index == number / 64 { 1 << (number % 64) } else { 0 }))
    }

    /// The cells with a number below `count`.
    #[inline]
    pub(crate) fn below(count: usize) -> Self {
        Self(core::array::from_fn(|index| match count.saturating_sub(64 * index) {
            0 => 0,
            rest @ 1..64 => (1 << rest) - 1,
            _ => u64::MAX,
        }))
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline]
    pub(crate) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(crate) fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether every cell of this set is in the other one.
    #[inline]
    pub(crate) fn is_subset(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    #[inline]
    pub(crate) fn contains(self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    /// The lowest number in the set.
    #[inline]
    pub(crate) fn first(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The number with `below` smaller numbers in the set, or `None` if the set is not so large.
    #[inline]
    pub(crate) fn nth(self, below: u32) -> Option<usize> {
        let mut below = below;
        for (index, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if below < count {
                return Some(64 * index + select(word, below) as usize);
            }
            below -= count;
        }
        None
    }

    /// The numbers in the set, in order.
    pub(crate) fn numbers(self) -> impl Iterator<Item = usize> {
        let (mut rest, mut index) = (self.0, 0);
        core::iter::from_fn(move || {
            while rest.get(index)? == &0 {
                index += 1;
            }
            let word = rest[index];
            rest[index] &= word.wrapping_sub(1);
            Some(64 * index + word.trailing_zeros() as usize)
        })
    }

    /// Every number greater by `distance`, which is 1 to 63.
    #[inline]
    fn up(self, distance: u32) -> Self {
        Self(core::array::from_fn(|index| {
            let carried = if index == 0 { 0 } else { self.0[index - 1] >> (64 - distance) };
            self.0[index] << distance | carried
        }))
    }

    /// Every number smaller by `distance`, which is 1 to 63.
    #[inline]
    fn down(self, distance: u32) -> Self {
        Self(core::array::from_fn(|index| {
            let carried = if index + 1 == N { 0 } else { self.0[index + 1] << (64 - distance) };
            self.0[index] >> distance | carried
        }))
    }
}

/// The place of the bit that has `below` set bits under it, in a word with more than that many.
///
/// Halves the word six times, each time by a population count: no branch depends on the bits.
#[inline]
fn select(word: u64, below: u32) -> u32 {
    let (mut word, mut below, mut place) = (word, below, 0);
    for width in [32, 16, 8, 4, 2, 1] {
        let count = (word & ((1 << width) - 1)).count_ones();
        let shift = if below >= count { width } else { 0 };
        below -= if below >= count { count } else { 0 };
        word >>= shift;
        place += shift;
    }
    place
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(core::array::from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(core::array::from_fn(|index| self.0[index] | other.0[index]))
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const N: usize> BitAndAssign for Bits<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Bits<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The cells of a board of one size, and who touches whom there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid<const N: usize> {
    width: u32,
    height: u32,
    not_first_column: Bits<N>,
    not_last_column: Bits<N>,
}

impl<const N: usize> Grid<N> {
    /// The directions, right first, and then around the cell: columns to the right and rows down. Each
    /// touches the next, and the third after it is the opposite one.
    pub(crate) const RING: [(i8, i8); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

    /// `N` words must hold the cells.
    #[inline]
    pub(crate) fn new(width: u8, height: u8) -> Self {
        let first = Bits::from_words(&FIRST_COLUMN[usize::from(width)]);
        let last = if width == 1 { first } else { first.up(u32::from(width) - 1) };
        Self {
            width: u32::from(width),
            height: u32::from(height),
            not_first_column: !first,
            not_last_column: !last,
        }
    }

    #[inline]
    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    #[inline]
    pub(crate) fn height(&self) -> u32 {
        self.height
    }

    #[inline]
    pub(crate) fn cells(&self) -> Bits<N> {
        Bits::below((self.width * self.height) as usize)
    }

    #[inline]
    pub(crate) fn top(&self) -> Bits<N> {
        Bits::below(self.width as usize)
    }

    #[inline]
    pub(crate) fn bottom(&self) -> Bits<N> {
        self.cells() & !Bits::below((self.width * (self.height - 1)) as usize)
    }

    #[inline]
    pub(crate) fn left(&self) -> Bits<N> {
        self.cells() & !self.not_first_column
    }

    #[inline]
    pub(crate) fn right(&self) -> Bits<N> {
        self.cells() & !self.not_last_column
    }

    /// The cells that touch one of these, and perhaps some beyond the last row: mask the result.
    ///
    /// A cell touches its neighbours in the row, two cells of the row above (the same column and the next),
    /// and two of the row below (the same column and the one before). So each row, spread by one cell, moves
    /// up or down as a whole.
    #[inline]
    pub(crate) fn neighbours(&self, cells: Bits<N>) -> Bits<N> {
        let right = (cells & self.not_last_column).up(1);
        let left = (cells & self.not_first_column).down(1);
        right | left | (cells | right).down(self.width) | (cells | left).up(self.width)
    }

    /// The cells whose neighbour in a direction, by its number in [`RING`](Self::RING), is one of these.
    #[inline]
    pub(crate) fn beside(&self, direction: usize, cells: Bits<N>) -> Bits<N> {
        let (right, left) = (cells & self.not_last_column, cells & self.not_first_column);
        let moved = match direction {
            0 => left.down(1),
            1 => left.down(1).up(self.width),
            2 => cells.up(self.width),
            3 => right.up(1),
            4 => right.up(1).down(self.width),
            _ => cells.down(self.width),
        };
        moved & self.cells()
    }

    /// What a step in this direction adds to the number of a cell.
    #[inline]
    pub(crate) fn step(&self, direction: usize) -> i16 {
        let (right, down) = Self::RING[direction];
        i16::from(down) * self.width as i16 + i16::from(right)
    }

    /// `seeds`, and whatever a chain within `among` leads to from there.
    #[inline]
    pub(crate) fn flood(&self, seeds: Bits<N>, among: Bits<N>) -> Bits<N> {
        let mut reached = seeds;
        loop {
            let next = reached | (self.neighbours(reached) & among);
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }

    /// Whether a chain within `among` leads from `start` to `goal`.
    #[inline]
    pub(crate) fn connects(&self, start: Bits<N>, goal: Bits<N>, among: Bits<N>) -> bool {
        let mut reached = start & among;
        loop {
            if reached.meets(goal) {
                return true;
            }
            let next = reached | (self.neighbours(reached) & among);
            if next == reached {
                return false;
            }
            reached = next;
        }
    }
}

/// Evaluates an expression with the constant `N` set to a number of words that is enough for a board of this
/// size. Five words have six: code for them alone would take long to compile, for few boards.
macro_rules! with_words {
    ($size:expr, $n:ident => $body:expr) => {
        match $size.words() {
            1 => {
                const $n: usize = 1;
                $body
            }
            2 => {
                const $n: usize = 2;
                $body
            }
            3 => {
                const $n: usize = 3;
                $body
            }
            4 => {
                const $n: usize = 4;
                $body
            }
            _ => {
                const $n: usize = 6;
                $body
            }
        }
    };
}
pub(crate) use with_words;

#[cfg(test)]
mod tests {
    use super::{Bits, Grid};
    use std::collections::BTreeSet;

    /// The six neighbours by coordinates, as the rules list them.
    fn touching(width: i32, height: i32, number: usize) -> BTreeSet<usize> {
        let (column, row) = (number as i32 % width, number as i32 / width);
        [(-1, 0), (1, 0), (0, -1), (0, 1), (1, -1), (-1, 1)]
            .into_iter()
            .map(|(right, down)| (column + right, row + down))
            .filter(|&(column, row)| (0..width).contains(&column) && (0..height).contains(&row))
            .map(|(column, row)| (row * width + column) as usize)
            .collect()
    }

    fn check<const N: usize>(width: u8, height: u8) {
        let grid = Grid::<N>::new(width, height);
        for number in grid.cells().numbers() {
            let found = (grid.neighbours(Bits::single(number)) & grid.cells()).numbers().collect();
            assert_eq!(touching(width.into(), height.into(), number), found, "{number} of {width}x{height}");
        }
    }

    #[test]
    fn neighbours_are_those_of_the_rules_on_every_size() {
        for width in 1..=19 {
            for height in 1..=19 {
                if u32::from(width) * u32::from(height) <= 64 {
                    check::<1>(width, height);
                }
                check::<6>(width, height);
            }
        }
        check::<2>(11, 11);
        check::<3>(13, 13);
    }

    #[test]
    fn what_lies_beside_a_cell_is_its_neighbour_in_that_direction() {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (5, 5), (7, 9)] {
            let grid = Grid::<1>::new(width, height);
            for number in grid.cells().numbers() {
                let (column, row) = (number as i32 % i32::from(width), number as i32 / i32::from(width));
                for (direction, (right, down)) in Grid::<1>::RING.into_iter().enumerate() {
                    let (column, row) = (column - i32::from(right), row - i32::from(down));
                    let on_board = (0..width.into()).contains(&column) && (0..height.into()).contains(&row);
                    let expected = on_board.then(|| (row * i32::from(width) + column) as usize);
                    let found = grid.beside(direction, Bits::single(number));
                    assert_eq!(
                        found.numbers().collect::<Vec<_>>(),
                        Vec::from_iter(expected),
                        "{number}, {direction}"
                    );
                }
            }
        }
    }

    #[test]
    fn edges_are_the_outer_rows_and_columns() {
        let grid = Grid::<1>::new(3, 2);
        let edges = [grid.top(), grid.bottom(), grid.left(), grid.right()];
        assert_eq!(
            edges.map(|edge| edge.numbers().collect::<Vec<_>>()),
            [vec![0, 1, 2], vec![3, 4, 5], vec![0, 3], vec![2, 5]]
        );
    }
}
