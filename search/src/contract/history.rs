//! Histories: the positions of a game, as far as its repetition rule needs them.

use super::{Position, Repetition};
use core::fmt;

/// The positions that have occurred, in order, by their repetition keys.
///
/// A look-up costs a few operations unless the position, or another one with the same low bits, has occurred.
#[derive(Clone)]
pub struct History {
    keys: Vec<Visit>,
    /// The number of keys that end in these bits.
    filter: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Visit {
    key: u64,
    /// The index of the earliest position that can still recur.
    reversible_from: usize,
}

/// Writes the positions alone: the size of the filter depends on what was looked at before.
impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History").field("keys", &self.keys).finish_non_exhaustive()
    }
}

impl Default for History {
    fn default() -> Self {
        Self { keys: Vec::new(), filter: vec![0; Self::SMALLEST_FILTER] }
    }
}

/// The consequence of moving to a position that has occurred before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// The game is drawn.
    Draw,
    /// The move is illegal.
    Illegal,
}

impl History {
    /// Both are powers of two.
    const SMALLEST_FILTER: usize = 16;
    const LARGEST_FILTER: usize = 4096;
    /// While the filter grows, one slot in this many is in use.
    const SLOTS_OF_A_KEY: usize = 16;

    /// Makes an empty history.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of positions in the history.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are no positions in the history.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Adds `position`; the second argument says whether an irreversible move led there. Does nothing in the
    /// middle of a turn. Returns whether it was added.
    #[inline]
    pub fn push<P: Position>(&mut self, position: &P, irreversible: bool) -> bool {
        let Some(key) = position.repetition_key() else { return false };
        let reversible_from = match self.keys.last() {
            Some(last) if !irreversible => last.reversible_from,
            _ => self.keys.len(),
        };
        self.keys.push(Visit { key, reversible_from });
        let is_full = self.keys.len() * Self::SLOTS_OF_A_KEY > self.filter.len();
        if is_full && self.filter.len() < Self::LARGEST_FILTER {
            self.grow();
        } else {
            let slot = self.slot(key);
            self.filter[slot] += 1;
        }
        true
    }

    /// Doubles the filter, and counts all keys again.
    #[cold]
    fn grow(&mut self) {
        self.filter = vec![0; 2 * self.filter.len()];
        for index in 0..self.keys.len() {
            let slot = self.slot(self.keys[index].key);
            self.filter[slot] += 1;
        }
    }

    /// Removes the latest position.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(visit) = self.keys.pop() {
            let slot = self.slot(visit.key);
            self.filter[slot] -= 1;
        }
    }

    /// The consequence under the repetition rule of moving to `position` now, and the index of the earliest
    /// position that this depends on.
    #[inline]
    pub fn recurrence<P: Position>(&self, position: &P) -> Option<(Recurrence, usize)> {
        let rule = position.repetition();
        let needed = rule.earlier_occurrences()?;
        let key = position.repetition_key()?;
        if (self.filter[self.slot(key)] as usize) < needed {
            return None;
        }
        let index = self.find(key, needed)?;
        match rule {
            Repetition::Illegal(_) => Some((Recurrence::Illegal, index)),
            _ => Some((Recurrence::Draw, index)),
        }
    }

    /// The keys of the positions that can still recur, the latest last.
    pub(super) fn recent_keys(&self) -> impl Iterator<Item = u64> + '_ {
        let from = self.keys.last().map_or(0, |last| last.reversible_from);
        self.keys[from..].iter().map(|visit| visit.key)
    }

    /// Whether a position that can still recur, except the one with the key `now`, has occurred `times`
    /// times.
    pub(crate) fn has_other_than(&self, now: Option<u64>, times: usize) -> bool {
        let mut keys: Vec<u64> = self.recent_keys().collect();
        keys.retain(|&key| Some(key) != now);
        keys.sort_unstable();
        keys.chunk_by(|one, other| one == other).any(|same| same.len() >= times)
    }

    /// The index of the `number`th occurrence of `key` from the end.
    #[cold]
    fn find(&self, key: u64, number: usize) -> Option<usize> {
        let from = self.keys.last()?.reversible_from;
        let mut occurrences = (from..self.keys.len()).rev().filter(|&index| self.keys[index].key == key);
        occurrences.nth(number.checked_sub(1)?)
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        key as usize & (self.filter.len() - 1)
    }
}
