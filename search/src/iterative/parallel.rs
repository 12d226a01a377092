//! Several threads over one table ("lazy SMP"): each deepens by itself and finds what the others have
//! written.
//!
//! The first thread gives the answer; the others only fill the table, and stop when it does. Each keeps the
//! limits, which hold for all together. So that not all do the same work at the same time, each leaves aside
//! the moves that another is at ([`BusyMoves`]).

use super::busy::BusyMoves;
use super::root::Root;
use super::run::Run;
use super::worker::Worker;
use crate::contract::{Game, Hints, Knowledge};
use crate::crew::together;
use crate::options::SearchOptions;
use crate::report::Report;
use crate::table::Table;
use crate::watch::{Shared, Watch};

/// The data that the threads of a search share.
pub(super) struct Team<'a, P: Hints, K: Knowledge<P>> {
    pub(super) knowledge: &'a K,
    pub(super) options: SearchOptions,
    pub(super) table: &'a Table,
    pub(super) game: &'a Game<P>,
    /// The depth limit.
    pub(super) depth: u32,
    /// The moves that the threads are searching, if several threads share a table.
    pub(super) busy: Option<BusyMoves>,
}

impl<P: Hints, K: Knowledge<P>> Team<'_, P, K> {
    /// Searches with the first worker on this thread, which has the state of the root, and with one thread
    /// for each helper if there is time for them.
    pub(super) fn search<'a>(
        &'a self,
        first: (&'a mut Worker<P>, K::State),
        helpers: &'a mut [Worker<P>],
        watch: Watch<'a>,
        root: &mut Root<P::Move>,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        if helpers.is_empty() || !watch.has_time_for_helpers() {
            return self.lead(first, watch, root, observe);
        }
        let shared = Shared::new(helpers.len() + 1);
        let watch = watch.sharing(&shared);
        let stopwatch = watch.stopwatch();
        let beside = |helper| (helper, root.clone(), watch.beside());
        let helps: Vec<_> = helpers.iter_mut().map(beside).collect();
        let helps = helps.into_iter().map(|(helper, root, watch)| || self.help(helper, root, watch));
        let mut report = together(&shared, helps, || self.lead(first, watch, root, observe));
        (report.nodes, report.elapsed) = (shared.counted(), stopwatch());
        report
    }

    fn lead<'a>(
        &'a self,
        worker: (&'a mut Worker<P>, K::State),
        watch: Watch<'a>,
        root: &mut Root<P::Move>,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        let position = self.game.position();
        let mut run = self.run(worker, watch);
        let report = run.deepen(root, position, 1..=self.depth, observe);
        run.watch.tell();
        report
    }

    fn help(&self, worker: &mut Worker<P>, mut root: Root<P::Move>, watch: Watch<'_>) {
        let state = self.knowledge.start(self.game.position());
        self.lead((worker, state), watch, &mut root, &mut |_| {});
    }

    /// The search of one thread.
    fn run<'a>(&'a self, worker: (&'a mut Worker<P>, K::State), watch: Watch<'a>) -> Run<'a, P, K> {
        Run::new((self.knowledge, self.options, self.table), worker, self.game, (watch, self.busy.as_ref()))
    }
}
