//! The memory of the tree: numbered nodes; the children of a node are contiguous.
//!
//! The part below one node can be kept: its nodes are moved together at the beginning of the memory, in their
//! order, so that the rest is free again.

use super::amaf::Amaf;
use super::node::Node;
use core::fmt;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::OnceLock;

/// The number of nodes in one piece of memory (640 KiB).
const CHUNK: u32 = 1 << 14;
/// The least capacity of a tree in nodes.
const LEAST: usize = 1 << 12;

/// A piece of memory: nodes, with their RAVE statistics if enabled.
struct Chunk {
    nodes: Box<[Node]>,
    amaf: Box<[Amaf]>,
}

/// The children of a node.
struct Family {
    first: u32,
    count: u32,
    parent: u32,
}

/// An arena of nodes with a fixed greatest size. It allocates memory in pieces as the tree grows, and keeps
/// it for the next search.
///
/// Growing takes `&self`, so that threads share the tree by reference.
pub(super) struct Tree {
    chunks: Box<[OnceLock<Chunk>]>,
    capacity: u32,
    with_amaf: bool,
    /// The number of the first free node.
    next: AtomicU32,
    full: AtomicBool,
}

impl Tree {
    /// The number of the root.
    pub(super) const ROOT: u32 = 0;

    /// Makes a tree of at most `bytes` bytes of nodes, but at least 4 096 nodes.
    pub(super) fn with_bytes(bytes: usize, with_amaf: bool) -> Self {
        let size = size_of::<Node>() + if with_amaf { size_of::<Amaf>() } else { 0 };
        let capacity = (bytes / size).clamp(LEAST, u32::MAX as usize - CHUNK as usize) as u32;
        let mut chunks = Vec::new();
        chunks.resize_with(capacity.div_ceil(CHUNK) as usize, OnceLock::new);
        let chunks = chunks.into_boxed_slice();
        Self { chunks, capacity, with_amaf, next: AtomicU32::new(0), full: AtomicBool::new(false) }
    }

    /// Forgets all nodes and resets the root.
    pub(super) fn clear(&self) {
        self.next.store(Self::ROOT + 1, Ordering::Relaxed);
        self.full.store(false, Ordering::Relaxed);
    }

    /// Makes `kept` the root and forgets all nodes that are not below it.
    ///
    /// Children are always allocated after their parent, so that whole families move towards the beginning,
    /// each into room that is free by then.
    pub(super) fn keep(&mut self, kept: u32) {
        let families = self.families_below(kept);
        self.node(Self::ROOT).copy_from(self.node(kept));
        self.clear();
        let mut moved: Vec<(u32, u32)> = Vec::with_capacity(families.len());
        for Family { first, count, parent } in families {
            let (to, _) = self.allocate(count).expect("what had room before");
            self.shift((first, count), to);
            let parent = if parent == kept {
                Self::ROOT
            } else {
                // Its own family has moved before.
                let (from, to) = moved[moved.partition_point(|&(from, _)| from <= parent) - 1];
                to + (parent - from)
            };
            self.node(parent).move_children(to);
            moved.push((first, to));
        }
    }

    /// All children of nodes from this one down, in the order of the memory.
    fn families_below(&self, node: u32) -> Vec<Family> {
        let (mut families, mut open) = (Vec::new(), vec![node]);
        while let Some(parent) = open.pop() {
            if let Some((first, count)) = self.node(parent).children() {
                families.push(Family { first, count, parent });
                let all = first..first + count;
                open.extend(all.filter(|&child| self.node(child).children().is_some()));
            }
        }
        families.sort_unstable_by_key(|family| family.first);
        families
    }

    /// Copies nodes and their RAVE statistics to a place that is not behind theirs.
    fn shift(&self, (first, count): (u32, u32), to: u32) {
        let (from, to) = ((first, count), (to, count));
        if from != to {
            self.nodes(to).iter().zip(self.nodes(from)).for_each(|(to, from)| to.copy_from(from));
            self.amaf(to).iter().zip(self.amaf(from)).for_each(|(to, from)| to.copy_from(from));
        }
    }

    /// Whether a node could not be expanded because the tree is full.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }

    /// The used share of the capacity in eighths, rounded down.
    #[inline]
    pub(super) fn eighths(&self) -> u32 {
        (u64::from(self.next.load(Ordering::Relaxed)) * 8 / u64::from(self.capacity)) as u32
    }

    /// The number of nodes.
    #[cfg(test)]
    pub(super) fn len(&self) -> u32 {
        self.next.load(Ordering::Relaxed)
    }

    #[inline]
    fn chunk(&self, index: u32) -> &Chunk {
        let number = index / CHUNK;
        self.chunks[number as usize].get_or_init(|| {
            let len = CHUNK.min(self.capacity - number * CHUNK) as usize;
            let mut chunk = Chunk { nodes: Box::default(), amaf: Box::default() };
            chunk.nodes = core::iter::repeat_with(Node::default).take(len).collect();
            if self.with_amaf {
                chunk.amaf = core::iter::repeat_with(Amaf::default).take(len).collect();
            }
            chunk
        })
    }

    /// The node with this number.
    #[inline]
    pub(super) fn node(&self, index: u32) -> &Node {
        &self.chunk(index).nodes[(index % CHUNK) as usize]
    }

    /// Nodes from `first` on, which were allocated together.
    #[inline]
    pub(super) fn nodes(&self, (first, count): (u32, u32)) -> &[Node] {
        let from = (first % CHUNK) as usize;
        &self.chunk(first).nodes[from..from + count as usize]
    }

    /// The RAVE statistics of these nodes; empty if RAVE is disabled.
    #[inline]
    pub(super) fn amaf(&self, (first, count): (u32, u32)) -> &[Amaf] {
        let from = (first % CHUNK) as usize;
        self.chunk(first).amaf.get(from..from + count as usize).unwrap_or_default()
    }

    /// The children of a node; empty before it is expanded.
    #[inline]
    pub(super) fn children_of(&self, node: &Node) -> &[Node] {
        node.children().map_or(&[], |children| self.nodes(children))
    }

    /// Allocates `count` contiguous nodes; `None` if there is no room.
    pub(super) fn allocate(&self, count: u32) -> Option<(u32, u32)> {
        let mut first = 0;
        let taken = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
            let rest = CHUNK - next % CHUNK;
            first = if count <= rest { next } else { next + rest };
            (count <= CHUNK && first + count <= self.capacity).then_some(first + count)
        });
        if taken.is_err() {
            self.full.store(true, Ordering::Relaxed);
        }
        taken.ok().map(|_| (first, count))
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree").field("capacity", &self.capacity).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounds::Bounds;
    use super::super::node::Sharing;
    use super::*;
    use crate::contract::PackedMove;
    use rand::{RngExt, SeedableRng, rngs::StdRng};

    #[test]
    fn children_stand_side_by_side_in_one_chunk() {
        let tree = Tree::with_bytes(4 << 20, false);
        tree.clear();
        let mut last = 1;
        while let Some((first, count)) = tree.allocate(1_000) {
            assert!(first >= last && first / CHUNK == (first + count - 1) / CHUNK);
            assert_eq!(tree.nodes((first, count)).len(), 1_000);
            last = first + count;
        }
        assert!(tree.is_full());
    }

    #[test]
    fn no_more_memory_is_taken_than_was_allowed() {
        for with_amaf in [false, true] {
            let bytes = 3 << 20;
            let tree = Tree::with_bytes(bytes, with_amaf);
            tree.clear();
            while let Some(children) = tree.allocate(40) {
                tree.nodes(children);
            }
            let chunks = tree.chunks.iter().filter_map(OnceLock::get);
            let used: usize =
                chunks.map(|chunk| size_of_val(&*chunk.nodes) + size_of_val(&*chunk.amaf)).sum();
            assert!(used <= bytes && used > bytes * 9 / 10, "{used} bytes of {bytes}");
        }
    }

    #[test]
    fn a_cleared_tree_has_its_room_back() {
        let tree = Tree::with_bytes(0, false);
        for _ in 0..3 {
            tree.clear();
            assert_eq!((tree.len(), tree.eighths()), (1, 0));
            assert_eq!(tree.allocate(LEAST as u32 - 1), Some((1, LEAST as u32 - 1)));
            assert_eq!((tree.allocate(1), tree.eighths()), (None, 8));
        }
    }

    #[test]
    fn more_children_than_a_chunk_holds_find_no_room() {
        let tree = Tree::with_bytes(64 << 20, false);
        tree.clear();
        assert_eq!(tree.allocate(CHUNK + 1), None);
        assert_eq!(tree.allocate(CHUNK), Some((CHUNK, CHUNK)));
    }

    /// A tree of `size` nodes or a little more, and the number of one that has children. Families have one to
    /// nine members.
    fn grown(size: u32) -> (Tree, u32) {
        let tree = Tree::with_bytes(8 << 20, true);
        tree.clear();
        tree.node(Tree::ROOT).reset(0, Bounds::UNKNOWN, 0.0, 0.0);
        let mut rng = StdRng::seed_from_u64(4);
        while tree.len() < size {
            let parent = tree.node(rng.random_range(0..tree.len()));
            if !parent.begin_expansion() {
                continue;
            }
            let family = tree.allocate(rng.random_range(1..10)).expect("room");
            for (node, amaf) in tree.nodes(family).iter().zip(tree.amaf(family)) {
                let mv = rng.random_range(0..1_000);
                node.reset(mv, Bounds::UNKNOWN, 0.0, 0.5);
                node.add(rng.random_range(1..9), rng.random_range(-99..99), Sharing::Alone);
                amaf.reset(mv as usize);
            }
            parent.end_expansion(Some(family));
        }
        let is_parent = |&node: &u32| tree.node(node).children().is_some();
        let kept = (1..tree.len()).find(is_parent).expect("a parent");
        (tree, kept)
    }

    /// What a node and all below it hold, parents before their children.
    fn contents(tree: &Tree, node: u32) -> Vec<(u32, f32, u32, f32)> {
        let held = tree.node(node);
        let mut all = vec![(held.mv::<Number>().0, held.mean(), held.visits(), held.bias())];
        if let Some((first, count)) = held.children() {
            let slots = tree.amaf((first, count)).iter().map(Amaf::slot);
            assert!(slots.eq(tree.nodes((first, count)).iter().map(|node| node.mv::<Number>().0 as usize)));
            all.extend((first..first + count).flat_map(|child| contents(tree, child)));
        }
        all
    }

    /// A move that is nothing but its number.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Number(u32);

    impl PackedMove for Number {
        fn to_bits(self) -> u32 {
            self.0
        }

        fn from_bits(bits: u32) -> Option<Self> {
            Some(Self(bits))
        }
    }

    #[test]
    fn what_is_kept_is_as_it_was_and_the_rest_is_free() {
        let (mut tree, mut kept) = grown(40_000);
        for _ in 0..4 {
            let expected = contents(&tree, kept);
            tree.keep(kept);
            assert_eq!(contents(&tree, Tree::ROOT), expected);
            assert!(tree.len() as usize <= expected.len() + 9 * (1 + tree.len() as usize / CHUNK as usize));
            let parents = (1..tree.len()).filter(|&node| tree.node(node).children().is_some());
            let Some(next) = parents.max_by_key(|&node| contents(&tree, node).len()) else { break };
            kept = next;
        }
    }
}
