//! A match: two engines, pairs of games, and as many of them at once as wanted.

use crate::collector::{Collector, Observer};
use crate::openings::{OpeningError, Openings};
use crate::played::PlayedGame;
use crate::sprt::Sprt;
use crate::summary::{SprtState, Summary};
use crate::worker::{Common, Jobs, Worker, time_limit};
use core::fmt;
use core::time::Duration;
use plywood_play::{Engine, EngineError, Session, Spec};
use plywood_search::{Clock, StopHandle, SystemClock};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;

/// The length at which a game is drawn unless a match says otherwise, in plies from the start of the game.
pub const DEFAULT_MAX_PLIES: usize = 1_000;

/// How often the stop handle is looked at.
const PATIENCE: Duration = Duration::from_millis(10);

/// Makes the engine that a spec describes, for the game of a session. Called once a thread and engine, and again where a game needs a
/// fresh one.
pub type EngineMaker = dyn Fn(&dyn Session, &Spec) -> Result<Box<dyn Engine>, EngineError> + Send + Sync;

/// A match between two engines.
///
/// Games come in pairs with the same opening: in game 2n the first engine is the first player, in game 2n + 1 the second. How long an
/// engine may think, its own options say.
pub struct Match {
    start: Box<dyn Session>,
    make: Box<EngineMaker>,
    /// The engines. One called `random` without a `seed` gets one for each game, derived from the match's.
    pub engines: [Spec; 2],
    /// The number of games. An odd number is rounded up: a game without its reverse would tell little.
    pub games: u64,
    /// The openings.
    pub openings: Openings,
    /// The seed of everything that is drawn at random. With engines that are limited by depth or nodes, it determines every game.
    pub seed: u64,
    /// The number of games at once, each on a thread of its own; 0 means 1. Results do not depend on it, save by limits in time.
    pub concurrency: usize,
    /// The test that may end the match before all games are played.
    pub sprt: Option<Sprt>,
    /// The number of plies, from the start of the game and with the opening, at which an unfinished game is drawn.
    pub max_plies: usize,
    /// Ends the match from outside. Games under way are abandoned, finished ones kept.
    pub stop: StopHandle,
    /// The clock that engines and the match itself measure time with.
    pub clock: Arc<dyn Clock>,
}

/// Why a match cannot be played, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchError {
    /// There is no such engine.
    Engine {
        /// Which of the two, 0 or 1.
        engine: usize,
        /// What is wrong with it.
        error: EngineError,
    },
    /// There are no openings of that kind.
    Opening(OpeningError),
    /// The games cannot start from there, with the reason.
    Start(String),
    /// The operating system gave no thread, with its reason.
    Threads(String),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine { engine, error } => write!(f, "engine {}: {error}", engine + 1),
            Self::Opening(error) => error.fmt(f),
            Self::Start(reason) => write!(f, "the games cannot start there: {reason}"),
            Self::Threads(reason) => write!(f, "no thread to play on: {reason}"),
        }
    }
}

impl core::error::Error for MatchError {}

impl Match {
    /// A match of one pair of games that go on from the current position of `start`, without random openings or a test.
    pub fn new(start: Box<dyn Session>, engines: [Spec; 2]) -> Self {
        Self {
            start,
            make: Box::new(|session, spec| session.engine(spec)),
            engines,
            games: 2,
            openings: Openings::None,
            seed: 0,
            concurrency: 1,
            sprt: None,
            max_plies: DEFAULT_MAX_PLIES,
            stop: StopHandle::new(),
            clock: Arc::new(SystemClock::start()),
        }
    }

    /// The same, with engines made by `make` instead of [`Session::engine`]: for engines that the game itself does not know.
    pub fn with_engine_maker(
        self,
        make: impl Fn(&dyn Session, &Spec) -> Result<Box<dyn Engine>, EngineError> + Send + Sync + 'static,
    ) -> Self {
        Self { make: Box::new(make), ..self }
    }

    /// Plays the match and returns how it ended.
    ///
    /// `observe` gets every finished game in the order of their numbers, with the standing that includes it, on the calling thread. If it
    /// answers [`ControlFlow::Break`](core::ops::ControlFlow::Break) the match is stopped, and no further game is counted. Neither is a
    /// game with a greater number than the pair by which the test decides, though it may have been played.
    ///
    /// An engine that gives no move, an illegal one, or panics, loses the game, and the match goes on.
    ///
    /// # Errors
    ///
    /// If an engine cannot be made, the start is a finished game, no openings can be found, or there are no threads. Games already
    /// shown to `observe` stand.
    pub fn run(&self, observe: &mut Observer<'_>) -> Result<Summary, MatchError> {
        self.check()?;
        let started = self.clock.now();
        let games = self.games.checked_next_multiple_of(2).unwrap_or(u64::MAX - 1);
        let jobs = Mutex::new(Jobs::new(games, self.openings.list(self.start.as_ref(), self.seed)));
        let halt = StopHandle::new();
        if self.stop.is_stopped() {
            halt.stop();
        }
        let common = Common {
            jobs: &jobs,
            engines: &self.engines,
            make: self.make.as_ref(),
            seed: self.seed,
            max_plies: self.max_plies,
            clock: &self.clock,
            halt: &halt,
        };
        let limits = self.engines.each_ref().map(time_limit);
        let mut collector = Collector::new(self.summary(games), limits, observe);
        let elapsed = || self.clock.now().saturating_sub(started);
        let error = thread::scope(|scope| {
            let (sender, results) = channel();
            let threads = self.concurrency.clamp(1, usize::try_from(games.max(1)).unwrap_or(usize::MAX));
            for index in 0..threads {
                let worker = Worker::new(common, self.start.fork());
                let sender = sender.clone();
                let spawned = thread::Builder::new()
                    .name(format!("match-{index}"))
                    .spawn_scoped(scope, move || worker.run(&sender));
                match spawned {
                    Ok(_) => {}
                    Err(error) if index == 0 => return Some(MatchError::Threads(error.to_string())),
                    // Fewer threads play the same games.
                    Err(_) => break,
                }
            }
            drop(sender);
            self.collect(&results, &mut collector, &halt, &elapsed)
        });
        let summary = collector.finish(elapsed());
        error.map_or(Ok(summary), Err)
    }

    /// Looks for errors that would otherwise show in the middle of the match.
    fn check(&self) -> Result<(), MatchError> {
        if let Some(result) = self.start.result() {
            return Err(MatchError::Start(format!("the game is over ({})", result.reason)));
        }
        for (engine, spec) in self.engines.iter().enumerate() {
            (self.make)(self.start.as_ref(), spec).map_err(|error| MatchError::Engine { engine, error })?;
        }
        Ok(())
    }

    /// The summary of a match that has not begun.
    fn summary(&self, games: u64) -> Summary {
        Summary {
            engines: self.engines.clone(),
            games,
            tally: crate::Tally::default(),
            sprt: self.sprt.map(SprtState::new),
            usage: Default::default(),
            elapsed: Duration::ZERO,
            ended: None,
        }
    }

    /// Takes in games until all threads have ended, and halts them when the match is over.
    fn collect(
        &self,
        results: &Receiver<Result<PlayedGame, MatchError>>,
        collector: &mut Collector<'_, '_>,
        halt: &StopHandle,
        elapsed: &dyn Fn() -> Duration,
    ) -> Option<MatchError> {
        let mut failure = None;
        loop {
            match results.recv_timeout(PATIENCE) {
                Ok(Ok(game)) => collector.add(game, elapsed()),
                Ok(Err(error)) => {
                    failure.get_or_insert(error);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return failure,
            }
            if collector.has_ended() || failure.is_some() || self.stop.is_stopped() {
                halt.stop();
            }
        }
    }
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("game", &self.start.info().name)
            .field("start", &self.start.position())
            .field("engines", &self.engines)
            .field("games", &self.games)
            .field("openings", &self.openings)
            .field("seed", &self.seed)
            .field("concurrency", &self.concurrency)
            .field("sprt", &self.sprt)
            .field("max_plies", &self.max_plies)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}
