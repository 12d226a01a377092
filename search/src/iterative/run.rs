//! One call of the search: iterations and aspiration windows.

use super::busy::BusyMoves;
use super::lines::LONGEST_LINE;
use super::root::Root;
use super::teamwork::OpenNodes;
use super::worker::Worker;
use crate::contract::{Game, Hints, Knowledge, Parameter, Parameters, Score};
use crate::driver::{NO_LEAN, Path, Stopped};
use crate::limits::{Ended, MAX_DEPTH};
use crate::options::SearchOptions;
use crate::report::{Line, Report, TableUse};
use crate::table::Table;
use crate::time::Confidence;
use crate::watch::Watch;
use core::time::Duration;

/// A window of scores: alpha and beta for the side to move.
pub(super) type Window = (Score, Score);

const FULL_WINDOW: Window = (Score::raw(-Score::INFINITY.value()), Score::INFINITY);

/// One call of the search, on one thread.
pub(super) struct Run<'a, P: Hints, K: Knowledge<P>> {
    pub(super) knowledge: &'a K,
    pub(super) options: SearchOptions,
    pub(super) table: &'a Table,
    pub(super) worker: &'a mut Worker<P>,
    /// What is known of the position that the search has come to.
    pub(super) state: K::State,
    /// The data shared with other threads, if there are several.
    pub(super) busy: Option<&'a BusyMoves>,
    pub(super) open: OpenNodes,
    pub(super) watch: Watch<'a>,
    pub(super) path: Path,
    /// The earliest position in the history that the last returned value depends on.
    pub(super) lean: usize,
    pub(super) table_use: TableUse,
    pub(super) parameters: Parameters,
    /// The unit of futility pruning; 0 if the evaluator has none.
    pub(super) margin: i32,
    /// Whether nodes are searched by lines, if turns have several moves, and those of the longest at the root.
    by_lines: bool,
    pub(super) turn_length: u32,
    /// The ply at which every line ends.
    pub(super) horizon: u32,
    /// The ply from which no line is extended.
    pub(super) longest_line: u32,
    /// The looks at the opponent's whole turns, in sixteenths, and the longest so far.
    pub(super) looks_aside: u64,
    pub(super) longest_aside: Duration,
    /// The opponent's turns that these looks found to win: one for each look at most.
    pub(super) winning_replies: Vec<Vec<P::Move>>,
}

impl<'a, P: Hints, K: Knowledge<P>> Run<'a, P, K> {
    pub(super) fn new(
        (knowledge, options, table): (&'a K, SearchOptions, &'a Table),
        (worker, state): (&'a mut Worker<P>, K::State),
        game: &Game<P>,
        (watch, busy): (Watch<'a>, Option<&'a BusyMoves>),
    ) -> Self {
        let parameters = options.parameters.unwrap_or_else(|| knowledge.parameters());
        Self {
            knowledge,
            options,
            table,
            worker,
            state,
            busy,
            open: OpenNodes::default(),
            watch,
            path: Path::new(game, options.repetition),
            lean: NO_LEAN,
            table_use: TableUse::default(),
            parameters,
            margin: (knowledge.margin() as i64 * parameters.get(Parameter::Margin) as i64 / 100) as i32,
            by_lines: false,
            turn_length: 1,
            horizon: 0,
            longest_line: 0,
            looks_aside: 0,
            longest_aside: Duration::ZERO,
            winning_replies: Vec::new(),
        }
    }

    /// Whether nodes are searched by lines: never where a turn is one move.
    #[inline]
    pub(super) const fn goes_by_lines(&self) -> bool {
        P::HAS_LONG_TURNS && self.by_lines
    }

    /// The greatest length of lines in an iteration: twice the depth for extensions of single moves, and
    /// further as long as there are noisy moves.
    fn set_horizon(&mut self, depth: u32) {
        const NOISE: u32 = 8;
        self.longest_line = if self.options.knowledge || self.options.threats { 2 * depth } else { depth };
        let noise = if self.options.quiescence { NOISE } else { 0 };
        self.horizon = (self.longest_line + noise).min(MAX_DEPTH);
        let beyond = if self.goes_by_lines() { LONGEST_LINE as u32 } else { 0 };
        self.worker.pv.reserve(self.horizon + beyond);
    }

    pub(super) fn deepen(
        &mut self,
        root: &mut Root<P::Move>,
        position: &P,
        depths: core::ops::RangeInclusive<u32>,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let mut confidence = Confidence::default();
        self.by_lines = P::HAS_LONG_TURNS
            && root.of_turns
            && self.knowledge.has_lines()
            && self.options.lines.unwrap_or_else(|| self.watch.allows_lines());
        self.turn_length = root.span;
        let (first, last) = ((*depths.start()).max(root.span), *depths.end());
        for depth in first..=last {
            // By lines, an even number of moves beyond the first depth is hardly better than one less.
            if self.by_lines && (first + 1..last).contains(&depth) && (depth - first).is_multiple_of(2) {
                continue;
            }
            self.set_horizon(depth);
            let before = (root.best().moves().to_vec(), root.best().line.score);
            if self.iteration(root, position, depth).is_err() {
                root.doubt_loss(before.1);
                return self.report(root, self.watch.ended());
            }
            root.depth = depth;
            let best = root.best();
            confidence.note(best.moves() == before.0, self.is_falling(before.1, best.line.score));
            let ended = self.reason_to_rest(root, depth, confidence);
            observe(&self.report(root, None));
            if ended.is_some() {
                return self.report(root, ended);
            }
        }
        self.report(root, Some(Ended::Depth))
    }

    /// The reason not to begin a deeper iteration, if there is one.
    fn reason_to_rest(&self, root: &Root<P::Move>, depth: u32, confidence: Confidence) -> Option<Ended> {
        let best = root.best().line.score;
        let plies = best.plies_to_win().or(best.plies_to_loss());
        if self.options.multi_pv <= 1 && plies.is_some_and(|plies| plies <= depth) {
            return Some(Ended::Proven);
        }
        if root.lines.len() == 1 && self.watch.has_deadline() {
            return Some(Ended::OnlyMove);
        }
        self.watch.is_worth_no_more(confidence).then_some(Ended::Time)
    }

    /// Whether the value has fallen so much that the position deserves more time.
    fn is_falling(&self, before: Score, now: Score) -> bool {
        now.value() < before.value() - self.margin.max(1)
    }

    /// One iteration: the best line, and as many more as were requested.
    fn iteration(&mut self, root: &mut Root<P::Move>, position: &P, depth: u32) -> Result<(), Stopped> {
        let lines = self.options.multi_pv.clamp(1, root.lines.len());
        for place in 0..lines {
            self.aspire(root, place, position, depth)?;
        }
        root.lines[..lines].sort_by_key(|line| -line.line.score);
        Ok(())
    }

    /// Finds the best of the root moves from `place` on: first within a narrow window around its last score,
    /// then within wider windows as long as the value lies outside.
    fn aspire(
        &mut self,
        root: &mut Root<P::Move>,
        place: usize,
        position: &P,
        depth: u32,
    ) -> Result<(), Stopped> {
        const FIRST_DEPTH: u32 = 3;
        let last = root.lines[place].line.score;
        let mut margin = 16 + last.value().abs() / 16;
        let (mut alpha, mut beta) = FULL_WINDOW;
        if self.options.aspiration && depth >= FIRST_DEPTH && !last.is_decisive() {
            (alpha, beta) = (Score::raw(last.value() - margin), Score::raw(last.value() + margin));
        }
        loop {
            let value = self.root(root, place, position, depth, (alpha, beta))?;
            margin *= 4;
            let wide = margin > 2_000 || value.is_decisive();
            if value <= alpha && alpha > FULL_WINDOW.0 {
                alpha = if wide { FULL_WINDOW.0 } else { Score::raw(value.value() - margin) };
            } else if value >= beta && beta < FULL_WINDOW.1 {
                beta = if wide { FULL_WINDOW.1 } else { Score::raw(value.value() + margin) };
            } else {
                return Ok(());
            }
        }
    }

    pub(super) fn report(&self, root: &Root<P::Move>, ended: Option<Ended>) -> Report<P::Move> {
        let best = &root.best().line;
        let known = best.score > -Score::INFINITY;
        let lines = self.options.multi_pv.clamp(1, root.lines.len());
        let mut report = Report::of_root(if known { best.score } else { root.static_score }, ended);
        report.best = best.pv.first().copied();
        report.depth = root.depth;
        report.nodes = self.watch.nodes();
        report.elapsed = self.watch.elapsed();
        report.pv.clone_from(&best.pv);
        let searched = |line: &&Line<P::Move>| line.score > -Score::INFINITY;
        report.lines = root.lines[..lines].iter().map(|line| &line.line).filter(searched).cloned().collect();
        if report.lines.is_empty() {
            report.lines.push(Line { score: report.score, pv: report.pv.clone() });
        }
        report.table = self.table_use;
        if self.options.table {
            report.table.fill_permille = self.table.fill_permille();
        }
        report
    }
}
