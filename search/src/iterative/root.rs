//! The root: its moves with their results, and one search of all of them.

use super::run::{Run, Window};
use super::worker::Ply;
use crate::contract::{Game, Hints, Knowledge, Position, Recurrence, Score, Side};
use crate::driver::{DEAD_END, NO_LEAN, Stopped};
use crate::report::Line;
use std::collections::VecDeque;

/// A search by lines looks at so many turns, the most promising ones, as long as they do not all lose.
const TURNS_BY_LINES: usize = 4_096;

/// It looks at so many beyond the end of the reply. Searches that ended before it have sorted them.
const TURNS_BEYOND_REPLY: usize = 30;

/// The root moves, best first, with their results. A root move is a single move, or a whole turn.
#[derive(Clone)]
pub(super) struct Root<M> {
    pub(super) lines: Vec<RootLine<M>>,
    /// The number of moves of the longest root move, by which it counts in the depth.
    pub(super) span: u32,
    pub(super) depth: u32,
    /// The value before any iteration.
    pub(super) static_score: Score,
    /// Whether the root moves are whole turns, named by the knowledge.
    pub(super) of_turns: bool,
    /// Whether the game's history forbids a move of the position.
    is_restricted: bool,
}

/// A root move and the best line that begins with it.
#[derive(Clone)]
pub(super) struct RootLine<M> {
    pub(super) line: Line<M>,
    /// The number of the first moves of the line that are the root move.
    len: usize,
    /// An upper bound on the value, and the depth left after the move at which it was found.
    bound: Option<(u32, Score)>,
    /// What a look at the opponent's whole turns after it has said: a certain loss, or none that it sees.
    reply: Reply,
}

/// What is known of the opponent's whole turns after a root move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reply {
    Unknown,
    NoWin,
    Win(Score),
}

impl<M: Copy> RootLine<M> {
    fn new(moves: Vec<M>) -> Self {
        Self {
            len: moves.len(),
            line: Line { score: -Score::INFINITY, pv: moves },
            bound: None,
            reply: Reply::Unknown,
        }
    }

    /// The bound, if it answers at this depth that the move is not better than `alpha`: what the table would
    /// say, without the way to its entry.
    fn refuted(&self, depth: u32, alpha: Score) -> Option<Score> {
        let (found, bound) = self.bound?;
        (bound <= alpha && (found >= depth || bound.is_loss())).then_some(bound)
    }

    /// The move itself.
    pub(super) fn moves(&self) -> &[M] {
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
        Self { lines, span: 1, depth: 0, static_score, of_turns: false, is_restricted }
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
        turns.retain(|turn| is_allowed(game, turn));
        let span = turns.iter().map(Vec::len).max().filter(|&span| span <= greatest_depth as usize)? as u32;
        let is_restricted = turns.len() < all;
        let lines = turns.into_iter().map(RootLine::new).collect();
        Some(Self { lines, span, depth: 0, static_score, of_turns: true, is_restricted })
    }

    /// The best root move so far.
    pub(super) fn best(&self) -> &RootLine<M> {
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

    /// Discards a loss that an unfinished iteration has found, because other moves may still save the game:
    /// the first that a winning reply does not refute. `before` is the score at the start of the iteration.
    pub(super) fn doubt_loss(&mut self, before: Score) {
        if !self.best().line.score.is_loss() {
            return;
        }
        if let Some(place) = self.lines.iter().position(|line| !matches!(line.reply, Reply::Win(_))) {
            self.lines[..=place].rotate_right(1);
            self.lines[0].line.score = before;
        }
    }
}

/// The root moves that are still to be searched.
struct RootQueue<M> {
    /// The index of the next one in order.
    next: usize,
    /// Those that were deferred.
    waiting: VecDeque<Vec<M>>,
}

/// What the root moves from a place on have given so far.
struct RootTally {
    place: usize,
    /// The index of the root position in the path.
    own_index: usize,
    best: Score,
    alpha: Score,
    lean: usize,
}

impl RootTally {
    /// Whether a move has a value already.
    fn is_later(&self) -> bool {
        self.best > DEAD_END
    }
}

impl<P: Hints, K: Knowledge<P>> Run<'_, P, K> {
    /// Searches the root moves from `place` on, deferred moves last, and moves the best of them to `place`.
    pub(super) fn root(
        &mut self,
        root: &mut Root<P::Move>,
        place: usize,
        position: &P,
        depth: u32,
        (alpha, beta): Window,
    ) -> Result<Score, Stopped> {
        let own_index = self.path.index_of(position);
        let mut tally = RootTally { place, own_index, best: DEAD_END, alpha, lean: NO_LEAN };
        let mut queue = RootQueue { next: place, waiting: VecDeque::new() };
        while tally.alpha < beta
            && let Some(index) = self.next_root_move(root, &mut queue, (position, depth), tally.is_later())
        {
            self.try_root_move(root, index, (position, depth), beta, &mut tally)?;
        }
        if place == 0 {
            let best_move = (tally.best > alpha).then(|| root.best().moves()[0]);
            let leans = root.is_restricted || tally.lean < own_index;
            self.store(position, 0, depth, (best_move, tally.best), (alpha, beta), leans);
        }
        Ok(tally.best)
    }

    /// The index of the next root move. Later ones that another thread searches are deferred.
    fn next_root_move(
        &self,
        root: &Root<P::Move>,
        queue: &mut RootQueue<P::Move>,
        (position, depth): (&P, u32),
        is_later: bool,
    ) -> Option<usize> {
        while let Some(line) = root.lines.get(queue.next) {
            queue.next += 1;
            if !(is_later && self.is_busy(position, line.moves(), depth)) {
                return Some(queue.next - 1);
            }
            queue.waiting.push_back(line.moves().to_vec());
        }
        core::iter::from_fn(|| queue.waiting.pop_front()).find_map(|moves| root.index_of(&moves))
    }

    /// Searches a root move, unless what is known of it answers already. A move that becomes the best changes
    /// no place after its own.
    fn try_root_move(
        &mut self,
        root: &mut Root<P::Move>,
        index: usize,
        (position, depth): (&P, u32),
        beta: Score,
        tally: &mut RootTally,
    ) -> Result<(), Stopped> {
        let place = index - tally.place;
        let is_left_out = self.goes_by_lines() && place >= self.turns_by_lines(depth);
        if is_left_out && tally.best > DEAD_END && !tally.best.is_loss() {
            return Ok(());
        }
        let reduction = if self.goes_by_lines() {
            self.reduction_by_lines(depth - root.span, place, root.lines.len().min(TURNS_BY_LINES))
        } else {
            self.root_reduction(depth, (place, root.span))
        };
        let depths = (depth - root.span, reduction);
        let left = depths.0.saturating_sub(reduction);
        let is_later = tally.is_later();
        if is_later && let Some(bound) = root.lines[index].refuted(left, tally.alpha) {
            tally.best = tally.best.max(bound);
            return Ok(());
        }
        let moves = root.lines[index].moves();
        let len = moves.len() as u32;
        self.worker.pv.clear(len);
        let window = (tally.alpha, beta);
        let value = if let Reply::Win(loss) = root.lines[index].reply {
            Some(loss)
        } else {
            let value = self.while_busy((position, moves, depth), |run| {
                run.turn(position, (moves, 0), depths, window, is_later)
            })?;
            tally.lean = tally.lean.min(self.lean);
            value
        };
        let Some(mut value) = value else { return Ok(()) };
        if value > tally.alpha
            && root.of_turns
            && root.depth > 0
            && let Some(loss) = self.loss_by_reply(&mut root.lines[index], position)
        {
            self.worker.pv.clear(len);
            value = loss;
        }
        let is_bound = root.span > 1 && value <= tally.alpha && self.lean >= tally.own_index;
        root.lines[index].bound = is_bound.then_some((left, value));
        // A first move that fails low keeps its place, because nothing better is known.
        if value > tally.best && (value > tally.alpha || index == tally.place) {
            root.improve(index, tally.place, value, self.worker.pv.line(len));
        }
        tally.best = tally.best.max(value);
        tally.alpha = tally.alpha.max(value);
        Ok(())
    }

    /// Looks once whether the opponent has a turn that wins for certain after a root move. The search sees
    /// few of such turns: it comes to few replies of four quiet steps. A look takes the time of thousands of
    /// nodes, so that there are only as many as nodes allow; one that finds a win counts a sixteenth,
    /// because the next best turn needs a look too. Where a reply of an earlier look wins again, it is free.
    fn loss_by_reply(&mut self, line: &mut RootLine<P::Move>, position: &P) -> Option<Score> {
        const NODES: u64 = 1_024;
        const FIRST: u64 = 128;
        const NO_WIN: u64 = 16;
        if line.reply == Reply::Unknown && self.looks_aside < FIRST + self.watch.own_nodes() / NODES {
            let mut after = position.clone();
            line.moves().iter().for_each(|&mv| after.play_unchecked(mv));
            let (knowledge, watch, known) = (self.knowledge, &mut self.watch, &mut self.winning_replies);
            let before = known.len();
            let win = || if after.outcome().is_none() { knowledge.certain_win(&after, known) } else { None };
            let win = watch.aside(&mut self.longest_aside, win)?;
            let is_known = self.winning_replies.len() == before;
            let loss = |plies| Reply::Win(Score::loss_in(line.len as u32 + plies));
            self.looks_aside += if win.is_some() { u64::from(!is_known) } else { NO_WIN };
            line.reply = win.map_or(Reply::NoWin, loss);
        }
        if let Reply::Win(loss) = line.reply { Some(loss) } else { None }
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
        let entered = match self.enter(position, mv, &child) {
            Ok(entered) => entered,
            Err(value) => return Ok(value),
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

    /// How many turns a search by lines looks at.
    const fn turns_by_lines(&self, depth: u32) -> usize {
        if depth > 2 * self.turn_length { TURNS_BEYOND_REPLY } else { TURNS_BY_LINES }
    }

    /// The reduction of a late turn in a search by lines, by the share of turns before it.
    fn reduction_by_lines(&self, left: u32, place: usize, turns: usize) -> u32 {
        /// In thousandths: the shares from which the reduction is a ply more.
        const SHARES: [usize; 3] = [110, 250, 800];
        if !self.options.late_move_reductions || place <= 5 {
            return 0;
        }
        let share = 1_000 * place / turns;
        (SHARES.iter().filter(|&&from| share > from).count() as u32).min(left)
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
}

/// Whether repetition allows a turn.
pub(super) fn is_allowed<P: Position>(game: &Game<P>, turn: &[P::Move]) -> bool {
    let mut after = game.position().clone();
    for &mv in turn {
        after.play_unchecked(mv);
    }
    !matches!(game.history().recurrence(&after), Some((Recurrence::Illegal, _)))
}
