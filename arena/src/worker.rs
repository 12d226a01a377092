//! Workers: one thread that claims games from ledgers, plays them, and hands them in.

use crate::error::MatchError;
use crate::ledger::Ledger;
use crate::openings::{OpeningError, OpeningList};
use crate::pairing::{KeptEngines, Pairing};
use crate::played::PlayedGame;
use crate::playing::Conditions;
use crate::schedule::{Next, Place, Schedule};
use core::time::Duration;
use plywood_play::{Engine, EngineError, Session, Spec};
use plywood_search::{Clock, StopHandle};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Makes the engine that a spec describes, for the game of a session. Called once per thread and engine, and
/// again if a game needs a fresh one.
pub type EngineMaker = dyn Fn(&dyn Session, &Spec) -> Result<Box<dyn Engine>, EngineError> + Send + Sync;

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
    kept: KeptEngines,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(common: Common<'a>, start: Box<dyn Session>) -> Self {
        Self { common, start, kept: KeptEngines::default() }
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
        let opening = self.opening(number / 2).map_err(MatchError::Opening)?;
        let Common { engines, builds, make, seed, conditions, clock, halt, .. } = self.common;
        let (engines, builds, conditions) = (&engines[contest], &builds[contest], &conditions[contest]);
        let pairing = Pairing { engines, builds, make, seed, conditions, clock, halt };
        let label = self.label(contest, number);
        pairing.play(&mut self.kept, (number, &label), self.start.as_ref(), opening)
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
}
