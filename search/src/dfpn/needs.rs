//! Needs in proof-number search: the cells, for example, that a win depends on, when all others may be given
//! to the loser.
//!
//! A move of the loser that takes nothing that a win needs cannot spoil it. So when one move of a node has
//! failed, all moves outside the winner's needs fail with it (the must-play region, R. Hayward 2003; in
//! proof-number search B. Arneson, R. Hayward and P. Henderson, "Solving Hex: beyond humans", 2010). What the
//! winner needs in the node is the union of its needs against all moves.

use super::children::{Child, State};
use super::expand::NO_KEY;
use super::facts::Facts;
use super::node::{Node, Run};
use super::team::Member;
use crate::contract::{ForcedWin, Knowledge, Needs, Outcome, Position, Side};
use core::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// What the moves of a node have shown about the needs of the opponent and, if one has succeeded, of the
/// mover.
#[derive(Clone, Copy)]
pub(super) struct Found<M> {
    /// What the opponent needs against each of the moves that have failed: no other move can help.
    always: Needs,
    /// What it needs against all of them together; `None` if that is not known of one.
    together: Option<Needs>,
    /// A move that has succeeded, and what it needs after it.
    success: Option<(M, Needs)>,
}

impl<M: Copy + PartialEq> Found<M> {
    pub(super) const NOTHING: Self =
        Self { always: Needs::EVERYTHING, together: Some(Needs::NOTHING), success: None };

    /// Whether a move that stands for this number may still help.
    #[inline]
    pub(super) fn leaves_open(&self, place: Option<usize>) -> bool {
        place.is_none_or(|place| self.always.contains(place))
    }

    /// Notes that a move fails, and what the opponent needs after it.
    pub(super) fn fails(&mut self, needs: Option<Needs>) {
        self.together = self.together.zip(needs).map(|(together, needs)| together.or(needs));
        if let Some(needs) = needs {
            self.always = self.always.and(needs);
        }
    }

    /// Notes that a move succeeds.
    pub(super) fn succeeds(&mut self, mv: M, needs: Option<Needs>) {
        self.success = needs.map(|needs| (mv, needs));
    }

    /// What the mover needs to win by this move, if it stands for such a number; the move is one of it.
    pub(super) fn needs_by(&self, best: M, place: Option<usize>) -> Option<Needs> {
        self.success.filter(|(mv, _)| *mv == best).zip(place).map(|((_, needs), place)| needs.with(place))
    }

    /// What the opponent needs against all moves, if they all have failed.
    pub(super) fn needs_against_all(&self) -> Option<Needs> {
        self.together
    }
}

/// The needs of decided positions, as far as they have not been overwritten: a place by the last bits of the
/// key, for whoever comes last. All threads share them.
pub(super) struct KnownNeeds {
    places: OnceLock<Box<[Place]>>,
}

/// A key, and what the winner of its position needs.
type Place = Mutex<(u64, Needs)>;

impl KnownNeeds {
    /// Sixteen megabytes.
    const PLACES: usize = 1 << 18;

    /// Takes no memory before the first needs are known.
    pub(super) const fn new() -> Self {
        Self { places: OnceLock::new() }
    }

    pub(super) fn get(&self, key: u64) -> Option<Needs> {
        let (known, needs) = *Self::lock(&self.places.get()?[Self::place(key)]);
        (known == key).then_some(needs)
    }

    pub(super) fn put(&self, key: u64, needs: Needs) {
        let nothing = || (0..Self::PLACES).map(|_| Mutex::new((0, Needs::NOTHING))).collect();
        *Self::lock(&self.places.get_or_init(nothing)[Self::place(key)]) = (key, needs);
    }

    fn lock(place: &Place) -> MutexGuard<'_, (u64, Needs)> {
        place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    const fn place(key: u64) -> usize {
        key as usize % Self::PLACES
    }
}

/// What winners need. Nothing of it is done where the game knows nothing of it, or where plies are counted.
impl<P: Position, K: Knowledge<P>> Run<'_, P, K> {
    /// What the winner of a decided position needs, if that is known.
    pub(super) fn needs_of(&self, position: &P, key: u64, state: State) -> Option<Needs> {
        if key == NO_KEY {
            // The game is over, or a move ends it.
            let winner = position.outcome().and_then(Outcome::winner)?;
            return Some(self.knowledge.holds(position, winner));
        }
        if !state.is_proven() && !state.is_refuted() {
            return None;
        }
        self.known_needs.get(key).map(|needs| self.knowledge.turned(position, needs))
    }

    /// Notes what has become of a move.
    pub(super) fn learn(
        mv: P::Move,
        state: State,
        needs: Option<Needs>,
        is_attacker: bool,
        found: &mut Found<P::Move>,
    ) {
        match (state.is_proven(), state.is_refuted()) {
            (false, false) => {}
            (proven, _) if proven == is_attacker => found.succeeds(mv, needs),
            _ => found.fails(needs),
        }
    }

    /// Notes what has become of the move just searched, and takes off the list what fails with it.
    pub(super) fn learn_from(
        &mut self,
        node: &Node<'_, P>,
        (first, chosen): (usize, usize),
        found: &mut Found<P::Move>,
    ) {
        let Child { mv, state, .. } = self.worker.children[chosen];
        let is_attacker = node.position.side_to_move() == self.attacker;
        Self::learn(mv, state, self.needs, is_attacker, found);
        let mut kept = first;
        for index in first..self.worker.children.len() {
            let child = self.worker.children[index];
            let is_decided = child.state.is_proven() || child.state.is_refuted();
            if is_decided || found.leaves_open(self.knowledge.place(node.position, child.mv)) {
                self.worker.children[kept] = child;
                kept += 1;
            }
        }
        self.worker.children.truncate(kept);
    }

    /// Keeps what the winner of a node that has been searched needs, if the node is decided.
    pub(super) fn note_needs(&mut self, node: &Node<'_, P>, state: State, found: &Found<P::Move>) {
        let mover = node.position.side_to_move();
        let is_attacker = mover == self.attacker;
        let (winner, needs) = match (state.is_proven(), state.is_refuted()) {
            (false, false) => (mover, None),
            (proven, _) if proven == is_attacker => {
                let place = |best| self.knowledge.place(node.position, best);
                if let Some(place) = self.best.and_then(place) {
                    self.worker.history.succeeds(mover, place);
                }
                (mover, self.best.and_then(|best| found.needs_by(best, place(best))))
            }
            _ => {
                let all = found.needs_against_all();
                let beside = |all| self.knowledge.needs_beside(node.position, &mut self.state, all);
                (!mover, all.and_then(beside))
            }
        };
        self.needs = needs;
        if let Some(needs) = needs {
            self.keep_needs(node, needs);
            self.keep_fact(node, winner, needs);
        }
    }

    pub(super) fn keep_needs(&mut self, node: &Node<'_, P>, needs: Needs) {
        self.known_needs.put(node.key, self.knowledge.turned(node.position, needs));
    }

    pub(super) fn keep_fact(&mut self, node: &Node<'_, P>, winner: Side, needs: Needs) {
        let held = self.knowledge.holds(node.position, winner);
        let of = (winner, winner == node.position.side_to_move());
        self.add_fact(of, (held, needs));
        if let Some(team) = self.team {
            team.tell((of, (held, needs)));
        }
    }

    fn add_fact(&mut self, (winner, is_mover): (Side, bool), (held, needs): (Needs, Needs)) {
        self.worker.facts[winner.index()][usize::from(is_mover)].add(held, needs);
    }

    /// What facts say of a node, if they decide it. If not, what they say about its moves is kept as
    /// [`Run::threats`].
    pub(super) fn by_facts(&mut self, node: &Node<'_, P>) -> Option<State> {
        for (of, fact) in self.team.map(Member::news).unwrap_or_default() {
            self.add_fact(of, fact);
        }
        let mover = node.position.side_to_move();
        let [mine, theirs] = [mover, !mover].map(|side| self.knowledge.holds(node.position, side));
        let [own, enemy] = [mover, !mover].map(|side| &self.worker.facts[side.index()]);
        let first = |facts: &Facts, held, is_one_short| {
            let mut first = None;
            facts.each(held, is_one_short, |needs| {
                first = Some(needs);
                ControlFlow::Break(())
            });
            first
        };
        let won = first(&own[0], (mine, theirs), true).or_else(|| first(&own[1], (mine, theirs), false));
        if let Some(needs) = won {
            return self.settle(node, (mover, needs), mine);
        }
        if let Some(needs) = first(&enemy[0], (theirs, mine), false) {
            return self.settle(node, (!mover, needs), theirs);
        }
        let open = Needs::EVERYTHING.without(mine).without(theirs);
        let mut threats = Found { always: open, ..Found::NOTHING };
        let mut threatens = |needs| {
            if threats.always.without(needs) != Needs::NOTHING {
                threats.fails(Some(needs));
            }
            if threats.always == Needs::NOTHING { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // After any move that takes nothing of what is needed, the opponent is to move: it may take the one
        // place that it lacks.
        enemy[1].each((theirs, mine), false, &mut threatens);
        enemy[0].each((theirs, mine), true, &mut threatens);
        if threats.always == Needs::NOTHING {
            let needs = threats.together.unwrap_or(Needs::EVERYTHING);
            return self.settle(node, (!mover, needs), theirs);
        }
        self.threats = threats;
        None
    }

    /// The state of a node with a known winner, which holds some of what it needs.
    fn settle(&mut self, node: &Node<'_, P>, (winner, needs): (Side, Needs), held: Needs) -> Option<State> {
        let left: u32 = needs.without(held).to_words().map(u64::count_ones).iter().sum();
        // As long as the loser plays in what is needed, each answer takes two places of it.
        let is_mover = winner == node.position.side_to_move();
        let plies = if is_mover { 2 * (left.saturating_sub(1) / 2) + 1 } else { 2 * (left / 2) };
        let state = self.certain(ForcedWin { winner, plies }, node.left);
        if !state.is_proven() && !state.is_refuted() {
            return None;
        }
        self.needs = Some(needs);
        self.keep_needs(node, needs);
        self.table.store(node.key, state.known(), 1);
        Some(state)
    }
}

#[cfg(test)]
mod tests {
    use super::{Found, KnownNeeds, Needs};

    fn set(places: &[usize]) -> Needs {
        places.iter().fold(Needs::NOTHING, |set, &place| set.with(place))
    }

    #[test]
    fn a_set_holds_what_was_put_in_and_no_number_beyond_its_places() {
        let needs = set(&[0, 63, 64, Needs::PLACES - 1, Needs::PLACES, usize::MAX]);
        assert_eq!(format!("{needs:?}"), "{0, 63, 64, 383}");
        assert!(!needs.contains(Needs::PLACES) && !needs.contains(usize::MAX));
        assert_eq!(Needs::from_words(needs.to_words()), needs);
        assert_eq!((needs.and(set(&[63, 65])), needs.or(Needs::EVERYTHING)), (set(&[63]), Needs::EVERYTHING));
    }

    #[test]
    fn a_move_stays_open_as_long_as_every_win_against_another_needs_it() {
        let mut found = Found::<u32>::NOTHING;
        assert!(found.leaves_open(Some(1)) && found.leaves_open(None));
        found.fails(Some(set(&[1, 2])));
        found.fails(Some(set(&[2, 3])));
        assert_eq!([1, 2, 3, 4].map(|place| found.leaves_open(Some(place))), [false, true, false, false]);
        assert!(found.leaves_open(None), "nothing is known of what it does");
        assert_eq!(found.needs_against_all(), Some(set(&[1, 2, 3])));
    }

    #[test]
    fn what_is_needed_against_all_is_unknown_if_it_is_of_one() {
        let mut found = Found::<u32>::NOTHING;
        found.fails(None);
        found.fails(Some(set(&[5])));
        assert_eq!(found.needs_against_all(), None);
        assert!(!found.leaves_open(Some(6)), "what is known of the other one still tells");
    }

    #[test]
    fn a_move_that_succeeds_is_needed_itself() {
        let mut found = Found::NOTHING;
        found.succeeds(9_u32, Some(set(&[1])));
        assert_eq!(found.needs_by(9, Some(2)), Some(set(&[1, 2])));
        assert_eq!([found.needs_by(8, Some(2)), found.needs_by(9, None)], [None, None]);
    }

    #[test]
    fn the_needs_of_a_position_are_kept_until_another_takes_their_place() {
        let known = KnownNeeds::new();
        assert_eq!(known.get(3), None);
        known.put(3, set(&[1]));
        assert_eq!((known.get(3), known.get(4)), (Some(set(&[1])), None));
        let same_place = 3 + KnownNeeds::PLACES as u64;
        known.put(same_place, set(&[2]));
        assert_eq!((known.get(3), known.get(same_place)), (None, Some(set(&[2]))));
    }
}
