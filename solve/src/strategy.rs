//! A strategy taken out of a proof-number search.

use crate::claim::{Aim, Goal};
use crate::identity::{Form, Identity};
use crate::walk::{can_end_at_once, successors};
use core::fmt;
use plywood_play::Notation;
use plywood_search::{Answer, Dfpn, Ended, Limits, ProofGuide, Question, Symmetry};
use std::collections::HashMap;

/// What one side plays, position by position: at least in each position that can come about while it does so.
pub(crate) struct Strategy<P: Notation> {
    nodes: HashMap<Identity<P>, Node<P::Move>>,
}

/// What is settled of a position.
#[derive(Clone, Copy)]
struct Node<M> {
    /// The move, if it is the strategy's turn.
    mv: Option<M>,
    /// The strategy wins within so many plies; 0 if it is not to win.
    within: u32,
}

/// Why there is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStrategy {
    /// The position is not what the claim says.
    NotSo,
    /// The limits ended the search for the reason given, before the strategy was complete.
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
    /// The move for a position that stands for itself and all that count as one with it.
    pub(crate) fn choose(&self, representative: &P) -> Option<P::Move> {
        self.nodes.get(&Identity(representative.clone()))?.mv
    }

    /// Works out a strategy with the help of what `search` has in its table; what the table has lost is searched again.
    ///
    /// Each position gets a bound in plies within which it is won, smaller than the bounds of the positions that play can come from. A position
    /// that is needed with a smaller bound than it has is asked about again. Bounds only ever get smaller, so that this comes to an end,
    /// and then no line of play can run in a circle.
    pub(crate) fn find<G: ProofGuide<P>>(
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
            let node = if has_choice {
                decide(search, &identity.0, (goal, within), limits)?
            } else {
                Node { mv: None, within }
            };
            let below = node.within.saturating_sub(1);
            open.extend(ahead(&identity.0, node.mv).map(|next| (next, below)));
            strategy.nodes.insert(identity, node);
        }
        Ok(strategy)
    }
}

/// Where play may go: after the one move, or after any.
fn ahead<P: Notation>(position: &P, mv: Option<P::Move>) -> impl Iterator<Item = P> {
    let chosen = mv.map(|mv| {
        let mut child = position.clone();
        child.play(mv);
        child
    });
    let all: Vec<P> = if chosen.is_some() { Vec::new() } else { successors(position).collect() };
    chosen.into_iter().chain(all)
}

fn decide<P: Notation, G: ProofGuide<P>>(
    search: &mut Dfpn<P, G>,
    position: &P,
    (goal, within): (Goal, u32),
    limits: &Limits,
) -> Result<Node<P::Move>, NoStrategy> {
    let question = match goal.aim {
        Aim::Win => Question::wins_within(goal.side, within),
        Aim::NoLoss => Question::wins(!goal.side),
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
