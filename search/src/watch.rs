//! Keeps the limits of one running search.

use crate::limits::{Ended, Limits, PonderHandle, StopHandle};
use crate::time::Confidence;
use core::time::Duration;
use std::sync::atomic::{AtomicU64, Ordering};

/// The nodes that the other threads of a search have counted, as of their last look.
#[derive(Debug, Default)]
pub(crate) struct NodeCount(AtomicU64);

impl NodeCount {
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Watches the limits of one running search, and counts its nodes.
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
    /// The node count at which to look at clock and handle again.
    next_look: u64,
    /// Nodes between two looks.
    interval: u64,
    last_look: Duration,
    /// The longest time between two looks so far: what a slow node or a busy machine may cost once more.
    longest_gap: Duration,
    ended: Option<Ended>,
    /// What the other threads have counted, if there are others.
    others: Option<&'a NodeCount>,
    /// Where to tell others what was counted here, and how much of it they know.
    told: Option<(&'a NodeCount, u64)>,
    /// Pulled when another thread has finished the work.
    finish: Option<&'a StopHandle>,
}

impl<'a> Watch<'a> {
    /// The time between two looks at the clock that [`Watch::look`] aims at.
    const PACE: Duration = Duration::from_micros(100);
    /// The most nodes between two looks: evaluations may take longer at any moment.
    const LONGEST_INTERVAL: u64 = 1_024;

    pub(crate) fn start(limits: &'a Limits) -> Self {
        let started = limits.clock.as_ref().map_or(Duration::ZERO, |clock| clock.now());
        let allotment = limits.clock.as_ref().and(limits.time_left).map(|left| left.allot());
        let hard = allotment.map(|allotment| allotment.hard).into_iter();
        let hard = hard.chain(limits.clock.as_ref().and(limits.time)).min();
        let pondering = limits.ponder.as_ref().is_some_and(PonderHandle::is_pondering);
        Self {
            limits,
            started,
            hard,
            soft: allotment.map(|allotment| allotment.soft),
            own_time: (!pondering).then_some(started),
            nodes: 0,
            next_look: limits.nodes.unwrap_or(u64::MAX).min(1),
            interval: 1,
            last_look: started,
            longest_gap: Duration::ZERO,
            ended: None,
            others: None,
            told: None,
            finish: None,
        }
    }

    /// The same, where the nodes of other threads count too.
    pub(crate) fn with_others(self, others: &'a NodeCount) -> Self {
        Self { others: Some(others), ..self }
    }

    /// The same, where the nodes are told to the thread that leads.
    pub(crate) fn counted_in(self, total: &'a NodeCount) -> Self {
        Self { told: Some((total, 0)), ..self }
    }

    /// The same, ended too when another thread pulls `finish`.
    pub(crate) fn with_finish(self, finish: &'a StopHandle) -> Self {
        Self { finish: Some(finish), ..self }
    }

    /// Takes up the watch after another thread has finished the work. False if it was something else that ended it.
    pub(crate) fn goes_on(&mut self) -> bool {
        let was_finished = self.ended == Some(Ended::Proven) && self.finish.take().is_some();
        if was_finished {
            self.ended = None;
            self.next_look = self.nodes;
        }
        was_finished
    }

    /// The same for a search that cannot tell an easy move from a hard one: each gets what a move of no particular difficulty is worth.
    pub(crate) fn without_judgement(self) -> Self {
        Self { hard: self.soft.into_iter().chain(self.hard).min(), soft: None, ..self }
    }

    /// What is kept of the time for winding up on an idle machine, so that the answer comes within the limit: a hundredth, at most
    /// a millisecond.
    fn reserve(time: Duration) -> Duration {
        (time / 100).min(Duration::from_millis(1))
    }

    /// Counts one node. False if the search must end instead, and then every time.
    #[inline]
    pub(crate) fn count_node(&mut self) -> bool {
        if self.nodes >= self.next_look && !self.look() {
            return false;
        }
        self.nodes += 1;
        true
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> bool {
        self.tell();
        if self.ended.is_none() {
            self.ended = self.reason_to_end();
        }
        if self.ended.is_some() {
            self.next_look = 0;
            return false;
        }
        self.next_look = (self.nodes + self.interval).min(self.limits.nodes.unwrap_or(u64::MAX));
        true
    }

    /// Tells the thread that leads what was counted since the last time.
    pub(crate) fn tell(&mut self) {
        if let Some((total, known)) = &mut self.told {
            total.0.fetch_add(self.nodes - *known, Ordering::Relaxed);
            *known = self.nodes;
        }
    }

    fn reason_to_end(&mut self) -> Option<Ended> {
        if self.limits.nodes.is_some_and(|limit| self.nodes() >= limit) {
            return Some(Ended::Nodes);
        }
        if self.limits.stop.is_stopped() {
            return Some(Ended::Stopped);
        }
        if self.finish.is_some_and(StopHandle::is_stopped) {
            return Some(Ended::Proven);
        }
        let Some(hard) = self.hard else {
            self.interval = Self::LONGEST_INTERVAL;
            return None;
        };
        let now = self.now();
        self.keep_pace(now);
        let own_time = self.own_time(now)?;
        // What a slow node or a busy machine may cost once more is kept back, up to a fifth of the time.
        let kept_back = Self::reserve(hard).saturating_add(self.longest_gap.min(hard / 5));
        (now.saturating_sub(own_time).saturating_add(kept_back) >= hard).then_some(Ended::Time)
    }

    /// Aims at the same time from one look at the clock to the next, whatever a node costs.
    fn keep_pace(&mut self, now: Duration) {
        let since = now.saturating_sub(self.last_look);
        self.last_look = now;
        self.longest_gap = self.longest_gap.max(since);
        if since < Self::PACE / 2 {
            self.interval = (self.interval * 2).min(Self::LONGEST_INTERVAL);
        } else if since > Self::PACE * 2 {
            self.interval = (self.interval / 2).max(1);
        }
    }

    /// When the mover's own time began; now, if it begins now.
    fn own_time(&mut self, now: Duration) -> Option<Duration> {
        if self.own_time.is_none() && !self.limits.ponder.as_ref().is_some_and(PonderHandle::is_pondering) {
            self.own_time = Some(now);
        }
        self.own_time
    }

    fn now(&self) -> Duration {
        self.limits.clock.as_ref().map_or(Duration::ZERO, |clock| clock.now())
    }

    /// Whether the search must end before it has made a single move.
    pub(crate) fn ends_at_once(&mut self) -> bool {
        !self.look()
    }

    /// The nodes counted, those of other threads included.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.others.map_or(0, NodeCount::get)
    }

    /// The nodes counted here.
    pub(crate) fn own_nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.now().saturating_sub(self.started)
    }

    /// Why the search was cut short, if it was.
    pub(crate) fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// Whether time is running out.
    pub(crate) fn has_deadline(&self) -> bool {
        self.hard.is_some() && self.own_time.is_some()
    }

    /// Whether the move has had the time that it is worth in the light of what the search has found.
    pub(crate) fn is_worth_no_more(&self, confidence: Confidence) -> bool {
        let (Some(soft), Some(own_time)) = (self.soft, self.own_time) else { return false };
        self.now().saturating_sub(own_time) >= confidence.worth(soft)
    }
}
