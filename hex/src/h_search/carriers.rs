//! A few carriers, none of which contains another.

use super::Base;
use crate::bits::Bits;

/// At most `MOST` carriers, and what each is built on. Where there is no room the largest gives way.
#[derive(Clone, Copy)]
pub(super) struct Carriers<const N: usize, const MOST: usize> {
    list: [(Bits<N>, Base<N>); MOST],
    count: usize,
}

impl<const N: usize, const MOST: usize> Carriers<N, MOST> {
    pub(super) const NONE: Self = Self { list: [(Bits::EMPTY, Base::EDGE); MOST], count: 0 };

    pub(super) fn iter(&self) -> impl Iterator<Item = Bits<N>> + Clone {
        self.list[..self.count].iter().map(|&(carrier, _)| carrier)
    }

    /// What those that are built on this lean on beside it.
    pub(super) fn beside(&self, base: Base<N>) -> impl Iterator<Item = Bits<N>> + Clone {
        let built = self.list[..self.count].iter().filter(move |(_, other)| *other == base);
        built.map(move |&(carrier, _)| carrier & !base.carrier)
    }

    /// Adds a carrier, and drops those that contain it. Whether it has been added: not if it contains one that is there.
    pub(super) fn add(&mut self, carrier: Bits<N>, base: Base<N>) -> bool {
        if self.iter().any(|known| (known & !carrier).is_empty()) {
            return false;
        }
        let mut kept = 0;
        for index in 0..self.count {
            if !(carrier & !self.list[index].0).is_empty() {
                self.list[kept] = self.list[index];
                kept += 1;
            }
        }
        self.count = kept;
        if let Some(place) = self.list.get_mut(kept) {
            *place = (carrier, base);
            self.count += 1;
            return true;
        }
        self.replace_largest(carrier, base)
    }

    fn replace_largest(&mut self, carrier: Bits<N>, base: Base<N>) -> bool {
        let Some(largest) = self.list.iter_mut().max_by_key(|(known, _)| known.count()) else { return false };
        let is_smaller = carrier.count() < largest.0.count();
        if is_smaller {
            *largest = (carrier, base);
        }
        is_smaller
    }
}
