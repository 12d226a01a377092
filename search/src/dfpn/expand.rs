//! Expansion: the moves of a node with their initial states.

use super::children::{CUT_OFF, Child, NO_LEAN, State};
use super::needs::Found;
use super::node::{Node, Run};
use super::table::Known;
use crate::contract::{Candidates, ForcedWin, Knowledge, MoveList, Numbers, Outcome, Position};
use crate::driver::Stopped;
use core::ops::ControlFlow;

/// The greatest length of a path; positions beyond it stay open.
const LONGEST_PATH: u32 = 1_000;

/// The key of a position that is decided at first sight.
pub(super) const NO_KEY: u64 = 0;

/// A move of the node that is being expanded, and the position after it.
pub(super) struct Made<P: Position> {
    mv: P::Move,
    /// [`NO_KEY`] if the game is over, no plies are left, or the next move wins.
    key: u64,
    /// Whether the side to move there wins at once.
    wins: bool,
    position: P,
}

impl<P: Position, K: Knowledge<P>> Run<'_, P, K> {
    /// The number of moves that are made before the first of them is looked at, so that the table's memory
    /// answers in the meantime. With knowledge that looks late a look costs next to nothing.
    const BATCH: usize = if K::LOOKS_LATE { 1 } else { 12 };

    /// Puts the moves of a node on the stack, up to one that succeeds. If some are left out, gives the plies
    /// within which those lose.
    pub(super) fn expand(&mut self, node: &Node<'_, P>, found: &mut Found<P::Move>) -> Result<u8, Stopped> {
        let candidates = self.candidates(node);
        let candidates = if K::LOOKS_LATE { Some(self.in_order(node, candidates)) } else { candidates };
        let first = self.worker.children.len();
        let mut made = core::mem::take(&mut self.worker.made);
        let mut ended = Ok(false);
        let mut make = |mv| {
            ended = self.make(node, mv, &mut made).map(|()| false);
            if ended == Ok(false) && made.len() == Self::BATCH {
                ended = Ok(self.look_at_all((node, first), &mut made, found));
            }
            if ended == Ok(false) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let _ = match &candidates {
            Some((moves, _)) => moves.iter().copied().try_for_each(&mut make),
            None => node.position.generate(&mut make),
        };
        if ended == Ok(false) {
            self.look_at_all((node, first), &mut made, found);
        }
        made.clear();
        self.worker.made = made;
        let least = |plies| u8::try_from(plies).map_or(Known::WINS, |plies| plies.min(Known::WINS));
        ended.map(|_| candidates.map_or(0, |(_, plies)| least(plies)))
    }

    /// The moves that need a look, if others need none, and the plies within which those lose.
    fn candidates(&mut self, node: &Node<'_, P>) -> Option<(MoveList<P::Move>, u32)> {
        let Candidates { is_one, plies } =
            self.knowledge.candidates_to_prove(node.position, &mut self.state)?;
        // What is left out might win sooner, or lose later: that must not matter to the question.
        if node.left.is_some_and(|left| plies > left) {
            return None;
        }
        let mut moves = MoveList::new();
        let _ = node.position.generate(&mut |mv| {
            if is_one(mv) {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        });
        Some((moves, plies))
    }

    /// These moves, or all, in the order in which to look at them: by the game's priorities, and by what has
    /// succeeded of late.
    fn in_order(
        &mut self,
        node: &Node<'_, P>,
        candidates: Option<(MoveList<P::Move>, u32)>,
    ) -> (MoveList<P::Move>, u32) {
        let (mut moves, plies) = candidates.unwrap_or_else(|| (node.position.legal_moves(), 0));
        let (knowledge, history) = (self.knowledge, &self.worker.history);
        let priority = knowledge.priorities(node.position, &mut self.state);
        let bonus = |mv| {
            let place = knowledge.place(node.position, mv);
            place.map_or(0, |place| history.bonus(node.position.side_to_move(), place))
        };
        moves.sort_by_cached_key(|&mv| core::cmp::Reverse(priority(mv).saturating_add(bonus(mv))));
        (moves, plies)
    }

    /// What there is to say of a node that is searched, if it is decided: for knowledge that looks late.
    pub(super) fn late_sight(&mut self, node: &Node<'_, P>) -> Option<State> {
        if K::KNOWS_NEEDS
            && node.left.is_none()
            && let Some(state) = self.by_facts(node)
        {
            return Some(state);
        }
        let (knowledge, known) = (self.knowledge, &mut self.state);
        let win = knowledge.forced_win(node.position, known)?;
        self.needs = if K::KNOWS_NEEDS { knowledge.needs(node.position, known) } else { None };
        if let Some(needs) = self.needs {
            self.keep_needs(node, needs);
        }
        let state = self.certain(win, node.left);
        let is_decided = state.is_proven() || state.is_refuted();
        if is_decided {
            self.table.store(node.key, state.known(), 1);
        }
        is_decided.then_some(state)
    }

    /// Makes a move and asks the processor for what the table knows of the position, unless the next move is
    /// seen to win: most moves fail so while there is a threat.
    #[inline]
    fn make(&mut self, node: &Node<'_, P>, mv: P::Move, made: &mut Vec<Made<P>>) -> Result<(), Stopped> {
        if !self.watch.count_node() {
            return Err(Stopped);
        }
        made.push(Made { mv, key: NO_KEY, wins: false, position: node.position.clone() });
        if let Some(Made { key, wins, position, .. }) = made.last_mut() {
            position.play_unchecked(mv);
            // With no ply left, only who has won matters.
            if position.outcome().is_none() && node.left != Some(1) {
                *wins = K::SEES_WINS_FIRST && self.wins_after((node.position, mv), position);
                if !*wins {
                    *key = self.key(position);
                    self.table.prefetch(*key);
                }
            }
        }
        Ok(())
    }

    /// Looks at the moves made, up to one that succeeds, and takes them off the list. Whether there is one.
    fn look_at_all(
        &mut self,
        of: (&Node<'_, P>, usize),
        made: &mut Vec<Made<P>>,
        found: &mut Found<P::Move>,
    ) -> bool {
        for made in made.iter().filter(|made| made.key != NO_KEY) {
            self.table.prefetch_entry(made.key);
        }
        let succeeds = made.iter().any(|made| self.look(of, made, found));
        made.clear();
        succeeds
    }

    /// Puts a move on the stack unless it fails with another, or leads to the same position as one that is
    /// there. Whether it succeeds.
    fn look(
        &mut self,
        (node, first): (&Node<'_, P>, usize),
        made: &Made<P>,
        found: &mut Found<P::Move>,
    ) -> bool {
        let &Made { mv, key, wins, ref position } = made;
        if K::KNOWS_NEEDS && !found.leaves_open(self.knowledge.place(node.position, mv)) {
            return false;
        }
        let is_listed = self.is_listed(first, key);
        if is_listed && !K::KNOWS_NEEDS {
            return false;
        }
        let is_attacker = node.position.side_to_move() == self.attacker;
        let left = node.left.map(|plies| plies - 1);
        let (key, state) = if wins {
            (NO_KEY, self.won_at_once(position))
        } else {
            self.look_at((node.position, mv), (position, key), left)
        };
        if !is_listed {
            self.worker.children.push(Child { mv, key, state });
        }
        if K::KNOWS_NEEDS && left.is_none() {
            let needs = self.needs_of(position, key, state);
            if is_listed && needs.is_none() {
                // Its mirror image is searched in its place, and nothing else will be known of it.
                found.fails(None);
            }
            Self::learn(mv, state, needs, is_attacker, found);
        }
        if is_attacker { state.is_proven() } else { state.is_refuted() && state.lean == NO_LEAN }
    }

    /// Whether a move of the node whose moves begin at `first` leads to the position of this key, or to one
    /// that is its mirror image.
    fn is_listed(&self, first: usize, key: u64) -> bool {
        key != NO_KEY && self.worker.children[first..].iter().any(|child| child.key == key)
    }

    /// The key of the position after a move, or [`NO_KEY`] if nobody will ask for it, and what is known of it
    /// without a search.
    fn look_at(
        &mut self,
        (parent, mv): (&P, P::Move),
        (position, key): (&P, u64),
        left: Option<u32>,
    ) -> (u64, State) {
        if let Some(outcome) = position.outcome() {
            let wins = outcome.winner() == Some(self.attacker);
            return (NO_KEY, if wins { State::proven(0) } else { State::refuted(Known::NEVER) });
        }
        if left == Some(0) {
            return (NO_KEY, State::refuted(0));
        }
        self.knowledge.advance(&mut self.state, parent, Some(mv), position);
        let seen = self.look_closely(position, key, left);
        self.knowledge.retreat(&mut self.state);
        seen
    }

    /// The same for a position without an outcome, when what is known has come to it.
    fn look_closely(&mut self, position: &P, key: u64, left: Option<u32>) -> (u64, State) {
        let state = match left {
            Some(left) => self.look_up(key, left),
            None => self.look_up_on_path(key),
        };
        if let Some(state) = state {
            return (key, state);
        }
        if !K::SEES_WINS_FIRST && self.wins_at_once(position) {
            return (NO_KEY, self.won_at_once(position));
        }
        (key, self.first_sight(position, key, left))
    }

    /// What the game has to say of a position that the table does not know.
    fn first_sight(&mut self, position: &P, key: u64, left: Option<u32>) -> State {
        if K::LOOKS_LATE {
            return State::open(Numbers::ONE);
        }
        let (knowledge, known) = (self.knowledge, &mut self.state);
        let state = if let Some(win) = knowledge.forced_win(position, known) {
            let needs = if K::KNOWS_NEEDS { knowledge.needs(position, known) } else { None };
            if let Some(needs) = needs {
                self.known_needs.put(key, knowledge.turned(position, needs));
            }
            self.certain(win, left)
        } else {
            State::open(knowledge.numbers(position, known, self.attacker).clamped())
        };
        if K::IS_COSTLY {
            self.table.store(key, state.known(), 0);
        }
        state
    }

    /// A certain win as far as it is of use with so many plies to go.
    pub(super) fn certain(&self, win: ForcedWin, left: Option<u32>) -> State {
        let in_time = left.is_none_or(|left| win.plies <= left);
        match u8::try_from(win.plies) {
            _ if win.winner != self.attacker => State::refuted(Known::NEVER),
            Ok(plies) if in_time && plies <= Known::LONGEST => State::proven(plies),
            _ => State::open(Numbers::ONE),
        }
    }

    /// The state of a position in which the side to move wins at once.
    fn won_at_once(&self, position: &P) -> State {
        let wins = position.side_to_move() == self.attacker;
        if wins { State::proven(1) } else { State::refuted(Known::NEVER) }
    }

    /// [`wins_at_once`](Self::wins_at_once) for the position after a move.
    #[inline]
    fn wins_after(&mut self, (parent, mv): (&P, P::Move), position: &P) -> bool {
        self.knowledge.advance(&mut self.state, parent, Some(mv), position);
        let wins = self.wins_at_once(position);
        self.knowledge.retreat(&mut self.state);
        wins
    }

    /// Whether the side to move has a move that wins at once, and the game knows it.
    fn wins_at_once(&mut self, position: &P) -> bool {
        let Some(mv) = self.knowledge.winning_move(position, &mut self.state) else { return false };
        let mut after = position.clone();
        after.play_unchecked(mv);
        after.outcome().and_then(Outcome::winner) == Some(position.side_to_move())
    }

    /// What the table knows of a position with `left` plies to go.
    pub(super) fn look_up(&self, key: u64, left: u32) -> Option<State> {
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
    pub(super) fn look_up_on_path(&self, key: u64) -> Option<State> {
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
}

/// The numbers of an entry, if it has any.
fn opinion(known: Known) -> Option<State> {
    (known.numbers.proof > 0).then(|| State::open(known.numbers))
}
