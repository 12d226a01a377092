//! A few carriers, none of which contains another.

use crate::bits::Bits;

/// At most `MOST` carriers. Where there is no room the largest gives way.
#[derive(Clone, Copy)]
pub(super) struct Carriers<const N: usize, const MOST: usize> {
    list: [Bits<N>; MOST],
    count: usize,
}

impl<const N: usize, const MOST: usize> Carriers<N, MOST> {
    pub(super) const NONE: Self = Self { list: [Bits::EMPTY; MOST], count: 0 };

    pub(super) fn as_slice(&self) -> &[Bits<N>] {
        &self.list[..self.count]
    }

    /// Adds a carrier, and drops those that contain it. Whether it has been added: not if it contains one that is there.
    pub(super) fn add(&mut self, carrier: Bits<N>) -> bool {
        if self.as_slice().iter().any(|&known| (known & !carrier).is_empty()) {
            return false;
        }
        let mut kept = 0;
        for index in 0..self.count {
            if !(carrier & !self.list[index]).is_empty() {
                self.list[kept] = self.list[index];
                kept += 1;
            }
        }
        self.count = kept;
        if let Some(place) = self.list.get_mut(kept) {
            *place = carrier;
            self.count += 1;
            return true;
        }
        self.replace_largest(carrier)
    }

    fn replace_largest(&mut self, carrier: Bits<N>) -> bool {
        let Some(largest) = self.list.iter_mut().max_by_key(|known| known.count()) else { return false };
        let is_smaller = carrier.count() < largest.count();
        if is_smaller {
            *largest = carrier;
        }
        is_smaller
    }
}
