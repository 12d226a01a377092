//! Nodes of the tree: the statistics of one move, in 40 bytes.

use super::bounds::Bounds;
use crate::contract::PackedMove;
use core::sync::atomic::{AtomicI64, AtomicU32, Ordering};

/// The value of a win in the sums of nodes, in which a loss is `-UNIT` and a draw 0.
pub(super) const UNIT: i32 = 1 << 16;

/// A node: the statistics of one move and the place of its replies.
///
/// All values are from the view of the player who makes the move; those of the root, of the player to move.
/// All fields are relaxed atomics, so that threads share the tree without locks; only the children are
/// published by release and acquire. A single thread adds by loading and storing, which costs less than
/// atomic addition.
#[derive(Debug, Default)]
pub(super) struct Node {
    /// The mean of the results, from -1 to 1, or the first-play urgency before there are any: `f32` bits.
    mean: AtomicU32,
    /// One over the square root of the visits, 0 without visits: `f32` bits.
    spread: AtomicU32,
    /// [`Bounds`], packed.
    bounds: AtomicU32,
    visits: AtomicU32,
    /// The sum of the results in units of 1 / [`UNIT`].
    sum: AtomicI64,
    mv: AtomicU32,
    /// The index of the first child, [`NONE`](Self::NONE) before expansion, [`BUSY`](Self::BUSY) while a
    /// thread expands the node.
    first_child: AtomicU32,
    /// The number of children, with [`ASKED`](Self::ASKED) once the knowledge was asked about the node.
    children: AtomicU32,
    /// The bias from the evaluation's ordering: `f32` bits.
    bias: AtomicU32,
}

/// The way in which a thread adds to numbers that it may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    /// No other thread writes.
    Alone,
    /// Others write too.
    Shared,
}

impl Node {
    const NONE: u32 = 0;
    const BUSY: u32 = u32::MAX;
    const ASKED: u32 = 1 << 31;
    const JUDGED: u32 = 1 << 30;

    /// Initialises the node for `mv`, without visits.
    #[inline]
    pub(super) fn reset(&self, mv: u32, bounds: Bounds, first_play: f32, bias: f32) {
        self.mean.store((first_play + bias).to_bits(), Ordering::Relaxed);
        self.spread.store(0, Ordering::Relaxed);
        self.bounds.store(bounds.to_bits(), Ordering::Relaxed);
        self.visits.store(0, Ordering::Relaxed);
        self.sum.store(0, Ordering::Relaxed);
        self.mv.store(mv, Ordering::Relaxed);
        self.first_child.store(Self::NONE, Ordering::Relaxed);
        self.children.store(0, Ordering::Relaxed);
        self.bias.store(bias.to_bits(), Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn bounds(&self) -> Bounds {
        Bounds::from_bits(self.bounds.load(Ordering::Relaxed))
    }

    /// Tightens the bounds; returns whether they changed.
    #[inline]
    pub(super) fn tighten(&self, bounds: Bounds) -> bool {
        let tighter = |old: u32| {
            let new = Bounds::from_bits(old).and(bounds).to_bits();
            (new != old).then_some(new)
        };
        self.bounds.fetch_update(Ordering::Relaxed, Ordering::Relaxed, tighter).is_ok()
    }

    /// Leaves the move out of the search, unless it is known to win; if the other moves lose, it loses within
    /// so many plies.
    pub(super) fn leave_out(&self, plies: u32) {
        let left_out = |old: u32| {
            let old = Bounds::from_bits(old);
            (!old.is_out() && !old.lower.is_win()).then(|| Bounds::left_out(plies).to_bits())
        };
        let _ = self.bounds.fetch_update(Ordering::Relaxed, Ordering::Relaxed, left_out);
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    /// The mean of the results, from -1 to 1; the first-play urgency before the first.
    #[inline]
    pub(super) fn mean(&self) -> f32 {
        f32::from_bits(self.mean.load(Ordering::Relaxed))
    }

    /// The upper confidence bound (UCB1, Auer, Cesa-Bianchi and Fischer 2002) with the ordering's bias, which
    /// fades with the visits ("progressive bias", Chaslot et al. 2008).
    #[inline]
    pub(super) fn urgency(&self, mean: f32, exploration: f32) -> f32 {
        let spread = f32::from_bits(self.spread.load(Ordering::Relaxed));
        let bias = f32::from_bits(self.bias.load(Ordering::Relaxed));
        mean + spread * (exploration + spread * bias)
    }

    /// The bias and the exploration of a child whose mean is mixed with what it did elsewhere: both fade with
    /// the square root of the visits.
    #[inline]
    pub(super) fn urgency_with_rave(&self, mean: f32, exploration: f32) -> f32 {
        let bias = f32::from_bits(self.bias.load(Ordering::Relaxed));
        let visits = self.visits();
        if visits == 0 {
            return mean + bias;
        }
        let spread = f32::from_bits(self.spread.load(Ordering::Relaxed));
        mean + spread * exploration + bias / (visits as f32 + 1.0).sqrt()
    }

    /// The bias of a child as a prior (PUCT, Rosin 2011): it fades with the visits of the child, and grows
    /// with `prior`, which contains those of the node.
    #[inline]
    pub(super) fn urgency_with_prior(&self, mean: f32, exploration: f32, prior: f32) -> f32 {
        let spread = f32::from_bits(self.spread.load(Ordering::Relaxed));
        mean + spread * exploration + prior * self.bias() / (1.0 + self.visits() as f32)
    }

    #[inline]
    pub(super) fn bias(&self) -> f32 {
        f32::from_bits(self.bias.load(Ordering::Relaxed))
    }

    /// Sets the bias of a move that may have been visited.
    #[inline]
    pub(super) fn set_bias(&self, bias: f32) {
        self.bias.store(bias.to_bits(), Ordering::Relaxed);
    }

    /// The move that leads here.
    #[inline]
    pub(super) fn mv<M: PackedMove>(&self) -> M {
        M::from_bits(self.mv.load(Ordering::Relaxed)).expect("a move unpacks from what it was packed into")
    }

    /// Adds `visits` with results that sum to `sum`.
    #[inline]
    pub(super) fn add(&self, visits: u32, sum: i64, sharing: Sharing) {
        let (visits, sum) = match sharing {
            Sharing::Alone => {
                let visits = self.visits.load(Ordering::Relaxed).wrapping_add(visits);
                let sum = self.sum.load(Ordering::Relaxed) + sum;
                self.visits.store(visits, Ordering::Relaxed);
                self.sum.store(sum, Ordering::Relaxed);
                (visits, sum)
            }
            Sharing::Shared => (
                self.visits.fetch_add(visits, Ordering::Relaxed).wrapping_add(visits),
                self.sum.fetch_add(sum, Ordering::Relaxed) + sum,
            ),
        };
        let count = visits as f32;
        self.mean.store((sum as f32 / (count * UNIT as f32)).to_bits(), Ordering::Relaxed);
        self.spread.store(count.sqrt().recip().to_bits(), Ordering::Relaxed);
    }

    /// The index of the children in the tree, if the node is expanded.
    #[inline]
    pub(super) fn children(&self) -> Option<(u32, u32)> {
        match self.first_child.load(Ordering::Acquire) {
            Self::NONE | Self::BUSY => None,
            first => Some((first, self.children.load(Ordering::Relaxed) & !(Self::ASKED | Self::JUDGED))),
        }
    }

    /// Takes over everything from another node.
    pub(super) fn copy_from(&self, other: &Self) {
        let copy =
            |to: &AtomicU32, from: &AtomicU32| to.store(from.load(Ordering::Relaxed), Ordering::Relaxed);
        copy(&self.mean, &other.mean);
        copy(&self.spread, &other.spread);
        copy(&self.bounds, &other.bounds);
        copy(&self.visits, &other.visits);
        self.sum.store(other.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        copy(&self.mv, &other.mv);
        copy(&self.first_child, &other.first_child);
        copy(&self.children, &other.children);
        copy(&self.bias, &other.bias);
    }

    /// Sees the node from the opponent's view.
    pub(super) fn turn(&self) {
        let bounds = self.bounds().turned();
        self.bounds.store(bounds.to_bits(), Ordering::Relaxed);
        self.sum.store(-self.sum.load(Ordering::Relaxed), Ordering::Relaxed);
        self.mean.store((-self.mean()).to_bits(), Ordering::Relaxed);
    }

    /// The children of an expanded node are elsewhere now.
    pub(super) fn move_children(&self, first: u32) {
        self.first_child.store(first, Ordering::Relaxed);
    }

    /// Claims the right to expand the node; returns false if it is expanded or another thread expands it.
    #[inline]
    pub(super) fn begin_expansion(&self) -> bool {
        let claim = |state| (state == Self::NONE).then_some(Self::BUSY);
        self.first_child.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim).is_ok()
    }

    /// Whether the knowledge was asked about the node.
    #[inline]
    pub(super) fn was_asked(&self) -> bool {
        self.children.load(Ordering::Relaxed) & Self::ASKED != 0
    }

    /// Claims the right to ask about the expanded node; returns false if that was done.
    pub(super) fn begin_question(&self) -> bool {
        self.children.fetch_or(Self::ASKED, Ordering::Relaxed) & Self::ASKED == 0
    }

    /// Whether the knowledge has judged the node.
    #[inline]
    pub(super) fn was_judged(&self) -> bool {
        self.children.load(Ordering::Relaxed) & Self::JUDGED != 0
    }

    /// Claims the right to let the knowledge judge the expanded node; returns false if that was done.
    pub(super) fn begin_judgement(&self) -> bool {
        self.children.fetch_or(Self::JUDGED, Ordering::Relaxed) & Self::JUDGED == 0
    }

    /// Publishes the children; releases the claim if there are none.
    pub(super) fn end_expansion(&self, children: Option<(u32, u32)>) {
        let (first, count) = children.unwrap_or((Self::NONE, 0));
        self.children.store(count, Ordering::Relaxed);
        self.first_child.store(first, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_forty_bytes() {
        assert_eq!(size_of::<Node>(), 40);
    }

    #[test]
    fn alone_or_not_the_mean_is_the_mean() {
        for sharing in [Sharing::Alone, Sharing::Shared] {
            let node = Node::default();
            node.reset(0, Bounds::UNKNOWN, f32::INFINITY, 0.0);
            assert!(node.mean().is_infinite());
            for value in [UNIT, UNIT, -UNIT, 0] {
                node.add(1, i64::from(value), sharing);
            }
            assert_eq!((node.visits(), node.mean()), (4, 0.25));
        }
    }

    #[test]
    fn only_one_thread_expands() {
        let node = Node::default();
        assert!(node.begin_expansion());
        assert!(!node.begin_expansion());
        assert_eq!(node.children(), None);
        node.end_expansion(Some((7, 3)));
        assert_eq!(node.children(), Some((7, 3)));
        assert!(!node.begin_expansion());
    }
}
