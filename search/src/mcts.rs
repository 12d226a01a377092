//! Monte-Carlo tree search: a tree that grows where random games find good moves.
//!
//! One simulation goes from the root to the root, in five steps, each a function of that name in
//! `simulation.rs`:
//!
//! 1. **selection** (UCT, Kocsis and Szepesvari 2006): while a node has children, descend to the one with the
//!    greatest upper confidence bound, which weighs a move's mean result against how seldom it was tried.
//!    With RAVE (Gelly and Silver 2007) a move's results elsewhere below the node count too.
//! 2. **expansion**: a leaf that has been visited a few times gets all its children at once. Each is checked
//!    for a result and for repetition, so that a win in one is found at once.
//!    **knowledge**: where a node has been visited often, the search asks the knowledge who wins, which moves
//!    need no search, and which look best.
//! 3. **playout**: random moves to the end of the game, or a few random moves and then an evaluation.
//! 4. **backpropagation**: all nodes on the path add the result to their sums.
//! 5. **solver**: what is proven about a node (won, lost, drawn, or bounded by a draw) propagates up as far
//!    as it proves something (MCTS-Solver, Winands, Bjornsson and Saito 2008; bounds, Cazenave and Saffidine
//!    2010). Selection avoids moves that cannot matter any more, and the search ends when the root is proven.
//!
//! Where a [`Prover`] stands beside the tree, the first thread asks it every now and then who wins after the
//! move that looks best: forced lines of many plies, in which playouts go astray, are a proof search's trade.
//!
//! The sides need not alternate: every node's numbers are from the view of the player who made the move to
//! it, and each result is converted for each node.
//!
//! # Repetition
//!
//! The tree holds paths, not positions: a position reached in two ways has two nodes. So the effect of
//! repetition on a node is always the same, and a proof that depends on a repetition holds for the game with
//! its history. Playouts ignore repetition.
//!
//! # Threads
//!
//! Threads share the tree without locks, by relaxed atomics (tree parallelisation with virtual loss, Chaslot,
//! Winands and van den Herik 2008). Proofs do not depend on timing: bounds only tighten.

mod amaf;
mod answer;
mod bounds;
mod node;
mod options;
mod proof;
mod simulation;
mod tree;

pub use options::MctsOptions;
pub use proof::Prover;

use crate::contract::{Game, Hints, Knowledge, Score};
use crate::crew::together;
use crate::driver::{Search, answer_at_once};
use crate::limits::{Ended, Limits};
use crate::report::Report;
use crate::watch::{Shared, Watch};
use bounds::Bounds;
use core::fmt;
use node::Sharing;
use proof::{Beside, Proofs};
use simulation::Simulator;
use tree::Tree;

/// Monte-Carlo tree search with a solver.
///
/// # Its reports
///
/// - Nodes are simulations, and the nodes of [proofs](MctsOptions::prove); a node limit counts both.
/// - The depth is the length of the principal variation, the line of the most visited or proven moves. A
///   depth limit ends the search when that length is reached, or when the tree is full and there is no limit
///   on nodes or time. The greatest number of simulations is about a billion.
/// - The score is the mean result of the best move in thousandths, from -1 000 (every simulation lost) to 1
///   000 (every one won), or a win or loss with the plies of the proof found, which need not be the shortest.
/// - An iteration ends whenever the number of simulations of the first thread has doubled; iterations of 512
///   and more are reported.
///
/// A search on one thread is deterministic. Only the tree's memory is kept from call to call, and what it
/// holds of the new position if the options say so ([`MctsOptions::keep`]).
///
/// ```
/// # #[path = "../examples/tic_tac_toe.rs"] mod tic_tac_toe;
/// # use tic_tac_toe::TicTacToe;
/// use plywood_search::{FnEvaluator, Game, Limits, Mcts, MctsOptions, Score, Search};
///
/// let nothing_to_say = FnEvaluator(|_: &TicTacToe| Score::ZERO);
/// let mut search = Mcts::new(nothing_to_say, MctsOptions::default());
/// let report = search.run(&Game::new(TicTacToe::default()), &Limits::nodes(100_000));
/// assert_eq!(report.score, Score::ZERO); // Proven: nobody wins.
/// ```
pub struct Mcts<P: Hints, K: Knowledge<P>> {
    knowledge: K,
    options: MctsOptions,
    tree: Tree,
    /// The game whose position is the root, if the tree is to be kept.
    game: Option<Game<P>>,
    beside: Option<Beside<P>>,
}

impl<P: Hints, K: Knowledge<P>> Mcts<P, K> {
    /// A search with these options. The knowledge is asked about positions only if they say so, or if there
    /// is no time to search.
    pub fn new(knowledge: K, options: MctsOptions) -> Self {
        let tree = Tree::with_bytes(options.memory, options.rave.is_some());
        Self { knowledge, options, tree, game: None, beside: None }
    }

    /// The same search with a prover beside the tree, for as many nodes as
    /// [the options](MctsOptions::prove) say. What it knows is kept where the tree is.
    pub fn with_prover(self, prover: impl Prover<P> + 'static) -> Self {
        Self { beside: Some(Beside { prover: Box::new(prover), is_stale: false }), ..self }
    }

    /// The options of the search.
    pub fn options(&self) -> &MctsOptions {
        &self.options
    }

    /// Begins with the part of the tree below this game's position, if it is known, or with a new tree.
    fn plant(&mut self, game: &Game<P>) {
        let known = self.game.take().and_then(|before| self.find(&before, game));
        if let Some((node, turned)) = known {
            self.tree.keep(node);
            if turned {
                self.tree.node(Tree::ROOT).turn();
            }
        } else {
            if let Some(beside) = &mut self.beside {
                beside.is_stale = true;
            }
            self.tree.clear();
            self.tree.node(Tree::ROOT).reset(0, Bounds::UNKNOWN, 0.0, 0.0);
        }
        self.game = self.options.keep.then(|| game.clone());
    }

    /// The node of this game's position in the tree of the game before, which it goes on, and whether its
    /// numbers are from the opponent's view. It must have children of its own that matter: the answer is one
    /// of them.
    fn find(&self, before: &Game<P>, game: &Game<P>) -> Option<(u32, bool)> {
        let mut moves = game.moves();
        let goes_on = before.start() == game.start() && before.moves().all(|mv| moves.next() == Some(mv));
        let is_longer = goes_on && moves.len() > 0;
        let (mut node, mut position) = (is_longer.then_some(Tree::ROOT)?, before.position().clone());
        let mut by = position.side_to_move();
        for mv in moves {
            let (first, count) = self.tree.node(node).children()?;
            node = (first..first + count).find(|&child| self.tree.node(child).mv::<P::Move>() == mv)?;
            by = position.side_to_move();
            position.play_unchecked(mv);
        }
        let found = self.tree.node(node);
        let is_open = found.children().is_some() && !found.bounds().are_settled() && !found.bounds().is_out();
        is_open.then_some((node, by != position.side_to_move()))
    }
}

impl<P: Hints, K: Knowledge<P>> fmt::Debug for Mcts<P, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mcts")
            .field("options", &self.options)
            .field("tree", &self.tree)
            .finish_non_exhaustive()
    }
}

impl<P: Hints, K: Knowledge<P>> Search<P> for Mcts<P, K> {
    fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let mut watch = Watch::start(limits).without_judgement();
        if let Some(report) = answer_at_once(game, &self.knowledge, &mut watch) {
            return report;
        }
        let mut state = self.knowledge.start(game.position());
        let static_score = self.knowledge.evaluate(game.position(), &mut state);
        self.plant(game);
        let task = Task {
            game,
            limits,
            knowledge: &self.knowledge,
            options: &self.options,
            tree: &self.tree,
            sharing: if self.options.threads > 1 { Sharing::Shared } else { Sharing::Alone },
            static_score,
        };
        let proves = self.options.solver && self.options.prove > 0.0;
        task.run(state, watch, self.beside.as_mut().filter(|_| proves), observe)
    }

    fn clear(&mut self) {
        self.game = None;
    }
}

/// The data that the threads of one call share.
struct Task<'a, P: Hints, K: Knowledge<P>> {
    game: &'a Game<P>,
    limits: &'a Limits,
    knowledge: &'a K,
    options: &'a MctsOptions,
    tree: &'a Tree,
    sharing: Sharing,
    /// The value before any simulation.
    static_score: Score,
}

impl<P: Hints, K: Knowledge<P>> Task<'_, P, K> {
    /// Searches with this thread, which has the state of the root, and with as many others as the options say
    /// if there is time for them.
    fn run(
        &self,
        state: K::State,
        watch: Watch<'_>,
        beside: Option<&mut Beside<P>>,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let mut simulator = Simulator::new(self, 0, state);
        simulator.prepare();
        let mut proofs = beside.map(|beside| Proofs::new(beside, self.options.prove, &watch));
        let helpers = self.limits.greatest_depth() > 0 && watch.has_time_for_helpers();
        let threads = if helpers { self.options.threads.max(1) } else { 1 };
        let shared = Shared::new(threads);
        let mut watch = if threads > 1 { watch.sharing(&shared).one_by_one() } else { watch };
        let helps: Vec<_> = (1..threads).map(|thread| (thread as u64, watch.beside())).collect();
        let helps = helps.into_iter().map(|(thread, watch)| move || self.help(thread, watch));
        let ended =
            together(&shared, helps, || self.lead(&mut simulator, proofs.as_mut(), &mut watch, observe));
        self.report(&watch, if self.proven().is_some() { Ended::Proven } else { ended }.into())
    }

    /// Runs simulations until a limit is reached or the result is proven, and reports from time to time.
    fn lead(
        &self,
        simulator: &mut Simulator<'_, P, K>,
        mut proofs: Option<&mut Proofs<'_, P>>,
        watch: &mut Watch<'_>,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Ended {
        const FIRST_REPORT: u64 = 512;
        let mut simulations = 0_u64;
        while self.proven().is_none() {
            if let Some(proofs) = &mut proofs
                && proofs.are_due(simulations)
            {
                proofs.go_on(simulator, simulations, watch);
                if self.proven().is_some() {
                    break;
                }
            }
            if simulations.is_power_of_two() || simulations == 0 {
                let report = self.report(watch, None);
                if let Some(ended) = self.reason_to_rest(&report, watch) {
                    return ended;
                }
                if simulations >= FIRST_REPORT {
                    observe(&report);
                }
            }
            if !watch.count_node() {
                return watch.ended().unwrap_or(Ended::Nodes);
            }
            simulator.simulate();
            simulations += 1;
        }
        Ended::Proven
    }

    /// Runs simulations beside those of the first thread.
    fn help(&self, thread: u64, mut watch: Watch<'_>) {
        let mut simulator = Simulator::new(self, thread, self.knowledge.start(self.game.position()));
        simulator.ask_about_the_root();
        while self.proven().is_none() && watch.count_node() {
            simulator.simulate();
        }
        watch.tell();
    }

    /// The reason to stop, if there is one.
    fn reason_to_rest(&self, report: &Report<P::Move>, watch: &Watch<'_>) -> Option<Ended> {
        /// The greatest number of visits of the root at which no field of a node overflows.
        const ENOUGH: u32 = 1 << 30;
        let root = self.tree.node(Tree::ROOT);
        let only_move = self.allowed(root).take(2).count() == 1;
        if only_move && watch.has_deadline() && watch.nodes() > 0 {
            return Some(Ended::OnlyMove);
        }
        let bounded = watch.has_deadline() || self.limits.nodes.is_some();
        let deep_enough = report.depth >= self.limits.greatest_depth();
        let deep_enough = deep_enough && (self.limits.depth.is_some() || !bounded);
        let full = self.tree.is_full() && !bounded;
        (deep_enough || full || root.visits() >= ENOUGH).then_some(Ended::Depth)
    }

    fn report(&self, watch: &Watch<'_>, ended: Option<Ended>) -> Report<P::Move> {
        let mut report = Report::of_root(self.static_score, ended);
        self.describe(&mut report);
        report.nodes = watch.nodes();
        report.elapsed = watch.elapsed();
        report
    }
}
