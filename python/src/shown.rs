//! Rows that are kept: only what has changed since the last time is written.

use crate::picture::each_bit;

/// Entries of a row: bit `n` is the entry that is `n` after the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    first: u32,
    bits: u64,
}

impl Run {
    /// Sets the entries of these bits.
    #[inline]
    fn write<T: Copy>(self, row: &mut [T], value: T) {
        each_bit(self.first as usize, self.bits, |entry| row[entry] = value);
    }
}

/// What a row shows: nothing, while it is all zeros.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shown {
    /// What is shown, then what is about to be shown.
    runs: Vec<Run>,
    /// The number of those that are shown.
    old: usize,
    /// The values of the planes that have one value.
    levels: Vec<f32>,
}

impl Shown {
    /// Adds a run to what is about to be shown.
    #[inline]
    pub(crate) fn add(&mut self, first: usize, bits: u64) {
        self.runs.push(Run { first: first as u32, bits });
    }

    /// Writes the runs that were added, and takes the others off.
    #[inline]
    pub(crate) fn write<T: Copy>(&mut self, row: &mut [T], zero: T, one: T) {
        let (old, new) = self.runs.split_at(self.old);
        let same_places =
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| old.first == new.first);
        if same_places {
            for (old, new) in old.iter().zip(new) {
                Run { bits: old.bits & !new.bits, ..*old }.write(row, zero);
                Run { bits: new.bits & !old.bits, ..*new }.write(row, one);
            }
        } else {
            for old in old {
                old.write(row, zero);
            }
            for new in new {
                new.write(row, one);
            }
        }
        self.runs.drain(..self.old);
        self.old = self.runs.len();
    }

    /// Fills the plane of this number with a value, unless it has that value already.
    #[inline]
    pub(crate) fn level(&mut self, number: usize, plane: &mut [f32], value: f32) {
        if self.levels.len() <= number {
            self.levels.resize(number + 1, 0.0);
        }
        if self.levels[number].to_bits() != value.to_bits() {
            plane.fill(value);
            self.levels[number] = value;
        }
    }
}
