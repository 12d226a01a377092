//! The connections between every two points, and the log that takes changes back.

use crate::rules::bits::Bits;
use core::ops::Range;

/// A virtual connection: it holds if the opponent moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full<const N: usize> {
    /// The empty cells that it leans on, without its ends.
    pub(crate) carrier: Bits<N>,
    /// By end, the lower point first: whether the and-rule has gone on over that end.
    pub(super) used: [bool; 2],
}

/// A semi-connection: it holds if its owner moves first, on the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Semi<const N: usize> {
    /// The empty cells that it leans on, the key among them.
    pub(crate) carrier: Bits<N>,
    /// The number of the cell on which a stone makes it a virtual connection.
    pub(crate) key: u16,
}

/// The connections between two points. No carrier contains another one of its kind, nor a semi-connection a
/// virtual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair<const N: usize> {
    pub(crate) fulls: Vec<Full<N>>,
    pub(crate) semis: Vec<Semi<N>>,
    /// The cells that all semi-connections lean on; all cells if there is none.
    pub(crate) semi_common: Bits<N>,
    /// Whether the pair waits for the or-rule.
    pub(super) is_queued: bool,
}

/// The connections between every two of so many points.
#[derive(Clone, Debug)]
pub(super) struct Pairs<const N: usize> {
    table: Vec<Pair<N>>,
    /// By pair: the cells that all virtual connections lean on; all cells if there is none. Apart from the
    /// lists, so that the and-rule finds most of its partners in the processor's cache.
    common: Vec<Bits<N>>,
    /// By pair: cells of which every carrier is a subset.
    reach: Vec<Bits<N>>,
    /// By pair: the number of the play that logged it last.
    logged: Vec<u32>,
    /// The number of the latest play.
    play: u32,
    log: Log<N>,
}

/// Connections that have been taken out of a pair. The memory is used again.
#[derive(Clone, Debug, Default)]
pub(super) struct Taken<const N: usize> {
    pub(super) fulls: Vec<Bits<N>>,
    pub(super) semis: Vec<Semi<N>>,
}

/// What pairs were before they changed: a stack. The lists of a pair lie in one piece on a stack of their
/// own.
#[derive(Clone, Debug, Default)]
struct Log<const N: usize> {
    entries: Vec<Entry<N>>,
    fulls: Vec<Full<N>>,
    semis: Vec<Semi<N>>,
}

#[derive(Clone, Debug)]
struct Entry<const N: usize> {
    pair: usize,
    /// The lengths of the stacks before.
    fulls: usize,
    semis: usize,
    common: [Bits<N>; 2],
    reach: Bits<N>,
}

/// The number of a pair of different points among all pairs.
#[inline]
pub(super) const fn pair_of(one: usize, other: usize) -> usize {
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high * (high - 1) / 2 + low
}

impl<const N: usize> Pairs<N> {
    pub(super) fn new(points: usize) -> Self {
        let count = points * points.saturating_sub(1) / 2;
        Self {
            table: vec![Pair::NONE; count],
            common: vec![Bits::ALL; count],
            reach: vec![Bits::EMPTY; count],
            logged: vec![0; count],
            play: 1,
            log: Log::default(),
        }
    }

    /// Forgets all connections, and how they came about.
    pub(super) fn clear(&mut self) {
        for pair in &mut self.table {
            pair.clear();
        }
        self.common.fill(Bits::ALL);
        self.reach.fill(Bits::EMPTY);
        self.logged.fill(0);
        self.log.clear();
        self.play = 1;
    }

    #[inline]
    pub(super) fn get(&self, pair: usize) -> &Pair<N> {
        &self.table[pair]
    }

    /// The cells that all virtual connections of a pair lean on; all cells if there is none.
    #[inline]
    pub(super) fn common(&self, pair: usize) -> Bits<N> {
        self.common[pair]
    }

    /// Whether there is no connection between the points of a pair. Each semi-connection leans on its key.
    #[inline]
    pub(super) fn is_empty(&self, pair: usize) -> bool {
        self.common[pair] == Bits::ALL && self.reach[pair].is_empty()
    }

    /// Whether the points of a pair touch: their one connection leans on nothing.
    #[inline]
    pub(super) fn are_beside(&self, pair: usize) -> bool {
        self.common[pair].is_empty() && self.reach[pair].is_empty()
    }

    /// A pair that is about to change, logged as it is.
    #[inline]
    pub(super) fn change(&mut self, pair: usize) -> &mut Pair<N> {
        if self.logged[pair] != self.play {
            self.logged[pair] = self.play;
            let common = [self.common[pair], self.table[pair].semi_common];
            self.log.note(pair, &self.table[pair], common, self.reach[pair]);
        }
        &mut self.table[pair]
    }

    /// Marks a pair for the or-rule. Whether it was not marked yet.
    pub(super) fn mark(&mut self, pair: usize) -> bool {
        !core::mem::replace(&mut self.table[pair].is_queued, true)
    }

    pub(super) fn unmark(&mut self, pair: usize) {
        self.table[pair].is_queued = false;
    }

    /// Adds a virtual connection, and drops what contains it; unless it `may_be_new`, only if it is smaller
    /// than one that is known. Whether it has been added.
    pub(super) fn add_full(&mut self, pair: usize, carrier: Bits<N>, may_be_new: bool) -> bool {
        let known = &self.table[pair];
        if self.has_within(pair, carrier) {
            return false;
        }
        let is_inside = carrier.is_subset(self.reach[pair]);
        let is_smaller = is_inside && known.fulls.iter().any(|full| carrier.is_subset(full.carrier));
        if !is_smaller && !may_be_new {
            return false;
        }
        let changed = self.change(pair);
        if is_smaller {
            changed.fulls.retain(|full| !carrier.is_subset(full.carrier));
        }
        changed.fulls.push(Full { carrier, used: [false; 2] });
        if is_inside && changed.semis.iter().any(|semi| carrier.is_subset(semi.carrier)) {
            changed.semis.retain(|semi| !carrier.is_subset(semi.carrier));
            changed.count_semis();
        }
        self.common[pair] &= carrier;
        self.reach[pair] |= carrier;
        true
    }

    /// The same for a semi-connection. Where there are `most` already, it takes the place of a larger one.
    pub(super) fn add_semi(&mut self, pair: usize, semi: Semi<N>, most: usize) -> bool {
        let known = &self.table[pair];
        let carrier = semi.carrier;
        let is_known = |known: &Pair<N>| known.semis.iter().any(|other| other.carrier.is_subset(carrier));
        if self.has_within(pair, carrier) || known.semi_common.is_subset(carrier) && is_known(known) {
            return false;
        }
        let is_smaller = carrier.is_subset(self.reach[pair])
            && known.semis.iter().any(|other| carrier.is_subset(other.carrier));
        let is_full = !is_smaller && known.semis.len() >= most;
        let largest = if is_full { known.largest_semi() } else { None };
        if is_full && largest.is_none_or(|(_, size)| size <= carrier.count()) {
            return false;
        }
        let changed = self.change(pair);
        if is_smaller {
            changed.semis.retain(|other| !carrier.is_subset(other.carrier));
        }
        if let Some((index, _)) = largest {
            changed.semis.remove(index);
            changed.count_semis();
        }
        changed.semis.push(semi);
        changed.semi_common &= carrier;
        self.reach[pair] |= carrier;
        true
    }

    /// Whether a virtual connection of a pair leans on nothing but these cells.
    #[inline]
    fn has_within(&self, pair: usize, cells: Bits<N>) -> bool {
        self.common[pair].is_subset(cells)
            && self.table[pair].fulls.iter().any(|full| full.carrier.is_subset(cells))
    }

    /// The first of these pairs with carriers that may meet these cells.
    pub(super) fn next_touched(&self, range: Range<usize>, cells: Bits<N>) -> Option<usize> {
        let first = range.start;
        self.reach[range].iter().position(|reach| reach.meets(cells)).map(|distance| first + distance)
    }

    /// Takes what leans on one of these cells out of a pair, into a list.
    pub(super) fn extract(&mut self, pair: usize, cells: Bits<N>, list: &mut Taken<N>) {
        list.fill(&self.table[pair], |carrier| carrier.meets(cells));
        self.cut(pair, cells);
    }

    /// Drops what leans on one of these cells.
    pub(super) fn cut(&mut self, pair: usize, cells: Bits<N>) {
        let known = &self.table[pair];
        let fulls = known.fulls.iter().any(|full| full.carrier.meets(cells));
        let semis = known.semis.iter().any(|semi| semi.carrier.meets(cells));
        if fulls || semis {
            let changed = self.change(pair);
            if fulls {
                changed.fulls.retain(|full| !full.carrier.meets(cells));
            }
            if semis {
                changed.semis.retain(|semi| !semi.carrier.meets(cells));
                changed.count_semis();
            }
            if fulls {
                let fulls = &self.table[pair].fulls;
                self.common[pair] = fulls.iter().fold(Bits::ALL, |common, full| common & full.carrier);
            }
            self.set_reach(pair);
        }
    }

    /// Sets the reach of a pair to what its carriers cover.
    pub(super) fn set_reach(&mut self, pair: usize) {
        let known = &self.table[pair];
        let fulls = known.fulls.iter().fold(Bits::EMPTY, |reach, full| reach | full.carrier);
        self.reach[pair] = known.semis.iter().fold(fulls, |reach, semi| reach | semi.carrier);
    }

    /// Begins a play: what changes from here on can be taken back. Gives the length of the log.
    pub(super) fn begin(&mut self) -> usize {
        self.play += 1;
        self.log.entries.len()
    }

    /// Takes changes back until the log is as short as it was.
    pub(super) fn take_back(&mut self, length: usize) {
        while self.log.entries.len() > length {
            let Some(entry) = self.log.entries.pop() else { return };
            let pair = &mut self.table[entry.pair];
            pair.fulls.clear();
            pair.fulls.extend_from_slice(&self.log.fulls[entry.fulls..]);
            pair.semis.clear();
            pair.semis.extend_from_slice(&self.log.semis[entry.semis..]);
            self.log.fulls.truncate(entry.fulls);
            self.log.semis.truncate(entry.semis);
            [self.common[entry.pair], pair.semi_common] = entry.common;
            self.reach[entry.pair] = entry.reach;
            // A later play has another number; this pair will be logged again.
            self.logged[entry.pair] = 0;
        }
    }

    /// The bytes that the lists take, and those of the log.
    pub(super) fn bytes(&self) -> [usize; 2] {
        let [full, semi] = [size_of::<Full<N>>(), size_of::<Semi<N>>()];
        let lists = |pair: &Pair<N>| pair.fulls.len() * full + pair.semis.len() * semi;
        let table = self.table.len() * (size_of::<Pair<N>>() + 2 * size_of::<Bits<N>>() + 4);
        let log = &self.log;
        let logged =
            log.entries.len() * size_of::<Entry<N>>() + log.fulls.len() * full + log.semis.len() * semi;
        [table + self.table.iter().map(lists).sum::<usize>(), logged]
    }

    #[cfg(test)]
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.table == other.table && self.common == other.common && self.reach == other.reach
    }
}

impl<const N: usize> Pair<N> {
    /// The number of connections.
    pub(super) fn carriers(&self) -> usize {
        self.fulls.len() + self.semis.len()
    }

    const NONE: Self =
        Self { fulls: Vec::new(), semis: Vec::new(), semi_common: Bits::ALL, is_queued: false };

    /// Forgets what there is, and keeps the memory.
    fn clear(&mut self) {
        self.fulls.clear();
        self.semis.clear();
        (self.semi_common, self.is_queued) = (Bits::ALL, false);
    }

    pub(super) fn count_semis(&mut self) {
        self.semi_common = self.semis.iter().fold(Bits::ALL, |common, semi| common & semi.carrier);
    }

    /// The index and the size of the semi-connection with the largest carrier, the last one of several.
    fn largest_semi(&self) -> Option<(usize, u32)> {
        let sizes = self.semis.iter().map(|semi| semi.carrier.count());
        sizes.enumerate().max_by_key(|&(_, size)| size)
    }
}

impl<const N: usize> Taken<N> {
    /// Takes a copy of the connections of a pair with such carriers.
    pub(super) fn fill(&mut self, pair: &Pair<N>, is_one: impl Fn(Bits<N>) -> bool) {
        self.fulls.clear();
        self.fulls.extend(pair.fulls.iter().map(|full| full.carrier).filter(|&carrier| is_one(carrier)));
        self.semis.clear();
        self.semis.extend(pair.semis.iter().filter(|semi| is_one(semi.carrier)));
    }
}

impl<const N: usize> Log<N> {
    fn clear(&mut self) {
        self.entries.clear();
        self.fulls.clear();
        self.semis.clear();
    }

    fn note(&mut self, pair: usize, known: &Pair<N>, common: [Bits<N>; 2], reach: Bits<N>) {
        let (fulls, semis) = (self.fulls.len(), self.semis.len());
        self.fulls.extend_from_slice(&known.fulls);
        self.semis.extend_from_slice(&known.semis);
        self.entries.push(Entry { pair, fulls, semis, common, reach });
    }
}
