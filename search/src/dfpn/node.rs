//! The search of one node.

use super::Worker;
use super::children::{Child, State, Tally};
use super::needs::{Found, KnownNeeds};
use super::question::Progress;
use super::table::{Known, ProofTable};
use super::team::Member;
use crate::contract::{Knowledge, Needs, Numbers, Position, Side};
use crate::driver::Stopped;
use crate::watch::Watch;

/// One call of the search.
pub(super) struct Run<'a, P: Position, K: Knowledge<P>> {
    pub(super) knowledge: &'a K,
    /// What is known of the position that the search has come to.
    pub(super) state: K::State,
    pub(super) table: &'a ProofTable,
    pub(super) known_needs: &'a KnownNeeds,
    pub(super) worker: &'a mut Worker<P>,
    /// Where the other threads are, if there are others.
    pub(super) team: Option<Member<'a>>,
    pub(super) watch: Watch<'a>,
    pub(super) attacker: Side,
    /// The move that the node searched last has chosen.
    pub(super) best: Option<P::Move>,
    /// What the winner of that node needs, if it is decided and the game knows such things.
    pub(super) needs: Option<Needs>,
    /// What facts have shown about the moves of the node that is about to be expanded.
    pub(super) threats: Found<P::Move>,
    /// Told of the root's numbers whenever they change, and every [`Run::NEWS`] nodes.
    pub(super) observe: &'a mut dyn FnMut(Progress),
    /// The numbers of the root.
    pub(super) numbers: Numbers,
    /// The nodes of this thread at which to tell of progress next.
    pub(super) next_news: u64,
}

/// A node to be searched.
pub(super) struct Node<'a, P> {
    pub(super) position: &'a P,
    pub(super) key: u64,
    /// The plies left, or `None` if they are not counted.
    pub(super) left: Option<u32>,
}

impl<P: Position, K: Knowledge<P>> Run<'_, P, K> {
    /// The nodes from one report of progress to the next, where the root's numbers stay as they are.
    pub(super) const NEWS: u64 = 1 << 18;

    /// The key of a position and of the question which side is to win.
    pub(super) fn key(&self, position: &P) -> u64 {
        const SECOND_ATTACKS: u64 = 0x5B6E_1C3A_97D4_20F7;
        let key = position.canonical_key();
        if self.attacker == Side::First { key } else { key ^ SECOND_ATTACKS }
    }

    /// Searches a node until it is proven or refuted, or one of its numbers reaches its threshold.
    pub(super) fn node(&mut self, node: &Node<'_, P>, thresholds: Numbers) -> Result<State, Stopped> {
        let first = self.worker.children.len();
        let nodes = self.watch.own_nodes();
        // At the root a move is wanted, not only who wins.
        if K::LOOKS_LATE
            && first > 0
            && let Some(state) = self.late_sight(node)
        {
            return Ok(state);
        }
        if node.left.is_none() {
            self.worker.path.push(node.key);
        }
        // The root has no first sight, and no threats.
        let mut found = if first > 0 { self.threats } else { Found::NOTHING };
        self.threats = Found::NOTHING;
        let least = self.expand(node, &mut found)?;
        if self.watch.own_nodes() >= self.next_news {
            self.tell();
        }
        let is_attacker = node.position.side_to_move() == self.attacker;
        let (mut last, mut had_company) = (Numbers::ONE, false);
        let state = loop {
            let mut tally = Tally::of(&self.worker.children[first..], is_attacker, K::LOOKS_LATE);
            if tally.state.exceeds(thresholds) {
                self.best = self.worker.children.get(first + tally.best).map(|child| child.mv);
                break tally.state.won_within_no_fewer_than(least);
            }
            // Alone below a position so far, a thread needs neither to avoid others nor to hear of them.
            let company = self.team.filter(|team| team.busy_with(node.key) > 1);
            if let Some(team) = company {
                had_company = true;
                tally.avoid_the_others(&self.worker.children[first..], is_attacker, team);
            }
            let chosen = first + tally.best;
            self.best = Some(self.worker.children[chosen].mv);
            last = tally.state.numbers;
            if first == 0 {
                self.numbers = last;
                self.tell();
            }
            self.descend(node, chosen, tally.thresholds(thresholds, is_attacker))?;
            if K::KNOWS_NEEDS && node.left.is_none() {
                self.learn_from(node, (first, chosen), &mut found);
            }
            if had_company {
                self.hear_of_the_others(node, first, &mut found);
            }
        };
        self.worker.children.truncate(first);
        if node.left.is_none() {
            self.worker.path.pop();
        }
        self.record(node, state, last, self.watch.own_nodes() - nodes);
        if K::KNOWS_NEEDS && node.left.is_none() {
            self.note_needs(node, state, &found);
        }
        Ok(state)
    }

    /// Tells of the root's numbers and of the nodes so far.
    #[cold]
    fn tell(&mut self) {
        let (numbers, nodes) = (self.numbers, self.watch.nodes());
        self.next_news = self.watch.own_nodes() + Self::NEWS;
        (self.observe)(Progress { numbers, nodes, elapsed: self.watch.elapsed() });
    }

    /// Searches the position after a move of the stack.
    fn descend(&mut self, node: &Node<'_, P>, index: usize, thresholds: Numbers) -> Result<(), Stopped> {
        let Child { mv, key, .. } = self.worker.children[index];
        let mut position = node.position.clone();
        position.play_unchecked(mv);
        let left = node.left.map(|plies| plies - 1);
        let _here = self.team.map(|team| team.enter(key));
        self.knowledge.advance(&mut self.state, node.position, Some(mv), &position);
        let state = self.node(&Node { position: &position, key, left }, thresholds);
        self.knowledge.retreat(&mut self.state);
        self.worker.children[index].state = state?;
        Ok(())
    }

    /// Takes over what other threads have found out about the open moves of the node whose moves begin at
    /// `first`.
    fn hear_of_the_others(&mut self, node: &Node<'_, P>, first: usize, found: &mut Found<P::Move>) {
        for index in first..self.worker.children.len() {
            let Child { mv, key, state } = self.worker.children[index];
            if state.is_proven() || state.is_refuted() {
                continue;
            }
            let heard = match node.left {
                Some(left) => self.look_up(key, left - 1),
                None => self.look_up_on_path(key),
            };
            let heard = heard.unwrap_or(state);
            if heard.is_proven() || heard.is_refuted() {
                let is_attacker = node.position.side_to_move() == self.attacker;
                let mut position = node.position.clone();
                position.play_unchecked(mv);
                Self::learn(mv, heard, self.needs_of(&position, key, heard), is_attacker, found);
            }
            self.worker.children[index].state = heard;
        }
    }

    /// Writes what has become of a node that has left the path, after `nodes` nodes below it.
    fn record(&self, node: &Node<'_, P>, state: State, last: Numbers, nodes: u64) {
        let (path, table) = (&self.worker.path, self.table);
        let known = if !state.is_refuted() || state.lean > path.len() {
            state.known()
        } else {
            let open = Known { numbers: state.numbers, wins: Known::NOT_PROVEN, cannot: 0, leaned: false };
            let here = Numbers { proof: state.lean, disproof: 0 };
            let on_path = Known { numbers: here, cannot: Known::NEVER, leaned: true, ..open };
            table.store(node.key ^ path.signature(), on_path, nodes);
            let elsewhere = Numbers { proof: last.proof.saturating_mul(2), disproof: 1 };
            Known { numbers: elsewhere.clamped(), leaned: true, ..open }
        };
        table.store(node.key, known, nodes);
    }
}
