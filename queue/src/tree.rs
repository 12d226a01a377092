//! The upper part of a proof: a tree of positions whose leaves are searched elsewhere.
//!
//! Depth-first proof-number search whose upper part is spelt out, so that several machines search below it:
//! the leaf that promises most is handed out, then the one that promises most of those that are left, and so
//! on ("job-level proof-number search", Wu, Lin, Lin, Yen and Chen 2013). The numbers are those of the
//! searches below: weak proof numbers, whose definition and thresholds are in `plywood_search`'s module
//! `dfpn`. A leaf goes out with the thresholds within which it is the best one, comes back with its numbers,
//! and stays a leaf until it has taken so many nodes that it is worth being shared.
//!
//! Positions stand for all that are equal to them by a symmetry, if the form of the proof allows it, and what
//! is found out about a leaf counts for every other leaf of the same position.

use plywood_search::{Numbers, Outcome, Side, Symmetry};
use std::collections::HashMap;

/// The number of what is certain: no work proves it, or no work refutes it.
const INFINITE: u32 = u32::MAX;
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
    Open(Numbers),
}

/// What became of a leaf that was handed out.
pub(crate) struct Found {
    pub(crate) verdict: Verdict,
    /// The nodes that it took.
    pub(crate) nodes: u64,
    /// The places among the legal moves of those that a search looks at, in its order, and the numbers after
    /// each. They are guesses, and settle nothing.
    pub(crate) moves: Vec<(usize, Numbers)>,
}

/// A leaf to search, until one of its numbers reaches its threshold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) leaf: usize,
    pub(crate) until: Numbers,
}

/// How a game is searched.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ways {
    /// Whether positions that differ by a symmetry count as one.
    pub(crate) is_symmetric: bool,
    /// Whether moves are in the order in which to search them, a part of them at a time.
    pub(crate) is_in_order: bool,
}

/// A tree of positions, and who is to win.
pub(crate) struct Tree<P: Symmetry> {
    attacker: Side,
    ways: Ways,
    nodes: Vec<Node<P>>,
    /// The nodes of each position, by its key.
    twins: HashMap<u64, Vec<usize>>,
}

struct Node<P: Symmetry> {
    position: P,
    parent: Option<usize>,
    /// The move that leads here, or to a position that is this one by a symmetry.
    by: Option<P::Move>,
    children: Vec<usize>,
    verdict: Verdict,
    /// Whether it is being searched elsewhere.
    is_out: bool,
    /// How many leaves of its tree are.
    out: u32,
    spent: u64,
}

impl<P: Symmetry> Node<P> {
    /// How hard it is for the side that moves at the parent to succeed here, and to fail.
    fn view(&self, attacks: bool) -> (u32, u32) {
        let numbers = match self.verdict {
            Verdict::Won(_) => Numbers { proof: 0, disproof: INFINITE },
            Verdict::Refuted { .. } => Numbers { proof: INFINITE, disproof: 0 },
            Verdict::Open(numbers) => numbers,
        };
        view(attacks, numbers)
    }

    fn is_open(&self) -> bool {
        matches!(self.verdict, Verdict::Open(_))
    }
}

/// How hard it is for the side to move, the attacker or the defender, to succeed, and to fail.
const fn view(attacks: bool, Numbers { proof, disproof }: Numbers) -> (u32, u32) {
    if attacks { (proof, disproof) } else { (disproof, proof) }
}

/// The numbers that look like this to the side to move.
const fn numbers(attacks: bool, (success, failure): (u32, u32)) -> Numbers {
    let (proof, disproof) = if attacks { (success, failure) } else { (failure, success) };
    Numbers { proof, disproof }
}

/// The numbers of what is not certain.
fn open(numbers: Numbers) -> Numbers {
    let clamp = |number: u32| number.clamp(1, Numbers::GREATEST);
    Numbers { proof: clamp(numbers.proof), disproof: clamp(numbers.disproof) }
}

impl<P: Symmetry> Tree<P> {
    /// The tree of a position, which is its only leaf.
    pub(crate) fn new(position: P, attacker: Side, ways: Ways) -> Self {
        let mut tree = Self { attacker, ways, nodes: Vec::new(), twins: HashMap::new() };
        tree.add(position, None, Numbers::ONE);
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
        self.nodes[self.kept(0)?].by
    }

    /// The decisions of the side that succeeds, the attacker or the defender, in what is settled above the
    /// leaves: the position, the move, and for the attacker the plies within which it wins.
    pub(crate) fn decisions(&self, of_attacker: bool) -> impl Iterator<Item = (&P, P::Move, u32)> {
        (0..self.nodes.len()).filter(move |&node| self.attacks(node) == of_attacker).filter_map(|node| {
            let plies = if let Verdict::Won(plies) = self.nodes[node].verdict { plies } else { u32::MAX };
            Some((&self.nodes[node].position, self.nodes[self.kept(node)?].by?, plies))
        })
    }

    /// Of the children of a settled node where the side that succeeds moves, the one that settles it.
    fn kept(&self, node: usize) -> Option<usize> {
        let this = &self.nodes[node];
        let children = || this.children.iter().copied();
        let verdict = |&child: &usize| self.nodes[child].verdict;
        match (this.verdict, self.attacks(node)) {
            (Verdict::Won(_), true) => children()
                .filter(|child| matches!(verdict(child), Verdict::Won(_)))
                .min_by_key(|child| if let Verdict::Won(plies) = verdict(child) { plies } else { 0 }),
            (Verdict::Refuted { .. }, false) => children()
                .filter(|child| matches!(verdict(child), Verdict::Refuted { .. }))
                .min_by_key(|child| verdict(child) == Verdict::Refuted { by_repetition: true }),
            _ => None,
        }
    }

    /// Takes the leaf that promises most of those that nobody searches.
    pub(crate) fn take(&mut self) -> Option<Taken> {
        let everything = Numbers { proof: INFINITE, disproof: INFINITE };
        let (leaf, until) = self.idle_leaf(0, everything)?;
        self.nodes[leaf].is_out = true;
        self.count_out(leaf, 1);
        Some(Taken { leaf, until })
    }

    /// The position of a leaf that was taken.
    pub(crate) fn position(&self, leaf: usize) -> Option<&P> {
        self.nodes.get(leaf).map(|node| &node.position)
    }

    /// Notes what was found out about a leaf that was taken. If it is open and has taken `share` nodes, it is
    /// shared from now on: its children are leaves.
    pub(crate) fn answer(&mut self, leaf: usize, found: &Found, share: u64) {
        let Some(node) = self.nodes.get_mut(leaf).filter(|node| node.is_out) else { return };
        node.is_out = false;
        node.spent = node.spent.saturating_add(found.nodes);
        let is_large = node.spent >= share;
        self.count_out(leaf, -1);
        let verdict = match found.verdict {
            Verdict::Open(numbers) => Verdict::Open(open(numbers)),
            settled => settled,
        };
        for twin in self.twins_of(leaf) {
            if self.nodes[twin].is_open() && self.nodes[twin].children.is_empty() {
                self.nodes[twin].verdict = verdict;
                self.update_from(self.nodes[twin].parent);
            }
        }
        let is_shared = is_large && self.nodes[leaf].is_open() && self.nodes[leaf].children.is_empty();
        if is_shared && self.nodes.len() < MOST_NODES {
            self.expand(leaf, &found.moves);
            self.update_from(Some(leaf));
        }
    }

    fn twins_of(&self, node: usize) -> Vec<usize> {
        let position = &self.nodes[node].position;
        let same_key = self.twins.get(&position.key()).map_or(&[][..], Vec::as_slice);
        same_key.iter().copied().filter(|&twin| self.nodes[twin].position == *position).collect()
    }

    fn count_out(&mut self, leaf: usize, more: i32) {
        let mut next = Some(leaf);
        while let Some(node) = next {
            self.nodes[node].out = self.nodes[node].out.saturating_add_signed(more);
            next = self.nodes[node].parent;
        }
    }

    /// Whether the attacker moves there.
    fn attacks(&self, node: usize) -> bool {
        self.nodes[node].position.side_to_move() == self.attacker
    }

    fn add(&mut self, position: P, from: Option<(usize, P::Move)>, numbers: Numbers) -> usize {
        let (parent, by) = (from.as_ref().map(|from| from.0), from.map(|from| from.1));
        let verdict = match position.outcome() {
            Some(Outcome::Win(side)) if side == self.attacker => Verdict::Won(0),
            Some(_) => Verdict::Refuted { by_repetition: false },
            None if self.recurs(&position, parent) => Verdict::Refuted { by_repetition: true },
            None => Verdict::Open(numbers),
        };
        let index = self.nodes.len();
        self.twins.entry(position.key()).or_default().push(index);
        let (children, is_out, out, spent) = (Vec::new(), false, 0, 0);
        self.nodes.push(Node { position, parent, by, children, verdict, is_out, out, spent });
        index
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

    /// Makes leaves of what follows the legal moves: first those that a search would look at, with what it
    /// thinks of them. The others it takes to fail with them, and they are settled soon, but settled they
    /// must be.
    fn expand(&mut self, node: usize, guesses: &[(usize, Numbers)]) {
        let position = self.nodes[node].position.clone();
        let moves = position.legal_moves();
        let fails = numbers(self.attacks(node), (Numbers::GREATEST, 1));
        let usual = if guesses.is_empty() { Numbers::ONE } else { fails };
        let others = (0..moves.len()).filter(|place| guesses.iter().all(|(other, _)| other != place));
        let all = guesses.iter().copied().chain(others.map(|place| (place, usual)));
        for (place, guess) in all.collect::<Vec<_>>() {
            let Some(&mv) = moves.get(place) else { continue };
            let mut child = position.clone();
            child.play_unchecked(mv);
            let child = if self.ways.is_symmetric { representative(&child) } else { child };
            if self.nodes[node].children.iter().any(|&other| self.nodes[other].position == child) {
                continue;
            }
            let child = self.add(child, Some((node, mv)), open(guess));
            self.learn_from_twins(child);
            self.nodes[node].children.push(child);
        }
    }

    /// What is known of the same position elsewhere, if it holds on every line of play.
    fn learn_from_twins(&mut self, node: usize) {
        if !self.nodes[node].is_open() {
            return;
        }
        for twin in self.twins_of(node) {
            let Node { verdict, ref children, .. } = self.nodes[twin];
            let holds = match verdict {
                Verdict::Won(_) | Verdict::Refuted { by_repetition: false } => true,
                // Its certificate needs no line of play before it; that of an inner node or of a position
                // that recurs does.
                Verdict::Refuted { .. } => children.is_empty() && self.nodes[twin].spent > 0,
                Verdict::Open(_) => twin != node && children.is_empty(),
            };
            if holds {
                self.nodes[node].verdict = verdict;
            }
            if !self.nodes[node].is_open() {
                return;
            }
        }
    }

    /// Sets what is known of a node and of those above it from their children.
    fn update_from(&mut self, mut next: Option<usize>) {
        while let Some(node) = next {
            let attacks = self.attacks(node);
            let children = || self.nodes[node].children.iter().map(|&child| &self.nodes[child]);
            if children().next().is_some() && self.nodes[node].is_open() {
                let most = self.widened(node);
                self.nodes[node].verdict = sum_up(&children(), attacks, most);
            }
            next = self.nodes[node].parent;
        }
    }

    /// How many of the open children of a node count, if they are in order.
    fn widened(&self, node: usize) -> usize {
        let children = self.nodes[node].children.iter();
        let open = children.filter(|&&child| self.nodes[child].is_open()).count();
        if self.ways.is_in_order { 1 + open.div_ceil(4) } else { open }
    }

    /// The leaf below a node that promises most of those that nobody searches, and its thresholds within
    /// those of the node: children in the order of their numbers, and of any two the first whose tree has
    /// such a leaf. Leaves that are being searched look harder by one each.
    fn idle_leaf(&self, node: usize, limits: Numbers) -> Option<(usize, Numbers)> {
        let this = &self.nodes[node];
        if !this.is_open() {
            return None;
        }
        if this.children.is_empty() {
            return (!this.is_out).then_some((node, limits));
        }
        let attacks = self.attacks(node);
        let limits = view(attacks, limits);
        let most = self.widened(node);
        let ahead = this.children.iter().copied().filter(|&child| self.nodes[child].is_open());
        let hard = |child: usize| self.nodes[child].view(attacks).0.saturating_add(self.nodes[child].out);
        let mut ahead: Vec<(u32, usize)> = ahead.map(|child| (hard(child), child)).collect();
        let others = most.min(ahead.len()) as u32 - 1;
        ahead[..=others as usize].sort_by_key(|(hard, _)| *hard);
        (0..ahead.len()).find_map(|place| {
            let child = ahead[place].1;
            let second = ahead.get(place + 1).map_or(INFINITE, |next| next.0);
            let (success, failure) = self.nodes[child].view(attacks);
            let success = second.saturating_add((second / 4).max(1)).min(limits.0).max(success + 1);
            let failure = limits.1.saturating_sub(others).max(failure + 1);
            self.idle_leaf(child, numbers(attacks, (success, failure)))
        })
    }
}

/// Of the positions that a position is by a symmetry that keeps the sides, the one with the smallest key.
fn representative<P: Symmetry>(position: &P) -> P {
    let ways = (1..position.symmetries()).filter(|&way| !position.exchanges_sides(way));
    let images = ways.map(|way| position.transformed(way));
    images.fold(position.clone(), |best, image| if image.key() < best.key() { image } else { best })
}

/// What the children of a node amount to: one has to succeed, or all fail.
fn sum_up<'a, P: Symmetry + 'a>(
    children: &(impl Iterator<Item = &'a Node<P>> + Clone),
    attacks: bool,
    most: usize,
) -> Verdict {
    let won = children.clone().filter_map(|child| match child.verdict {
        Verdict::Won(plies) => Some(plies.saturating_add(1)),
        _ => None,
    });
    let refuted = children.clone().filter_map(|child| match child.verdict {
        Verdict::Refuted { by_repetition } => Some(by_repetition),
        _ => None,
    });
    if attacks && let Some(plies) = won.clone().min() {
        return Verdict::Won(plies);
    }
    // The best refutation is one that leans on no repetition.
    if !attacks && let Some(by_repetition) = refuted.clone().min() {
        return Verdict::Refuted { by_repetition };
    }
    let views =
        || children.clone().filter(|child| child.is_open()).take(most).map(|child| child.view(attacks));
    let Some(success) = views().map(|(success, _)| success).min() else {
        let by_repetition = refuted.clone().any(|by_repetition| by_repetition);
        return if attacks {
            Verdict::Refuted { by_repetition }
        } else {
            Verdict::Won(won.max().unwrap_or(0))
        };
    };
    let (hardest, others) =
        (views().map(|(_, failure)| failure).max().unwrap_or(1), views().count() as u32 - 1);
    Verdict::Open(open(numbers(attacks, (success, hardest.saturating_add(others)))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_hex::{Hex, Rules};
    use plywood_search::{Answer, Dfpn, Limits, NoKnowledge, Position, ProofTable, Question};
    use std::sync::Arc;

    fn start() -> Hex {
        Hex::start("size=3".parse::<Rules>().unwrap())
    }

    /// What so many nodes of a search find out about a position, until one of its numbers is reached.
    fn search(position: &Hex, attacker: Side, until: Numbers, nodes: u64) -> Found {
        let table = Arc::new(ProofTable::with_bytes(1 << 20).unwrap());
        let mut search = Dfpn::new(NoKnowledge, table);
        let (question, limits) = (Question::wins(attacker), Limits::nodes(nodes));
        let found = search.ask_until(position, (question, until), &limits, &mut |_| {});
        let verdict = match found.answer {
            Answer::Wins { within } => Verdict::Won(within.unwrap()),
            Answer::CannotWin { by_repetition } => Verdict::Refuted { by_repetition },
            Answer::Unknown => Verdict::Open(found.progress.numbers),
        };
        Found { verdict, nodes: found.progress.nodes, moves: Vec::new() }
    }

    const EVERYTHING: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };

    /// The verdict on a position by jobs of few nodes, several out at a time, answered in another order.
    fn by_jobs(position: &Hex, attacker: Side, out: usize, ways: Ways) -> (Verdict, usize) {
        let mut tree = Tree::new(*position, attacker, ways);
        let (mut taken, mut jobs) = (Vec::<Taken>::new(), 0);
        while matches!(tree.verdict(), Verdict::Open(_)) {
            while taken.len() < out {
                let Some(leaf) = tree.take() else { break };
                assert!(taken.iter().all(|other| other.leaf != leaf.leaf), "a leaf is out once");
                taken.push(leaf);
            }
            jobs += 1;
            assert!(jobs < 10_000, "the jobs come to no end");
            let Taken { leaf, until } = taken.swap_remove(jobs % taken.len());
            let found = search(tree.position(leaf).unwrap(), attacker, until, 40);
            tree.answer(leaf, &found, 60);
        }
        (tree.verdict(), jobs)
    }

    #[test]
    fn jobs_prove_what_one_search_proves() {
        let mut counted = 0;
        for (attacker, is_symmetric, is_in_order) in
            [(Side::First, false, false), (Side::Second, true, false), (Side::First, true, true)]
        {
            for mv in start().legal_moves() {
                let mut position = start();
                position.play_unchecked(mv);
                let truth = search(&position, attacker, EVERYTHING, u64::MAX).verdict;
                for out in [1, 3] {
                    let ways = Ways { is_symmetric, is_in_order };
                    let (verdict, jobs) = by_jobs(&position, attacker, out, ways);
                    counted += jobs;
                    match (truth, verdict) {
                        (Verdict::Won(_), Verdict::Won(plies)) => assert!(plies > 0),
                        (truth, verdict) => assert_eq!(truth, verdict),
                    }
                }
            }
        }
        assert!(counted > 200, "{counted} jobs are no test");
    }

    #[test]
    fn a_leaf_comes_back_with_its_numbers_until_it_is_shared() {
        let mut tree = Tree::new(start(), Side::First, Ways::default());
        let root = tree.take().unwrap();
        assert!(tree.take().is_none(), "the only leaf is out");
        let numbers = Numbers { proof: 20, disproof: 7 };
        let found = Found { verdict: Verdict::Open(numbers), nodes: 100, moves: Vec::new() };
        tree.answer(root.leaf, &found, 200);
        assert_eq!((tree.verdict(), tree.take().unwrap().leaf), (Verdict::Open(numbers), root.leaf));
        let moves = (0..9).map(|place| (place, Numbers { proof: 9 - place as u32, disproof: 4 })).collect();
        tree.answer(root.leaf, &Found { moves, ..found }, 200);
        // The least proof number, and the greatest disproof number and one for each of the eight others.
        assert_eq!(tree.verdict(), Verdict::Open(Numbers { proof: 1, disproof: 12 }));
        let (first, second) = (tree.take().unwrap(), tree.take().unwrap());
        let mut best = start();
        best.play_unchecked(start().legal_moves()[8]);
        assert_eq!(tree.position(first.leaf), Some(&best));
        // As long as it is not much harder than the next one; the first looks harder while it is out.
        assert_eq!((first.until.proof, second.until.proof), (3, 3));
        assert_eq!(first.until.disproof, INFINITE - 8);
    }

    #[test]
    fn what_is_found_out_about_a_position_counts_wherever_it_stands() {
        let ways = Ways { is_symmetric: true, is_in_order: false };
        let mut tree = Tree::new(start(), Side::First, ways);
        let share = |tree: &mut Tree<Hex>| {
            let leaf = tree.take().unwrap().leaf;
            let open = Found { verdict: Verdict::Open(Numbers::ONE), nodes: 1, moves: Vec::new() };
            tree.answer(leaf, &open, 0);
        };
        for _ in 0..60 {
            share(&mut tree);
        }
        let leaf = tree.take().unwrap().leaf;
        let twins = tree.twins_of(leaf);
        assert!(twins.len() > 1, "two orders of moves lead to one position");
        let lost = Found { verdict: Verdict::Refuted { by_repetition: false }, nodes: 1, moves: Vec::new() };
        tree.answer(leaf, &lost, u64::MAX);
        assert!(
            twins.iter().all(|&twin| !tree.nodes[twin].is_open() || !tree.nodes[twin].children.is_empty())
        );
    }
}
