//! Squares and directions.

use crate::rules::moves::MoveSyntaxError;
use core::fmt;
use core::str::FromStr;

/// A square. a1 is number 0, h1 number 7, h8 number 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub struct Square(u8);

impl Square {
    /// The square on this file and rank, both counted from 0, or `None` if one is above 7.
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// The square of this number, or `None` if it is above 63.
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 64 { Some(Self(index as u8)) } else { None }
    }

    /// The number of the square, 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for a to 7 for h.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// The rank, 0 for the first to 7 for the eighth.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The set of this square alone.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The square next to this one in a direction, or `None` at the edge of the board.
    #[inline]
    pub const fn next(self, direction: Direction) -> Option<Self> {
        let inside = match direction {
            Direction::North => self.rank() < 7,
            Direction::East => self.file() < 7,
            Direction::South => self.rank() > 0,
            Direction::West => self.file() > 0,
        };
        if inside { Some(Self(self.0.wrapping_add_signed(direction.offset()))) } else { None }
    }

    /// The square of a number that is below 64.
    #[inline]
    pub(crate) const fn of(number: u32) -> Self {
        Self(number as u8 & 63)
    }

    /// The squares of a set, a1 first.
    pub(crate) fn all_of(mut set: u64) -> impl Iterator<Item = Self> {
        core::iter::from_fn(move || {
            let square = (set != 0).then(|| Self::of(set.trailing_zeros()))?;
            set &= set - 1;
            Some(square)
        })
    }

    /// Reads a file letter and a rank digit.
    pub(crate) fn read(file: char, rank: char) -> Option<Self> {
        let file = (file as u32).checked_sub('a' as u32)?;
        let rank = (rank as u32).checked_sub('1' as u32)?;
        Self::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = MoveSyntaxError;

    fn from_str(text: &str) -> Result<Self, MoveSyntaxError> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(file), Some(rank), None) => Self::read(file, rank),
            _ => None,
        }
        .ok_or_else(|| MoveSyntaxError::Square(text.to_owned()))
    }
}

/// One of the four ways a piece steps. North is towards rank 8, for both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Direction {
    /// Towards rank 8.
    North,
    /// Towards the h-file.
    East,
    /// Towards rank 1.
    South,
    /// Towards the a-file.
    West,
}

impl Direction {
    /// All four, clockwise from the north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The letter of the direction: `n`, `e`, `s` or `w`.
    pub const fn letter(self) -> char {
        match self {
            Self::North => 'n',
            Self::East => 'e',
            Self::South => 's',
            Self::West => 'w',
        }
    }

    /// The direction of a letter, if there is one.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter)
    }

    /// How much greater the number of the next square is.
    #[inline]
    const fn offset(self) -> i8 {
        match self {
            Self::North => 8,
            Self::East => 1,
            Self::South => -8,
            Self::West => -1,
        }
    }

    /// The direction of a number below 4, in the order of [`ALL`](Self::ALL).
    #[inline]
    pub(crate) const fn of(number: usize) -> Self {
        Self::ALL[number & 3]
    }
}
