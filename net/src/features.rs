//! The inputs of a network.

use core::fmt::Debug;
use plywood_search::{Position, Side};

/// A difference between two positions, by the view of each side: what changes in one changes in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// These features have become active.
    On([usize; 2]),
    /// These features are no longer active.
    Off([usize; 2]),
}

/// The inputs of a game's network: a set of features, of which few are active at a time.
///
/// Each side has its own view of a position. Where own and enemy pieces have features of their own, the same
/// weights serve both sides, and exchanging the sides exchanges their views.
///
/// # Laws
///
/// 1. [`active`](Self::active) visits each feature at most once, and at most
///    [`most_active`](Self::most_active) of them.
/// 2. The active features of a position, with its [`changes`](Self::changes) to another applied, are those of
///    the other.
/// 3. For each symmetry, [`image`](Self::image) exchanges the features among themselves, and the symmetries
///    form a group with 0 as identity: the images under one symmetry, taken under another, are those under a
///    third.
pub trait Features<P: Position>: Clone + Send + Sync + 'static {
    /// The name of this set of features. It changes whenever the meaning of a number does: a network made for
    /// other features is refused.
    const NAME: &'static str;

    /// What is worked out of a position once and serves the views of both sides, such as sets of squares.
    type Seen: Clone + Debug + Send + Sync;

    /// Looks at a position.
    fn see(&self, position: &P) -> Self::Seen;

    /// The number of features of one side's view.
    fn count(&self) -> usize;

    /// The greatest number of features that are active at once.
    fn most_active(&self) -> usize;

    /// Shows the active features of a position, as `side` sees it, to `visit`.
    fn active(&self, seen: &Self::Seen, side: Side, visit: &mut impl FnMut(usize));

    /// Shows how `to` differs from `from` to `visit`. False if it would not be less work than all active
    /// features; `visit` has then seen nothing.
    #[inline]
    fn changes(&self, _from: &Self::Seen, _to: &Self::Seen, _visit: &mut impl FnMut(Change)) -> bool {
        false
    }

    /// The points that those of the network are added to, for the player who moves; 0, the default, where the
    /// network is all.
    fn base(&self, _position: &P) -> i32 {
        0
    }

    /// The number of symmetries, the identity included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The feature that takes the place of `feature` when the board is seen in another way.
    fn image(&self, feature: usize, _symmetry: usize) -> usize {
        feature
    }

    /// The number of phases of a game. Each has output weights of its own.
    fn phases(&self) -> usize {
        1
    }

    /// The phase of a position, below [`phases`](Self::phases).
    #[inline]
    fn phase(&self, _seen: &Self::Seen) -> usize {
        0
    }
}

/// A number that stands for a set of features: its name, its size, its phases and its symmetries.
pub(crate) fn checksum<P: Position, F: Features<P>>(features: &F) -> u64 {
    let mut hash = crate::file::Fnv::default();
    hash.bytes(F::NAME.as_bytes());
    for number in [features.count(), features.phases(), features.symmetries()] {
        hash.bytes(&(number as u64).to_le_bytes());
    }
    for symmetry in 0..features.symmetries() {
        for feature in 0..features.count() {
            hash.bytes(&(features.image(feature, symmetry) as u32).to_le_bytes());
        }
    }
    hash.finish()
}
