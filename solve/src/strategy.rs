//! Strategies taken from a proof-number search.

use crate::claim::{Aim, Goal};
use crate::identity::{Form, Identity};
use crate::walk::{can_end_at_once, successors};
use core::fmt;
use plywood_play::Notation;
use plywood_search::{Answer, Dfpn, Ended, Knowledge, Limits, Position, Question, Symmetry};
use std::collections::HashMap;

/// The moves of one side: one for at least each position that can arise while it follows them.
pub(crate) struct Strategy<P: Notation> {
    nodes: Nodes<P>,
}

/// What is known of positions.
pub(crate) type Nodes<P> = HashMap<Identity<P>, Node<<P as Position>::Move>>;

/// The result known of a position.
#[derive(Clone, Copy)]
pub(crate) struct Node<M> {
    /// The move, if the strategy's side is to move.
    pub(crate) mv: Option<M>,
    /// The number of plies within which the strategy wins; 0 if it is not to win.
    pub(crate) within: u32,
}

/// Error returned when there is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStrategy {
    /// The claim is false for this position.
    NotSo,
    /// A limit ended the search before the strategy was complete.
    Ended(Ended),
}

impl fmt::Display for NoStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSo => f.write_str("the claim does not hold"),
            Self::Ended(_) => f.write_str("a limit was reached before the proof was complete"),
        }
    }
}

impl core::error::Error for NoStrategy {}

impl<P: Notation + Symmetry> Strategy<P> {
    /// The move for the representative of a class of positions.
    pub(crate) fn choose(&self, representative: &P) -> Option<P::Move> {
        self.nodes.get(&Identity(representative.clone()))?.mv
    }

    /// Finds a strategy with the help of the table of `search`; what the table has lost is searched again.
    ///
    /// Each position gets a bound in plies within which it is won. The bound is smaller than those of its
    /// predecessors. A position that is needed with a smaller bound than it has is searched again. Bounds
    /// only decrease, so this terminates, and no line of play of the result can cycle.
    pub(crate) fn find<G: Knowledge<P>>(
        search: &mut Dfpn<P, G>,
        start: &P,
        (goal, within, form): (Goal, u32, Form),
        limits: &Limits,
    ) -> Result<Self, NoStrategy> {
        Self::find_knowing(&HashMap::new(), search, start, (goal, within, form), limits)
    }

    /// The same where some positions are known: they are searched only where they are needed within fewer
    /// plies.
    pub(crate) fn find_knowing<G: Knowledge<P>>(
        known: &Nodes<P>,
        search: &mut Dfpn<P, G>,
        start: &P,
        (goal, within, form): (Goal, u32, Form),
        limits: &Limits,
    ) -> Result<Self, NoStrategy> {
        let mut strategy = Self { nodes: HashMap::new() };
        let mut open = vec![(start.clone(), within)];
        while let Some((position, within)) = open.pop() {
            if position.outcome().is_some() {
                continue;
            }
            let has_choice = position.side_to_move() == goal.side;
            if has_choice && can_end_at_once(&position, goal) {
                continue;
            }
            let identity = form.representative(&position);
            if strategy.nodes.get(&identity).is_some_and(|node| node.within <= within) {
                continue;
            }
            let known = known.get(&identity).copied().filter(|node| node.within <= within);
            let node = match known {
                _ if !has_choice => Node { mv: None, within },
                Some(node) => node,
                None => decide(search, &identity.0, (goal, within), limits)?,
            };
            let below = node.within.saturating_sub(1);
            open.extend(ahead(&identity.0, node.mv).map(|next| (next, below)));
            strategy.nodes.insert(identity, node);
        }
        Ok(strategy)
    }
}

/// The successors: after the strategy's move, or after each legal move.
fn ahead<P: Notation>(position: &P, mv: Option<P::Move>) -> impl Iterator<Item = P> {
    let chosen = mv.map(|mv| {
        let mut child = position.clone();
        child.play_unchecked(mv);
        child
    });
    let all: Vec<P> = if chosen.is_some() { Vec::new() } else { successors(position).collect() };
    chosen.into_iter().chain(all)
}

fn decide<P: Notation, G: Knowledge<P>>(
    search: &mut Dfpn<P, G>,
    position: &P,
    (goal, within): (Goal, u32),
    limits: &Limits,
) -> Result<Node<P::Move>, NoStrategy> {
    let question = match goal.aim {
        Aim::Win => Question::wins_within(goal.side, within),
        Aim::NoLoss => Question::wins(!goal.side),
        Aim::NoLossWithin(plies) => Question::wins_within(!goal.side, plies),
    };
    let verdict = search.ask(position, question, limits, &mut |_| {});
    let bound = match (verdict.answer, goal.aim) {
        (Answer::Wins { within: Some(within) }, Aim::Win) => within,
        (Answer::CannotWin { .. }, Aim::NoLoss) => 0,
        (Answer::Unknown, _) => return Err(NoStrategy::Ended(verdict.ended)),
        _ => return Err(NoStrategy::NotSo),
    };
    Ok(Node { mv: verdict.best, within: bound })
}
