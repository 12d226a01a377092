//! Cells, sets of cells, and the colours of the stones on them.

use crate::rules::bits::{Bits, WORDS};
use crate::rules::moves::MoveSyntaxError;
use crate::rules::size::{GREATEST, Size};
use core::fmt;
use core::str::FromStr;
use plywood_play::{read_square, write_square};

/// The colour of a stone. Black moves first, owns top and bottom, and is `x` in text; White owns left and
/// right and is `o`.
///
/// A colour is not a player: under [`Swap::Sides`](crate::Swap::Sides) the players may have exchanged
/// colours, and [`Hex::side_of`](crate::Hex::side_of) says who plays which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Colour {
    /// Moves first and connects top and bottom.
    Black,
    /// Connects left and right.
    White,
}

plywood_play::two_colours!(Colour: Black "black" 'x', White "white" 'o');

/// A cell of a board of any size: a column letter from `a` to `s` and a row number from 1, counted from the
/// top left corner `a1`.
///
/// Its number depends on the width of the board, so it is kept as a column and a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Cell {
    row: u8,
    column: u8,
}

impl Cell {
    /// The cell in this column and row, both counted from 0, or `None` if one is above 18.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < GREATEST && row < GREATEST { Some(Self { row, column }) } else { None }
    }

    /// The cell in a column and row that are known to be below 19.
    #[inline]
    pub(crate) const fn of(column: u8, row: u8) -> Self {
        Self { row, column }
    }

    /// The column, 0 for `a`.
    #[inline]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, 0 for the first.
    #[inline]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The cell mirrored across the long diagonal, from a1 to the opposite corner: `b1` for `a2`.
    pub const fn mirrored(self) -> Self {
        Self { row: self.column, column: self.row }
    }
}

impl Size {
    /// Whether a board of this size has the cell.
    #[inline]
    pub const fn has(self, cell: Cell) -> bool {
        cell.column < self.width() && cell.row < self.height()
    }

    /// The number of a cell in a [`CellSet`] of this board: row by row from a1, which is 0. Only for cells
    /// that the board has.
    #[inline]
    pub const fn number(self, cell: Cell) -> usize {
        cell.row as usize * self.width() as usize + cell.column as usize
    }

    /// The cell of this number, or `None` if the board has no such cell.
    #[inline]
    pub const fn cell(self, number: usize) -> Option<Cell> {
        if number >= self.cells() {
            return None;
        }
        let (number, width) = (number as u16, self.width() as u16);
        Some(Cell { row: (number / width) as u8, column: (number % width) as u8 })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_square(f, self.column, self.row)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads a column letter in either case and a row number without leading zeros.
impl FromStr for Cell {
    type Err = MoveSyntaxError;

    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        let cell = read_square(text).and_then(|(column, row)| Self::new(column, row));
        cell.ok_or_else(|| MoveSyntaxError::Cell(text.to_owned()))
    }
}

/// A set of cells of one board, by their [numbers](Size::number) there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CellSet([u64; WORDS]);

impl CellSet {
    /// The set without a cell.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// The set of these bits: bit `n % 64` of word `n / 64` is cell number `n`.
    pub const fn from_words(words: [u64; 6]) -> Self {
        Self(words)
    }

    /// The bits of the set, as [`from_words`](Self::from_words) takes them.
    #[inline]
    pub const fn words(&self) -> &[u64; 6] {
        &self.0
    }

    /// Whether the cell of this number is in the set.
    #[inline]
    pub const fn contains(&self, number: usize) -> bool {
        number < 64 * WORDS && self.0[number / 64] >> (number % 64) & 1 != 0
    }

    /// Adds the cell of this number.
    ///
    /// # Panics
    ///
    /// If the number is 384 or more, which no cell has.
    #[inline]
    pub const fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Removes the cell of this number, if it is in the set.
    #[inline]
    pub(crate) const fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// The number of cells in the set.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether no cell is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    /// The numbers of the cells, in order.
    pub fn numbers(&self) -> impl Iterator<Item = usize> + use<> {
        Bits(self.0).numbers()
    }

    /// The set as the floods work on it.
    #[inline]
    pub(crate) fn bits<const N: usize>(&self) -> Bits<N> {
        Bits::from_words(&self.0)
    }
}

impl<const N: usize> From<Bits<N>> for CellSet {
    #[inline]
    fn from(bits: Bits<N>) -> Self {
        Self(bits.to_words())
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.numbers()).finish()
    }
}

#[cfg(feature = "serde")]
plywood_play::string_conversions!(Cell);
