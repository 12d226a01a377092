//! Solutions: the value of a position from two questions, and the length of a win from many.

use super::Dfpn;
use super::question::{Answer, Progress, Question, Verdict};
use crate::contract::{Knowledge, Outcome, Position, Recurring, Repetition, Side};
use crate::limits::{Ended, Limits};
use core::time::Duration;

/// The value of a position, as far as it is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The result with best play. A draw means that neither side can force a win.
    ///
    /// `None` if a limit came first. `None` with [`Ended::Proven`] if all is known but what the game's own
    /// repetition rule makes of it: see [`Dfpn::solve`].
    pub value: Option<Outcome>,
    /// The number of plies within which a won or lost game ends; `None` for a draw, and for more plies than
    /// are counted.
    pub within: Option<u32>,
    /// A move that keeps the value. `None` for a loss, where any move will do, and if the value is not known.
    pub best: Option<M>,
    /// The nodes of this call: the number of moves made.
    pub nodes: u64,
    /// The time of this call, on the clock of the limits; `None` if they have none.
    pub elapsed: Option<Duration>,
    /// The reason why the search ended.
    pub ended: Ended,
}

/// The proven bounds of the length of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// The upper bound in plies.
    pub at_most: u32,
    /// The lower bound in plies.
    pub at_least: u32,
    /// The nodes of this call: the number of moves made.
    pub nodes: u64,
    /// The time of this call, on the clock of the limits; `None` if they have none.
    pub elapsed: Option<Duration>,
    /// The reason why the search ended: [`Ended::Proven`] if the two numbers are equal, else the limit.
    pub ended: Ended,
}

/// What is left of the limits while several searches share them.
struct Rest<'a> {
    limits: &'a Limits,
    started: Duration,
    nodes: u64,
}

impl<'a> Rest<'a> {
    fn of(limits: &'a Limits) -> Self {
        Self { limits, started: limits.now(), nodes: 0 }
    }

    fn elapsed(&self) -> Option<Duration> {
        self.limits.since(self.started)
    }

    /// The limits of the next search, which may have `nodes` nodes at most.
    fn share(&self, nodes: u64) -> Limits {
        let rest = self.limits.clone().after(self.nodes, self.elapsed().unwrap_or_default());
        let nodes = rest.nodes.map_or(nodes, |left| left.min(nodes));
        rest.with_nodes(nodes)
    }

    /// Why a search that had a share was ended, if the limits themselves ended it.
    fn reason(&self, ended: Ended) -> Option<Ended> {
        let nodes_left = self.limits.nodes.is_none_or(|limit| self.nodes < limit);
        (ended != Ended::Nodes || !nodes_left).then_some(ended)
    }
}

/// The questions whether the side to move wins and whether the other one does, and what has been answered.
struct Pair<M> {
    mover: Side,
    verdicts: [Option<Verdict<M>>; 2],
}

impl<M: Copy> Pair<M> {
    fn question(&self, index: usize) -> Question {
        Question::wins(if index == 0 { self.mover } else { !self.mover })
    }

    fn wins(&self, index: usize) -> Option<&Verdict<M>> {
        self.verdicts[index].as_ref().filter(|verdict| matches!(verdict.answer, Answer::Wins { .. }))
    }

    fn is_settled(&self) -> bool {
        self.verdicts.iter().all(Option::is_some) || (0..2).any(|index| self.wins(index).is_some())
    }

    /// The value, the bound in plies and the move, if the game's repetition rule leaves it at that.
    fn value(&self, rule: Rule) -> Option<(Outcome, Option<u32>, Option<M>)> {
        for (index, side) in [self.mover, !self.mover].into_iter().enumerate() {
            if let Some(verdict) = self.wins(index) {
                let Answer::Wins { within } = verdict.answer else { return None };
                return rule.keeps_wins.then_some((Outcome::Win(side), within, verdict.best));
            }
        }
        let holds = |verdict: &Option<Verdict<M>>| {
            verdict.as_ref().is_some_and(|verdict| {
                rule.keeps_refutations || verdict.answer == Answer::CannotWin { by_repetition: false }
            })
        };
        let best = self.verdicts[1].as_ref()?.best;
        self.verdicts.iter().all(holds).then_some((Outcome::Draw, None, best))
    }
}

/// What a game's repetition rule leaves of answers that look at whole positions.
#[derive(Clone, Copy)]
struct Rule {
    keeps_wins: bool,
    keeps_refutations: bool,
}

impl Rule {
    fn of<P: Position>(position: &P) -> Self {
        let recurring = position.recurring();
        let keeps_wins = recurring != Recurring::Parts;
        match position.repetition() {
            Repetition::Draw(_) => Self { keeps_wins, keeps_refutations: true },
            Repetition::Illegal(_) => Self { keeps_wins, keeps_refutations: recurring == Recurring::Nothing },
            Repetition::Ignored => Self { keeps_wins: true, keeps_refutations: true },
        }
    }
}

impl<P: Position, K: Knowledge<P>> Dfpn<P, K> {
    /// Solves a position: asks about both sides in turn, with seven eighths of the time for the side to move.
    /// If the game has no draw, it asks about that side alone.
    ///
    /// The answers are [`Answer`]s, so that repetition is good for nothing. That is the truth where the rules
    /// draw a position that recurs, or let it recur for ever. Two kinds of rules may leave the value open
    /// though the questions are answered:
    ///
    /// - Where repetition is illegal, "cannot win" counts only if no repetition was needed to show it.
    /// - Where the rule compares [parts of positions](Recurring::Parts), it may cut a line of a proof short,
    ///   and "wins" does not count.
    pub fn solve(
        &mut self,
        position: &P,
        limits: &Limits,
        observe: &mut dyn FnMut(Progress),
    ) -> Solution<P::Move> {
        const FIRST_SHARE: u64 = 1 << 16;
        if K::HAS_NO_DRAW {
            return self.solve_without_draws(position, limits, observe);
        }
        let mut rest = Rest::of(limits);
        let mut pair = Pair { mover: position.side_to_move(), verdicts: [None, None] };
        let mut ended = None;
        let mut share = FIRST_SHARE;
        while !pair.is_settled() && ended.is_none() {
            for (index, share) in [(0, share), (1, share / 7)] {
                if ended.is_some() || pair.verdicts[index].is_some() || pair.is_settled() {
                    continue;
                }
                let verdict = self.ask(position, pair.question(index), &rest.share(share), observe);
                rest.nodes += verdict.progress.nodes;
                if verdict.answer == Answer::Unknown {
                    ended = rest.reason(verdict.ended);
                } else {
                    pair.verdicts[index] = Some(verdict);
                }
            }
            share = share.saturating_mul(2);
        }
        let found = if pair.is_settled() { pair.value(Rule::of(position)) } else { None };
        let over = if position.outcome().is_some() { Ended::GameOver } else { Ended::Proven };
        Solution {
            value: found.map(|(outcome, ..)| outcome),
            within: found.and_then(|(_, within, _)| within),
            best: found.and_then(|(.., best)| best),
            nodes: rest.nodes,
            elapsed: rest.elapsed(),
            ended: ended.unwrap_or(over),
        }
    }

    /// Finds out whether the side to move wins; if not, the other one does, and how soon follows from the
    /// moves that are left alone.
    fn solve_without_draws(
        &mut self,
        position: &P,
        limits: &Limits,
        observe: &mut dyn FnMut(Progress),
    ) -> Solution<P::Move> {
        let mover = position.side_to_move();
        let verdict = self.ask(position, Question::wins(mover), limits, observe);
        let (value, within) = match verdict.answer {
            Answer::Wins { within } => (Some(Outcome::Win(mover)), within),
            Answer::CannotWin { .. } => {
                let knowledge = &self.knowledge;
                let mut known = knowledge.start(position);
                let most = knowledge.candidates(position, &mut known).map(|candidates| candidates.plies);
                let most = most.filter(|&plies| plies < u32::MAX);
                (Some(Outcome::Win(!mover)), most)
            }
            Answer::Unknown => (None, None),
        };
        let Progress { nodes, elapsed, .. } = verdict.progress;
        Solution { value, within, best: verdict.best, nodes, elapsed, ended: verdict.ended }
    }

    /// Whether a proof that a side wins, which looks at whole positions, holds under the game's repetition
    /// rule: see [`solve`](Self::solve).
    pub fn keeps_wins(&self, position: &P) -> bool {
        Rule::of(position).keeps_wins
    }

    /// Narrows the bounds of a win that takes at most `at_most` plies.
    ///
    /// Shorter wins are asked for in great steps first, each question with four times the nodes that the last
    /// answer took; a step that is not answered is halved. A bound that is refuted is a proof that the win
    /// takes longer. The table keeps what it learns from one step to the next.
    pub fn shortest(
        &mut self,
        position: &P,
        (attacker, at_most): (Side, u32),
        limits: &Limits,
        observe: &mut dyn FnMut(Progress),
    ) -> Length {
        const FIRST_SHARE: u64 = 1 << 20;
        let mut rest = Rest::of(limits);
        let (mut at_most, mut at_least) = (at_most, 0);
        let (mut share, mut step, mut ended) = (FIRST_SHARE, u32::MAX, None);
        while at_least < at_most && ended.is_none() {
            step = step.min((at_most - at_least).div_ceil(4));
            let bound = at_most - step;
            let question = Question::wins_within(attacker, bound);
            let verdict = self.ask(position, question, &rest.share(share), observe);
            let nodes = verdict.progress.nodes;
            rest.nodes += nodes;
            match verdict.answer {
                Answer::Wins { within } => at_most = within.unwrap_or(bound).min(bound),
                Answer::CannotWin { .. } => at_least = bound + 1,
                Answer::Unknown => ended = rest.reason(verdict.ended),
            }
            if verdict.answer != Answer::Unknown {
                share = share.max(nodes.saturating_mul(4));
            } else if step > 1 {
                step /= 2;
            } else {
                share = share.saturating_mul(2);
            }
        }
        let ended = ended.unwrap_or(Ended::Proven);
        Length { at_most, at_least, nodes: rest.nodes, elapsed: rest.elapsed(), ended }
    }
}
