//! Iterative deepening: alpha-beta to depth 1, 2, 3 and so on, each iteration ordered by what the one before has learnt.

use crate::driver::{
    DEAD_END, NO_LEAN, Path, Search, Step, Stopped, answer_at_once, outcome_score, value_without_moves,
};
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Ended, Limits, MAX_DEPTH, Watch};
use crate::ordering::{HistoryTable, Killers, MoveStack};
use crate::position::{Position, Side};
use crate::principal_variation::PvTable;
use crate::report::{Line, Report, TableUse};
use crate::score::Score;
use crate::table::{Bound, Entry, Table};
use core::fmt;
use core::ops::ControlFlow;
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

    /// The value of a move; where others have been tried before, first by a null window that asks only whether it is better.
    #[inline]
    fn scout(
        &mut self,
        parent: (&P, &E::State),
        mv: P::Move,
        depth: u32,
        ply: u32,
        (alpha, beta): Window,
        is_later: bool,
    ) -> Result<Option<Score>, Stopped> {
        let above_alpha = Score::raw(alpha.value() + 1);
        if is_later && above_alpha < beta {
            let value = self.child(parent, mv, depth, ply, (alpha, above_alpha))?;
            if value.is_none_or(|value| value <= alpha || value >= beta) {
                return Ok(value);
            }
        }
        self.child(parent, mv, depth, ply, (alpha, beta))
    }

    /// The value of the move `mv` for the player who makes it. `None` if repetition forbids it.
    #[inline]
    fn child(
        &mut self,
        parent: (&P, &E::State),
        mv: P::Move,
        depth: u32,
        ply: u32,
        (alpha, beta): Window,
    ) -> Result<Option<Score>, Stopped> {
        if !self.watch.count_node() {
            return Err(Stopped);
        }
        let mut child = parent.0.clone();
        child.play(mv);
        self.search.pv.clear(ply);
        let entered = match self.path.enter(parent.0, mv, &child) {
            Step::Illegal(index) => {
                self.lean = index;
                return Ok(None);
            }
            Step::Drawn(index) => {
                self.lean = index;
                return Ok(Some(Score::ZERO));
            }
            Step::Entered(entered) => entered,
        };
        let same_side = child.side_to_move() == parent.0.side_to_move();
        let window = if same_side { (alpha, beta) } else { (-beta, -alpha) };
        let value = self.node(parent, mv, &child, depth, ply, window);
        self.path.leave(entered);
        match value? {
            DEAD_END => Ok(None),
            value if same_side => Ok(Some(value)),
            value => Ok(Some(-value)),
        }
    }

    /// The value of a node for its mover if it lies within the window, else a bound on it.
    fn node(
        &mut self,
        parent: (&P, &E::State),
        mv: P::Move,
        position: &P,
        depth: u32,
        ply: u32,
        (alpha, beta): Window,
    ) -> Result<Score, Stopped> {
        self.lean = NO_LEAN;
        if depth == 0 {
            return Ok(self.leaf(parent, mv, position, ply));
        }
        let entry = self.probe(position, ply);
        if let Some(score) = entry.and_then(|entry| self.cutoff(&entry, depth, (alpha, beta))) {
            self.table_use.cutoffs += 1;
            return Ok(score);
        }
        let known = entry.and_then(|entry| entry.best).filter(|&mv| position.is_legal(mv));
        if known.is_none()
            && let Some(outcome) = position.outcome()
        {
            return Ok(outcome_score(outcome, position.side_to_move(), ply));
        }
        let state = self.search.evaluator.update(parent, mv, position, &mut self.search.scratch);
        self.moves_of_node((position, &state), known, depth, ply, (alpha, beta))
    }

    fn leaf(&mut self, parent: (&P, &E::State), mv: P::Move, position: &P, ply: u32) -> Score {
        if let Some(outcome) = position.outcome() {
            return outcome_score(outcome, position.side_to_move(), ply);
        }
        let Iterative { evaluator, scratch, .. } = &mut *self.search;
        let state = evaluator.update(parent, mv, position, scratch);
        evaluator.evaluate(position, &state, scratch)
    }

    /// Searches the moves of an interior node until one is too good, the table's move before the others are generated.
    fn moves_of_node(
        &mut self,
        node: (&P, &E::State),
        known: Option<P::Move>,
        depth: u32,
        ply: u32,
        (lower, beta): Window,
    ) -> Result<Score, Stopped> {
        let position = node.0;
        let own_index = self.path.index_of(position);
        let mut tally = Tally { best: DEAD_END, best_move: None, alpha: lower, lean: NO_LEAN };
        let first = self.search.moves.len();
        if let Some(mv) = known {
            self.try_move(node, mv, depth, ply, beta, &mut tally)?;
        }
        if tally.alpha < beta {
            self.generate(node, known, ply);
            let end = self.search.moves.len();
            for index in first..end {
                let mv = self.search.moves.pick(index);
                self.try_move(node, mv, depth, ply, beta, &mut tally)?;
                if tally.alpha >= beta {
                    self.reward(position, depth, ply, first..index, mv);
                    break;
                }
            }
            self.search.moves.truncate(first);
        } else if let Some(mv) = known {
            self.reward(position, depth, ply, first..first, mv);
        }
        if tally.best == DEAD_END {
            tally.best = value_without_moves(position, ply);
        }
        let leans = tally.lean < own_index;
        self.lean = if leans { tally.lean } else { NO_LEAN };
        self.store(position, ply, depth, (tally.best_move, tally.best), (lower, beta), leans);
        Ok(tally.best)
    }

    #[inline]
    fn try_move(
        &mut self,
        node: (&P, &E::State),
        mv: P::Move,
        depth: u32,
        ply: u32,
        beta: Score,
        tally: &mut Tally<P::Move>,
    ) -> Result<(), Stopped> {
        let value = self.scout(node, mv, depth - 1, ply + 1, (tally.alpha, beta), tally.best > DEAD_END)?;
        let Some(value) = value else {
            tally.lean = tally.lean.min(self.lean);
            return Ok(());
        };
        // A cut-off needs no other move's value, so it leans on nothing else either.
        tally.lean = if value >= beta { self.lean } else { tally.lean.min(self.lean) };
        if value > tally.best {
            tally.best = value;
            if value > tally.alpha {
                tally.alpha = value;
                tally.best_move = Some(mv);
                self.search.pv.extend(ply, mv);
            }
        }
        Ok(())
    }

    /// Puts all moves but `known` on the stack, with their places in the order.
    fn generate(&mut self, (position, state): (&P, &E::State), known: Option<P::Move>, ply: u32) {
        const KILLER: i32 = 6_000;
        let Iterative { evaluator, moves, killers, history, .. } = &mut *self.search;
        let priority = evaluator.priorities(position, state);
        let history = history.of(position.side_to_move());
        let killers = killers.at(ply);
        let _ = position.generate(&mut |mv| {
            if Some(mv) != known {
                let killer = if killers.contains(&Some(mv)) { KILLER } else { 0 };
                moves.push(mv, priority(mv) + history[position.history_slot(mv)] + killer);
            }
            ControlFlow::Continue(())
        });
    }

    /// Remembers that `mv` refuted a node, and that the moves tried before it, in `earlier` of the stack, did not.
    fn reward(&mut self, position: &P, depth: u32, ply: u32, earlier: core::ops::Range<usize>, mv: P::Move) {
        let side: Side = position.side_to_move();
        let bonus = (depth * depth).min(400) as i32 * 4;
        let Iterative { moves, killers, history, .. } = &mut *self.search;
        if !position.is_noisy(mv) {
            killers.add(ply, mv);
        }
        history.update(side, position.history_slot(mv), bonus);
        for index in earlier {
            history.update(side, position.history_slot(moves.get(index)), -bonus);
        }
    }

    #[inline]
    fn probe(&mut self, position: &P, ply: u32) -> Option<Entry<P::Move>> {
        if !self.search.options.table {
            return None;
        }
        self.table_use.probes += 1;
        let entry = self.search.table.probe(position.key(), ply);
        self.table_use.hits += u64::from(entry.is_some());
        entry
    }

    /// The score of an entry that makes searching the node needless.
    ///
    /// An entry answers only by showing that the value lies outside the window: where it lies inside, the node is part of the
    /// principal variation, which would end here.
    #[inline]
    fn cutoff(&self, entry: &Entry<P::Move>, depth: u32, (alpha, beta): Window) -> Option<Score> {
        let (bound, score) = entry.value?;
        let fails_high = score >= beta && bound != Bound::Upper;
        let fails_low = score <= alpha && bound != Bound::Lower;
        let deep_enough = if self.search.options.equal_depth_only {
            entry.depth == depth
        } else {
            // A win or loss that is proven at one depth is proven at all.
            entry.depth >= depth || (fails_high && score.is_win()) || (fails_low && score.is_loss())
        };
        (deep_enough && (fails_high || fails_low)).then_some(score)
    }

    fn store(
        &mut self,
        position: &P,
        ply: u32,
        depth: u32,
        (best, score): (Option<P::Move>, Score),
        (alpha, beta): Window,
        leans: bool,
    ) {
        if !self.search.options.table || (leans && best.is_none()) || score == DEAD_END {
            return;
        }
        let bound = if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = if leans {
            Entry { best, value: None, depth: 0 }
        } else {
            Entry { best, value: Some((bound, score)), depth }
        };
        self.table_use.stores += 1;
        self.search.table.store(position.key(), ply, entry);
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

/// What the moves of a node have come to so far.
struct Tally<M> {
    best: Score,
    best_move: Option<M>,
    alpha: Score,
    lean: usize,
}
