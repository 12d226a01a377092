//! The shared part of all searches: the call, the root of a finished game, and the path to a child and back.

use crate::contract::{Game, History, Knowledge, MoveList, Outcome, Position, Recurrence, Score, Side};
use crate::limits::{Ended, Limits};
use crate::principal_variation::PvTable;
use crate::report::{Line, Report};
use crate::watch::Watch;

/// A search that answers questions about one position after another.
///
/// # What every search promises
///
/// - The best move that it reports is legal. It reports none only if the game is over; the score is then the
///   result's.
/// - It ends within its limits. Even with no time or no nodes it returns a legal move.
/// - It is deterministic: without a time limit, the same game, limits and previous calls give the same nodes
///   and the same move.
/// - It applies the game's repetition rule along its path and to the game's history, unless told not to.
pub trait Search<P: Position> {
    /// Searches the current position of `game` within `limits`, and calls `observe` after each finished
    /// iteration.
    fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move>;

    /// Forgets what earlier calls have learnt, as before a new game.
    fn clear(&mut self) {}

    /// Searches without an observer.
    fn run(&mut self, game: &Game<P>, limits: &Limits) -> Report<P::Move> {
        self.search(game, limits, &mut |_| {})
    }
}

impl<P: Position, S: Search<P> + ?Sized> Search<P> for Box<S> {
    fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        (**self).search(game, limits, observe)
    }

    fn clear(&mut self) {
        (**self).clear();
    }
}

/// A limit was reached: the search must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// The value of a node in the middle of a turn that cannot be finished. No search enters such a node.
pub(crate) const DEAD_END: Score = Score::raw(-Score::INFINITY.value());

/// The lean of a subtree whose value depends on no earlier position.
pub(crate) const NO_LEAN: usize = usize::MAX;

/// The score of `outcome` for `side`, `ply` plies from the root.
#[inline]
pub(crate) fn outcome_score(outcome: Outcome, side: Side, ply: u32) -> Score {
    match outcome {
        Outcome::Draw => Score::ZERO,
        Outcome::Win(winner) if winner == side => Score::win_in(ply),
        Outcome::Win(_) => Score::loss_in(ply),
    }
}

/// The answer for a finished game, or for a search without any time; `None` if there is something to search.
pub(crate) fn answer_at_once<P: Position, K: Knowledge<P>>(
    game: &Game<P>,
    knowledge: &K,
    watch: &mut Watch<'_>,
) -> Option<Report<P::Move>> {
    if let Some(outcome) = game.outcome() {
        let score = outcome_score(outcome, game.side_to_move(), 0);
        return Some(Report::of_root(score, Some(Ended::GameOver)));
    }
    if watch.ends_at_once() {
        let score = knowledge.evaluate(game.position(), &mut knowledge.start(game.position()));
        let mut report = Report::of_root(score, watch.ended());
        report.best = game.legal_moves().first().copied();
        report.pv = report.best.into_iter().collect();
        report.lines = vec![Line { score, pv: report.pv.clone() }];
        report.elapsed = watch.elapsed();
        return Some(report);
    }
    None
}

/// The positions from the start of the game down to the node being searched.
pub(crate) struct Path {
    history: History,
    respects_repetition: bool,
}

/// The result of making a move.
pub(crate) enum Step {
    /// The move is illegal: it repeats the position with this index in the history.
    Illegal(usize),
    /// The game is drawn: the move repeats the position with this index.
    Drawn(usize),
    /// The child is now part of the path; pass the value to [`Path::leave`].
    Entered(Entered),
}

/// Whether the child was added to the history.
#[derive(Clone, Copy)]
pub(crate) struct Entered(bool);

impl Path {
    pub(crate) fn new<P: Position>(game: &Game<P>, respects_repetition: bool) -> Self {
        let history = if respects_repetition { game.history().clone() } else { History::new() };
        Self { history, respects_repetition }
    }

    #[inline]
    pub(crate) fn enter<P: Position>(&mut self, parent: &P, mv: P::Move, child: &P) -> Step {
        if !self.respects_repetition || child.repetition().earlier_occurrences().is_none() {
            return Step::Entered(Entered(false));
        }
        match self.history.recurrence(child) {
            Some((Recurrence::Illegal, index)) => Step::Illegal(index),
            Some((Recurrence::Draw, index)) if child.outcome().is_none() => Step::Drawn(index),
            _ => Step::Entered(Entered(self.history.push(child, parent.is_irreversible(mv)))),
        }
    }

    /// Enters `passed`, the position after a null move. No earlier position can recur after it.
    #[inline]
    pub(crate) fn enter_null<P: Position>(&mut self, passed: &P) -> Entered {
        Entered(self.respects_repetition && self.history.push(passed, true))
    }

    #[inline]
    pub(crate) fn leave(&mut self, entered: Entered) {
        if entered.0 {
            self.history.pop();
        }
    }

    /// The index in the history of `position`, the node being searched.
    #[inline]
    pub(crate) fn index_of<P: Position>(&self, position: &P) -> usize {
        self.history.len().saturating_sub(usize::from(position.repetition_key().is_some()))
    }
}

/// The value of a node whose moves are all forbidden by repetition, `ply` plies from the root: the mover has
/// lost, or, in the middle of a turn, the node is a dead end.
#[inline]
pub(crate) fn value_without_moves<P: Position>(position: &P, ply: u32) -> Score {
    if position.repetition_key().is_some() { Score::loss_in(ply) } else { DEAD_END }
}

/// The state of a search to a fixed depth, shared by minimax and plain alpha-beta.
pub(crate) struct FixedDepth<'a, P: Position, K: Knowledge<P>> {
    knowledge: &'a K,
    /// What is known of the position that the search has come to.
    state: K::State,
    pub(crate) pv: PvTable<P::Move>,
    /// The moves that the game and its history allow at the root.
    root_moves: MoveList<P::Move>,
    watch: Watch<'a>,
    path: Path,
}

impl<'a, P: Position, K: Knowledge<P>> FixedDepth<'a, P, K> {
    /// Runs a whole search; `value` computes the root's value at a depth.
    pub(crate) fn search(
        (game, knowledge, respects_repetition): (&Game<P>, &'a K, bool),
        limits: &'a Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
        value: impl FnOnce(&mut Self, u32) -> Result<Score, Stopped>,
    ) -> Report<P::Move> {
        let mut watch = Watch::start(limits);
        if let Some(report) = answer_at_once(game, knowledge, &mut watch) {
            return report;
        }
        let depth = limits.greatest_depth();
        let path = Path::new(game, respects_repetition);
        let root_moves = game.legal_moves();
        let state = knowledge.start(game.position());
        let mut run = Self { knowledge, state, pv: PvTable::new(), root_moves, watch, path };
        run.pv.reserve(depth);
        let value = value(&mut run, depth);
        let score = value.unwrap_or_else(|Stopped| run.evaluate(game.position()));
        let mut report = Report::of_root(score, run.watch.ended().or(Some(Ended::Depth)));
        report.depth = if value.is_ok() { depth } else { 0 };
        report.pv = run.pv.line(0).to_vec();
        if report.pv.is_empty() {
            report.pv.extend(run.root_moves.first());
        }
        report.best = report.pv.first().copied();
        report.nodes = run.watch.nodes();
        report.elapsed = run.watch.elapsed();
        report.lines = vec![Line { score, pv: report.pv.clone() }];
        if value.is_ok() {
            observe(&report);
        }
        report
    }

    /// The moves of a node without an outcome, `ply` plies from the root.
    pub(crate) fn moves(&self, position: &P, ply: u32) -> MoveList<P::Move> {
        if ply == 0 { self.root_moves.clone() } else { position.legal_moves() }
    }

    /// The static value of the position that the search has come to.
    pub(crate) fn evaluate(&mut self, position: &P) -> Score {
        self.knowledge.evaluate(position, &mut self.state)
    }

    /// The value of the move `mv` for the player who makes it, where `value` gives that of a child without an
    /// outcome for its own mover.
    ///
    /// `None` if repetition forbids the move.
    #[inline]
    pub(crate) fn child(
        &mut self,
        parent: &P,
        mv: P::Move,
        ply: u32,
        value: impl FnOnce(&mut Self, &P) -> Result<Score, Stopped>,
    ) -> Result<Option<Score>, Stopped> {
        if !self.watch.count_node() {
            return Err(Stopped);
        }
        let mut child = parent.clone();
        child.play_unchecked(mv);
        self.pv.clear(ply);
        let entered = match self.path.enter(parent, mv, &child) {
            Step::Illegal(_) => return Ok(None),
            Step::Drawn(_) => return Ok(Some(Score::ZERO)),
            Step::Entered(entered) => entered,
        };
        let value = if let Some(outcome) = child.outcome() {
            Ok(outcome_score(outcome, child.side_to_move(), ply))
        } else {
            self.knowledge.advance(&mut self.state, parent, Some(mv), &child);
            let value = value(self, &child);
            self.knowledge.retreat(&mut self.state);
            value
        };
        self.path.leave(entered);
        match value? {
            DEAD_END => Ok(None),
            value if child.side_to_move() == parent.side_to_move() => Ok(Some(value)),
            value => Ok(Some(-value)),
        }
    }
}
