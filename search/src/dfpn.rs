//! Proof-number search: proves who wins.
//!
//! # The algorithm
//!
//! [`Dfpn`] answers whether one side, the attacker, can force a win. The *proof number* of a position
//! estimates the work of a proof, its *disproof number* the work of a refutation (Allis 1994). The search
//! always continues where the least work seems to be left. It keeps the numbers in a table instead of a tree:
//! depth-first proof-number search, df-pn (Nagai, "Df-pn algorithm for searching AND/OR trees and its
//! applications", 2002). In addition:
//!
//! - weak proof numbers, which do not count a position twice where lines of play merge (Ueda, Hashimoto,
//!   Hashimoto and Iida 2008);
//! - thresholds a quarter above the second best move, so that the search does not switch between moves at
//!   every node (Pawlewicz and Lew 2007);
//! - the game's [`Knowledge`]: initial numbers (df-pn+, Nagai 2002), certain wins, candidate moves, and keys
//!   that identify symmetric positions;
//! - moves that fail together with another one, because they touch nothing that the refutation depends on:
//!   [`Needs`];
//! - what is proven of one position holds in all in which the winner has what it needed there: a win, or a
//!   threat that leaves the opponent few moves;
//! - replacement of the smallest subtrees when the table is full (Nagai's `SmallTreeGC`, here within
//!   buckets).
//!
//! The players need not alternate: at each node only matters whether the attacker is to move.
//!
//! # Repetition
//!
//! A line of play that returns to a position of the path is not a win. So a proof never depends on a
//! repetition and holds on every path. A refutation may depend on one, and then it holds on this path only
//! ("graph-history interaction", Palay 1985; Kishimoto and Müller, "A general solution to the graph history
//! interaction problem", 2004). The search tracks the earliest position of the path that a refutation depends
//! on. If that lies before the node, the refutation is stored under a key of node and path together, and
//! found again only on the same path. Otherwise the attacker cannot win from here whatever came before, and
//! the refutation is stored as final.
//!
//! [`Answer`] and [`Dfpn::solve`] say what holds under which repetition rule.
//!
//! # Bounds in plies
//!
//! A question may be limited to a number of plies. Then lines are finite, no path is kept, and repetition
//! plays no part. A table entry says within how many plies a position is known to be won, and within how many
//! it is not, so that all bounds share one table.
//!
//! # Threads
//!
//! Several threads search from the root over one table. Moves that other threads are searching look a little
//! harder (virtual numbers, Kaneko, "Parallel depth first proof number search", 2010), and a node that others
//! are below takes over their results. The first thread with the answer ends the others.
//!
//! # What it relies on
//!
//! It relies on 64-bit keys: two positions with equal keys count as one. It also relies on the certainties of
//! the game's knowledge. The package `plywood-solve` turns proofs into certificates that rely on neither.

mod checkpoint;
mod children;
mod expand;
mod facts;
mod history;
mod marks;
mod needs;
mod node;
mod path;
mod question;
mod solution;
mod table;
mod team;

use crate::contract::{Knowledge, Numbers, Outcome, Position, Side};
use crate::crew::together;
use crate::limits::{Ended, Limits};
use crate::watch::{Shared, Watch};
use children::{CUT_OFF, Child, State};
use core::fmt;
use expand::Made;
use facts::Facts;
use history::History;
use needs::{Found, KnownNeeds};
use node::{Node, Run};
use path::Path;
use std::sync::Arc;
use table::Known;
use team::{Member, Team};

pub use checkpoint::{Checkpoint, CheckpointError};
pub use question::{Answer, Progress, Question, Verdict};
pub use solution::{Length, Solution};
pub use table::ProofTable;

/// Depth-first proof-number search.
///
/// ```
/// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
/// use plywood_search::{Answer, Dfpn, Limits, NoKnowledge, ProofTable, Question, Side};
/// use std::sync::Arc;
///
/// let mut search = Dfpn::new(NoKnowledge, Arc::new(ProofTable::with_bytes(1 << 20)?));
/// let start = tic_tac_toe::TicTacToe::default();
/// let verdict = search.ask(&start, Question::wins(Side::First), &Limits::none(), &mut |_| {});
/// assert_eq!(verdict.answer, Answer::CannotWin { by_repetition: false });
/// assert_eq!(search.solve(&start, &Limits::none(), &mut |_| {}).value, Some(plywood_search::Outcome::Draw));
/// # Ok::<(), plywood_search::TableTooLarge>(())
/// ```
pub struct Dfpn<P: Position, K> {
    knowledge: K,
    table: Arc<ProofTable>,
    needs: KnownNeeds,
    /// One worker per thread.
    workers: Vec<Worker<P>>,
}

/// The memory of one thread.
struct Worker<P: Position> {
    path: Path,
    /// The moves of all nodes on the path.
    children: Vec<Child<P::Move>>,
    /// The moves of the node that is being expanded.
    made: Vec<Made<P>>,
    /// By winner, and whether it is to move.
    facts: [[Facts; 2]; 2],
    history: History,
}

impl<P: Position> Worker<P> {
    fn new() -> Self {
        Self {
            path: Path::new(),
            children: Vec::new(),
            made: Vec::new(),
            facts: Default::default(),
            history: History::new(),
        }
    }
}

impl<P: Position, K: Knowledge<P>> Dfpn<P, K> {
    /// Makes a search that uses this table.
    pub fn new(knowledge: K, table: Arc<ProofTable>) -> Self {
        Self { knowledge, table, needs: KnownNeeds::new(), workers: vec![Worker::new()] }
    }

    /// The same search with this number of threads, at least 1. With more than one, the answers stay the
    /// same; nodes and moves vary from run to run.
    ///
    /// Two threads take about as many nodes together as one for endgames of Lines of Action, a fifth more for
    /// openings of Hex, and up to twice as many for the proof of Gekitai.
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.workers.resize_with(threads.max(1), Worker::new);
        self
    }

    /// Forgets all positions, those of the table among them.
    pub fn clear(&mut self) {
        self.table.clear();
        self.needs = KnownNeeds::new();
        self.workers.iter_mut().for_each(|worker| *worker = Worker::new());
    }

    /// The game's knowledge.
    pub fn knowledge(&self) -> &K {
        &self.knowledge
    }

    /// The table that the search fills.
    pub fn table(&self) -> &Arc<ProofTable> {
        &self.table
    }

    /// How the moves of a position look before any is searched: the numbers of the question whether
    /// `attacker` wins after each, by the table or the game's knowledge, in the order in which a search looks
    /// at them. Moves that need no look are left out, and all that come after one that settles the position.
    pub fn outlook(&mut self, position: &P, attacker: Side) -> Vec<(P::Move, Numbers)> {
        let Self { knowledge, table, needs, workers } = self;
        let (question, thresholds) = (Question::wins(attacker), State::EVERYTHING);
        let task = Task { knowledge: &*knowledge, table, needs, position, question, thresholds };
        let (limits, mut observe) = (Limits::none(), |_| {});
        let Some(worker) = workers.first_mut() else { return Vec::new() };
        let mut run = task.run(worker, None, Watch::start(&limits), &mut observe);
        let node = Node { position, key: run.key(position), left: None };
        run.worker.path.push(node.key);
        let mut found = Found::NOTHING;
        if run.expand(&node, &mut found).is_err() {
            return Vec::new();
        }
        run.worker.children.iter().map(|child| (child.mv, child.state.numbers)).collect()
    }

    /// Answers a question about a position, and reports progress to `observe`: when the root's numbers
    /// change, and every few hundred thousand nodes. The depth limit is ignored.
    ///
    /// The table keeps the results of earlier calls: a call that was ended by its limits is resumed.
    pub fn ask(
        &mut self,
        position: &P,
        question: Question,
        limits: &Limits,
        observe: &mut dyn FnMut(Progress),
    ) -> Verdict<P::Move> {
        self.ask_until(position, (question, State::EVERYTHING), limits, observe)
    }

    /// The same, and the search also ends, as if at a limit in depth, when one of the position's numbers
    /// reaches its threshold: for one part of a larger proof, which goes on elsewhere as soon as another part
    /// looks easier.
    pub fn ask_until(
        &mut self,
        position: &P,
        (question, thresholds): (Question, Numbers),
        limits: &Limits,
        observe: &mut dyn FnMut(Progress),
    ) -> Verdict<P::Move> {
        let Self { knowledge, table, needs, workers } = self;
        let most = State::EVERYTHING;
        let thresholds = Numbers {
            proof: thresholds.proof.min(most.proof),
            disproof: thresholds.disproof.min(most.disproof),
        };
        let task = Task { knowledge: &*knowledge, table, needs, position, question, thresholds };
        let Some((first, helpers)) = workers.split_first_mut() else {
            return task.lead(&mut Worker::new(), None, Watch::start(limits), observe);
        };
        if helpers.is_empty() {
            return task.lead(first, None, Watch::start(limits), observe);
        }
        task.share(first, helpers, limits, observe)
    }
}

/// The data that the threads of a search share.
struct Task<'a, P, K> {
    knowledge: &'a K,
    table: &'a ProofTable,
    needs: &'a KnownNeeds,
    position: &'a P,
    question: Question,
    thresholds: Numbers,
}

impl<P: Position, K: Knowledge<P>> Task<'_, P, K> {
    /// Searches with the first worker and one thread for each helper, until one of them has the answer.
    fn share(
        &self,
        first: &mut Worker<P>,
        helpers: &mut [Worker<P>],
        limits: &Limits,
        observe: &mut dyn FnMut(Progress),
    ) -> Verdict<P::Move> {
        let (team, shared) = (Team::of(helpers.len() + 1), Shared::new(helpers.len() + 1));
        let watch = Watch::start(limits).sharing(&shared);
        let stopwatch = watch.stopwatch();
        let helps: Vec<_> = helpers.iter_mut().map(|helper| (helper, watch.beside())).collect();
        let (team, shared) = (&team, &shared);
        let helps = helps.into_iter().zip(1..).map(|((helper, watch), number)| {
            move || {
                self.lead(helper, Some(team.member(number)), watch, &mut |_| {});
                shared.end(Ended::Proven);
            }
        });
        let mut verdict = together(shared, helps, || self.lead(first, Some(team.member(0)), watch, observe));
        verdict.progress.nodes = shared.counted();
        verdict.progress.elapsed = stopwatch();
        verdict
    }

    /// A search of one thread, before its first node.
    fn run<'a>(
        &'a self,
        worker: &'a mut Worker<P>,
        team: Option<Member<'a>>,
        watch: Watch<'a>,
        observe: &'a mut dyn FnMut(Progress),
    ) -> Run<'a, P, K> {
        let Self { knowledge, table, needs, position, question, .. } = *self;
        worker.path.clear();
        worker.children.clear();
        worker.facts = Default::default();
        worker.history = History::new();
        Run {
            knowledge,
            state: knowledge.start(position),
            table,
            known_needs: needs,
            worker,
            team,
            watch,
            attacker: question.attacker,
            best: None,
            needs: None,
            threats: Found::NOTHING,
            observe,
            numbers: Numbers::ONE,
            next_news: Run::<P, K>::NEWS,
        }
    }

    /// The answer of one thread.
    fn lead(
        &self,
        worker: &mut Worker<P>,
        team: Option<Member<'_>>,
        watch: Watch<'_>,
        observe: &mut dyn FnMut(Progress),
    ) -> Verdict<P::Move> {
        let Self { position, question, thresholds, .. } = *self;
        let mut run = self.run(worker, team, watch, observe);
        let mut state = run.root(position, question, thresholds);
        if state.is_none() && run.watch.goes_on() {
            // Another thread has the answer: it is in the table, or is found again.
            run.team = None;
            run.worker.path.clear();
            run.worker.children.clear();
            state = run.root(position, question, thresholds);
        }
        let is_open = |state: &State| !state.is_proven() && !state.is_refuted();
        if let Some(open) = state.filter(is_open) {
            (run.numbers, state) = (open.numbers, None);
        }
        let ended = match state {
            _ if position.outcome().is_some() => Ended::GameOver,
            Some(_) => Ended::Proven,
            None => run.watch.ended().unwrap_or(Ended::Depth),
        };
        let attacks = position.side_to_move() == question.attacker;
        let succeeds = state.is_some_and(|state| state.is_proven() == attacks);
        run.watch.tell();
        let (nodes, elapsed) = (run.watch.nodes(), run.watch.elapsed());
        Verdict {
            answer: state.map_or(Answer::Unknown, answer),
            best: run.best.filter(|_| succeeds),
            progress: Progress { numbers: run.numbers, nodes, elapsed },
            ended,
        }
    }
}

impl<P: Position, K: Knowledge<P>> Run<'_, P, K> {
    /// The state of the root, if it is decided or one of its numbers reaches its threshold.
    fn root(&mut self, position: &P, question: Question, thresholds: Numbers) -> Option<State> {
        if let Some(outcome) = position.outcome() {
            let wins = outcome == Outcome::Win(self.attacker);
            return Some(if wins { State::proven(0) } else { State::refuted(Known::NEVER) });
        }
        if question.within == Some(0) {
            return Some(State::refuted(0));
        }
        let node = Node { position, key: self.key(position), left: question.within };
        let _here = self.team.map(|team| team.enter(node.key));
        self.node(&node, thresholds).ok().filter(|state| state.lean != CUT_OFF)
    }
}

/// The answer of a decided state.
fn answer(state: State) -> Answer {
    if state.is_refuted() {
        return Answer::CannotWin { by_repetition: state.repeats };
    }
    Answer::Wins { within: (state.plies <= Known::LONGEST).then_some(u32::from(state.plies)) }
}

impl<P: Position, K> fmt::Debug for Dfpn<P, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dfpn").field("table", &self.table).finish_non_exhaustive()
    }
}

/// Mixes the bits of a number: the finaliser of `SplitMix64` (Steele, Lea and Flood 2014).
const fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}
