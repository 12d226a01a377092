//! The upper part of a proof: a tree of positions whose leaves are searched elsewhere.
//!
//! Proof-number search (Allis, van der Meulen and van den Herik 1994) over leaves that are jobs: the leaf
//! that promises most is handed out, then the one that promises most of those that are left, and so on
//! ("job-level proof-number search", Wu, Lin, Lin, Yen and Chen 2013). A leaf that comes back open passes its
//! numbers on to its children: the least of them, or their sum, stays what it was.

use plywood_search::{Outcome, Position, Side};

/// The number of what is certain: no work proves it, or no work refutes it.
const INFINITE: u64 = u64::MAX;
/// The most positions of a tree.
const MOST_NODES: usize = 4_000_000;

/// What is known of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The attacker wins within so many plies.
    Won(u32),
    /// The attacker cannot win, perhaps because positions recur.
    Refuted { by_repetition: bool },
    /// Nothing for certain: the work that a proof and a refutation seem to take.
    Open { proof: u64, disproof: u64 },
}

/// A tree of positions, and who is to win.
pub(crate) struct Tree<P: Position> {
    attacker: Side,
    nodes: Vec<Node<P>>,
}

struct Node<P: Position> {
    position: P,
    parent: Option<usize>,
    /// The move that leads here.
    by: Option<P::Move>,
    children: Vec<usize>,
    verdict: Verdict,
    /// Whether it is being searched elsewhere.
    is_out: bool,
}

impl<P: Position> Node<P> {
    /// The work that a proof and a refutation take.
    fn numbers(&self) -> (u64, u64) {
        match self.verdict {
            Verdict::Won(_) => (0, INFINITE),
            Verdict::Refuted { .. } => (INFINITE, 0),
            Verdict::Open { proof, disproof } => (proof, disproof),
        }
    }

    fn is_open(&self) -> bool {
        matches!(self.verdict, Verdict::Open { .. })
    }
}

impl<P: Position> Tree<P> {
    /// The tree of a position, its children expanded.
    pub(crate) fn new(position: P, attacker: Side) -> Self {
        let mut tree = Self { attacker, nodes: Vec::new() };
        tree.add(position, None, (1, 1));
        if tree.nodes[0].is_open() {
            tree.expand(0);
            tree.update(0);
        }
        tree
    }

    /// The side that is to win.
    pub(crate) fn attacker(&self) -> Side {
        self.attacker
    }

    /// What is known of the root.
    pub(crate) fn verdict(&self) -> Verdict {
        self.nodes[0].verdict
    }

    /// The move at the root that keeps its value, if the side to move has one.
    pub(crate) fn best(&self) -> Option<P::Move> {
        let root = &self.nodes[0];
        let child = |wanted: fn(&Verdict) -> bool| {
            let children = root.children.iter().map(|&child| &self.nodes[child]);
            let kept = children.filter(|child| wanted(&child.verdict));
            kept.min_by_key(|child| if let Verdict::Won(plies) = child.verdict { plies } else { 0 })
        };
        let attacks = self.attacks(0);
        let child = match root.verdict {
            Verdict::Won(_) if attacks => child(|verdict| matches!(verdict, Verdict::Won(_))),
            Verdict::Refuted { .. } if !attacks => {
                child(|verdict| matches!(verdict, Verdict::Refuted { .. }))
            }
            _ => None,
        };
        child?.by
    }

    /// Takes the leaf that promises most of those that nobody searches.
    pub(crate) fn take(&mut self) -> Option<usize> {
        let leaf = self.idle_leaf(0)?;
        self.nodes[leaf].is_out = true;
        Some(leaf)
    }

    /// The position of a leaf that was taken.
    pub(crate) fn position(&self, leaf: usize) -> Option<&P> {
        self.nodes.get(leaf).map(|node| &node.position)
    }

    /// Notes what was found out about a leaf that was taken.
    pub(crate) fn answer(&mut self, leaf: usize, verdict: Verdict) {
        let Some(node) = self.nodes.get_mut(leaf).filter(|node| node.is_out && node.is_open()) else {
            return;
        };
        node.is_out = false;
        node.verdict = verdict;
        if let Verdict::Open { proof, disproof } = verdict {
            let least_open = |number: u64| number.clamp(1, INFINITE / 2);
            node.verdict = Verdict::Open { proof: least_open(proof), disproof: least_open(disproof) };
            if self.nodes.len() < MOST_NODES {
                self.expand(leaf);
            }
        }
        let mut next = Some(leaf);
        while let Some(node) = next {
            self.update(node);
            next = self.nodes[node].parent;
        }
    }

    /// Whether the attacker moves there.
    fn attacks(&self, node: usize) -> bool {
        self.nodes[node].position.side_to_move() == self.attacker
    }

    fn add(&mut self, position: P, from: Option<(usize, P::Move)>, (proof, disproof): (u64, u64)) -> usize {
        let verdict = match position.outcome() {
            Some(Outcome::Win(side)) if side == self.attacker => Verdict::Won(0),
            Some(_) => Verdict::Refuted { by_repetition: false },
            None if self.recurs(&position, from.as_ref().map(|from| from.0)) => {
                Verdict::Refuted { by_repetition: true }
            }
            None => Verdict::Open { proof, disproof },
        };
        let (parent, by) = (from.as_ref().map(|from| from.0), from.map(|from| from.1));
        self.nodes.push(Node { position, parent, by, children: Vec::new(), verdict, is_out: false });
        self.nodes.len() - 1
    }

    /// Whether a position stands on the line to `node` already.
    fn recurs(&self, position: &P, mut node: Option<usize>) -> bool {
        while let Some(at) = node {
            if self.nodes[at].position == *position {
                return true;
            }
            node = self.nodes[at].parent;
        }
        false
    }

    fn expand(&mut self, node: usize) {
        let position = self.nodes[node].position.clone();
        let moves = position.legal_moves();
        let (proof, disproof) = self.nodes[node].numbers();
        let each = |number: u64| number.div_ceil(moves.len().max(1) as u64).max(1);
        let numbers = if self.attacks(node) { (proof, each(disproof)) } else { (each(proof), disproof) };
        for &mv in &moves {
            let mut child = position.clone();
            child.play_unchecked(mv);
            let child = self.add(child, Some((node, mv)), numbers);
            self.nodes[node].children.push(child);
        }
    }

    /// Sets what is known of an expanded node from its children.
    fn update(&mut self, node: usize) {
        let attacks = self.attacks(node);
        let children = || self.nodes[node].children.iter().map(|&child| &self.nodes[child]);
        if children().next().is_none() {
            return;
        }
        let verdict = if attacks { for_attacker(children()) } else { for_defender(children()) };
        self.nodes[node].verdict = verdict;
    }

    /// The leaf below a node that promises most of those that nobody searches: children in the order of their
    /// numbers, and of any two the first whose tree has such a leaf.
    fn idle_leaf(&self, node: usize) -> Option<usize> {
        let this = &self.nodes[node];
        if !this.is_open() {
            return None;
        }
        if this.children.is_empty() {
            return (!this.is_out).then_some(node);
        }
        let attacks = self.attacks(node);
        let mut open: Vec<usize> =
            this.children.iter().copied().filter(|&child| self.nodes[child].is_open()).collect();
        open.sort_by_key(|&child| {
            let (proof, disproof) = self.nodes[child].numbers();
            if attacks { proof } else { disproof }
        });
        open.into_iter().find_map(|child| self.idle_leaf(child))
    }
}

fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add).min(INFINITE / 2)
}

/// A node where the attacker moves: one won child is enough.
fn for_attacker<'a, P: Position + 'a>(children: impl Iterator<Item = &'a Node<P>> + Clone) -> Verdict {
    let won = |child: &Node<P>| if let Verdict::Won(plies) = child.verdict { Some(plies) } else { None };
    if let Some(plies) = children.clone().filter_map(won).min() {
        return Verdict::Won(plies.saturating_add(1));
    }
    let mut open = children.clone().filter(|child| child.is_open()).peekable();
    if open.peek().is_none() {
        let leans = |child: &Node<P>| child.verdict == Verdict::Refuted { by_repetition: true };
        return Verdict::Refuted { by_repetition: children.into_iter().any(leans) };
    }
    let proof = children.clone().filter(|child| child.is_open()).map(|child| child.numbers().0).min();
    Verdict::Open { proof: proof.unwrap_or(1), disproof: sum(open.map(|child| child.numbers().1)) }
}

/// A node where the defender moves: one refuted child is enough, best one that leans on no repetition.
fn for_defender<'a, P: Position + 'a>(children: impl Iterator<Item = &'a Node<P>> + Clone) -> Verdict {
    let refuted = |child: &Node<P>| match child.verdict {
        Verdict::Refuted { by_repetition } => Some(by_repetition),
        _ => None,
    };
    if let Some(by_repetition) = children.clone().filter_map(refuted).min() {
        return Verdict::Refuted { by_repetition };
    }
    let mut open = children.clone().filter(|child| child.is_open()).peekable();
    if open.peek().is_none() {
        let plies = children.map(|child| if let Verdict::Won(plies) = child.verdict { plies } else { 0 });
        return Verdict::Won(plies.max().unwrap_or(0).saturating_add(1));
    }
    let disproof = children.clone().filter(|child| child.is_open()).map(|child| child.numbers().1).min();
    Verdict::Open { proof: sum(open.map(|child| child.numbers().0)), disproof: disproof.unwrap_or(1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_hex::{Hex, Rules};
    use plywood_search::{Answer, Dfpn, Limits, NoKnowledge, ProofTable, Question};
    use std::sync::Arc;

    /// The verdict on a leaf after so many nodes of a search.
    fn search(position: &Hex, attacker: Side, nodes: u64) -> Verdict {
        let table = Arc::new(ProofTable::with_bytes(1 << 20).unwrap());
        let mut search = Dfpn::new(NoKnowledge, table);
        let verdict = search.ask(position, Question::wins(attacker), &Limits::nodes(nodes), &mut |_| {});
        match verdict.answer {
            Answer::Wins { within } => Verdict::Won(within.unwrap()),
            Answer::CannotWin { by_repetition } => Verdict::Refuted { by_repetition },
            Answer::Unknown => {
                let numbers = verdict.progress.numbers;
                Verdict::Open { proof: numbers.proof.into(), disproof: numbers.disproof.into() }
            }
        }
    }

    /// The verdict on a position by jobs of few nodes, several out at a time, answered in another order.
    fn by_jobs(position: &Hex, attacker: Side, out: usize) -> (Verdict, usize) {
        let mut tree = Tree::new(*position, attacker);
        let (mut taken, mut jobs) = (Vec::new(), 0);
        while matches!(tree.verdict(), Verdict::Open { .. }) {
            while taken.len() < out {
                let Some(leaf) = tree.take() else { break };
                assert!(!taken.contains(&leaf), "a leaf is out once");
                taken.push(leaf);
            }
            jobs += 1;
            let leaf = taken.swap_remove(jobs % taken.len());
            let verdict = search(tree.position(leaf).unwrap(), attacker, 40);
            tree.answer(leaf, verdict);
        }
        (tree.verdict(), jobs)
    }

    #[test]
    fn jobs_prove_what_one_search_proves() {
        let start = Hex::start("size=3".parse::<Rules>().unwrap());
        let mut counted = 0;
        for attacker in Side::BOTH {
            for mv in start.legal_moves() {
                let mut position = start;
                position.play_unchecked(mv);
                let truth = search(&position, attacker, u64::MAX);
                for out in [1, 3] {
                    let (verdict, jobs) = by_jobs(&position, attacker, out);
                    counted += jobs;
                    match (truth, verdict) {
                        (Verdict::Won(_), Verdict::Won(plies)) => assert!(plies > 0),
                        (truth, verdict) => assert_eq!(truth, verdict),
                    }
                }
            }
        }
        assert!(counted > 300, "{counted} jobs are no test");
    }

    #[test]
    fn a_leaf_passes_its_numbers_on() {
        let start = Hex::start("size=3".parse::<Rules>().unwrap());
        let mut tree = Tree::new(start, Side::First);
        assert_eq!(tree.verdict(), Verdict::Open { proof: 1, disproof: 9 });
        let leaf = tree.take().unwrap();
        tree.answer(leaf, Verdict::Open { proof: 100, disproof: 7 });
        assert_eq!(tree.verdict(), Verdict::Open { proof: 1, disproof: 15 });
        let others: Vec<usize> = core::iter::from_fn(|| tree.take()).take(8).collect();
        for leaf in others {
            tree.answer(leaf, Verdict::Refuted { by_repetition: false });
        }
        // What is left is the first leaf, whose children share the hundred.
        let Verdict::Open { proof, disproof } = tree.verdict() else { panic!() };
        assert!((100..110).contains(&proof) && disproof == 7, "{proof} {disproof}");
        tree.answer(4_000, Verdict::Won(1));
        assert!(matches!(tree.verdict(), Verdict::Open { .. }), "nobody took that leaf");
    }
}
