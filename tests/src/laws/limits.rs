//! Laws of when searches end, and that they answer well whenever they do. No real clock is read.

use crate::laws::search::{reports, table};
use crate::watched::Watched;
use crate::{Comparisons, Subject};
use core::time::Duration;
use plywood_search::{
    AlphaBeta, Clock, Ended, Game, Hints, Iterative, Knowledge, Limits, Minimax, Outcome, PonderHandle,
    Report, Score, Search, SearchOptions, StopHandle, TimeLeft,
};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Holds the searches to all laws of this module, on this game with this evaluation.
pub fn hold<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(subject: &Subject<P>, evaluator: &E) {
    subject.for_random_games(12, |game| {
        finished_games_have_their_result(&Watched::game(game), evaluator);
    });
    subject.for_unfinished_games(6, |game| {
        node_limits_are_kept(game, evaluator, &[0, 1, 2, 3, 7, 20, 50, 100, 199]);
        no_depth_and_no_time_still_give_a_move(game, evaluator);
        a_pulled_handle_ends_the_search(game, evaluator);
        the_deadline_is_kept(game, evaluator);
        a_move_costs_at_most_its_allotment(game, evaluator);
        time_runs_from_the_move_that_was_pondered_on(game, evaluator);
        a_clock_that_leaps_ends_the_search(game, evaluator);
        a_limit_in_time_spends_none_on_an_only_move(game, evaluator);
    });
    let compared = Comparisons::of(format!("{}: searches cut short", subject.name()));
    subject.for_unfinished_games(subject.games(), |game| {
        a_search_cut_short_claims_only_what_is_true(game, evaluator, subject.depth(), &compared);
    });
    compared.at_least(subject.least_proofs(subject.games().div_ceil(16)));
    subject.for_unfinished_games(6, |game| equal_limits_give_equal_answers(game, evaluator, 2_000));
}

/// Every search there is but Monte-Carlo tree search, new.
pub fn searches<P: Hints, E: Knowledge<P> + Clone + 'static>(evaluator: &E) -> Vec<Box<dyn Search<P>>> {
    let mut searches = searches_alone(evaluator);
    searches.extend([SearchOptions::EXACT, SearchOptions::SELECTIVE].map(|options| {
        let options = SearchOptions { threads: 2, ..options };
        let search = Iterative::with_options(evaluator.clone(), table(1 << 12), options);
        Box::new(search) as Box<dyn Search<P>>
    }));
    searches
}

/// Those that search on one thread, and so do the same each time.
pub fn searches_alone<P: Hints, E: Knowledge<P> + Clone + 'static>(evaluator: &E) -> Vec<Box<dyn Search<P>>> {
    let lines = SearchOptions { multi_pv: 3, ..SearchOptions::default() };
    vec![
        Box::new(Minimax::new(evaluator.clone())),
        Box::new(AlphaBeta::new(evaluator.clone())),
        Box::new(Iterative::new(evaluator.clone(), table(1 << 12))),
        Box::new(Iterative::with_options(evaluator.clone(), table(64), SearchOptions::EXACT)),
        Box::new(Iterative::with_options(evaluator.clone(), table(1 << 12), SearchOptions::SELECTIVE)),
        Box::new(Iterative::with_options(evaluator.clone(), table(1 << 12), lines)),
    ]
}

/// A report on an unfinished game names a legal move, begins its variations with legal moves, and has scores
/// within their ranges.
pub fn the_answer_is_legal<P: Hints>(game: &Game<P>, report: &Report<P::Move>) {
    let legal = game.legal_moves();
    let place = || format!("{report:?} of {:?}", game.position());
    assert!(report.best.is_some_and(|mv| legal.contains(&mv)), "no legal move, {}", place());
    assert_eq!(report.pv.first(), report.best.as_ref(), "{}", place());
    assert!(is_a_score(report.score), "{}", place());
    for line in &report.lines {
        assert!(line.pv.first().is_some_and(|mv| legal.contains(mv)), "{}", place());
        assert!(is_a_score(line.score), "{line:?} of {}", place());
    }
}

fn is_a_score(score: Score) -> bool {
    let value = score.value().abs();
    let farthest = Score::win_in(Score::MAX_PLIES).value();
    value <= Score::MAX_HEURISTIC.value() || (farthest..=Score::WIN.value()).contains(&value)
}

/// A finished game has no best move, and the result for a score.
pub fn finished_games_have_their_result<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
) {
    let Some(outcome) = game.outcome() else { return };
    let expected = match outcome {
        Outcome::Draw => Score::ZERO,
        Outcome::Win(side) if side == game.side_to_move() => Score::WIN,
        Outcome::Win(_) => Score::LOSS,
    };
    for mut search in searches(evaluator) {
        for limits in [Limits::none(), Limits::nodes(0), Limits::depth(3)] {
            let report = search.run(game, &limits);
            assert_eq!(report.best, None, "{:?}", game.position());
            assert_eq!((report.score, report.ended), (expected, Some(Ended::GameOver)));
            assert_eq!((report.nodes, report.pv.len()), (0, 0));
        }
    }
}

/// No more nodes are searched than allowed, and with any number of them, even none, the answer is legal.
pub fn node_limits_are_kept<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    limits: &[u64],
) {
    let alone = searches_alone(evaluator).len();
    for (index, mut search) in searches(evaluator).into_iter().enumerate() {
        for &nodes in limits {
            let report = search.run(game, &Limits::nodes(nodes).with_depth(6));
            the_answer_is_legal(game, &report);
            assert!(report.nodes <= nodes, "{} nodes of {nodes}", report.nodes);
            // Of several threads one may leave some of its part.
            let used_up = report.nodes == nodes || report.ended != Some(Ended::Nodes) || index >= alone;
            assert!(used_up, "ended by its limit of {nodes} nodes after {}", report.nodes);
        }
    }
}

/// Depth 0, and no time at all, still give a legal move.
pub fn no_depth_and_no_time_still_give_a_move<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
) {
    for mut search in searches(evaluator) {
        let report = search.run(game, &Limits::depth(0));
        the_answer_is_legal_without_search(game, &report);
        let report = search.run(game, &Limits::none().with_time(Duration::ZERO, FakeClock::default()));
        the_answer_is_legal_without_search(game, &report);
        assert_eq!(report.ended, Some(Ended::Time));
    }
}

fn the_answer_is_legal_without_search<P: Hints>(game: &Game<P>, report: &Report<P::Move>) {
    let place = || format!("{report:?} of {:?}", game.position());
    assert!(report.best.is_some_and(|mv| game.legal_moves().contains(&mv)), "{}", place());
    assert_eq!((report.depth, report.nodes), (0, 0), "{}", place());
    assert!(is_a_score(report.score), "{}", place());
}

/// A handle pulled before the search ends it at once; one pulled in mid-search ends it at the next node; the
/// answer is legal both times.
pub fn a_pulled_handle_ends_the_search<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(
    game: &Game<Watched<P>>,
    evaluator: &E,
) {
    /// What a thread may still evaluate: the node that it is at.
    const LEFT_OVER: u64 = 8;
    for mut search in searches(evaluator) {
        let stop = StopHandle::new();
        stop.stop();
        let report = search.run(game, &Limits::none().with_stop(stop));
        the_answer_is_legal_without_search(game, &report);
        assert_eq!(report.ended, Some(Ended::Stopped));
    }
    let meter = Meter { pull_at: 500, ..Meter::default() };
    for mut search in searches(&Metered { evaluator: evaluator.clone(), meter: meter.clone() }) {
        meter.evaluations.store(0, Ordering::Relaxed);
        meter.pulled.store(meter.pull_at, Ordering::Relaxed);
        meter.stop.reset();
        let report = search.run(game, &Limits::depth(12).with_nodes(20_000).with_stop(meter.stop.clone()));
        the_answer_is_legal(game, &report);
        let evaluations = meter.evaluations.load(Ordering::Relaxed);
        let pulled = meter.pulled.load(Ordering::Relaxed);
        assert!(evaluations <= pulled + 2 * LEFT_OVER, "{evaluations} evaluations, {pulled} of them before");
        if report.ended == Some(Ended::Stopped) {
            assert!(evaluations >= meter.pull_at, "stopped before the handle was pulled");
        }
    }
}

/// The clock reaches the end of the search's time only if there was no more to search: every evaluation takes
/// a microsecond.
pub fn the_deadline_is_kept<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(
    game: &Game<Watched<P>>,
    evaluator: &E,
) {
    let meter = Meter { step: 1_000, ..Meter::default() };
    for mut search in searches(&Metered { evaluator: evaluator.clone(), meter: meter.clone() }) {
        for time in [1, 5, 20].map(Duration::from_millis) {
            meter.clock.set(Duration::from_secs(3));
            let report = search.run(game, &Limits::depth(5).with_time(time, meter.clock.clone()));
            the_answer_is_legal(game, &report);
            let passed = meter.clock.now().saturating_sub(Duration::from_secs(3));
            // The pace of looks at the clock, a tenth of a millisecond, may be exceeded while it is being
            // found.
            let tolerance = Duration::from_micros(300);
            assert!(passed <= time + tolerance, "{passed:?} of {time:?}");
            assert_eq!(report.elapsed, Some(passed), "elapsed");
            // As much as the longest stretch between two looks may be kept back, up to three tenths of
            // the time.
            let kept_back = time * 3 / 10 + time / 50 + tolerance;
            let in_vain = report.ended == Some(Ended::Time) && passed + kept_back < time;
            assert!(!in_vain, "ended by its limit in time of {time:?} after {passed:?}");
        }
    }
}

/// With a clock for the whole game, a move costs no more than its hard limit, and an iteration begins only
/// within what doubt may make of the soft one.
pub fn a_move_costs_at_most_its_allotment<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(
    game: &Game<Watched<P>>,
    evaluator: &E,
) {
    let meter = Meter { step: 1_000, ..Meter::default() };
    for mut search in searches(&Metered { evaluator: evaluator.clone(), meter: meter.clone() }) {
        for remaining in [10, 100, 400].map(Duration::from_millis) {
            let left = TimeLeft::new(remaining).with_increment(remaining / 100).with_reserve(remaining / 50);
            meter.clock.set(Duration::ZERO);
            let limits = Limits::depth(5).with_time_left(left, meter.clock.clone());
            let report = search.run(game, &limits);
            the_answer_is_legal(game, &report);
            // Each of two threads may look late.
            let tolerance = Duration::from_micros(600);
            assert!(
                meter.clock.now() <= left.allot().hard + tolerance,
                "{:?} of {left:?}",
                meter.clock.now()
            );
        }
    }
}

/// In the opponent's time no limit in time ends a search. Once the expected move is made it has the time that
/// it was given, from then on.
pub fn time_runs_from_the_move_that_was_pondered_on<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(
    game: &Game<Watched<P>>,
    evaluator: &E,
) {
    let time = Duration::from_millis(1);
    for hit_at in [1, 700, 3_000] {
        let meter = Meter { step: 1_000, hit_at, ..Meter::default() };
        for mut search in searches(&Metered { evaluator: evaluator.clone(), meter: meter.clone() }) {
            let ponder = PonderHandle::new();
            meter.ponder.lock().expect("nobody panics with it").replace(ponder.clone());
            meter.evaluations.store(0, Ordering::Relaxed);
            meter.hit.store(0, Ordering::Relaxed);
            meter.clock.set(Duration::ZERO);
            let limits = Limits::depth(5).with_time(time, meter.clock.clone());
            let report = search.run(game, &limits.with_ponder(ponder.clone()));
            the_answer_is_legal(game, &report);
            let (passed, begun) = (meter.clock.now(), Duration::from_micros(hit_at));
            let hit = begun.max(Duration::from_nanos(meter.hit.load(Ordering::Relaxed)));
            // Each of two threads may look late.
            let tolerance = Duration::from_millis(1);
            assert!(passed <= hit + time + tolerance, "{passed:?} though hit at {hit:?}");
            assert!(
                report.ended != Some(Ended::Time) || passed > begun,
                "ended in the opponent's time, {passed:?}"
            );
            assert!(passed < begun || !ponder.is_pondering());
        }
    }
}

/// A clock that leaps past the deadline in mid-search ends it at the next look, and the answer is legal. Of
/// several threads each may look once.
pub fn a_clock_that_leaps_ends_the_search<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
) {
    for looks in [1, 2, 3, 5, 9] {
        for mut search in searches_alone(evaluator) {
            let clock = FakeClock { leap_at: looks, ..FakeClock::default() };
            let time = Duration::from_secs(1);
            let limits = Limits::depth(5).with_time(time, clock.clone());
            let (iterations, report) = reports(search.as_mut(), game, &limits);
            the_answer_is_legal(game, &report);
            let after = clock.readings.load(Ordering::Relaxed).saturating_sub(looks);
            // One look finds the time up; reports of iterations that were finished before it read the clock,
            // and so does the last.
            let allowed = 2 + iterations.len() as u64;
            assert!(after <= allowed, "{after} readings after the deadline, {allowed} are needed at most");
            assert!(after == 0 || report.ended.is_some(), "{report:?}");
        }
    }
}

/// Where there is one legal move only, a search with a limit in time answers after the first iteration.
pub fn a_limit_in_time_spends_none_on_an_only_move<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
) {
    if game.legal_moves().len() != 1 {
        return;
    }
    let mut search = Iterative::new(evaluator.clone(), table(1 << 12));
    let limits = Limits::depth(9).with_time(Duration::from_secs(9), FakeClock::default());
    let report = search.run(game, &limits);
    the_answer_is_legal(game, &report);
    assert_eq!(report.depth, 1, "{report:?}");
    assert!(matches!(report.ended, Some(Ended::OnlyMove | Ended::Proven)), "{report:?}");
}

/// Two new searches with the same limit in nodes give the same reports, to the last node.
pub fn equal_limits_give_equal_answers<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    nodes: u64,
) {
    let limits = Limits::nodes(nodes).with_depth(30);
    for (mut one, mut other) in searches_alone(evaluator).into_iter().zip(searches_alone(evaluator)) {
        for _ in 0..2 {
            let ones = reports(one.as_mut(), game, &limits);
            assert_eq!(ones, reports(other.as_mut(), game, &limits), "{:?}", game.position());
        }
    }
}

/// A win or loss that a search reports when it is cut short is one: the loss of the moves that it has come to
/// is not that of the position. Where repetition matters it is left out, of the search and of the truth.
pub fn a_search_cut_short_claims_only_what_is_true<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    depth: u32,
    compared: &Comparisons,
) {
    for options in [SearchOptions::EXACT, SearchOptions::SELECTIVE] {
        let options = SearchOptions { repetition: false, ..options };
        let mut search = Iterative::with_options(evaluator.clone(), table(1 << 14), options);
        for nodes in [1, 2, 3, 5, 8, 13, 34, 89, 233] {
            search.clear();
            let report = search.run(game, &Limits::nodes(nodes).with_depth(depth));
            let (win, loss) = (report.score.plies_to_win(), report.score.plies_to_loss());
            let Some(plies) = win.or(loss).filter(|&plies| plies <= depth) else { continue };
            let mut minimax = Minimax::new(evaluator.clone()).without_repetition();
            let truth = minimax.run(game, &Limits::depth(plies)).score;
            compared.count();
            let place = || format!("{truth}, not {report:?} after {nodes} nodes of {:?}", game.position());
            assert_eq!((truth.is_win(), truth.is_loss()), (win.is_some(), loss.is_some()), "{}", place());
        }
    }
}

/// The deepest depth that can be asked for ends, where the game does: to be held on positions shortly before
/// the end.
pub fn absurd_depths_end<P: Hints, E: Knowledge<P> + Clone + 'static>(
    game: &Game<P>,
    evaluator: &E,
    expected: Score,
) {
    for mut search in searches(evaluator) {
        for limits in [Limits::depth(u32::MAX), Limits::none()] {
            let report = search.run(game, &limits);
            the_answer_is_legal(game, &report);
            assert_eq!(report.score, expected, "{:?}", game.position());
        }
    }
}

/// A clock for tests: it stands still unless somebody moves it, and may leap a day ahead at a reading.
#[derive(Clone, Debug)]
pub struct FakeClock {
    nanoseconds: Arc<AtomicU64>,
    readings: Arc<AtomicU64>,
    /// The number of readings that still give the time before the leap.
    leap_at: u64,
}

impl Default for FakeClock {
    fn default() -> Self {
        Self { nanoseconds: Arc::default(), readings: Arc::default(), leap_at: u64::MAX }
    }
}

impl FakeClock {
    fn set(&self, time: Duration) {
        self.nanoseconds.store(time.as_nanos() as u64, Ordering::Relaxed);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Duration {
        let leap = self.readings.fetch_add(1, Ordering::Relaxed) >= self.leap_at;
        let leapt = Duration::from_secs(if leap { 86_400 } else { 0 });
        leapt + Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }
}

/// Counts evaluations, moves a clock, and pulls a handle when it has had enough.
#[derive(Clone, Debug, Default)]
struct Meter {
    clock: FakeClock,
    /// Nanoseconds that an evaluation takes.
    step: u64,
    stop: StopHandle,
    /// The evaluation that pulls the handle.
    pull_at: u64,
    /// How many evaluations there were once it was pulled: another thread goes on until then, and the system
    /// may let this one wait in between.
    pulled: Arc<AtomicU64>,
    ponder: Arc<Mutex<Option<PonderHandle>>>,
    /// The evaluation during which the expected move is made.
    hit_at: u64,
    /// What the clock shows, in nanoseconds, once that is done.
    hit: Arc<AtomicU64>,
    evaluations: Arc<AtomicU64>,
}

/// An evaluation with a meter on it.
#[derive(Clone)]
struct Metered<E> {
    evaluator: E,
    meter: Meter,
}

impl<P: Hints, E: Knowledge<Watched<P>>> Knowledge<Watched<P>> for Metered<E> {
    type State = E::State;

    fn start(&self, position: &Watched<P>) -> E::State {
        self.evaluator.start(position)
    }

    fn advance(&self, state: &mut E::State, parent: &Watched<P>, mv: Option<P::Move>, child: &Watched<P>) {
        self.evaluator.advance(state, parent, mv, child);
    }

    fn retreat(&self, state: &mut E::State) {
        self.evaluator.retreat(state);
    }

    fn evaluate(&self, position: &Watched<P>, state: &mut E::State) -> Score {
        self.meter.clock.nanoseconds.fetch_add(self.meter.step, Ordering::Relaxed);
        let number = self.meter.evaluations.fetch_add(1, Ordering::Relaxed) + 1;
        if number == self.meter.pull_at {
            self.meter.stop.stop();
            self.meter.pulled.store(self.meter.evaluations.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        if number == self.meter.hit_at {
            self.meter.ponder.lock().expect("nobody panics with it").iter().for_each(PonderHandle::hit);
            let now = self.meter.clock.nanoseconds.load(Ordering::Relaxed);
            self.meter.hit.store(now, Ordering::Relaxed);
        }
        self.evaluator.evaluate(position, state)
    }

    fn priorities<'a>(
        &'a self,
        position: &'a Watched<P>,
        state: &'a mut E::State,
    ) -> impl Fn(P::Move) -> i32 {
        self.evaluator.priorities(position, state)
    }
}
