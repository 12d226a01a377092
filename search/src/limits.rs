//! When a search must stop: depth, nodes, time, or because somebody says so.

use core::fmt;
use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The greatest depth of a search, in plies.
pub const MAX_DEPTH: u32 = 200;

/// A source of time. Searches read no other, so that a test can supply its own and a target without a clock can do without.
pub trait Clock: Send + Sync {
    /// The time since some fixed moment; never less than it was before.
    fn now(&self) -> Duration;
}

/// The operating system's monotonic clock, counted from when this value was made.
#[cfg(feature = "clock")]
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(std::time::Instant);

#[cfg(feature = "clock")]
impl SystemClock {
    /// A clock that reads zero now.
    pub fn start() -> Self {
        Self(std::time::Instant::now())
    }
}

#[cfg(feature = "clock")]
impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A handle that ends a search from outside: clone it, give one to the search, and pull the other from any thread.
///
/// ```
/// use plywood_search::{Limits, StopHandle};
///
/// let stop = StopHandle::new();
/// let limits = Limits::depth(12).with_stop(stop.clone());
/// std::thread::spawn(move || stop.stop()).join().unwrap();
/// assert!(limits.stop.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopHandle(Arc<AtomicBool>);

impl StopHandle {
    /// A handle that nobody has pulled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search that holds a clone of this handle, now and in future, until [`reset`](Self::reset).
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets searches run again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the handle has been pulled.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The bounds of a search. It ends at the first that is reached; a bound that is `None` does not exist.
///
/// A search without any bound ends at [`MAX_DEPTH`] or when the result is proven.
#[derive(Clone, Default)]
pub struct Limits {
    /// The greatest depth in plies; values over [`MAX_DEPTH`] mean [`MAX_DEPTH`].
    pub depth: Option<u32>,
    /// The greatest number of nodes, that is of moves made.
    pub nodes: Option<u64>,
    /// The time until the answer, counted on `clock` from the call of the search. Without a clock it is ignored.
    pub time: Option<Duration>,
    /// The clock that `time` is measured with, and that fills in the elapsed time of reports.
    pub clock: Option<Arc<dyn Clock>>,
    /// Ends the search from outside.
    pub stop: StopHandle,
}

impl Limits {
    /// No limits at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// A limit in depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A limit in nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A limit in time on the operating system's clock.
    #[cfg(feature = "clock")]
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }.with_clock(SystemClock::start())
    }

    /// The same, and at most `depth` plies.
    pub fn with_depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// The same, and at most `nodes` nodes.
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// The same, and at most `time` on the clock.
    pub fn with_time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// The same with a clock to read.
    pub fn with_clock(self, clock: impl Clock + 'static) -> Self {
        Self { clock: Some(Arc::new(clock)), ..self }
    }

    /// The same, ended by `stop` too.
    pub fn with_stop(self, stop: StopHandle) -> Self {
        Self { stop, ..self }
    }

    /// The depth to go to, within [`MAX_DEPTH`].
    pub(crate) fn greatest_depth(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("time", &self.time)
            .field("clock", &self.clock.is_some())
            .field("stop", &self.stop)
            .finish()
    }
}

/// The nodes that the other threads of a search have counted, as of their last look.
#[derive(Debug, Default)]
pub(crate) struct NodeCount(AtomicU64);

/// Watches the limits of one running search, and counts its nodes.
pub(crate) struct Watch<'a> {
    limits: &'a Limits,
    started: Duration,
    /// When the search must be on its way out, on the limits' clock.
    deadline: Option<Duration>,
    nodes: u64,
    /// The node count at which to look at clock and handle again.
    next_look: u64,
    /// Nodes between two looks.
    interval: u64,
    last_look: Duration,
    /// The longest time between two looks so far: what a slow node or a busy machine may cost once more.
    longest_gap: Duration,
    /// The most that is kept back for such a gap.
    most_kept_back: Duration,
    ended: Option<Ended>,
    /// What the other threads have counted, if there are others.
    others: Option<&'a NodeCount>,
    /// Where to tell others what was counted here, and how much of it they know.
    told: Option<(&'a NodeCount, u64)>,
}

impl<'a> Watch<'a> {
    /// The time between two looks at the clock that [`Watch::look`] aims at.
    const PACE: Duration = Duration::from_micros(100);
    /// The most nodes between two looks: evaluations may take longer at any moment.
    const LONGEST_INTERVAL: u64 = 1_024;

    pub(crate) fn start(limits: &'a Limits) -> Self {
        let started = limits.clock.as_ref().map_or(Duration::ZERO, |clock| clock.now());
        let deadline = match (&limits.clock, limits.time) {
            (Some(_), Some(time)) => Some(started.saturating_add(time.saturating_sub(Self::reserve(time)))),
            _ => None,
        };
        Self {
            limits,
            started,
            deadline,
            nodes: 0,
            next_look: limits.nodes.unwrap_or(u64::MAX).min(1),
            interval: 1,
            last_look: started,
            longest_gap: Duration::ZERO,
            most_kept_back: limits.time.unwrap_or_default() / 5,
            ended: None,
            others: None,
            told: None,
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
        if let Some((total, known)) = &mut self.told {
            total.0.fetch_add(self.nodes - *known, Ordering::Relaxed);
            *known = self.nodes;
        }
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

    fn reason_to_end(&mut self) -> Option<Ended> {
        if self.limits.nodes.is_some_and(|limit| self.nodes() >= limit) {
            return Some(Ended::Nodes);
        }
        if self.limits.stop.is_stopped() {
            return Some(Ended::Stopped);
        }
        let Some(deadline) = self.deadline else {
            self.interval = Self::LONGEST_INTERVAL;
            return None;
        };
        let now = self.limits.clock.as_ref().map_or(Duration::ZERO, |clock| clock.now());
        let since = now.saturating_sub(self.last_look);
        self.last_look = now;
        self.longest_gap = self.longest_gap.max(since);
        if now.saturating_add(self.longest_gap.min(self.most_kept_back)) >= deadline {
            return Some(Ended::Time);
        }
        if since < Self::PACE / 2 {
            self.interval = (self.interval * 2).min(Self::LONGEST_INTERVAL);
        } else if since > Self::PACE * 2 {
            self.interval = (self.interval / 2).max(1);
        }
        None
    }

    /// Whether the search must end before it has made a single move.
    pub(crate) fn ends_at_once(&mut self) -> bool {
        !self.look()
    }

    /// The nodes counted, those of other threads included.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.others.map_or(0, |others| others.0.load(Ordering::Relaxed))
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.limits.clock.as_ref().map_or(Duration::ZERO, |clock| clock.now().saturating_sub(self.started))
    }

    /// Why the search was cut short, if it was.
    pub(crate) fn ended(&self) -> Option<Ended> {
        self.ended
    }

    pub(crate) fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }
}

/// What ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Ended {
    /// The depth asked for is searched.
    Depth,
    /// The number of nodes was reached.
    Nodes,
    /// The time was up.
    Time,
    /// The stop handle was pulled.
    Stopped,
    /// The result is proven: more depth would change nothing.
    Proven,
    /// There is only one legal move, and a limit in time makes thinking about it a waste.
    OnlyMove,
    /// The move comes out of a book, or is a matter of taste: there was no need to search.
    Book,
    /// The game is over: there was nothing to search.
    GameOver,
}
