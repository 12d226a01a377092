//! Limits: when a search must stop: depth, nodes, time, or a stop handle.

use crate::time::TimeLeft;
use core::fmt;
use core::time::Duration;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The greatest depth of a search, in plies.
pub const MAX_DEPTH: u32 = 200;

/// A source of time. Searches read no other clock, so tests can supply their own and targets without a clock
/// can do without.
pub trait Clock: Send + Sync {
    /// The time since some fixed moment; never decreases.
    fn now(&self) -> Duration;
}

impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Duration {
        (**self).now()
    }
}

/// The operating system's monotonic clock, counted from the creation of this value.
#[cfg(feature = "clock")]
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(std::time::Instant);

#[cfg(feature = "clock")]
impl SystemClock {
    /// Makes a clock that reads zero now.
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

/// A handle that ends a search from outside: clone it, pass one clone to the search, and pull the other from
/// any thread.
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
    /// Makes a handle that has not been pulled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every search that holds a clone of this handle at its next node, now and in future, until
    /// [`reset`](Self::reset).
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

/// A handle to a search in the opponent's time: clone it, pass one clone to the search of the position after
/// the expected move, and tell the other when that move was made.
///
/// ```
/// use plywood_search::{Limits, PonderHandle};
/// use std::time::Duration;
///
/// let ponder = PonderHandle::new();
/// let limits = Limits::time(Duration::from_millis(100)).with_ponder(ponder.clone());
/// // A search of `limits` on another thread goes on for as long as the opponent thinks, and then for 100 ms.
/// ponder.hit();
/// assert!(!limits.ponder.unwrap().is_pondering());
/// ```
///
/// If another move was made, end the search with its [`StopHandle`] and ignore the answer; what it left in
/// the table may be useful. A search that has nothing left to find ends by itself before the opponent has
/// moved; its caller keeps the answer until then.
#[derive(Clone, Debug, Default)]
pub struct PonderHandle(Arc<AtomicBool>);

impl PonderHandle {
    /// Makes a handle to a search while the opponent thinks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Signals that the expected move was made: the time limit begins now.
    pub fn hit(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the opponent is still thinking.
    pub fn is_pondering(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

/// The limits of a search. The search ends at the first limit that is reached; `None` means no limit of that
/// kind.
///
/// A search without limits ends at [`MAX_DEPTH`] or when the result is proven.
///
/// A limit in time cannot be asked for without the clock that it is measured with:
///
/// ```
/// use plywood_search::{Limits, SystemClock};
/// use std::time::Duration;
///
/// let second = Duration::from_secs(1);
/// let limits = Limits::depth(12).with_time(second, SystemClock::start());
/// assert_eq!(limits.time_limit(), Some(second));
/// assert!(limits.clock().is_some());
/// ```
#[derive(Clone, Default)]
pub struct Limits {
    /// The greatest depth in plies; larger values mean [`MAX_DEPTH`].
    pub depth: Option<u32>,
    /// The greatest number of nodes (moves made).
    pub nodes: Option<u64>,
    /// Ends the search from outside, at its next node.
    pub stop: StopHandle,
    /// If set, no time limit applies until the [`PonderHandle`] says that the expected move was made.
    pub ponder: Option<PonderHandle>,
    timing: Option<Timing>,
}

/// A clock, and what is limited on it.
#[derive(Clone)]
struct Timing {
    clock: Arc<dyn Clock>,
    time: Option<Duration>,
    time_left: Option<TimeLeft>,
}

impl Limits {
    /// Limits without any limit.
    pub fn none() -> Self {
        Self::default()
    }

    /// Limits the depth in plies.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Limits the number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Limits the time by the operating system's clock.
    #[cfg(feature = "clock")]
    pub fn time(time: Duration) -> Self {
        Self::none().with_time(time, SystemClock::start())
    }

    /// The same limits, and at most `depth` plies.
    pub fn with_depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// The same limits, and at most `nodes` nodes.
    pub fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// The same, and at most `time` until the answer, counted on `clock` from the call of the search. With
    /// `None`, as long as it takes.
    pub fn with_time(self, time: impl Into<Option<Duration>>, clock: impl Clock + 'static) -> Self {
        let mut limits = self.with_clock(clock);
        limits.set_timing(|timing| timing.time = time.into());
        limits
    }

    /// The same, with this much time on `clock` for the rest of the game, of which the search takes what it
    /// thinks this move is worth: see [`TimeLeft`]. Where there is a limit for the move too, the shorter
    /// holds.
    pub fn with_time_left(self, left: impl Into<Option<TimeLeft>>, clock: impl Clock + 'static) -> Self {
        let mut limits = self.with_clock(clock);
        limits.set_timing(|timing| timing.time_left = left.into());
        limits
    }

    /// The same limits, for a search that begins in the opponent's time.
    pub fn with_ponder(self, ponder: PonderHandle) -> Self {
        Self { ponder: Some(ponder), ..self }
    }

    /// The same, measured with `clock`: what is limited in time already, and the elapsed time of reports.
    pub fn with_clock(self, clock: impl Clock + 'static) -> Self {
        let (time, time_left) = (self.time_limit(), self.time_left());
        Self { timing: Some(Timing { clock: Arc::new(clock), time, time_left }), ..self }
    }

    /// The same limits, also ended by `stop`.
    pub fn with_stop(self, stop: StopHandle) -> Self {
        Self { stop, ..self }
    }

    /// The same without limits in time. The clock stays.
    #[must_use]
    pub fn without_time(mut self) -> Self {
        self.set_timing(|timing| (timing.time, timing.time_left) = (None, None));
        self
    }

    /// The rest of the limits after a part of the search has taken so many nodes and so much time.
    #[must_use]
    pub fn after(mut self, nodes: u64, elapsed: Duration) -> Self {
        self.nodes = self.nodes.map(|limit| limit.saturating_sub(nodes));
        self.set_timing(|timing| {
            timing.time = timing.time.map(|time| time.saturating_sub(elapsed));
            timing.time_left = timing.time_left.map(|left| left.after(elapsed));
        });
        self
    }

    /// The limit in time of this search alone.
    pub fn time_limit(&self) -> Option<Duration> {
        self.timing.as_ref()?.time
    }

    /// The time for the rest of the game.
    pub fn time_left(&self) -> Option<TimeLeft> {
        self.timing.as_ref()?.time_left
    }

    /// The clock that time is measured with; there is one wherever time is limited.
    pub fn clock(&self) -> Option<&Arc<dyn Clock>> {
        Some(&self.timing.as_ref()?.clock)
    }

    fn set_timing(&mut self, set: impl FnOnce(&mut Timing)) {
        if let Some(timing) = &mut self.timing {
            set(timing);
        }
    }

    /// The time on the clock; zero without one.
    pub(crate) fn now(&self) -> Duration {
        self.clock().map_or(Duration::ZERO, Clock::now)
    }

    /// The time since `started`; `None` without a clock.
    pub(crate) fn since(&self, started: Duration) -> Option<Duration> {
        self.clock().map(|clock| clock.now().saturating_sub(started))
    }

    /// The depth limit, at most [`MAX_DEPTH`].
    pub(crate) fn greatest_depth(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH)
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("time", &self.time_limit())
            .field("time_left", &self.time_left())
            .field("clock", &self.clock().is_some())
            .field("stop", &self.stop)
            .field("ponder", &self.ponder)
            .finish_non_exhaustive()
    }
}

/// The reason why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Ended {
    /// The depth limit was reached.
    Depth,
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The stop handle was pulled.
    Stopped,
    /// The result is proven: more depth would change nothing.
    Proven,
    /// There is only one legal move, and the search has a time limit.
    OnlyMove,
    /// The move comes from a book or was chosen without a search.
    Book,
    /// The game is over: there was nothing to search.
    GameOver,
}
