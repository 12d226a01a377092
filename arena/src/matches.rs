//! Matches: two engines play pairs of games, several games at a time.

use crate::adjudication::{ByProof, EvenGame, Resign};
use crate::control::{TimeControl, time_limit};
use crate::error::MatchError;
use crate::openings::Openings;
use crate::playing::Conditions;
use crate::sprt::Sprt;
use crate::summary::Summary;
use crate::worker::EngineMaker;
use core::fmt;
use core::time::Duration;
use plywood_play::{Engine, EngineError, Session, Spec};
use plywood_search::{Clock, StopHandle, SystemClock};
use std::sync::Arc;

/// The default length at which a game is drawn, in plies from the start of the game.
pub const DEFAULT_MAX_PLIES: usize = 1_000;

/// A match between two engines.
///
/// Games come in pairs with the same opening: in game 2n the first engine is the first player, in game 2n + 1
/// the second. The time for a turn comes from the engines' own options.
pub struct Match {
    start: Box<dyn Session>,
    make: Arc<EngineMaker>,
    /// The engines. The engine `random` without a `seed` gets a seed for each game, derived from the match's.
    pub engines: [Spec; 2],
    /// The build of the program that this is: that of every engine that does not say another. Empty if it is
    /// not known.
    pub build: String,
    /// The builds of the engines, as [`identify`](Self::identify) finds them: part of what the match is, for
    /// an engine of another build may play other moves. Empty where they are not known.
    pub builds: [String; 2],
    /// Whether a store takes games of any builds for games of this match. They go on with the latest match
    /// that differs in builds alone.
    pub any_build: bool,
    /// The number of games. An odd number is rounded up, because a game without its reverse says little.
    pub games: u64,
    /// The openings.
    pub openings: Openings,
    /// The seed of everything random. With engines limited by depth or nodes, it determines every game.
    pub seed: u64,
    /// The number of games at a time, each on its own thread; 0 means 1. Results do not depend on it unless
    /// engines have time limits.
    pub concurrency: usize,
    /// The test that may end the match before all games are played.
    pub sprt: Option<Sprt>,
    /// The number of plies, from the start of the game and including the opening, at which an unfinished game
    /// is drawn.
    pub max_plies: usize,
    /// The time that each engine has for its game; `None` if only the engines' own options limit each turn.
    pub control: Option<TimeControl>,
    /// The margin by which an engine may exceed its time before it loses. `None` means no margin under a time
    /// control; without a time control it means that exceeding the limit for a turn is only reported.
    pub margin: Option<Duration>,
    /// Ends the match after this time on its clock, in the middle of a turn. Games under way are abandoned,
    /// finished ones kept.
    pub time: Option<Duration>,
    /// The rule by which a game is resigned for an engine.
    pub resign: Option<Resign>,
    /// The rule by which a game is drawn early.
    pub even_game: Option<EvenGame>,
    /// The rule by which a game goes to whoever is proven to win it.
    pub by_proof: Option<ByProof>,
    /// Ends the match from outside. Unfinished games are abandoned, finished ones kept.
    pub stop: StopHandle,
    /// The clock of the engines and of the match.
    pub clock: Arc<dyn Clock>,
    /// Whether the engines have been made once, and could be.
    is_identified: bool,
}

impl Match {
    /// Makes a match of one pair of games from the current position of `start`, without random openings or a
    /// test.
    pub fn new(start: Box<dyn Session>, engines: [Spec; 2]) -> Self {
        Self {
            start,
            make: Arc::new(|session, spec| session.engine(spec)),
            engines,
            build: String::new(),
            builds: Default::default(),
            any_build: false,
            games: 2,
            openings: Openings::None,
            seed: 0,
            concurrency: 1,
            sprt: None,
            max_plies: DEFAULT_MAX_PLIES,
            control: None,
            margin: None,
            time: None,
            resign: None,
            even_game: None,
            by_proof: None,
            stop: StopHandle::new(),
            clock: Arc::new(SystemClock::start()),
            is_identified: false,
        }
    }

    /// The same, with engines made by `make` instead of [`Session::engine`].
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
            build: self.build.clone(),
            builds: Default::default(),
            openings: self.openings.clone(),
            stop: self.stop.clone(),
            clock: Arc::clone(&self.clock),
            is_identified: false,
            ..*self
        }
    }

    /// The summary of the match before its first game.
    pub fn summary(&self) -> Summary {
        Summary::new(self.engines.clone(), self.whole_pairs(), self.sprt)
    }

    /// The game at which every match begins whose openings are not from a book.
    pub fn start(&self) -> &dyn Session {
        self.start.as_ref()
    }

    /// The maker of engines.
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

    /// Makes each engine once and asks for its build, before it plays. A match that is kept in a store should
    /// know the builds of its engines.
    ///
    /// # Errors
    ///
    /// If an engine cannot be made.
    pub fn identify(&mut self) -> Result<(), MatchError> {
        self.is_identified = false;
        self.builds = [self.build_of(0)?, self.build_of(1)?];
        self.is_identified = true;
        Ok(())
    }

    /// The build of an engine, 0 or 1.
    fn build_of(&self, engine: usize) -> Result<String, MatchError> {
        let made = (self.make)(self.start.as_ref(), &self.engines[engine]);
        let made = made.map_err(|error| MatchError::Engine { engine, error })?;
        Ok(made.build().unwrap_or_else(|| self.build.clone()))
    }

    /// Takes the builds from a match that has them: those of equal engines.
    pub(crate) fn knows(&self, spec: &Spec) -> Option<&str> {
        let engine = self.engines.iter().position(|known| known == spec)?;
        self.is_identified.then(|| self.builds[engine].as_str())
    }

    /// Sets builds that are known already.
    pub(crate) fn set_builds(&mut self, builds: [String; 2]) {
        self.builds = builds;
        self.is_identified = true;
    }

    /// Checks for errors that would otherwise appear in the middle of the match, as [`run`](Self::run) does
    /// before the first game.
    ///
    /// # Errors
    ///
    /// If an engine cannot be made, or the start is a finished game.
    pub fn check(&self) -> Result<(), MatchError> {
        if let Some(result) = self.start.result() {
            return Err(MatchError::Start(format!("the game is over ({})", result.reason)));
        }
        if !self.is_identified {
            self.build_of(0)?;
            self.build_of(1)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("game", &self.start.info().name)
            .field("start", &self.start.position())
            .field("engines", &self.engines)
            .field("builds", &self.builds)
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
