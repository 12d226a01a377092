//! Cooperation of threads: a thread defers the moves that another one is searching ([`BusyMoves`]), and
//! leaves a node as soon as another thread has answered it.

use super::busy::BusyMoves;
use super::run::{Run, Window};
use crate::contract::{Hints, Knowledge, Score};
use crate::driver::{NO_LEAN, Stopped};

/// The least depth of a shared node: below it, asking costs more than it saves.
const SHARED_DEPTH: u32 = 3;

/// A shared node on the path of a thread, which other threads may answer first.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenNode {
    key: u64,
    ply: u32,
    depth: u32,
    window: Window,
}

/// The shared nodes on the path, from the root on, and those that another thread has answered.
#[derive(Debug, Default)]
pub(super) struct OpenNodes {
    nodes: Vec<OpenNode>,
    answered: Option<(usize, Score)>,
}

impl<'a, P: Hints, K: Knowledge<P>> Run<'a, P, K> {
    /// The busy moves, if several threads share nodes of this depth.
    fn shared(&self, depth: u32) -> Option<&'a BusyMoves> {
        self.busy.filter(|_| depth >= SHARED_DEPTH)
    }

    /// Whether another thread is searching this move, or moves in a row, at a node of this depth.
    #[inline]
    pub(super) fn is_busy(&self, position: &P, moves: &[P::Move], depth: u32) -> bool {
        self.shared(depth).is_some_and(|busy| busy.contains(BusyMoves::mark(position, moves)))
    }

    /// Runs `search` on a move at a node of this depth, or moves in a row, marked as busy meanwhile.
    #[inline]
    pub(super) fn while_busy<T>(
        &mut self,
        (position, moves, depth): (&P, &[P::Move], u32),
        search: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let Some(busy) = self.shared(depth) else { return search(self) };
        let mark = BusyMoves::mark(position, moves);
        busy.begin(mark);
        let found = search(self);
        busy.end(mark);
        found
    }

    /// Searches a node; stops early if another thread answers it.
    #[inline]
    pub(super) fn unless_answered(
        &mut self,
        (position, ply, depth, window): (&P, u32, u32, Window),
        search: impl FnOnce(&mut Self) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        if self.shared(depth).is_none() {
            return search(self);
        }
        let place = self.open.nodes.len();
        let (lines, deferred) = (self.worker.lines.len(), self.worker.deferred.len());
        self.open.nodes.push(OpenNode { key: position.key(), ply, depth, window });
        let found = search(self);
        self.open.nodes.truncate(place);
        if found.is_ok() || self.open.answered.is_none_or(|(answered, _)| answered != place) {
            return found;
        }
        self.worker.lines.truncate(lines);
        self.worker.deferred.truncate(deferred);
        self.lean = NO_LEAN;
        self.open.answered.take().map(|(_, score)| score).ok_or(Stopped)
    }

    /// Stops before the next move of a node of this depth if the table now answers a node on the path; the
    /// search returns to that node.
    #[inline]
    pub(super) fn give_way(&mut self, depth: u32) -> Result<(), Stopped> {
        if self.shared(depth).is_none() {
            return Ok(());
        }
        let answer = |open: &OpenNode| {
            self.table
                .probe(open.key, open.ply)
                .and_then(|entry| self.cutoff(&entry, open.depth, open.window))
        };
        let mut open = self.open.nodes.iter().enumerate();
        self.open.answered = open.find_map(|(place, open)| Some((place, answer(open)?)));
        if self.open.answered.is_some() { Err(Stopped) } else { Ok(()) }
    }
}
