//! A search that first tries to prove that it wins.

use crate::dfpn::{Answer, Dfpn, ProofGuide, Question, Verdict};
use crate::driver::Search;
use crate::game::Game;
use crate::limits::{Ended, Limits};
use crate::position::Position;
use crate::report::{Line, Report};
use crate::score::Score;
use core::fmt;
use core::time::Duration;
use std::sync::Arc;

/// Another search, with a share of its time or nodes given to [`Dfpn`] first: a win that is far away but forced is found by following threats
/// long before a search of all moves gets there. If a win is proven, its first move is the answer; if not, the rest is the other search's.
///
/// Where the game's repetition rule might take a proof's win away (see [`Dfpn::solve`], and [`Game::may_repeat_too_often`]), none is tried.
/// Without a limit in time or nodes there is nothing to share, and the other search answers alone.
///
/// ```
/// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
/// use plywood_search::{AlphaBeta, Ended, FnEvaluator, Game, Limits, Position, ProofTable, Prover, Score, Search, Unguided};
/// use std::sync::Arc;
/// use tic_tac_toe::TicTacToe;
///
/// let zero = FnEvaluator(|_: &TicTacToe| Score::ZERO);
/// let table = Arc::new(ProofTable::with_bytes(1 << 20)?);
/// let mut search = Prover::new(AlphaBeta::new(zero), Unguided, table, 50);
/// let mut game = Game::new(TicTacToe::default());
/// // A corner, and a reply on the edge: the first player wins.
/// for _ in 0..2 {
///     let first = game.legal_moves()[0];
///     game.play(first)?;
/// }
/// let report = search.run(&game, &Limits::nodes(10_000));
/// assert!(report.score.is_win() && report.ended == Some(Ended::Proven));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Prover<P: Position, G, S> {
    search: S,
    dfpn: Dfpn<P, G>,
    percent: u32,
}

impl<P: Position, G: ProofGuide<P>, S: Search<P>> Prover<P, G, S> {
    /// A search like `search`, of which proofs get `percent` of the limits, at most 100.
    pub fn new(search: S, guide: G, table: Arc<crate::dfpn::ProofTable>, percent: u32) -> Self {
        Self { search, dfpn: Dfpn::new(guide, table), percent: percent.min(100) }
    }

    /// Asks whether the side to move wins, if there is anything to ask with.
    fn prove(&mut self, game: &Game<P>, limits: &Limits) -> Option<Verdict<P::Move>> {
        let pondering = limits.ponder.as_ref().is_some_and(crate::PonderHandle::is_pondering);
        let share = self.share(limits)?;
        let position = game.position();
        if pondering
            || game.outcome().is_some()
            || game.may_repeat_too_often()
            || !self.dfpn.keeps_wins(position)
        {
            return None;
        }
        let question = Question::wins(game.side_to_move());
        Some(self.dfpn.ask(position, question, &share, &mut |_| {}))
    }

    /// The part of the limits that is for proofs; `None` if there is none.
    fn share(&self, limits: &Limits) -> Option<Limits> {
        let part = |time: Duration| time.saturating_mul(self.percent) / 100;
        let nodes = limits.nodes.map(|nodes| (u128::from(nodes) * u128::from(self.percent) / 100) as u64);
        let soft = limits.time_left().map(|left| left.allot().soft);
        let time = limits.time_limit().into_iter().chain(soft).min().map(part);
        let is_nothing = nodes == Some(0) || time == Some(Duration::ZERO) || limits.stop.is_stopped();
        let is_limited = nodes.is_some() || time.is_some();
        let mut share = limits.clone().without_time();
        share.nodes = nodes;
        let share = match (time, limits.clock()) {
            (Some(time), Some(clock)) => share.with_time(time, Arc::clone(clock)),
            _ => share,
        };
        (is_limited && !is_nothing).then_some(share)
    }
}

/// The answer that a proof gives, if it is one.
fn proven<P: Position>(game: &Game<P>, verdict: &Verdict<P::Move>) -> Option<Report<P::Move>> {
    let Answer::Wins { within: Some(plies) } = verdict.answer else { return None };
    let best = verdict.best.filter(|&mv| game.position().is_legal(mv))?;
    let score = Score::win_in(plies);
    let mut report = Report::of_root(score, Some(Ended::Proven));
    report.best = Some(best);
    report.depth = plies;
    report.pv = vec![best];
    report.lines = vec![Line { score, pv: vec![best] }];
    Some(add(report, verdict))
}

/// A report with what the proof has cost added.
fn add<M>(mut report: Report<M>, verdict: &Verdict<M>) -> Report<M> {
    report.nodes += verdict.progress.nodes;
    report.elapsed += verdict.progress.elapsed;
    report
}

impl<P: Position, G: ProofGuide<P>, S: Search<P>> Search<P> for Prover<P, G, S> {
    fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let Some(verdict) = self.prove(game, limits) else {
            return self.search.search(game, limits, observe);
        };
        if let Some(report) = proven(game, &verdict) {
            observe(&report);
            return report;
        }
        let observe = &mut |report: &Report<P::Move>| observe(&add(report.clone(), &verdict));
        let rest = limits.clone().after(verdict.progress.nodes, verdict.progress.elapsed);
        add(self.search.search(game, &rest, observe), &verdict)
    }

    fn clear(&mut self) {
        self.dfpn.table().clear();
        self.search.clear();
    }
}

impl<P: Position, G, S: fmt::Debug> fmt::Debug for Prover<P, G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { search, dfpn, percent } = self;
        f.debug_struct("Prover")
            .field("search", search)
            .field("dfpn", dfpn)
            .field("percent", percent)
            .finish()
    }
}
