//! The answer of a tree: the best move, its line and its value.

use super::Task;
use super::bounds::Bounds;
use super::node::Node;
use super::tree::Tree;
use crate::contract::{Hints, Knowledge, Score};
use crate::limits::MAX_DEPTH;
use crate::report::{Line, Report};
use core::cmp::Reverse;

/// The score that corresponds to a mean of 1.
const CERTAIN: f32 = 1_000.0;

impl<P: Hints, K: Knowledge<P>> Task<'_, P, K> {
    fn root(&self) -> &Node {
        self.tree.node(Tree::ROOT)
    }

    /// The proven value of the root.
    pub(super) fn proven(&self) -> Option<Score> {
        if self.options.solver { self.root().bounds().settled() } else { None }
    }

    /// Completes a report with what the tree knows.
    pub(super) fn describe(&self, report: &mut Report<P::Move>) {
        report.lines = self.lines();
        if report.lines.is_empty() {
            let best = self.game.legal_moves().first().copied();
            report.lines.push(Line { score: report.score, pv: best.into_iter().collect() });
        }
        let best = &mut report.lines[0];
        if self.root().visits() > 0 {
            report.depth = best.pv.len() as u32;
        }
        if report.depth > 0 || self.proven().is_some() {
            report.score = best.score;
        } else {
            best.score = report.score;
        }
        report.best = best.pv.first().copied();
        report.pv.clone_from(&best.pv);
        let visits = self.allowed(self.root()).map(|child| (child.mv(), child.visits()));
        report.visits = visits.filter(|&(_, visits)| visits > 0).collect();
        report.visits.sort_by_key(|&(_, visits)| Reverse(visits));
    }

    /// The best lines, as many as were requested: the first always, others if they were visited or are
    /// proven.
    fn lines(&self) -> Vec<Line<P::Move>> {
        let mut children: Vec<_> = self.allowed(self.root()).collect();
        let bounds = self.root().bounds();
        // Each merit once: other threads go on, and a sort panics at an order that changes under it.
        children.sort_by_cached_key(|child| Reverse(self.merit(bounds, child)));
        let wanted = children.into_iter().take(self.options.multi_pv.max(1)).enumerate();
        let known = wanted.filter(|(place, child)| *place == 0 || self.is_known(child));
        known.map(|(_, child)| Line { score: self.score(child), pv: self.line(child) }).collect()
    }

    /// The children of a node, without those that repetition forbids or the knowledge leaves out.
    pub(super) fn allowed(&self, node: &Node) -> impl Iterator<Item = &Node> {
        self.tree.children_of(node).iter().filter(|child| !child.bounds().is_out())
    }

    /// The best move of a node, whose bounds for its mover are `bounds`: the first of equals.
    pub(super) fn best_of(&self, node: &Node, bounds: Bounds) -> Option<&Node> {
        self.allowed(node).min_by_key(|child| Reverse(self.merit(bounds, child)))
    }

    fn is_known(&self, node: &Node) -> bool {
        node.visits() > 0 || (self.options.solver && node.bounds().are_settled())
    }

    /// The rank of a move among the moves of its node; `bounds` are the node's, for its mover.
    ///
    /// A proven win is best, the shortest first. Then come open moves by visits ("robust child", Chaslot et
    /// al. 2008). If a draw is certain, moves that look worse than a draw come after it. Proven losses are
    /// last, the shortest at the end.
    fn merit(&self, bounds: Bounds, node: &Node) -> (Class, Score, u32) {
        let (own, visits) = (node.bounds(), node.visits());
        if !self.options.solver {
            (Class::Open, Score::ZERO, visits)
        } else if own.lower.is_win() {
            (Class::Won, own.lower, visits)
        } else if own.upper.is_loss() {
            (Class::Lost, own.upper, visits)
        } else if bounds.lower != Score::ZERO || (own.upper.is_win() && visits > 0 && node.mean() > 0.0) {
            (Class::Open, Score::ZERO, visits)
        } else if own.lower == Score::ZERO {
            (Class::Drawn, own.upper, visits)
        } else {
            (Class::WorseThanDrawn, Score::ZERO, visits)
        }
    }

    /// The value of a root move for its mover.
    fn score(&self, child: &Node) -> Score {
        let bounds = Bounds::of_moves(core::iter::once(child.bounds())).unwrap_or(Bounds::UNKNOWN);
        match bounds.settled() {
            Some(score) if self.options.solver => score,
            _ => bounds.clamp(Score::heuristic((child.mean() * CERTAIN).round() as i32)),
        }
    }

    /// The line that begins with a root move, as far as the tree knows it.
    fn line(&self, first: &Node) -> Vec<P::Move> {
        let mut position = self.game.position().clone();
        let mut node = first;
        let mut line = Vec::new();
        while line.len() < MAX_DEPTH as usize {
            let (mv, by) = (node.mv(), position.side_to_move());
            line.push(mv);
            position.play_unchecked(mv);
            let same_side = position.side_to_move() == by;
            let bounds = if same_side { node.bounds() } else { node.bounds().turned() };
            match self.best_of(node, bounds).filter(|child| self.is_known(child)) {
                Some(child) => node = child,
                None => break,
            }
        }
        line
    }
}

/// Kinds of moves, from bad to good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Lost,
    WorseThanDrawn,
    Drawn,
    Open,
    Won,
}
