//! Sets of small numbers in little memory.

/// Sets one after the other, such as the active features of many positions.
///
/// Of each number in a set, its distance from the number before is stored: a byte for most, where a number
/// would take two.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets {
    /// Where each set ends.
    ends: Vec<u64>,
    /// Distances. [`FAR`] is part of the distance that follows.
    distances: Vec<u8>,
}

/// A distance as long as this, or longer, is stored in parts.
const FAR: u8 = u8::MAX;

impl Sets {
    /// Adds a set, which is sorted for it.
    pub(crate) fn push(&mut self, numbers: &mut [u16]) {
        numbers.sort_unstable();
        let mut last = 0;
        for &number in &*numbers {
            let mut distance = number - last;
            while distance >= u16::from(FAR) {
                self.distances.push(FAR);
                distance -= u16::from(FAR);
            }
            self.distances.push(distance as u8);
            last = number;
        }
        self.ends.push(self.distances.len() as u64);
    }

    /// The numbers of the set with this index, in ascending order.
    #[inline]
    pub(crate) fn of(&self, index: usize) -> impl Iterator<Item = usize> {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        let mut number = 0;
        self.distances[start as usize..self.ends[index] as usize].iter().filter_map(move |&distance| {
            number += usize::from(distance);
            (distance != FAR).then_some(number)
        })
    }

    /// The numbers of all sets.
    pub(crate) fn all(&self) -> impl Iterator<Item = usize> {
        (0..self.ends.len()).flat_map(|index| self.of(index))
    }

    /// All bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_read_as_written() {
        let written = [
            vec![],
            vec![0],
            vec![0, 0, 1],
            vec![254, 255, 510, 1_000],
            vec![],
            vec![u16::MAX - 1, u16::MAX],
            (0..600).map(|number| number * 109).collect(),
        ];
        let mut sets = Sets::default();
        for set in &written {
            let mut turned: Vec<u16> = set.iter().rev().copied().collect();
            sets.push(&mut turned);
        }
        for (index, set) in written.iter().enumerate() {
            let expected: Vec<_> = set.iter().map(|&number| usize::from(number)).collect();
            assert_eq!(sets.of(index).collect::<Vec<_>>(), expected);
        }
        assert_eq!(sets.all().count(), written.iter().map(Vec::len).sum::<usize>());
    }
}
