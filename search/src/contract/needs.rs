//! A set of what a winner needs.

use core::fmt;

/// A set of what moves stand for, by numbers below [`Needs::PLACES`]: of cells, on a board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Needs([u64; Needs::WORDS]);

impl Needs {
    const WORDS: usize = 6;
    /// The numbers that a set may hold are below this one.
    pub const PLACES: usize = 64 * Self::WORDS;
    /// Nothing.
    pub const NOTHING: Self = Self([0; Self::WORDS]);
    /// Every number.
    pub const EVERYTHING: Self = Self([u64::MAX; Self::WORDS]);

    /// The set whose numbers are the set bits of these words, the lowest bit of the first being 0.
    #[inline]
    pub const fn from_words(words: [u64; Self::WORDS]) -> Self {
        Self(words)
    }

    /// The set as words.
    #[inline]
    pub const fn to_words(self) -> [u64; Self::WORDS] {
        self.0
    }

    /// Whether a number is in the set.
    #[inline]
    pub fn contains(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 != 0)
    }

    /// The set with one number more, if it is below [`Needs::PLACES`].
    #[inline]
    pub fn with(mut self, place: usize) -> Self {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word |= 1 << (place % 64);
        }
        self
    }

    /// What is in one of two sets.
    #[inline]
    pub fn or(self, other: Self) -> Self {
        Self(core::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    /// What is in both of two sets.
    #[inline]
    pub fn and(self, other: Self) -> Self {
        Self(core::array::from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl fmt::Debug for Needs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries((0..Self::PLACES).filter(|&place| self.contains(place))).finish()
    }
}
