//! Iterative deepening: alpha-beta to depth 1, 2, 3 and so on; each iteration orders moves by what the
//! earlier ones have learnt.

mod busy;
mod lines;
mod moves;
mod node;
mod parallel;
mod root;
mod run;
mod selective;
mod teamwork;
mod values;
mod worker;

use crate::contract::{Game, Hints, Knowledge, Position, Score, WholeTurns};
use crate::driver::{Search, answer_at_once};
use crate::limits::{Ended, Limits};
use crate::options::SearchOptions;
use crate::report::Report;
use crate::table::{Entry, Table};
use crate::watch::Watch;
use busy::BusyMoves;
use core::fmt;
use root::{Root, is_allowed};
use std::sync::Arc;
use worker::Worker;

/// Iterative deepening with null windows and aspiration windows over a transposition table, with the table's
/// move, killers and history for ordering. [`SearchOptions`] select the other features; `SEARCH.md` in this
/// crate's folder describes every step.
///
/// # Values that lean on history
///
/// A value that depends on an earlier position is true on this path only. The search tracks the earliest
/// position that a value depends on; if that lies before the node, it stores the node's best move but not its
/// value ("graph-history interaction", Palay 1985). The same applies to the root if the game's past forbids a
/// move there. The search cannot see the reverse: a stored value may be used where a repetition would now be
/// possible.
pub struct Iterative<P: Position, K> {
    knowledge: K,
    options: SearchOptions,
    table: Arc<Table>,
    /// One worker per thread.
    workers: Vec<Worker<P>>,
}

impl<P: Hints, K: Knowledge<P>> Iterative<P, K> {
    /// A search with the default options.
    pub fn new(knowledge: K, table: Arc<Table>) -> Self {
        Self::with_options(knowledge, table, SearchOptions::default())
    }

    /// A search with these options.
    pub fn with_options(knowledge: K, table: Arc<Table>, options: SearchOptions) -> Self {
        let workers = (0..options.threads.max(1)).map(|_| Worker::new()).collect();
        Self { knowledge, options, table, workers }
    }

    /// The table that the search fills.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }
}

impl<P: Hints, K: Knowledge<P>> fmt::Debug for Iterative<P, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Iterative")
            .field("options", &self.options)
            .field("table", &self.table)
            .finish_non_exhaustive()
    }
}

impl<P: Hints, K: Knowledge<P>> Search<P> for Iterative<P, K> {
    fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let mut watch = Watch::start(limits);
        let Self { knowledge, options, table, workers } = self;
        let (worker, helpers) = workers.split_first_mut().expect("there is one thread at least");
        if let Some(report) = answer_at_once(game, knowledge, &mut watch) {
            return report;
        }
        table.begin_search();
        worker.begin();
        helpers.iter_mut().for_each(Worker::begin);
        let mut state = knowledge.start(game.position());
        let score = knowledge.evaluate(game.position(), &mut state);
        let effort = watch.effort_for_turns().filter(|_| options.turns);
        let WholeTurns { turns, win } =
            effort.map_or(WholeTurns::NONE, |effort| knowledge.turns(game, &mut state, effort));
        if let (Some(plies), Some(turn)) = (win.filter(|_| options.multi_pv <= 1), turns.first())
            && is_allowed(game, turn)
        {
            let report = Report::of_line(Score::win_in(plies), turn.clone(), Ended::Proven);
            return Report { elapsed: watch.elapsed(), ..report };
        }
        let known = if options.table { table.probe(game.position().key(), 0) } else { None };
        let known = known.and_then(|entry: Entry<P::Move>| entry.best);
        let depth = limits.greatest_depth();
        let mut root =
            Root::of_turns(game, turns, score, depth).unwrap_or_else(|| Root::new(game, known, score));
        if root.of_turns {
            // To list them may take a tenth of a second, but once: nothing is kept back for it.
            watch.pass_over();
        }
        // Threads communicate through the table.
        let busy = (options.threads > 1 && options.table).then(BusyMoves::new);
        let team = parallel::Team { knowledge: &*knowledge, options: *options, table, game, depth, busy };
        team.search((worker, state), helpers, watch, &mut root, observe)
    }

    fn clear(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(Worker::clear);
    }
}
