//! Laws of limits that several threads keep together: one deadline, one stop handle, one budget of nodes, one
//! end. No real clock is read.

use crate::laws::limits::the_answer_is_legal;
use crate::laws::search::table;
use crate::watched::Watched;
use core::time::Duration;
use plywood_search::{
    Candidates, Clock, Dfpn, Ended, Game, Hints, Iterative, Knowledge, Limits, Mcts, MctsOptions,
    NoKnowledge, Numbers, ProofTable, Question, Score, Search, SearchOptions, Side, StopHandle,
};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The numbers of threads that each law is held with.
pub const THREADS: [usize; 3] = [1, 2, 4];

/// What one thread may still evaluate after the end has come: the node that it is at, and what it takes to
/// begin.
const LEFT_OVER: u64 = 8;

/// Holds all searches to all laws of this module, in a game that is not solved in ten thousand nodes.
pub fn hold<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(start: &P, evaluator: &E) {
    let game = &Game::new(Watched(start.clone()));
    for threads in THREADS {
        the_deadline_holds_for_all(game, evaluator, threads);
        helpers_need_time_to_begin(game, evaluator, threads);
        slow_questions_keep_the_deadline(game, evaluator, threads);
        a_pulled_handle_ends_all(game, evaluator, threads);
        the_nodes_are_one_budget(game, evaluator, threads);
        a_panic_ends_all(game, evaluator, threads);
        proofs_keep_their_limits(start, threads);
    }
}

/// Every search with threads, new.
fn searches<P: Hints, E: Knowledge<P> + Clone + 'static>(
    evaluator: &E,
    threads: usize,
) -> Vec<Box<dyn Search<P>>> {
    let tree = MctsOptions { memory: 1 << 20, threads, ..MctsOptions::evaluating(20) };
    let mut searches = deepening(evaluator, threads);
    searches.push(Box::new(Mcts::new(evaluator.clone(), tree)));
    searches
}

/// The searches that deepen.
fn deepening<P: Hints, E: Knowledge<P> + Clone + 'static>(
    evaluator: &E,
    threads: usize,
) -> Vec<Box<dyn Search<P>>> {
    let iterative = |options: SearchOptions| -> Box<dyn Search<P>> {
        let options = SearchOptions { threads, ..options };
        Box::new(Iterative::with_options(evaluator.clone(), table(1 << 14), options))
    };
    [SearchOptions::EXACT, SearchOptions::FULL_WIDTH, SearchOptions::SELECTIVE].map(iterative).into()
}

/// Time that evaluations take, whichever thread they are on, and what happens at one of them.
#[derive(Clone, Debug, Default)]
struct Meter {
    nanoseconds: Arc<AtomicU64>,
    evaluations: Arc<AtomicU64>,
    /// The lines of play that were begun.
    starts: Arc<AtomicU64>,
    /// Those of them whose first question was about the position that they began with.
    asked_at_start: Arc<AtomicU64>,
    /// The time of an evaluation in nanoseconds.
    step: u64,
    /// Whether it takes the same time to find the moves that need a search.
    is_slow_to_choose: bool,
    stop: StopHandle,
    /// The evaluation that pulls the handle.
    pull_at: u64,
    /// How many evaluations there were once it was pulled: other threads go on until then, and the system may
    /// let this one wait in between.
    pulled: Arc<AtomicU64>,
    /// The evaluation that panics.
    panic_at: u64,
}

impl Meter {
    fn note(&self) {
        self.nanoseconds.fetch_add(self.step, Ordering::Relaxed);
        let number = self.evaluations.fetch_add(1, Ordering::Relaxed) + 1;
        if number == self.pull_at {
            self.stop.stop();
            self.pulled.store(self.evaluations(), Ordering::Relaxed);
        }
        assert!(number != self.panic_at, "the evaluation panics");
    }

    fn reset(&self) {
        self.nanoseconds.store(0, Ordering::Relaxed);
        self.evaluations.store(0, Ordering::Relaxed);
        self.starts.store(0, Ordering::Relaxed);
        self.asked_at_start.store(0, Ordering::Relaxed);
        self.stop.reset();
    }

    fn evaluations(&self) -> u64 {
        self.evaluations.load(Ordering::Relaxed)
    }
}

impl Clock for Meter {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed))
    }
}

/// Knowledge with a meter on its evaluations and proof numbers.
#[derive(Clone)]
struct Metered<E>(E, Meter);

/// What is known along a line of play, and until the first question the position that it began with.
struct Begun<P, S> {
    known: S,
    start: Option<P>,
}

impl<K> Metered<K> {
    /// Notes a question about a position.
    fn asked<P: Eq, S>(&self, position: &P, state: &mut Begun<P, S>) {
        let at_start = state.start.take().is_some_and(|start| start == *position);
        self.1.asked_at_start.fetch_add(u64::from(at_start), Ordering::Relaxed);
        self.1.note();
    }
}

impl<P: Hints + 'static, K: Knowledge<P>> Knowledge<P> for Metered<K> {
    type State = Begun<P, K::State>;

    fn start(&self, position: &P) -> Self::State {
        self.1.starts.fetch_add(1, Ordering::Relaxed);
        Begun { known: self.0.start(position), start: Some(position.clone()) }
    }

    fn advance(&self, state: &mut Self::State, parent: &P, mv: Option<P::Move>, child: &P) {
        self.0.advance(&mut state.known, parent, mv, child);
    }

    fn retreat(&self, state: &mut Self::State) {
        self.0.retreat(&mut state.known);
    }

    fn evaluate(&self, position: &P, state: &mut Self::State) -> Score {
        self.asked(position, state);
        self.0.evaluate(position, &mut state.known)
    }

    fn candidates<'a>(
        &'a self,
        position: &'a P,
        state: &'a mut Self::State,
    ) -> Option<Candidates<impl Fn(P::Move) -> bool>> {
        if self.1.is_slow_to_choose {
            self.asked(position, state);
        }
        self.0.candidates(position, &mut state.known)
    }

    fn numbers(&self, position: &P, state: &mut Self::State, attacker: Side) -> Numbers {
        self.asked(position, state);
        self.0.numbers(position, &mut state.known, attacker)
    }
}

/// However slow an evaluation is, no thread goes on when the time is up, and the report tells the whole time.
pub fn the_deadline_holds_for_all<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(
    game: &Game<Watched<P>>,
    evaluator: &E,
    threads: usize,
) {
    for step in [1, 30, 1_000].map(Duration::from_micros) {
        let meter = Meter { step: step.as_nanos() as u64, ..Meter::default() };
        for mut search in searches(&Metered(evaluator.clone(), meter.clone()), threads) {
            meter.reset();
            let time = 100 * step + Duration::from_millis(2);
            let report = search.run(game, &Limits::none().with_time(time, meter.clone()));
            the_answer_is_legal(game, &report);
            let (passed, place) = (meter.now(), format!("{threads} threads, {step:?} a node, {time:?}"));
            // The pace of looks at the clock may be exceeded while it is being found.
            let pace = Duration::from_micros(300);
            let latest = time + threads as u32 * (LEFT_OVER as u32 * step + pace);
            assert!(passed <= latest, "{passed:?} have passed, {place}: {report:?}");
            assert_eq!(report.elapsed, Some(passed), "{place}");
            assert_eq!(report.ended, Some(Ended::Time), "{place}");
            assert!(passed >= time * 3 / 5, "{passed:?} have passed, {place}");
        }
    }
}

/// A thread that could only begin before the time is up does not: the root is evaluated once. With time
/// enough each thread evaluates it.
pub fn helpers_need_time_to_begin<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(
    game: &Game<Watched<P>>,
    evaluator: &E,
    threads: usize,
) {
    for (evaluations, expected) in [(2, 1), (100, threads as u64)] {
        let step = Duration::from_millis(20);
        let meter = Meter { step: step.as_nanos() as u64, ..Meter::default() };
        for mut search in deepening(&Metered(evaluator.clone(), meter.clone()), threads) {
            meter.reset();
            let report = search.run(game, &Limits::none().with_time(evaluations * step, meter.clone()));
            the_answer_is_legal(game, &report);
            let starts = meter.starts.load(Ordering::Relaxed);
            assert_eq!(starts, expected, "{threads} threads, {evaluations} evaluations: {report:?}");
        }
    }
}

/// Monte-Carlo tree search keeps its deadline however slow its questions are. The thread that evaluates the
/// root goes on from what it found there; a helper that could only begin before the time is up does not, and
/// one that begins asks about the root at once, because its first question may be its slowest.
pub fn slow_questions_keep_the_deadline<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(
    game: &Game<Watched<P>>,
    evaluator: &E,
    threads: usize,
) {
    let step = Duration::from_millis(20);
    let meter = Meter { step: step.as_nanos() as u64, is_slow_to_choose: true, ..Meter::default() };
    let knowledge = Metered(evaluator.clone(), meter.clone());
    let asking =
        MctsOptions { ask_after: Some(8), longest_playout: 60, memory: 1 << 20, ..MctsOptions::default() };
    for (questions, expected) in [(3, 1), (60, threads as u64)] {
        let mut search = Mcts::new(knowledge.clone(), MctsOptions { threads, ..asking });
        meter.reset();
        let time = questions * step;
        let report = search.run(game, &Limits::none().with_time(time, meter.clone()));
        the_answer_is_legal(game, &report);
        let place = format!("{threads} threads, {questions} questions: {report:?}");
        assert_eq!(report.ended, Some(Ended::Time), "{place}");
        assert!(meter.now() <= time + threads as u32 * step, "{:?} have passed, {place}", meter.now());
        let [starts, asked] =
            [&meter.starts, &meter.asked_at_start].map(|count| count.load(Ordering::Relaxed));
        assert_eq!([starts, asked], [expected; 2], "{place}");
    }
}

/// A pulled handle ends all threads at their next nodes, with a clock and without one.
pub fn a_pulled_handle_ends_all<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(
    game: &Game<Watched<P>>,
    evaluator: &E,
    threads: usize,
) {
    let meter = Meter { pull_at: 300, step: 1_000_000, ..Meter::default() };
    for mut search in searches(&Metered(evaluator.clone(), meter.clone()), threads) {
        let limits = Limits::none().with_stop(meter.stop.clone());
        for limits in [limits.clone(), limits.with_clock(meter.clone())] {
            meter.reset();
            search.clear();
            let report = search.run(game, &limits);
            the_answer_is_legal(game, &report);
            let after = meter.evaluations() - meter.pulled.load(Ordering::Relaxed);
            assert_eq!(report.ended, Some(Ended::Stopped), "{threads} threads");
            assert!(after <= LEFT_OVER * threads as u64, "{after} evaluations later, {threads} threads");
        }
    }
}

/// All threads together search no more nodes than allowed, and use up most of them; one thread all.
pub fn the_nodes_are_one_budget<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(
    game: &Game<Watched<P>>,
    evaluator: &E,
    threads: usize,
) {
    for mut search in searches(evaluator, threads) {
        for nodes in [1, 10, 1_000, 5_000] {
            search.clear();
            let report = search.run(game, &Limits::nodes(nodes));
            the_answer_is_legal(game, &report);
            let place = format!("{} nodes of {nodes}, {threads} threads, {report:?}", report.nodes);
            assert_eq!(report.ended, Some(Ended::Nodes), "{place}");
            let most = if threads == 1 { nodes } else { nodes * 9 / 10 };
            assert!((most..=nodes).contains(&report.nodes), "{place}");
        }
    }
}

/// A panic of the evaluation, on whichever thread, or of the observer ends all threads and comes out of the
/// search with its own message; and the search answers again afterwards.
pub fn a_panic_ends_all<P: Hints, E: Knowledge<Watched<P>> + Clone + 'static>(
    game: &Game<Watched<P>>,
    evaluator: &E,
    threads: usize,
) {
    for panic_at in [2, 50, 700] {
        let meter = Meter { panic_at, ..Meter::default() };
        for mut search in searches(&Metered(evaluator.clone(), meter.clone()), threads) {
            meter.reset();
            let panicking = || search.run(game, &Limits::nodes(20_000));
            assert_eq!(message(panicking), "the evaluation panics", "{threads} threads");
            the_answer_is_legal(game, &search.run(game, &Limits::nodes(500)));
        }
    }
    for mut search in searches(evaluator, threads) {
        let mut observe = |_: &_| panic!("the observer panics");
        // So many nodes that the other threads do not use them up before the one that reports has finished
        // its first iteration, however busy the machine is.
        let panicking = || search.search(game, &Limits::nodes(5_000_000), &mut observe);
        assert_eq!(message(panicking), "the observer panics", "{threads} threads");
        the_answer_is_legal(game, &search.run(game, &Limits::nodes(500)));
    }
}

fn message<T: core::fmt::Debug>(panics: impl FnOnce() -> T) -> String {
    let panic = catch_unwind(AssertUnwindSafe(panics)).expect_err("it panics");
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Proof-number search keeps the same limits, with any number of threads.
pub fn proofs_keep_their_limits<P: Hints>(start: &P, threads: usize) {
    let ask = |meter: &Meter, limits: &Limits| {
        meter.reset();
        let proofs = Arc::new(ProofTable::with_bytes(1 << 16).expect("a small table"));
        let mut search = Dfpn::new(Metered(NoKnowledge, meter.clone()), proofs).with_threads(threads);
        search.ask(start, Question::wins(start.side_to_move()), limits, &mut |_| {})
    };
    let slow = Meter { step: 1_000_000, pull_at: 300, ..Meter::default() };
    let time = Duration::from_millis(100);
    let verdict = ask(&slow, &Limits::none().with_time(time, slow.clone()));
    assert_eq!(
        (verdict.ended, verdict.progress.elapsed),
        (Ended::Time, Some(slow.now())),
        "{threads} threads"
    );
    assert!(slow.now() <= time + threads as u32 * 8 * Duration::from_millis(1), "{:?}", slow.now());

    let verdict = ask(&slow, &Limits::none().with_stop(slow.stop.clone()));
    assert_eq!(verdict.ended, Ended::Stopped, "{threads} threads");
    let after = slow.evaluations() - slow.pulled.load(Ordering::Relaxed);
    assert!(after <= LEFT_OVER * threads as u64, "{after} evaluations later, {threads} threads");

    let verdict = ask(&Meter::default(), &Limits::nodes(1_000));
    assert_eq!(verdict.ended, Ended::Nodes, "{threads} threads");
    assert!((900..=1_000).contains(&verdict.progress.nodes), "{} nodes", verdict.progress.nodes);

    for panic_at in [2, 300] {
        let meter = Meter { panic_at, ..Meter::default() };
        assert_eq!(message(|| ask(&meter, &Limits::nodes(20_000))), "the evaluation panics");
    }
}
