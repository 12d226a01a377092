//! Several threads over one table ("lazy SMP"): each deepens by itself, and what one writes the others find.
//!
//! The first thread keeps the limits and gives the answer; the others only fill the table, and stop when it does. So that not all do the same work
//! at the same time, each leaves aside the moves that another is at ([`BusyMoves`]).

use super::busy::BusyMoves;
use super::run::{Root, Run};
use super::worker::Worker;
use crate::evaluate::Evaluator;
use crate::game::Game;
use crate::limits::{Limits, StopHandle};
use crate::options::SearchOptions;
use crate::position::Position;
use crate::report::Report;
use crate::table::Table;
use crate::watch::{NodeCount, Watch};

/// What the threads of a search share.
pub(super) struct Team<'a, P: Position, E: Evaluator<P>> {
    pub(super) evaluator: &'a E,
    pub(super) options: SearchOptions,
    pub(super) table: &'a Table,
    pub(super) game: &'a Game<P>,
    /// The depth to go to.
    pub(super) depth: u32,
    /// What the threads are at, if there are several and they share a table.
    pub(super) busy: Option<BusyMoves>,
}

impl<P: Position, E: Evaluator<P>> Team<'_, P, E> {
    /// Searches with the first worker, and with a thread for each of the helpers beside it.
    pub(super) fn search<'a>(
        &'a self,
        first: &'a mut Worker<P, E>,
        helpers: &'a mut [Worker<P, E>],
        watch: Watch<'a>,
        root: &mut Root<P::Move>,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        if helpers.is_empty() {
            return self.lead(first, watch, root, observe).0;
        }
        let stop = StopHandle::new();
        let others = NodeCount::default();
        let limits = Limits::none().with_stop(stop.clone());
        let (mut report, led) = std::thread::scope(|scope| {
            for helper in helpers.iter_mut() {
                let (root, limits, others) = (root.clone(), &limits, &others);
                let help = move || self.help(helper, root, Watch::start(limits).counted_in(others));
                // A system that has no thread to give has one fewer at work.
                let _ = std::thread::Builder::new().spawn_scoped(scope, help);
            }
            let led = self.lead(first, watch.with_others(&others), root, observe);
            stop.stop();
            led
        });
        report.nodes = led + others.get();
        report
    }

    /// Searches and answers; also gives the nodes of this thread alone.
    fn lead<'a>(
        &'a self,
        worker: &'a mut Worker<P, E>,
        watch: Watch<'a>,
        root: &mut Root<P::Move>,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> (Report<P::Move>, u64) {
        let position = self.game.position();
        let state = self.evaluator.start(position, &mut worker.scratch);
        let mut run = self.run(worker, watch);
        let report = run.deepen(root, (position, &state), 1..=self.depth, observe);
        (report, run.watch.own_nodes())
    }

    fn help(&self, worker: &mut Worker<P, E>, mut root: Root<P::Move>, watch: Watch<'_>) {
        let position = self.game.position();
        let state = self.evaluator.start(position, &mut worker.scratch);
        let mut run = self.run(worker, watch);
        run.deepen(&mut root, (position, &state), 1..=self.depth, &mut |_| {});
        run.watch.tell();
    }

    /// The search of one thread.
    fn run<'a>(&'a self, worker: &'a mut Worker<P, E>, watch: Watch<'a>) -> Run<'a, P, E> {
        Run::new((self.evaluator, self.options, self.table), worker, self.game, (watch, self.busy.as_ref()))
    }
}
