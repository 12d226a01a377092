//! The rules applied until they give nothing new.

use super::pairs::{Semi, pair_of};
use super::rules::together;
use super::{Connections, Step};
use crate::rules::bits::Bits;

impl<const N: usize> Connections<N> {
    /// Applies the rules until they give nothing new, or the limit is reached.
    pub(super) fn search(&mut self) {
        // The longer the carriers and the more the pairs, the longer it takes to look at one.
        let most = self.limits.work / (N * N);
        while self.work <= most {
            if let Some(step) = self.fresh.pop_front() {
                self.and(&step);
            } else if let Some(ends) = self.pending.pop_front() {
                self.or(ends);
            } else {
                return;
            }
        }
        self.drop_all();
    }

    /// Forgets what waits for the rules.
    pub(super) fn drop_all(&mut self) {
        self.fresh.clear();
        for (one, other) in core::mem::take(&mut self.pending) {
            self.pairs.unmark(pair_of(one, other));
        }
    }

    /// The and-rule, over each end of a virtual connection over which it has not gone on yet.
    fn and(&mut self, step: &Step<N>) {
        let Step { ends: (one, other), carrier } = *step;
        if !self.points.is_point(one) || !self.points.is_point(other) {
            return;
        }
        let (low, high) = (one.min(other), one.max(other));
        let pair = pair_of(low, high);
        let place = self.pairs.get(pair).fulls.iter().position(|full| full.carrier == carrier);
        let Some(place) = place else { return };
        let used = self.pairs.get(pair).fulls[place].used;
        if used == [true; 2] {
            return;
        }
        self.pairs.change(pair).fulls[place].used = [true; 2];
        if !used[0] {
            self.extend(high, low, carrier);
        }
        if !used[1] {
            self.extend(low, high, carrier);
        }
    }

    /// Goes on from a connection of two points over the second one.
    fn extend(&mut self, from: usize, over: usize, carrier: Bits<N>) {
        if self.points.is_edge(over) && !self.limits.over_edges {
            return;
        }
        let is_empty = self.points.is_empty(over);
        let left_out = carrier | self.points.single(from) | self.partners[from].beside;
        for to in (self.partners[over].connected & !left_out).numbers() {
            self.extend_to((from, over, to), carrier, is_empty);
        }
        for edge in [0, 1].map(|edge| self.points.edge(edge)) {
            if edge != from && edge != over {
                self.extend_to((from, over, edge), carrier, is_empty);
            }
        }
    }

    fn extend_to(&mut self, (from, over, to): (usize, usize, usize), carrier: Bits<N>, is_empty: bool) {
        let (pair, end) = (pair_of(over, to), usize::from(over > to));
        let taken = carrier | self.points.single(from);
        self.work += 1;
        if self.pairs.common(pair).meets(taken) {
            return;
        }
        let count = self.pairs.get(pair).fulls.len();
        self.work += count;
        for index in 0..count {
            let next = self.pairs.get(pair).fulls[index];
            if !next.used[end] || next.carrier.meets(taken) {
                continue;
            }
            let both = carrier | next.carrier;
            if is_empty {
                let carrier = both | Bits::single(over);
                self.add_semi((from, to), Semi { carrier, key: over as u16 });
            } else {
                self.add_full((from, to), both);
            }
        }
    }

    /// The or-rule.
    fn or(&mut self, ends: (usize, usize)) {
        let pair = pair_of(ends.0, ends.1);
        self.pairs.unmark(pair);
        if !self.points.is_point(ends.0) || !self.points.is_point(ends.1) {
            return;
        }
        self.work += 4 * self.pairs.get(pair).semis.len();
        let mut unions = core::mem::take(&mut self.unions);
        together(self.pairs.get(pair), self.pairs.common(pair), self.limits.is_exact, &mut |union| {
            unions.push(union);
        });
        for carrier in unions.drain(..) {
            self.add_full(ends, carrier);
        }
        self.unions = unions;
    }

    pub(super) fn add_full(&mut self, ends: (usize, usize), carrier: Bits<N>) {
        let pair = pair_of(ends.0, ends.1);
        if self.pairs.are_beside(pair) {
            self.work += 1;
            return;
        }
        self.work += self.pairs.get(pair).carriers();
        // All cells are no subset of any carrier: the first one is always new.
        let may_be_new = self.limits.is_exact || !self.pairs.common(pair).is_subset(carrier);
        if self.pairs.add_full(pair, carrier, may_be_new) {
            self.fresh.push_back(Step { ends, carrier });
            for (one, other) in [ends, (ends.1, ends.0)] {
                let other = self.points.single(other);
                self.partners[one].connected |= other;
                if carrier.is_empty() {
                    self.partners[one].beside |= other;
                }
            }
        }
    }

    pub(super) fn add_semi(&mut self, ends: (usize, usize), semi: Semi<N>) {
        let number = pair_of(ends.0, ends.1);
        if self.pairs.are_beside(number) {
            self.work += 1;
            return;
        }
        self.work += self.pairs.get(number).carriers();
        if !self.pairs.add_semi(number, semi, self.limits.semis) {
            return;
        }
        let pair = self.pairs.get(number);
        let may_help = self.limits.is_exact || !self.pairs.common(number).is_empty();
        if pair.semi_common.is_empty() && may_help && self.pairs.mark(number) {
            self.pending.push_back(ends);
        }
    }
}
