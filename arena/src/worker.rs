//! Workers: one thread that claims games from ledgers, plays them, and hands them in.

use crate::error::MatchError;
use crate::ledger::Ledger;
use crate::openings::{OpeningError, OpeningList};
use crate::played::PlayedGame;
use crate::playing::{Conditions, GameInPlay};
use crate::schedule::{Next, Place, Schedule};
use crate::seed::{Purpose, derive};
use core::time::Duration;
use plywood_play::{Engine, EngineError, Session, Spec};
use plywood_search::{Clock, StopHandle};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Makes the engine that a spec describes, for the game of a session. Called once per thread and engine, and
/// again if a game needs a fresh one.
pub type EngineMaker = dyn Fn(&dyn Session, &Spec) -> Result<Box<dyn Engine>, EngineError> + Send + Sync;

/// The name of engines that choose at random and need a seed for each game.
const SEEDED: &[&str] = &["random"];

/// The time that a thread waits for a game that is being played elsewhere.
const UNTIL_NEXT_LOOK: Duration = Duration::from_millis(20);

/// The data that all threads share. The matches differ only in their engines.
#[derive(Clone, Copy)]
pub(crate) struct Common<'a> {
    /// The engines of each match.
    pub(crate) engines: &'a [[Spec; 2]],
    /// Their builds.
    pub(crate) builds: &'a [[String; 2]],
    pub(crate) make: &'a EngineMaker,
    pub(crate) seed: u64,
    /// The settings of the games of each match.
    pub(crate) conditions: &'a [Conditions],
    pub(crate) ledgers: &'a [&'a dyn Ledger],
    pub(crate) schedule: &'a Schedule<'a>,
    pub(crate) openings: &'a Mutex<OpeningList>,
    pub(crate) clock: &'a Arc<dyn Clock>,
    /// Ends the matches and the current turn.
    pub(crate) halt: &'a StopHandle,
}

/// The state of one thread.
pub(crate) struct Worker<'a> {
    common: Common<'a>,
    start: Box<dyn Session>,
    /// Reusable engines of the previous game, with the spec each was requested by.
    kept: Vec<(Spec, Box<dyn Engine>)>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(common: Common<'a>, start: Box<dyn Session>) -> Self {
        Self { common, start, kept: Vec::new() }
    }

    /// Plays until there are no games left or the match is stopped. Signals each kept game.
    pub(crate) fn run(mut self, results: &Sender<Result<(), MatchError>>) {
        while !self.common.halt.is_stopped() {
            let done = match self.common.schedule.claim() {
                Ok(Next::None) => return,
                Ok(Next::Later) => {
                    thread::sleep(UNTIL_NEXT_LOOK);
                    continue;
                }
                Ok(Next::Game(place)) => self.play_and_keep(place),
                Err(error) => Err(error.into()),
            };
            let failed = done.is_err();
            if results.send(done).is_err() || failed {
                return;
            }
        }
    }

    fn play_and_keep(&mut self, place: Place) -> Result<(), MatchError> {
        match self.play(place)? {
            Some(game) => Ok(self.common.ledgers[place.contest].keep(game)?),
            None => Ok(()),
        }
    }

    /// Plays a game; `None` if it is stopped before its end.
    fn play(&mut self, Place { contest, number }: Place) -> Result<Option<PlayedGame>, MatchError> {
        let first = (number % 2) as usize;
        let asked = &self.common.engines[contest];
        let specs = [0, 1].map(|engine| self.seeded(&asked[engine], [number, engine as u64]));
        let mut engines = Vec::new();
        for engine in [0, 1] {
            engines.push(self.engine(engine, &specs[engine], &self.label(contest, number))?);
        }
        let opening = self.opening(number / 2).map_err(MatchError::Opening)?;
        let opening_plies = opening.moves().len();
        let Common { conditions, clock, halt, .. } = self.common;
        let mut game = GameInPlay::new(opening, first, &conditions[contest], clock, halt);
        let Some((outcome, ending)) = game.play_out(&mut engines) else { return Ok(None) };
        // An external engine restarts its program by itself; if it cannot, it loses its games and the match
        // goes on.
        self.kept.clear();
        if !game.has_panicked() {
            let lasting = asked.iter().cloned().zip(engines).filter(|(spec, _)| !wants_seed(spec));
            self.kept.extend(lasting);
        }
        let (session, turns) = game.finish();
        Ok(Some(PlayedGame {
            number,
            game: session.info().name.to_owned(),
            rules: session.rules(),
            position: session.start(),
            first,
            engines: specs.each_ref().map(ToString::to_string),
            builds: self.common.builds[contest].clone(),
            opening_plies,
            moves: session.moves(),
            outcome,
            ending,
            turns,
        }))
    }

    fn opening(&self, pair: u64) -> Result<Box<dyn Session>, OpeningError> {
        self.common.openings.lock().unwrap_or_else(PoisonError::into_inner).opening(pair)
    }

    /// What a game is called, numbers from 1.
    fn label(&self, contest: usize, number: u64) -> String {
        let pairing =
            if self.common.engines.len() > 1 { format!("pairing {}, ", contest + 1) } else { String::new() };
        format!("{pairing}game {}", number + 1)
    }

    /// The spec of an engine in one game: with a seed added if it needs one.
    fn seeded(&self, spec: &Spec, game_and_engine: [u64; 2]) -> Spec {
        let mut spec = spec.clone();
        if wants_seed(&spec) {
            spec.set("seed", derive(self.common.seed, Purpose::Engine, game_and_engine).to_string());
        }
        spec
    }

    /// An engine, 0 or 1, that remembers no earlier game: a reused one or a new one.
    fn engine(&mut self, engine: usize, spec: &Spec, game: &str) -> Result<Box<dyn Engine>, MatchError> {
        let error = |error| MatchError::Engine { engine, error };
        let mut made = match self.kept.iter().position(|(kept, _)| kept == spec) {
            Some(index) => self.kept.swap_remove(index).1,
            None => (self.common.make)(self.start.as_ref(), spec).map_err(error)?,
        };
        made.label_game(game);
        made.new_game();
        Ok(made)
    }
}

fn wants_seed(spec: &Spec) -> bool {
    // `random@PATH` is the engine `random` of another build.
    let name = spec.name().split('@').next().unwrap_or_default();
    SEEDED.contains(&name) && spec.get("seed").is_none()
}
