//! The search of one node.

use super::Worker;
use super::children::{CUT_OFF, Child, NO_LEAN, State, Tally};
use super::numbers::{Candidates, Numbers, ProofGuide, Sight};
use super::question::Progress;
use super::table::{Known, ProofTable};
use super::team::Team;
use crate::driver::Stopped;
use crate::evaluate::ForcedWin;
use crate::position::{Outcome, Position, Side};
use crate::watch::Watch;
use core::ops::ControlFlow;

/// The longest path that is searched; what lies beyond is left open.
const LONGEST_PATH: u32 = 1_000;

/// The key of a position that is decided at first sight.
const NO_KEY: u64 = 0;

/// One call of the search.
pub(super) struct Run<'a, P: Position, G: ProofGuide<P>> {
    pub(super) guide: &'a G,
    pub(super) table: &'a ProofTable,
    pub(super) worker: &'a mut Worker<P::Move>,
    /// Where the other threads are, if there are others.
    pub(super) team: Option<&'a Team>,
    pub(super) watch: Watch<'a>,
    pub(super) attacker: Side,
    /// The move that the node searched last has chosen.
    pub(super) best: Option<P::Move>,
    /// Told of the root's numbers whenever they change.
    pub(super) observe: &'a mut dyn FnMut(Progress),
    /// The numbers of the root.
    pub(super) numbers: Numbers,
}

/// A node to be searched.
pub(super) struct Node<'a, P> {
    pub(super) position: &'a P,
    pub(super) key: u64,
    /// The plies left, or `None` if they are not counted.
    pub(super) left: Option<u32>,
}

impl<P: Position, G: ProofGuide<P>> Run<'_, P, G> {
    /// The key of a position and of the question which side is to win.
    pub(super) fn key(&self, position: &P) -> u64 {
        const SECOND_ATTACKS: u64 = 0x5B6E_1C3A_97D4_20F7;
        let key = self.guide.key(position);
        if self.attacker == Side::First { key } else { key ^ SECOND_ATTACKS }
    }

    /// Searches a node until it is proven or refuted, or one of its numbers reaches its threshold.
    pub(super) fn node(&mut self, node: &Node<'_, P>, thresholds: Numbers) -> Result<State, Stopped> {
        let first = self.worker.children.len();
        let nodes = self.watch.own_nodes();
        if node.left.is_none() {
            self.worker.path.push(node.key);
        }
        let least = self.expand(node)?;
        let is_attacker = node.position.side_to_move() == self.attacker;
        let mut last = Numbers::ONE;
        let state = loop {
            let mut tally = Tally::of(&self.worker.children[first..], is_attacker);
            if tally.state.exceeds(thresholds) {
                self.best = Some(self.worker.children[first + tally.best].mv);
                break tally.state.won_within_no_fewer_than(least);
            }
            // Alone below a position, a thread needs neither to avoid others nor to hear of them.
            let company = self.team.filter(|team| team.busy_with(node.key) > 1);
            if let Some(team) = company {
                tally.avoid_the_others(&self.worker.children[first..], is_attacker, team);
            }
            let chosen = first + tally.best;
            self.best = Some(self.worker.children[chosen].mv);
            last = tally.state.numbers;
            if first == 0 {
                self.at_root(last);
            }
            self.descend(node, chosen, tally.thresholds(thresholds, is_attacker))?;
            if company.is_some() {
                self.hear_of_the_others(first, node.left);
            }
        };
        self.worker.children.truncate(first);
        if node.left.is_none() {
            self.worker.path.pop();
        }
        self.record(node, state, last, self.watch.own_nodes() - nodes);
        Ok(state)
    }

    fn at_root(&mut self, numbers: Numbers) {
        self.numbers = numbers;
        (self.observe)(Progress { numbers, nodes: self.watch.nodes(), elapsed: self.watch.elapsed() });
    }

    /// Searches the position after a move of the stack.
    fn descend(&mut self, node: &Node<'_, P>, index: usize, thresholds: Numbers) -> Result<(), Stopped> {
        let Child { mv, key, .. } = self.worker.children[index];
        let mut position = node.position.clone();
        position.play(mv);
        let left = node.left.map(|plies| plies - 1);
        let _here = self.team.map(|team| team.enter(key));
        self.worker.children[index].state =
            self.node(&Node { position: &position, key, left }, thresholds)?;
        Ok(())
    }

    /// Takes over what other threads have found out about the open moves of the node whose moves begin at `first`.
    fn hear_of_the_others(&mut self, first: usize, left: Option<u32>) {
        for index in first..self.worker.children.len() {
            let Child { key, state, .. } = self.worker.children[index];
            if state.is_proven() || state.is_refuted() {
                continue;
            }
            let found = match left {
                Some(left) => self.look_up(key, left - 1),
                None => self.look_up_on_path(key),
            };
            self.worker.children[index].state = found.unwrap_or(state);
        }
    }

    /// Puts the moves of a node on the stack, up to one that succeeds. If the guide leaves some out, gives the plies within which those lose.
    fn expand(&mut self, node: &Node<'_, P>) -> Result<u8, Stopped> {
        let guide = self.guide;
        // What is left out might win sooner, or lose later: that must not matter to the question.
        let candidates = guide
            .candidates(node.position)
            .filter(|candidates| node.left.is_none_or(|left| candidates.plies <= left));
        match candidates {
            Some(Candidates { is_one, plies }) => {
                self.expand_some(node, is_one)?;
                Ok(u8::try_from(plies).map_or(Known::WINS, |plies| plies.min(Known::WINS)))
            }
            None => self.expand_some(node, |_| true).map(|()| 0),
        }
    }

    fn expand_some(
        &mut self,
        node: &Node<'_, P>,
        is_wanted: impl Fn(P::Move) -> bool,
    ) -> Result<(), Stopped> {
        let is_attacker = node.position.side_to_move() == self.attacker;
        let left = node.left.map(|plies| plies - 1);
        let mut stopped = false;
        let first = self.worker.children.len();
        let _ = node.position.generate(&mut |mv| {
            if !is_wanted(mv) {
                return ControlFlow::Continue(());
            }
            if !self.watch.count_node() {
                stopped = true;
                return ControlFlow::Break(());
            }
            let mut position = node.position.clone();
            position.play(mv);
            let (key, state) = self.look_at(&position, left);
            if !self.is_listed(first, key) {
                self.worker.children.push(Child { mv, key, state });
            }
            let succeeds =
                if is_attacker { state.is_proven() } else { state.is_refuted() && state.lean == NO_LEAN };
            if succeeds { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if stopped { Err(Stopped) } else { Ok(()) }
    }

    /// Whether a move of the node whose moves begin at `first` leads to the position of this key, or to one that is its mirror image.
    fn is_listed(&self, first: usize, key: u64) -> bool {
        key != NO_KEY && self.worker.children[first..].iter().any(|child| child.key == key)
    }

    /// The key of a position, or [`NO_KEY`] if nobody will ask for it, and what is known of it without a search.
    fn look_at(&self, position: &P, left: Option<u32>) -> (u64, State) {
        if let Some(outcome) = position.outcome() {
            let wins = outcome.winner() == Some(self.attacker);
            return (NO_KEY, if wins { State::proven(0) } else { State::refuted(Known::NEVER) });
        }
        if left == Some(0) {
            return (NO_KEY, State::refuted(0));
        }
        let key = self.key(position);
        self.table.prefetch(key);
        if self.wins_at_once(position) {
            let wins = position.side_to_move() == self.attacker;
            return (NO_KEY, if wins { State::proven(1) } else { State::refuted(Known::NEVER) });
        }
        let state = match left {
            Some(left) => self.look_up(key, left),
            None => self.look_up_on_path(key),
        };
        (key, state.unwrap_or_else(|| self.first_sight(position, key, left)))
    }

    /// What the guide has to say of a position that the table does not know.
    fn first_sight(&self, position: &P, key: u64, left: Option<u32>) -> State {
        let state = match self.guide.first_sight(position, self.attacker) {
            Sight::Open(numbers) => State::open(numbers.clamped()),
            Sight::Won(win) => self.certain(win, left),
        };
        if G::IS_COSTLY {
            self.table.store(key, state.known(), 0);
        }
        state
    }

    /// A certain win as far as it is of use with so many plies to go.
    fn certain(&self, win: ForcedWin, left: Option<u32>) -> State {
        let in_time = left.is_none_or(|left| win.plies <= left);
        match u8::try_from(win.plies) {
            _ if win.winner != self.attacker => State::refuted(Known::NEVER),
            Ok(plies) if in_time && plies <= Known::LONGEST => State::proven(plies),
            _ => State::open(Numbers::ONE),
        }
    }

    /// Whether the side to move has a move that wins at once, and the guide knows it.
    fn wins_at_once(&self, position: &P) -> bool {
        let Some(mv) = self.guide.winning_move(position) else { return false };
        let mut after = position.clone();
        after.play(mv);
        after.outcome().and_then(Outcome::winner) == Some(position.side_to_move())
    }

    /// What the table knows of a position with `left` plies to go.
    fn look_up(&self, key: u64, left: u32) -> Option<State> {
        let known = self.table.probe(key)?;
        if u32::from(known.wins) <= left && known.wins < Known::WINS {
            return Some(State::proven(known.wins));
        }
        if known.cannot == Known::NEVER || u32::from(known.cannot) >= left {
            return Some(State::refuted(known.cannot));
        }
        opinion(known)
    }

    /// What the path and the table know of a position when plies are not counted.
    fn look_up_on_path(&self, key: u64) -> Option<State> {
        let path = &self.worker.path;
        if let Some(place) = path.place_of(key) {
            return Some(State::refuted_on_path(place));
        }
        if path.len() >= LONGEST_PATH {
            return Some(State::refuted_on_path(CUT_OFF));
        }
        let known = self.table.probe(key)?;
        if known.wins < Known::NOT_PROVEN {
            return Some(State::proven(known.wins));
        }
        if known.cannot == Known::NEVER {
            return Some(State { repeats: known.leaned, ..State::refuted(Known::NEVER) });
        }
        if known.leaned
            && let Some(on_path) = self.table.probe(key ^ path.signature())
            && on_path.cannot == Known::NEVER
        {
            return Some(State::refuted_on_path(on_path.numbers.proof));
        }
        opinion(known)
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

/// The numbers of an entry, if it has any.
fn opinion(known: Known) -> Option<State> {
    (known.numbers.proof > 0).then(|| State::open(known.numbers))
}
