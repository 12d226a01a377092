//! One call of the search: iterations, aspiration windows and root moves.

use super::busy::BusyMoves;
use super::teamwork::OpenNodes;
use super::worker::{Ply, Worker};
use crate::contract::{Game, Hints, Knowledge, Parameter, Parameters, Position, Recurrence, Score, Side};
use crate::driver::{DEAD_END, NO_LEAN, Path, Step, Stopped};
use crate::limits::{Ended, MAX_DEPTH};
use crate::options::SearchOptions;
use crate::report::{Line, Report, TableUse};
use crate::table::Table;
use crate::time::Confidence;
use crate::watch::Watch;
use std::collections::VecDeque;

/// A window of scores: alpha and beta for the side to move.
pub(super) type Window = (Score, Score);

const FULL_WINDOW: Window = (Score::raw(-Score::INFINITY.value()), Score::INFINITY);

/// The root moves, best first, with their results. A root move is a single move, or a whole turn.
#[derive(Clone)]
pub(super) struct Root<M> {
    lines: Vec<RootLine<M>>,
    /// The number of moves of the longest root move, by which it counts in the depth.
    span: u32,
    depth: u32,
    /// The value before any iteration.
    static_score: Score,
    /// Whether the game's history forbids a move of the position.
    is_restricted: bool,
}

/// A root move and the best line that begins with it.
#[derive(Clone)]
struct RootLine<M> {
    line: Line<M>,
    /// The number of the first moves of the line that are the root move.
    len: usize,
    /// An upper bound on the value, and the depth left after the move at which it was found.
    bound: Option<(u32, Score)>,
}

impl<M: Copy> RootLine<M> {
    fn new(moves: Vec<M>) -> Self {
        Self { len: moves.len(), line: Line { score: -Score::INFINITY, pv: moves }, bound: None }
    }

    /// The bound, if it answers at this depth that the move is not better than `alpha`: what the table would
    /// say, without the way to its entry.
    fn refuted(&self, depth: u32, alpha: Score) -> Option<Score> {
        let (found, bound) = self.bound?;
        (bound <= alpha && (found >= depth || bound.is_loss())).then_some(bound)
    }

    /// The move itself.
    fn moves(&self) -> &[M] {
        &self.line.pv[..self.len]
    }
}

impl<M: crate::contract::PackedMove> Root<M> {
    /// The legal moves in order of generation, the table's move first.
    pub(super) fn new<P: Position<Move = M>>(game: &Game<P>, known: Option<M>, static_score: Score) -> Self {
        let mut lines: Vec<_> = game.legal_moves().into_iter().map(|mv| RootLine::new(vec![mv])).collect();
        if let Some(index) = lines.iter().position(|line| Some(line.moves()[0]) == known) {
            lines[..=index].rotate_right(1);
        }
        let is_restricted = lines.len() < game.position().legal_moves().len();
        Self { lines, span: 1, depth: 0, static_score, is_restricted }
    }

    /// These turns, without those that repetition forbids; `None` if none is left, or one is longer than the
    /// greatest depth.
    pub(super) fn of_turns<P: Position<Move = M>>(
        game: &Game<P>,
        mut turns: Vec<Vec<M>>,
        static_score: Score,
        greatest_depth: u32,
    ) -> Option<Self> {
        let all = turns.len();
        turns.retain(|turn| {
            let mut after = game.position().clone();
            for &mv in turn {
                after.play_unchecked(mv);
            }
            !matches!(game.history().recurrence(&after), Some((Recurrence::Illegal, _)))
        });
        let span = turns.iter().map(Vec::len).max().filter(|&span| span <= greatest_depth as usize)? as u32;
        let is_restricted = turns.len() < all;
        let lines = turns.into_iter().map(RootLine::new).collect();
        Some(Self { lines, span, depth: 0, static_score, is_restricted })
    }

    /// The best root move so far.
    fn best(&self) -> &RootLine<M> {
        &self.lines[0]
    }

    fn index_of(&self, moves: &[M]) -> Option<usize> {
        self.lines.iter().position(|line| line.moves() == moves)
    }

    /// Records the result of the move `index`, and moves it to `place` among the best.
    fn improve(&mut self, index: usize, place: usize, score: Score, tail: &[M]) {
        let RootLine { line, len, .. } = &mut self.lines[index];
        line.score = score;
        line.pv.truncate(*len);
        line.pv.extend_from_slice(tail);
        self.lines[place..=index].rotate_right(1);
    }

    /// Discards a loss that an unfinished iteration has found, because other moves may still save the game.
    /// `before` is the score at the start of the iteration.
    fn doubt_loss(&mut self, before: Score) {
        let best = &mut self.lines[0].line;
        if best.score.is_loss() {
            best.score = before;
        }
    }
}

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
    /// The ply at which every line ends.
    pub(super) horizon: u32,
    /// The ply from which no line is extended.
    pub(super) longest_line: u32,
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
            horizon: 0,
            longest_line: 0,
        }
    }

    /// The greatest length of lines in an iteration: twice the depth for extensions of single moves, and
    /// further as long as there are noisy moves.
    fn set_horizon(&mut self, depth: u32) {
        const NOISE: u32 = 8;
        self.longest_line = if self.options.knowledge || self.options.threats { 2 * depth } else { depth };
        let noise = if self.options.quiescence { NOISE } else { 0 };
        self.horizon = (self.longest_line + noise).min(MAX_DEPTH);
        self.worker.pv.reserve(self.horizon);
    }

    pub(super) fn deepen(
        &mut self,
        root: &mut Root<P::Move>,
        position: &P,
        depths: core::ops::RangeInclusive<u32>,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let mut confidence = Confidence::default();
        for depth in (*depths.start()).max(root.span)..=*depths.end() {
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

    /// Searches the root moves from `place` on, deferred moves last, and moves the best of them to `place`.
    fn root(
        &mut self,
        root: &mut Root<P::Move>,
        place: usize,
        position: &P,
        depth: u32,
        (mut alpha, beta): Window,
    ) -> Result<Score, Stopped> {
        let lower = alpha;
        let mut best = DEAD_END;
        let mut lean = NO_LEAN;
        let own_index = self.path.index_of(position);
        let mut waiting = VecDeque::new();
        let mut next = place;
        loop {
            let is_later = best > DEAD_END;
            // A move that becomes the best changes no place after its own.
            let index = if next < root.lines.len() {
                next += 1;
                let moves = root.lines[next - 1].moves();
                if is_later && self.is_busy(position, moves, depth) {
                    waiting.push_back(moves.to_vec());
                    continue;
                }
                next - 1
            } else {
                let Some(moves) = waiting.pop_front() else { break };
                let Some(index) = root.index_of(&moves) else { continue };
                index
            };
            let reduction = self.root_reduction(depth, (index - place, root.span));
            let depths = (depth - root.span, reduction);
            let left = depths.0.saturating_sub(reduction);
            if is_later && let Some(bound) = root.lines[index].refuted(left, alpha) {
                best = best.max(bound);
                continue;
            }
            let moves = root.lines[index].moves();
            let len = moves.len() as u32;
            self.worker.pv.clear(len);
            let value = self.while_busy((position, moves, depth), |run| {
                run.turn(position, (moves, 0), depths, (alpha, beta), is_later)
            })?;
            lean = lean.min(self.lean);
            let Some(value) = value else { continue };
            let is_bound = root.span > 1 && value <= alpha && self.lean >= own_index;
            root.lines[index].bound = is_bound.then_some((left, value));
            if value > best {
                best = value;
                // A first move that fails low keeps its place, because nothing better is known.
                if value > alpha || index == place {
                    root.improve(index, place, value, self.worker.pv.line(len));
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if place == 0 {
            let best_move = (best > lower).then(|| root.best().moves()[0]);
            let leans = root.is_restricted || lean < own_index;
            self.store(position, 0, depth, (best_move, best), (lower, beta), leans);
        }
        Ok(best)
    }

    /// Searches the rest of a root move, its moves from `ply` on, as [`scout`](Self::scout) does a move. It
    /// counts as one node, however many moves it has.
    fn turn(
        &mut self,
        position: &P,
        (moves, ply): (&[P::Move], u32),
        depths: (u32, u32),
        window: Window,
        is_later: bool,
    ) -> Result<Option<Score>, Stopped> {
        let mv = moves[ply as usize];
        if ply as usize + 1 == moves.len() {
            return self.scout(position, mv, depths, ply + 1, window, is_later);
        }
        let mut child = position.clone();
        child.play_unchecked(mv);
        self.note_ply(&child, ply + 1);
        let entered = match self.path.enter(position, mv, &child) {
            Step::Entered(entered) => entered,
            Step::Illegal(index) => {
                self.lean = index;
                return Ok(None);
            }
            Step::Drawn(index) => {
                self.lean = index;
                return Ok(Some(Score::ZERO));
            }
        };
        self.knowledge.advance(&mut self.state, position, Some(mv), &child);
        let value = self.turn(&child, (moves, ply + 1), depths, window, is_later);
        self.knowledge.retreat(&mut self.state);
        self.path.leave(entered);
        value
    }

    /// Notes for the nodes below that this one is in the middle of a turn and has no value of its own.
    fn note_ply(&mut self, position: &P, ply: u32) {
        let first_moves = position.side_to_move() == Side::First;
        self.worker.plies[ply as usize] = Ply { first_moves, ..Ply::default() };
    }

    /// The reduction of a late root move in plies, by its place and the moves of the longest.
    fn root_reduction(&self, depth: u32, (place, span): (usize, u32)) -> u32 {
        /// The places of turns from which the reduction is a ply more: 0.6 times the binary logarithm of a
        /// quarter of the place.
        const PLACES: [usize; 6] = [13, 41, 128, 407, 1_290, 4_096];
        if !self.options.late_move_reductions || depth <= 3 || place <= 3 {
            return 0;
        }
        if span == 1 { 1 } else { PLACES.iter().filter(|&&from| place >= from).count() as u32 }
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
