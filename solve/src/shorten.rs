//! Wins in fewer plies, from a strategy that takes more than it needs.
//!
//! A proof-number search finds the cheapest win, not the shortest. Its strategy bounds the plies of each
//! position that it meets. The bound of the start is that of the longest lines, so it falls when in each of
//! them some position of the winner's falls: by another move to a position that is known already, or by a
//! search for a win in two plies less. The shortest are tried first, because they are cheapest to search.

use crate::claim::Goal;
use crate::identity::{Form, Identity};
use crate::strategy::{NoStrategy, Node, Nodes, Strategy};
use crate::walk::{after, can_end_at_once, successors};
use plywood_play::Notation;
use plywood_search::{Answer, Dfpn, Knowledge, Limits, Question, Symmetry};
use std::collections::{HashMap, HashSet};

/// How many times as many nodes the next round of searches has.
const MORE: u64 = 4;
/// The nodes of each search of the first round.
const FIRST: u64 = 1_000;

/// A strategy to shorten.
pub(crate) struct Shortening<'a, P: Notation, G> {
    /// The bounds of all positions met.
    pub(crate) nodes: Nodes<P>,
    pub(crate) start: &'a P,
    pub(crate) task: (Goal, Form),
    pub(crate) search: &'a mut Dfpn<P, G>,
    /// By position of the winner: the bound that was searched for in vain, in this round.
    pub(crate) tried: HashMap<Identity<P>, u32>,
}

impl<P: Notation + Symmetry, G: Knowledge<P>> Shortening<'_, P, G> {
    /// Shortens the strategy until searches of as many nodes as the limits allow bring nothing more, or the
    /// handle of the limits is pulled. Shows each bound of the start to `observe`.
    pub(crate) fn run(
        mut self,
        limits: &Limits,
        observe: &mut dyn FnMut(u32),
    ) -> Result<Strategy<P>, NoStrategy> {
        let most = limits.nodes.unwrap_or(u64::MAX);
        let mut round = limits.clone();
        round.nodes = Some(FIRST.min(most));
        let mut best = self.bound(self.start);
        while !limits.stop.is_stopped() {
            let has_changed = self.pass(&round);
            let bound = self.bound(self.start);
            if bound < best {
                best = bound;
                observe(best);
            }
            match round.nodes {
                _ if has_changed => (),
                Some(nodes) if nodes < most => {
                    round.nodes = Some(nodes.saturating_mul(MORE).min(most));
                    self.tried.clear();
                }
                _ => break,
            }
        }
        let (goal, form) = self.task;
        Strategy::find_knowing(&self.nodes, self.search, self.start, (goal, best, form), &Limits::none())
    }

    /// The bound of any position that the strategy may meet.
    fn bound(&self, position: &P) -> u32 {
        let (goal, form) = self.task;
        if let Some(outcome) = position.outcome() {
            if goal.is_met_by(outcome) { 0 } else { u32::MAX }
        } else if position.side_to_move() == goal.side && can_end_at_once(position, goal) {
            1
        } else {
            self.nodes.get(&form.representative(position)).map_or(u32::MAX, |node| node.within)
        }
    }

    /// Looks once at each position on a longest line, the shortest first. Returns whether any bound fell.
    fn pass(&mut self, limits: &Limits) -> bool {
        let mut has_changed = false;
        for position in self.critical() {
            if limits.stop.is_stopped() {
                break;
            }
            has_changed |= if position.0.side_to_move() == self.task.0.side {
                self.shorten(&position, limits)
            } else {
                let most = successors(&position.0).map(|next| self.bound(&next)).max().unwrap_or(0);
                self.lower(&position, Node { mv: None, within: most.saturating_add(1) })
            };
        }
        has_changed
    }

    /// The positions on the longest lines, those with the smallest bounds first.
    fn critical(&self) -> Vec<Identity<P>> {
        let (goal, form) = self.task;
        let mut open = vec![form.representative(self.start)];
        let mut met = HashSet::new();
        let mut found = Vec::new();
        while let Some(identity) = open.pop() {
            let Some(node) = self.nodes.get(&identity) else { continue };
            if !met.insert(identity.clone()) {
                continue;
            }
            found.push((node.within, identity.clone()));
            let position = &identity.0;
            let ahead: Vec<P> = match node.mv {
                Some(mv) => vec![after(position, mv)],
                None if position.side_to_move() == goal.side => Vec::new(),
                None => successors(position).collect(),
            };
            let longest = ahead.into_iter().filter(|next| self.bound(next).saturating_add(1) == node.within);
            open.extend(longest.map(|next| form.representative(&next)));
        }
        found.sort_by_key(|&(within, ref identity)| (within, identity.0.key()));
        found.into_iter().map(|(_, identity)| identity).collect()
    }

    /// Looks for a shorter win of a position of the winner's.
    fn shorten(&mut self, position: &Identity<P>, limits: &Limits) -> bool {
        let moves = position.0.legal_moves().into_iter();
        let bound = |mv: P::Move| self.bound(&after(&position.0, mv)).saturating_add(1);
        let best = moves.map(|mv| (bound(mv), mv)).min_by_key(|&(bound, _)| bound);
        if let Some((within, mv)) = best
            && self.lower(position, Node { mv: Some(mv), within })
        {
            return true;
        }
        let goal = self.nodes.get(position).map_or(0, |node| node.within).saturating_sub(2);
        if goal < 3 || self.tried.get(position).is_some_and(|&tried| tried <= goal) {
            return false;
        }
        let question = Question::wins_within(self.task.0.side, goal);
        let verdict = self.search.ask(&position.0, question, limits, &mut |_| {});
        if let Answer::Wins { within: Some(within) } = verdict.answer {
            return self.lower(position, Node { mv: verdict.best, within });
        }
        self.tried.insert(position.clone(), goal);
        false
    }

    /// Lowers a bound, if the new one is lower.
    fn lower(&mut self, position: &Identity<P>, node: Node<P::Move>) -> bool {
        match self.nodes.get_mut(position) {
            Some(known) if node.within < known.within => {
                *known = node;
                true
            }
            _ => false,
        }
    }
}
