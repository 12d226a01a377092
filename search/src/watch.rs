//! Keeps the limits of one running search, on each of its threads.

use crate::limits::{Ended, Limits, PonderHandle, StopHandle};
use crate::time::Confidence;
use core::time::Duration;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// What the threads of one search share of its limits: one budget of nodes, and one end.
#[derive(Debug)]
pub(crate) struct Shared {
    /// Why all threads are to end, once one of them has found a reason.
    end: OnceLock<Ended>,
    /// The nodes that were handed out to threads. Together they are within the limit.
    granted: AtomicU64,
    /// The nodes that threads have counted, as of their last looks.
    counted: AtomicU64,
    threads: u64,
}

impl Shared {
    /// What so many threads share.
    pub(crate) fn new(threads: usize) -> Self {
        let zero = || AtomicU64::new(0);
        Self { end: OnceLock::new(), granted: zero(), counted: zero(), threads: threads as u64 }
    }

    /// Ends all threads at their next nodes. The first reason counts.
    pub(crate) fn end(&self, reason: Ended) {
        let _ = self.end.set(reason);
    }

    /// The nodes that threads have told of.
    pub(crate) fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    /// Hands out up to `most` nodes of `limit`: a small part of what is left, so that no thread keeps what
    /// another could use. 0 if none is left.
    fn grant(&self, limit: u64, most: u64) -> u64 {
        let share = |granted| most.min(limit.saturating_sub(granted).div_ceil(8 * self.threads));
        let taken = |granted| Some(granted + share(granted));
        let before = self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken);
        before.map_or(0, share)
    }
}

/// Watches the limits of one running search on one of its threads, and counts its nodes.
///
/// A stop handle, and the end of the other threads, are seen at the next node. The clock is looked at every
/// tenth of a millisecond or so, as long as time is limited.
pub(crate) struct Watch<'a> {
    limits: &'a Limits,
    started: Duration,
    /// The time from `own_time` in which the answer must be there.
    hard: Option<Duration>,
    /// The time from `own_time` that the move is worth, where the search is to judge that.
    soft: Option<Duration>,
    /// When the mover's own time began to run, on the limits' clock; `None` in the opponent's.
    own_time: Option<Duration>,
    nodes: u64,
    /// The node count at which to look again: nodes up to there are granted.
    next_look: u64,
    /// The most nodes between two looks.
    longest_interval: u64,
    pace: Pace,
    ended: Option<Ended>,
    stop: &'a StopHandle,
    /// What is shared with other threads, if there are others.
    shared: Option<&'a Shared>,
    /// Whether the end of the other threads is that of this one.
    heeds_others: bool,
    /// How many of the nodes the others know of.
    told: u64,
}

/// How many nodes there are to be between two looks at the clock.
#[derive(Clone, Copy)]
struct Pace {
    interval: u64,
    last_look: Duration,
    nodes_then: u64,
    /// The longest time between two looks so far: what a slow node or a busy machine may cost once more.
    longest_gap: Duration,
    /// Nanoseconds of a slow node. It fades from look to look.
    slow_node: u64,
}

impl Pace {
    /// The time between two looks that is aimed at.
    const AIM: Duration = Duration::from_micros(100);
    /// The time between two looks if all nodes were slow.
    const LONGEST: Duration = Duration::from_millis(1);

    fn from(now: Duration) -> Self {
        Self { interval: 1, last_look: now, nodes_then: 0, longest_gap: Duration::ZERO, slow_node: 0 }
    }

    /// Takes note of a look after `nodes` nodes. Aims at the same time from one look to the next, whatever a
    /// node costs; and since cheap nodes (answered by a table) may be followed by dear ones (evaluated) at
    /// any moment, it goes by the dear ones.
    fn note(&mut self, now: Duration, nodes: u64) {
        let since = now.saturating_sub(self.last_look);
        let cost = since.as_nanos() as u64 / (nodes - self.nodes_then).max(1);
        (self.last_look, self.nodes_then) = (now, nodes);
        self.longest_gap = self.longest_gap.max(since);
        self.slow_node = cost.max(self.slow_node - self.slow_node.div_ceil(64));
        if since < Self::AIM / 2 {
            self.interval *= 2;
        } else if since > Self::AIM * 2 {
            self.interval /= 2;
        }
        let most = Self::LONGEST.as_nanos() as u64 / self.slow_node.max(1);
        self.interval = self.interval.min(most).clamp(1, Watch::LONGEST_INTERVAL);
    }
}

impl<'a> Watch<'a> {
    /// The most nodes between two looks at the clock, or from one grant of nodes to the next.
    const LONGEST_INTERVAL: u64 = 1_024;

    pub(crate) fn start(limits: &'a Limits) -> Self {
        let started = limits.now();
        let allotment = limits.time_left().map(|left| left.allot());
        let hard = allotment.map(|allotment| allotment.hard).into_iter().chain(limits.time_limit()).min();
        let pondering = limits.ponder.as_ref().is_some_and(PonderHandle::is_pondering);
        Self {
            limits,
            started,
            hard,
            soft: allotment.map(|allotment| allotment.soft),
            own_time: (!pondering).then_some(started),
            nodes: 0,
            next_look: 0,
            longest_interval: Self::LONGEST_INTERVAL,
            pace: Pace::from(started),
            ended: None,
            stop: &limits.stop,
            shared: None,
            heeds_others: false,
            told: 0,
        }
    }

    /// The same, as one of several threads.
    pub(crate) fn sharing(self, shared: &'a Shared) -> Self {
        // What this thread was granted while it was alone goes into the common budget.
        shared.granted.store(self.nodes, Ordering::Relaxed);
        Self { shared: Some(shared), heeds_others: true, next_look: self.nodes, ..self }
    }

    /// The watch of another thread of the same search: it has the same deadline, and leaves it to this one to
    /// judge what a move is worth.
    pub(crate) fn beside(&self) -> Self {
        let pace = Pace::from(self.pace.last_look);
        Self { soft: None, nodes: 0, next_look: 0, pace, told: 0, ..*self }
    }

    /// The same, with nodes granted one by one: of several threads none then keeps a node that another could
    /// use.
    pub(crate) fn one_by_one(self) -> Self {
        Self { longest_interval: 1, ..self }
    }

    /// Takes up the watch after another thread has finished the work. False if it was something else that
    /// ended it.
    pub(crate) fn goes_on(&mut self) -> bool {
        let was_finished = self.ended == Some(Ended::Proven) && self.heeds_others;
        if was_finished {
            self.heeds_others = false;
            self.ended = None;
            self.next_look = self.nodes;
        }
        was_finished
    }

    /// The same for a search that cannot tell an easy move from a hard one: each gets what a move of no
    /// particular difficulty is worth.
    pub(crate) fn without_judgement(self) -> Self {
        Self { hard: self.soft.into_iter().chain(self.hard).min(), soft: None, ..self }
    }

    /// Whether the time left is a multiple of the time from the start until now, and at least some. Each
    /// helper begins with what this thread has done so far, evaluates the root, and nothing can end that:
    /// with more threads than cores it takes longer than here. Helpers that only begin before the time is
    /// up would make the answer late.
    pub(crate) fn has_time_for_helpers(&self) -> bool {
        self.has_time_after(self.limits.now().saturating_sub(self.started))
    }

    /// Whether the time left is a multiple of what it has once taken to begin, and at least some.
    pub(crate) fn has_time_after(&self, beginning: Duration) -> bool {
        const MULTIPLE: u32 = 4;
        /// A thread begins and ends in about a millisecond where all cores are busy.
        const LEAST: Duration = Duration::from_millis(2);
        let Some(own_time) = self.own_time else { return true };
        let spent = self.limits.now().saturating_sub(own_time);
        let needed = (beginning * MULTIPLE).max(LEAST);
        self.hard.is_none_or(|hard| needed <= hard.saturating_sub(spent))
    }

    /// What is kept of the time for winding up on an idle machine, so that the answer comes within the limit:
    /// a hundredth, at most a millisecond.
    fn reserve(time: Duration) -> Duration {
        (time / 100).min(Duration::from_millis(1))
    }

    /// Counts one node. False if the search must end instead, and then every time.
    #[inline]
    pub(crate) fn count_node(&mut self) -> bool {
        let looks = self.nodes >= self.next_look || self.stop.is_stopped() || self.others_ended().is_some();
        if looks && !self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// What is left of the limits for a part of the work that another search does, with at most this many
    /// nodes. Afterwards the nodes that it used are to be [taken back](Self::take_back).
    pub(crate) fn lend(&self, most: u64) -> Limits {
        let nodes = match (self.limits.nodes, self.shared) {
            (None, _) => most,
            (Some(limit), None) => most.min(limit.saturating_sub(self.next_look)),
            (Some(limit), Some(shared)) => shared.grant(limit, most),
        };
        let rest = self.limits.clone().without_time().with_nodes(nodes);
        let (Some(hard), Some(clock)) = (self.hard, self.limits.clock()) else { return rest };
        let spent = self.own_time.map_or(Duration::ZERO, |began| self.limits.now().saturating_sub(began));
        rest.with_time(hard.saturating_sub(spent), Arc::clone(clock))
    }

    /// Counts the nodes that another search used of what was lent to it.
    pub(crate) fn take_back(&mut self, lent: &Limits, used: u64) {
        if let (Some(shared), Some(_), Some(lent)) = (self.shared, self.limits.nodes, lent.nodes) {
            shared.granted.fetch_sub(lent.saturating_sub(used), Ordering::Relaxed);
        }
        self.nodes += used;
        self.next_look += used;
        self.pass_over();
    }

    /// Says that the time since the last look was not that of nodes.
    pub(crate) fn pass_over(&mut self) {
        self.pace = Pace { last_look: self.limits.now(), nodes_then: self.nodes, ..self.pace };
    }

    /// Does some work that is no node's, unless the time left is too short for such work: a multiple of the
    /// longest of its kind so far, `longest`.
    pub(crate) fn aside<T>(&mut self, longest: &mut Duration, work: impl FnOnce() -> T) -> Option<T> {
        if !self.has_time_after(*longest) {
            return None;
        }
        let before = self.limits.now();
        let done = work();
        self.pass_over();
        *longest = (*longest).max(self.pace.last_look.saturating_sub(before));
        Some(done)
    }

    /// Why the other threads have ended, if that ends this one.
    #[inline]
    fn others_ended(&self) -> Option<Ended> {
        self.shared.filter(|_| self.heeds_others)?.end.get().copied()
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> bool {
        self.tell();
        if self.ended.is_none() {
            self.ended = self.reason_to_end();
        }
        let Some(reason) = self.ended else { return true };
        if let Some(shared) = self.shared {
            shared.end(reason);
        }
        self.next_look = 0;
        false
    }

    /// Tells the other threads what was counted since the last time.
    pub(crate) fn tell(&mut self) {
        if let Some(shared) = self.shared {
            shared.counted.fetch_add(self.nodes - self.told, Ordering::Relaxed);
            self.told = self.nodes;
        }
    }

    fn reason_to_end(&mut self) -> Option<Ended> {
        if let Some(reason) = self.others_ended() {
            return Some(reason);
        }
        if self.stop.is_stopped() {
            return Some(Ended::Stopped);
        }
        if self.is_time_up() {
            return Some(Ended::Time);
        }
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + self.grant();
        }
        (self.nodes >= self.next_look).then_some(Ended::Nodes)
    }

    /// The nodes to the next look, as many as are left at most.
    fn grant(&self) -> u64 {
        let interval = if self.hard.is_some() { self.pace.interval } else { Self::LONGEST_INTERVAL };
        let most = interval.min(self.longest_interval);
        match (self.limits.nodes, self.shared) {
            (None, _) => most,
            (Some(limit), None) => most.min(limit.saturating_sub(self.nodes)),
            (Some(limit), Some(shared)) => shared.grant(limit, most),
        }
    }

    fn is_time_up(&mut self) -> bool {
        let Some(hard) = self.hard else { return false };
        let now = self.limits.now();
        self.pace.note(now, self.nodes);
        let Some(own_time) = self.own_time(now) else { return false };
        // What a slow node or a busy machine may cost once more is kept back, up to three tenths of
        // the time.
        let kept_back = Self::reserve(hard).saturating_add(self.pace.longest_gap.min(hard * 3 / 10));
        now.saturating_sub(own_time).saturating_add(kept_back) >= hard
    }

    /// When the mover's own time began; now, if it begins now.
    fn own_time(&mut self, now: Duration) -> Option<Duration> {
        if self.own_time.is_none() && !self.limits.ponder.as_ref().is_some_and(PonderHandle::is_pondering) {
            self.own_time = Some(now);
        }
        self.own_time
    }

    /// Whether the search must end before it has made a single move.
    pub(crate) fn ends_at_once(&mut self) -> bool {
        !self.look()
    }

    /// The nodes counted, those of other threads included.
    pub(crate) fn nodes(&self) -> u64 {
        self.shared.map_or(0, Shared::counted) + self.nodes - self.told
    }

    /// The nodes counted here.
    pub(crate) fn own_nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.stopwatch()()
    }

    /// Tells the time since the search began, also when the watch is gone; `None` without a clock.
    pub(crate) fn stopwatch(&self) -> impl Fn() -> Option<Duration> + use<'a> {
        let (limits, started) = (self.limits, self.started);
        move || limits.since(started)
    }

    /// Why the search was cut short, if it was.
    pub(crate) fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// How many positions knowledge may look at for a list of whole turns before the search begins, by the
    /// time that there is; `None` if the limits are so narrow that a list would cost too much of them.
    pub(crate) fn effort_for_turns(&self) -> Option<u64> {
        const NODES: u64 = 50_000;
        const TIME: Duration = Duration::from_millis(200);
        const DEPTH: u32 = 6;
        /// Two fifths of the time at most, where a position takes a microsecond.
        const A_MILLISECOND: u64 = 400;
        let (nodes, time) = (self.limits.nodes, self.soft.into_iter().chain(self.hard).min());
        let is_wide = self.limits.greatest_depth() >= DEPTH
            && nodes.is_none_or(|nodes| nodes >= NODES)
            && time.is_none_or(|time| time >= TIME);
        is_wide.then(|| time.map_or(u64::MAX, |time| time.as_millis() as u64 * A_MILLISECOND))
    }

    /// Whether the limits leave a search enough to go by lines: they ask for no depth, which counts single
    /// moves, and are far from what a search of single moves needs to see a turn and the reply.
    pub(crate) fn allows_lines(&self) -> bool {
        const NODES: u64 = 400_000;
        const TIME: Duration = Duration::from_millis(600);
        let (nodes, time) = (self.limits.nodes, self.soft.into_iter().chain(self.hard).min());
        self.limits.depth.is_none()
            && nodes.is_none_or(|nodes| nodes >= NODES)
            && time.is_none_or(|time| time >= TIME)
    }

    /// Whether time is running out.
    pub(crate) fn has_deadline(&self) -> bool {
        self.hard.is_some() && self.own_time.is_some()
    }

    /// Whether the move has had the time that it is worth in the light of what the search has found.
    pub(crate) fn is_worth_no_more(&self, confidence: Confidence) -> bool {
        let (Some(soft), Some(own_time)) = (self.soft, self.own_time) else { return false };
        self.limits.now().saturating_sub(own_time) >= confidence.worth(soft)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Clock;

    /// Each reading is a microsecond after the one before.
    #[derive(Clone, Default)]
    struct Ticking(Arc<AtomicU64>);

    impl Clock for Ticking {
        fn now(&self) -> Duration {
            Duration::from_micros(self.0.fetch_add(1, Ordering::Relaxed))
        }
    }

    #[test]
    fn work_that_is_passed_over_is_not_kept_back() {
        for passes_over in [false, true] {
            let clock = Ticking::default();
            let limits = Limits::none().with_time(Duration::from_millis(100), clock.clone());
            let mut watch = Watch::start(&limits);
            clock.0.fetch_add(10_000, Ordering::Relaxed);
            if passes_over {
                watch.pass_over();
            }
            while watch.count_node() {}
            let spent = clock.0.load(Ordering::Relaxed);
            let least = if passes_over { 98_500 } else { 88_500 };
            assert!((least..least + 1_000).contains(&spent), "{spent} with {passes_over}");
        }
    }
}
