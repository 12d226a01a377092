//! A match: two engines, pairs of games, and as many of them at once as wanted.

use crate::adjudication::{ByProof, EvenGame, Resign};
use crate::control::TimeControl;
use crate::count::Count;
use crate::description::Description;
use crate::ledger::{Ledger, LedgerError, Memory};
use crate::openings::{OpeningError, Openings};
use crate::played::PlayedGame;
use crate::playing::Conditions;
use crate::series::Series;
use crate::sprt::Sprt;
use crate::summary::Summary;
use crate::worker::time_limit;
use core::fmt;
use core::ops::ControlFlow;
use core::time::Duration;
use plywood_play::{Engine, EngineError, Session, Spec};
use plywood_search::{Clock, StopHandle, SystemClock};
use std::sync::Arc;

/// The length at which a game is drawn unless a match says otherwise, in plies from the start of the game.
pub const DEFAULT_MAX_PLIES: usize = 1_000;

/// Makes the engine that a spec describes, for the game of a session. Called once a thread and engine, and again where a game needs a
/// fresh one.
pub type EngineMaker = dyn Fn(&dyn Session, &Spec) -> Result<Box<dyn Engine>, EngineError> + Send + Sync;

/// Who is told about a game, and may end the match.
type Observer<'a> = dyn FnMut(PlayedGame, &Summary) -> ControlFlow<()> + 'a;

/// A match between two engines.
///
/// Games come in pairs with the same opening: in game 2n the first engine is the first player, in game 2n + 1 the second. How long an
/// engine may think, its own options say.
pub struct Match {
    start: Box<dyn Session>,
    make: Arc<EngineMaker>,
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
    /// The time that each engine has for its game; `None` if there is a limit for each turn at most, in the engine's own options.
    pub control: Option<TimeControl>,
    /// By how much an engine may exceed its time before it loses. `None` is no margin under a time control; without one it means that
    /// exceeding the limit for a turn is only reported.
    pub margin: Option<Duration>,
    /// When a game is given up for an engine.
    pub resign: Option<Resign>,
    /// When a game is taken for a draw.
    pub even_game: Option<EvenGame>,
    /// When a game is given to whoever is proven to win it.
    pub by_proof: Option<ByProof>,
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
    /// Games could not be kept, or those that are kept not be read.
    Ledger(LedgerError),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine { engine, error } => write!(f, "engine {}: {error}", engine + 1),
            Self::Opening(error) => error.fmt(f),
            Self::Start(reason) => write!(f, "the games cannot start there: {reason}"),
            Self::Threads(reason) => write!(f, "no thread to play on: {reason}"),
            Self::Ledger(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MatchError {}

impl From<LedgerError> for MatchError {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}

impl Match {
    /// A match of one pair of games that go on from the current position of `start`, without random openings or a test.
    pub fn new(start: Box<dyn Session>, engines: [Spec; 2]) -> Self {
        Self {
            start,
            make: Arc::new(|session, spec| session.engine(spec)),
            engines,
            games: 2,
            openings: Openings::None,
            seed: 0,
            concurrency: 1,
            sprt: None,
            max_plies: DEFAULT_MAX_PLIES,
            control: None,
            margin: None,
            resign: None,
            even_game: None,
            by_proof: None,
            stop: StopHandle::new(),
            clock: Arc::new(SystemClock::start()),
        }
    }

    /// The same, with engines made by `make` instead of [`Session::engine`]: for engines that the game itself does not know.
    pub fn with_engine_maker(
        self,
        make: impl Fn(&dyn Session, &Spec) -> Result<Box<dyn Engine>, EngineError> + Send + Sync + 'static,
    ) -> Self {
        Self { make: Arc::new(make), ..self }
    }

    /// The same match, stop handle and clock included, between other engines.
    pub fn between(&self, engines: [Spec; 2]) -> Self {
        Self {
            start: self.start.fork(),
            make: Arc::clone(&self.make),
            engines,
            openings: self.openings.clone(),
            stop: self.stop.clone(),
            clock: Arc::clone(&self.clock),
            ..*self
        }
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
        self.run_with(&Memory::default(), observe)
    }

    /// The same with games kept in `ledger`: those that are there already are not played again, but shown to `observe` and counted like the
    /// others, and so are those that another process adds to it meanwhile.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run); and if the ledger cannot be read or written.
    pub fn run_with(&self, ledger: &dyn Ledger, observe: &mut Observer<'_>) -> Result<Summary, MatchError> {
        let mut one = |_: usize, game: PlayedGame, standing: &Summary| observe(game, standing);
        let summaries = Series::new(vec![self], &[ledger]).play(&mut one)?;
        Ok(summaries.into_iter().next().unwrap_or_else(|| self.summary()))
    }

    /// What determines the games, as text.
    pub fn description(&self) -> Description {
        Description::of(self)
    }

    /// The summary of the match before its first game.
    pub fn summary(&self) -> Summary {
        Summary::new(self.engines.clone(), self.whole_pairs(), self.sprt)
    }

    /// The game at which every match begins whose openings are not from a book.
    pub fn start(&self) -> &dyn Session {
        self.start.as_ref()
    }

    /// What makes engines.
    pub(crate) fn maker(&self) -> &EngineMaker {
        self.make.as_ref()
    }

    /// The number of games, rounded up to pairs.
    pub(crate) fn whole_pairs(&self) -> u64 {
        self.games.checked_next_multiple_of(2).unwrap_or(u64::MAX - 1)
    }

    pub(crate) fn conditions(&self) -> Conditions {
        Conditions {
            max_plies: self.max_plies,
            control: self.control,
            margin: self.margin,
            limits: self.engines.each_ref().map(time_limit),
            resign: self.resign,
            even_game: self.even_game,
            by_proof: self.by_proof,
        }
    }

    /// Looks for errors that would otherwise show in the middle of the match, as [`run`](Self::run) does before the first game.
    ///
    /// # Errors
    ///
    /// If an engine cannot be made, or the start is a finished game.
    pub fn check(&self) -> Result<(), MatchError> {
        if let Some(result) = self.start.result() {
            return Err(MatchError::Start(format!("the game is over ({})", result.reason)));
        }
        for (engine, spec) in self.engines.iter().enumerate() {
            (self.make)(self.start.as_ref(), spec).map_err(|error| MatchError::Engine { engine, error })?;
        }
        Ok(())
    }

    /// The count of a match that has not begun.
    pub(crate) fn count(&self) -> Count {
        Count::new(self.summary())
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
            .field("control", &self.control)
            .field("margin", &self.margin)
            .field("resign", &self.resign)
            .field("even_game", &self.even_game)
            .field("by_proof", &self.by_proof)
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}
