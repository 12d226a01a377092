//! Needs: the set of places that a winner depends on.

use core::fmt;

/// A set of places, such as cells of a board, by numbers below [`Needs::PLACES`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Needs([u64; Needs::WORDS]);

impl Needs {
    pub(crate) const WORDS: usize = 6;
    /// The number of places.
    pub const PLACES: usize = 64 * Self::WORDS;
    /// The empty set.
    pub const NOTHING: Self = Self([0; Self::WORDS]);
    /// The set of all places.
    pub const EVERYTHING: Self = Self([u64::MAX; Self::WORDS]);

    /// The set with these words as its bits; the lowest bit of the first word is place 0.
    #[inline]
    pub const fn from_words(words: [u64; Self::WORDS]) -> Self {
        Self(words)
    }

    /// The bits of the set as words.
    #[inline]
    pub const fn to_words(self) -> [u64; Self::WORDS] {
        self.0
    }

    /// Whether a place is in the set.
    #[inline]
    pub fn contains(&self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 != 0)
    }

    /// The set with one more place, if the place is below [`Needs::PLACES`].
    #[inline]
    pub fn with(mut self, place: usize) -> Self {
        if let Some(word) = self.0.get_mut(place / 64) {
            *word |= 1 << (place % 64);
        }
        self
    }

    /// The union of two sets.
    #[inline]
    pub fn or(self, other: Self) -> Self {
        Self(core::array::from_fn(|index| self.0[index] | other.0[index]))
    }

    /// The places of this set that are not in the other one.
    #[inline]
    pub fn without(self, other: Self) -> Self {
        Self(core::array::from_fn(|index| self.0[index] & !other.0[index]))
    }

    /// The intersection of two sets.
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
