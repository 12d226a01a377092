//! The first layer's sums, kept up to date from move to move.

use crate::features::{Change, Features};
use crate::network::{MAX_HIDDEN, Network};
use plywood_search::{Position, Score, Side};

/// The number of values that are added at once: a vector register of 256 bits.
const LANES: usize = 16;

/// The number of such registers that are filled at once where there are as many units.
const WIDE: usize = 8;

/// What the first layer makes of a position: for each side's view, the bias and the weights of the active
/// features, summed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator {
    pub(crate) views: [[i16; MAX_HIDDEN]; 2],
}

impl Default for Accumulator {
    fn default() -> Self {
        Self { views: [[0; MAX_HIDDEN]; 2] }
    }
}

/// The accumulators along a line of play: the state of a game's [`Knowledge`](plywood_search::Knowledge).
///
/// A position's sums are worked out when its value is asked for, from those of the nearest position before it
/// that has any.
#[derive(Clone, Debug)]
pub struct Accumulators<P, S> {
    /// Those of the line, and behind them memory for longer ones.
    entries: Vec<Entry<P, S>>,
    /// The number of positions on the line.
    length: usize,
}

#[derive(Clone, Debug)]
struct Entry<P, S> {
    position: P,
    /// What the features see of it, once anyone has looked.
    seen: Option<S>,
    accumulator: Accumulator,
    is_known: bool,
}

impl<P: Position, S> Accumulators<P, S> {
    /// A line that begins with this position.
    pub fn new(position: &P) -> Self {
        let mut line = Self { entries: Vec::new(), length: 0 };
        line.advance(position);
        line
    }

    /// Goes on to a position.
    #[inline]
    pub fn advance(&mut self, position: &P) {
        if let Some(entry) = self.entries.get_mut(self.length) {
            entry.position.clone_from(position);
            entry.seen = None;
            entry.is_known = false;
        } else {
            let accumulator = Accumulator::default();
            self.entries.push(Entry { position: position.clone(), seen: None, accumulator, is_known: false });
        }
        self.length += 1;
    }

    /// Goes back to the position before. Nothing happens at the first.
    #[inline]
    pub fn retreat(&mut self) {
        self.length = (self.length - 1).max(1);
    }

    /// Takes what the features see of the latest position from somebody who has looked at it anyway.
    #[inline]
    pub fn note(&mut self, seen: S) {
        self.entries[self.length - 1].seen = Some(seen);
    }

    /// The value of the latest position for the player who moves.
    #[inline]
    pub fn score<F: Features<P, Seen = S>>(&mut self, network: &Network, features: &F) -> Score {
        let mover = self.entries[self.length - 1].position.side_to_move();
        Score::heuristic(self.points(network, features, mover))
    }

    /// The points of the latest position for this side, as if it were to move.
    #[inline]
    pub fn points<F: Features<P, Seen = S>>(&mut self, network: &Network, features: &F, mover: Side) -> i32 {
        let latest = self.length - 1;
        if !self.entries[latest].is_known {
            self.work_out(latest, network, features);
        }
        let entry = &mut self.entries[latest];
        network.points_of(mover, features.phase(entry.seen(features)), &entry.accumulator)
    }

    /// Works out the sums of the position with this index.
    #[inline]
    fn work_out<F: Features<P, Seen = S>>(&mut self, index: usize, network: &Network, features: &F) {
        let (before, rest) = self.entries.split_at_mut(index);
        let entry = &mut rest[0];
        entry.seen(features);
        let Entry { seen: Some(seen), accumulator, is_known, .. } = entry else { return };
        match before.iter().rev().find(|entry| entry.is_known) {
            Some(Entry { seen: Some(from), accumulator: old, .. }) => {
                network.update::<P, F>(features, (from, old), seen, accumulator);
            }
            _ => network.start::<P, F>(features, seen, accumulator),
        }
        *is_known = true;
    }
}

impl<P: Position, S> Entry<P, S> {
    #[inline]
    fn seen<F: Features<P, Seen = S>>(&mut self, features: &F) -> &S {
        self.seen.get_or_insert_with(|| features.see(&self.position))
    }
}

/// The rows to add and to take away, by the view of each side: few, of which there is a most.
struct Rows {
    on: [[u32; 2]; Rows::MOST],
    off: [[u32; 2]; Rows::MOST],
    counts: [usize; 2],
    too_many: bool,
}

impl Rows {
    const MOST: usize = 32;

    #[inline]
    fn new() -> Self {
        Self { on: [[0; 2]; Self::MOST], off: [[0; 2]; Self::MOST], counts: [0; 2], too_many: false }
    }

    #[inline]
    fn note(&mut self, change: Change) {
        let (rows, count, features) = match change {
            Change::On(features) => (&mut self.on, &mut self.counts[0], features),
            Change::Off(features) => (&mut self.off, &mut self.counts[1], features),
        };
        match rows.get_mut(*count) {
            Some(row) => {
                *row = features.map(|feature| feature as u32);
                *count += 1;
            }
            None => self.too_many = true,
        }
    }
}

impl Network {
    /// Fills an accumulator for a position met without a parent.
    pub fn start<P: Position, F: Features<P>>(
        &self,
        features: &F,
        seen: &F::Seen,
        accumulator: &mut Accumulator,
    ) {
        for side in Side::BOTH {
            self.start_view::<P, F>(features, seen, side, &mut accumulator.views[side.index()]);
        }
    }

    fn start_view<P: Position, F: Features<P>>(
        &self,
        features: &F,
        seen: &F::Seen,
        side: Side,
        view: &mut [i16; MAX_HIDDEN],
    ) {
        view[..self.hidden()].copy_from_slice(self.biases());
        features.active(seen, side, &mut |feature| {
            let row = self.row(feature);
            view.iter_mut().zip(row).for_each(|(value, weight)| *value = value.wrapping_add(*weight));
        });
    }

    /// Fills `accumulator` for the position `to`, from that of the position `from`.
    #[inline]
    pub fn update<P: Position, F: Features<P>>(
        &self,
        features: &F,
        (from, old): (&F::Seen, &Accumulator),
        to: &F::Seen,
        accumulator: &mut Accumulator,
    ) {
        let mut rows = Rows::new();
        if !features.changes(from, to, &mut |change| rows.note(change)) || rows.too_many {
            return self.start::<P, F>(features, to, accumulator);
        }
        for (side, (old, new)) in old.views.iter().zip(&mut accumulator.views).enumerate() {
            self.apply(side, &rows, old, new);
        }
    }

    /// Adds and takes away rows, some registers' width at a time, so that each sum is read and written once.
    #[inline]
    fn apply(&self, side: usize, rows: &Rows, old: &[i16; MAX_HIDDEN], new: &mut [i16; MAX_HIDDEN]) {
        let wide = self.hidden() / (WIDE * LANES) * (WIDE * LANES);
        for block in (0..wide).step_by(WIDE * LANES) {
            self.apply_to::<WIDE>((side, block), rows, old, new);
        }
        for block in (wide..self.hidden()).step_by(LANES) {
            self.apply_to::<1>((side, block), rows, old, new);
        }
    }

    /// The same for the sums of so many registers, from the first of a block.
    #[inline]
    fn apply_to<const REGISTERS: usize>(
        &self,
        (side, block): (usize, usize),
        rows: &Rows,
        old: &[i16; MAX_HIDDEN],
        new: &mut [i16; MAX_HIDDEN],
    ) {
        let of_row = |feature: u32| registers::<REGISTERS>(&self.row(feature as usize)[block..]);
        let mut sums = *registers::<REGISTERS>(&old[block..]);
        for features in &rows.on[..rows.counts[0]] {
            combine(&mut sums, of_row(features[side]), i16::wrapping_add);
        }
        for features in &rows.off[..rows.counts[1]] {
            combine(&mut sums, of_row(features[side]), i16::wrapping_sub);
        }
        new[block..block + REGISTERS * LANES].copy_from_slice(sums.as_flattened());
    }
}

/// The first values of a slice that has as many, by registers.
#[inline]
fn registers<const REGISTERS: usize>(values: &[i16]) -> &[[i16; LANES]; REGISTERS] {
    let registers = values.as_chunks().0.first_chunk();
    registers.expect("the number of units is a multiple of the lanes")
}

/// Adds a row to sums, or takes it away.
#[inline]
fn combine<const REGISTERS: usize>(
    sums: &mut [[i16; LANES]; REGISTERS],
    row: &[[i16; LANES]; REGISTERS],
    by: impl Fn(i16, i16) -> i16,
) {
    *sums = core::array::from_fn(|register| {
        core::array::from_fn(|lane| by(sums[register][lane], row[register][lane]))
    });
}
