//! Iterative deepening: alpha-beta to depth 1, 2, 3 and so on, each iteration ordered by what the one before has learnt.

mod node;

use crate::driver::{DEAD_END, NO_LEAN, Path, Search, Stopped, answer_at_once};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Ended, Limits, MAX_DEPTH, Watch};
use crate::ordering::{HistoryTable, Killers, MoveStack};
use crate::position::Position;
use crate::principal_variation::PvTable;
use crate::report::{Line, Report, TableUse};
use crate::score::Score;
use crate::table::{Entry, Table};
use core::fmt;
use std::sync::Arc;

/// Switches of [`Iterative`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature that is on or off by itself")]
pub struct SearchOptions {
    /// Use a table entry only at the depth it was made for. Together with `repetition: false` the value at every depth is then
    /// minimax's.
    pub equal_depth_only: bool,
    /// Honour the game's repetition rule.
    pub repetition: bool,
    /// Begin an iteration with a narrow window around the last score.
    pub aspiration: bool,
    /// Look positions up in the transposition table at all.
    pub table: bool,
    /// The number of best lines to report, at least 1.
    pub multi_pv: usize,
}

impl SearchOptions {
    /// The options under which a search gives the value of minimax at the same depth.
    pub const EXACT: Self =
        Self { equal_depth_only: true, repetition: false, aspiration: true, table: true, multi_pv: 1 };
}

impl Default for SearchOptions {
    /// All that helps, and one line.
    fn default() -> Self {
        Self { equal_depth_only: false, repetition: true, aspiration: true, table: true, multi_pv: 1 }
    }
}

/// Iterative deepening with aspiration windows over a transposition table, with the table's move, killers and history for ordering.
///
/// # Values that lean on history
///
/// A value that came about because a position had occurred before is true on this path only. The search notes the earliest
/// position that a value leans on, and where that lies before the node, it stores the node's best move but not its value
/// ("graph-history interaction", Palay 1985). What it cannot see is the reverse: a stored value may be used where a
/// repetition would now be possible.
pub struct Iterative<P: Position, E: Evaluator<P>> {
    evaluator: E,
    options: SearchOptions,
    table: Arc<Table>,
    scratch: E::Scratch,
    moves: MoveStack<P::Move>,
    killers: Killers<P::Move>,
    history: HistoryTable,
    pv: PvTable<P::Move>,
}

impl<P: Position, E: Evaluator<P>> Iterative<P, E> {
    /// A search with the default options.
    pub fn new(evaluator: E, table: Arc<Table>) -> Self {
        Self::with_options(evaluator, table, SearchOptions::default())
    }

    /// A search with these options.
    pub fn with_options(evaluator: E, table: Arc<Table>, options: SearchOptions) -> Self {
        Self {
            evaluator,
            options,
            table,
            scratch: E::Scratch::default(),
            moves: MoveStack::new(),
            killers: Killers::new(MAX_DEPTH),
            history: HistoryTable::new::<P>(),
            pv: PvTable::new(),
        }
    }

    /// The table that the search fills.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }
}

impl<P: Position, E: Evaluator<P>> fmt::Debug for Iterative<P, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iterative")
            .field("options", &self.options)
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}

impl<P: Position, E: Evaluator<P>> Search<P> for Iterative<P, E> {
    fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let mut watch = Watch::start(limits);
        if let Some(report) = answer_at_once(game, &self.evaluator, &mut self.scratch, &mut watch) {
            return report;
        }
        self.table.begin_search();
        self.killers.clear();
        self.history.clear();
        self.moves.truncate(0);
        let state = self.evaluator.start(game.position(), &mut self.scratch);
        let score = self.evaluator.evaluate(game.position(), &state, &mut self.scratch);
        let path = Path::new(game, self.options.repetition);
        let table_use = TableUse::default();
        let mut run = Run { search: self, watch, path, lean: NO_LEAN, table_use };
        let known =
            if run.search.options.table { run.search.table.probe(game.position().key(), 0) } else { None };
        let mut root = Root::new(game, known.and_then(|entry: Entry<P::Move>| entry.best), score);
        run.deepen(&mut root, (game.position(), &state), limits, observe)
    }

    fn clear(&mut self) {
        self.table.clear();
        self.killers.clear();
        self.history.clear();
    }
}

/// A window of scores: alpha and beta for the side to move.
type Window = (Score, Score);

const FULL_WINDOW: Window = (Score::raw(-Score::INFINITY.value()), Score::INFINITY);

/// The moves of the root, best first, and what is known of them.
struct Root<M> {
    lines: Vec<Line<M>>,
    depth: u32,
    /// The value before any iteration.
    static_score: Score,
}

impl<M: crate::position::PackedMove> Root<M> {
    /// The legal moves in order of generation, the table's move first.
    fn new<P: Position<Move = M>>(game: &Game<P>, known: Option<M>, static_score: Score) -> Self {
        let line = |mv| Line { score: -Score::INFINITY, pv: vec![mv] };
        let mut lines: Vec<_> = game.legal_moves().into_iter().map(line).collect();
        if let Some(index) = lines.iter().position(|line| Some(line.pv[0]) == known) {
            lines[..=index].rotate_right(1);
        }
        Self { lines, depth: 0, static_score }
    }

    /// Writes what a search of move `index` has shown, and moves it to `place` among the best.
    fn improve(&mut self, index: usize, place: usize, score: Score, tail: &[M]) {
        let line = &mut self.lines[index];
        line.score = score;
        line.pv.truncate(1);
        line.pv.extend_from_slice(tail);
        self.lines[place..=index].rotate_right(1);
    }
}

/// One call of the search.
struct Run<'a, P: Position, E: Evaluator<P>> {
    search: &'a mut Iterative<P, E>,
    watch: Watch<'a>,
    path: Path,
    /// The earliest position in the history that the value returned last leans on.
    lean: usize,
    table_use: TableUse,
}

impl<P: Position, E: Evaluator<P>> Run<'_, P, E> {
    fn deepen(
        &mut self,
        root: &mut Root<P::Move>,
        position: (&P, &E::State),
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        for depth in 1..=limits.greatest_depth() {
            self.search.pv.reserve(depth);
            if self.iteration(root, position, depth).is_err() {
                return self.report(root, self.watch.ended());
            }
            root.depth = depth;
            let ended = self.reason_to_rest(root, depth);
            observe(&self.report(root, None));
            if ended.is_some() {
                return self.report(root, ended);
            }
        }
        self.report(root, Some(Ended::Depth))
    }

    /// Why a deeper iteration is not worth while, if it is not.
    fn reason_to_rest(&self, root: &Root<P::Move>, depth: u32) -> Option<Ended> {
        let best = root.lines[0].score;
        let plies = best.plies_to_win().or(best.plies_to_loss());
        if self.search.options.multi_pv <= 1 && plies.is_some_and(|plies| plies <= depth) {
            return Some(Ended::Proven);
        }
        (root.lines.len() == 1 && self.watch.has_deadline()).then_some(Ended::OnlyMove)
    }

    /// One iteration: the best line, and as many more as were asked for.
    fn iteration(
        &mut self,
        root: &mut Root<P::Move>,
        position: (&P, &E::State),
        depth: u32,
    ) -> Result<(), Stopped> {
        let lines = self.search.options.multi_pv.clamp(1, root.lines.len());
        for place in 0..lines {
            self.aspire(root, place, position, depth)?;
        }
        root.lines[..lines].sort_by_key(|line| -line.score);
        Ok(())
    }

    /// Finds the best of the root moves from `place` on: first within a narrow window around its last score, then, as long as the
    /// value lies outside, within a wider one.
    fn aspire(
        &mut self,
        root: &mut Root<P::Move>,
        place: usize,
        position: (&P, &E::State),
        depth: u32,
    ) -> Result<(), Stopped> {
        const FIRST_DEPTH: u32 = 3;
        let last = root.lines[place].score;
        let mut margin = 16 + last.value().abs() / 16;
        let (mut alpha, mut beta) = FULL_WINDOW;
        if self.search.options.aspiration && depth >= FIRST_DEPTH && !last.is_decisive() {
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

    /// Searches the root moves from `place` on, and moves the best of them there.
    fn root(
        &mut self,
        root: &mut Root<P::Move>,
        place: usize,
        position: (&P, &E::State),
        depth: u32,
        (mut alpha, beta): Window,
    ) -> Result<Score, Stopped> {
        let lower = alpha;
        let mut best = DEAD_END;
        let mut lean = NO_LEAN;
        for index in place..root.lines.len() {
            let mv = root.lines[index].pv[0];
            let later = best > DEAD_END;
            let Some(value) = self.scout(position, mv, depth - 1, 1, (alpha, beta), later)? else { continue };
            lean = lean.min(self.lean);
            if value > best {
                best = value;
                // A first move that fails low keeps its place: nothing better is known yet.
                if value > alpha || index == place {
                    root.improve(index, place, value, self.search.pv.line(1));
                }
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if place == 0 {
            let best_move = (best > lower).then(|| root.lines[0].pv[0]);
            let leans = lean < self.path.index_of(position.0);
            self.store(position.0, 0, depth, (best_move, best), (lower, beta), leans);
        }
        Ok(best)
    }

    fn report(&self, root: &Root<P::Move>, ended: Option<Ended>) -> Report<P::Move> {
        let best = &root.lines[0];
        let known = best.score > -Score::INFINITY;
        let lines = self.search.options.multi_pv.clamp(1, root.lines.len());
        let mut report = Report::of_root(if known { best.score } else { root.static_score }, ended);
        report.best = best.pv.first().copied();
        report.depth = root.depth;
        report.nodes = self.watch.nodes();
        report.elapsed = self.watch.elapsed();
        report.pv.clone_from(&best.pv);
        let searched = |line: &&Line<P::Move>| line.score > -Score::INFINITY;
        report.lines = root.lines[..lines].iter().filter(searched).cloned().collect();
        if report.lines.is_empty() {
            report.lines.push(Line { score: report.score, pv: report.pv.clone() });
        }
        report.table = self.table_use;
        if self.search.options.table {
            report.table.fill_permille = self.search.table.fill_permille();
        }
        report
    }
}
