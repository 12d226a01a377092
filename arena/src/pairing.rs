//! Pairings: what every game of a match is played with, and one game of it.

use crate::control::GameClock;
use crate::error::MatchError;
use crate::matches::Match;
use crate::played::PlayedGame;
use crate::playing::{Conditions, GameInPlay};
use crate::seed::{Purpose, derive};
use crate::worker::EngineMaker;
use plywood_play::{Engine, Session, Spec};
use plywood_search::{Clock, StopHandle};
use std::sync::Arc;

/// The name of engines that choose at random and need a seed for each game.
const SEEDED: &[&str] = &["random"];

/// Two engines, and the terms of their games.
#[derive(Clone, Copy)]
pub(crate) struct Pairing<'a> {
    pub(crate) engines: &'a [Spec; 2],
    pub(crate) builds: &'a [String; 2],
    pub(crate) make: &'a EngineMaker,
    pub(crate) seed: u64,
    pub(crate) conditions: &'a Conditions,
    pub(crate) clock: &'a Arc<dyn Clock>,
    /// Ends the game, and the current turn.
    pub(crate) halt: &'a StopHandle,
}

/// Reusable engines of the previous game, with the spec each was requested by.
#[derive(Default)]
pub(crate) struct KeptEngines(Vec<(Spec, Box<dyn Engine>)>);

impl Match {
    /// Plays the two games of a pair on the calling thread, both from the current position of `opening`;
    /// `None` if the match is stopped before their end.
    ///
    /// The pair is what [`run`](Self::run) would play as the pair of this number from the same opening.
    ///
    /// # Errors
    ///
    /// If an engine cannot be made.
    pub fn play_pair(&self, pair: u64, opening: &dyn Session) -> Result<Option<[PlayedGame; 2]>, MatchError> {
        let conditions = self.conditions();
        let pairing = self.pairing(&conditions);
        let mut kept = KeptEngines::default();
        let mut play = |number: u64| {
            let label = format!("game {}", number + 1);
            pairing.play(&mut kept, (number, &label), opening, opening.fork())
        };
        let Some(first) = play(2 * pair)? else { return Ok(None) };
        let Some(second) = play(2 * pair + 1)? else { return Ok(None) };
        Ok(Some([first, second]))
    }

    pub(crate) fn pairing<'a>(&'a self, conditions: &'a Conditions) -> Pairing<'a> {
        Pairing {
            engines: &self.engines,
            builds: &self.builds,
            make: self.maker(),
            seed: self.seed,
            conditions,
            clock: &self.clock,
            halt: &self.stop,
        }
    }
}

impl Pairing<'_> {
    /// Plays the game of this number, called so in logs, from `opening`, with engines made for games like
    /// `start`; `None` if it is stopped before its end.
    pub(crate) fn play(
        &self,
        kept: &mut KeptEngines,
        (number, label): (u64, &str),
        start: &dyn Session,
        opening: Box<dyn Session>,
    ) -> Result<Option<PlayedGame>, MatchError> {
        let specs = self.specs(number);
        let mut engines = Vec::new();
        for engine in [0, 1] {
            let made = kept.take_or_make(&specs[engine], || (self.make)(start, &specs[engine]));
            let mut made = made.map_err(|error| MatchError::Engine { engine, error })?;
            made.label_game(label);
            made.set_clock(self.conditions.control.map(|control| GameClock::new(control).time_left()));
            made.new_game();
            engines.push(made);
        }
        let opening_plies = opening.moves().len();
        let first = Self::first(number);
        let mut game = GameInPlay::new(opening, first, self.conditions, self.clock, self.halt);
        let Some((outcome, ending)) = game.play_out(&mut engines) else { return Ok(None) };
        // An external engine restarts its program by itself; if it cannot, it loses its games and the match
        // goes on.
        kept.0.clear();
        if !game.has_panicked() {
            let lasting = self.engines.iter().cloned().zip(engines).filter(|(spec, _)| !wants_seed(spec));
            kept.0.extend(lasting);
        }
        let (session, turns) = game.finish();
        Ok(Some(PlayedGame {
            number,
            game: session.info().name.to_owned(),
            rules: session.rules(),
            position: session.start(),
            first,
            engines: specs.each_ref().map(ToString::to_string),
            builds: self.builds.clone(),
            opening_plies,
            moves: session.moves(),
            outcome,
            ending,
            turns,
        }))
    }

    /// The engine, 0 or 1, that is the first player of a game.
    pub(crate) const fn first(number: u64) -> usize {
        (number % 2) as usize
    }

    /// The engines of one game: with a seed added where one needs it.
    pub(crate) fn specs(&self, number: u64) -> [Spec; 2] {
        [0, 1].map(|engine| {
            let mut spec = self.engines[engine].clone();
            if wants_seed(&spec) {
                let seed = derive(self.seed, Purpose::Engine, [number, engine as u64]);
                spec.set("seed", seed.to_string());
            }
            spec
        })
    }
}

impl KeptEngines {
    /// A kept engine or a new one.
    fn take_or_make<E>(
        &mut self,
        spec: &Spec,
        make: impl FnOnce() -> Result<Box<dyn Engine>, E>,
    ) -> Result<Box<dyn Engine>, E> {
        match self.0.iter().position(|(kept, _)| kept == spec) {
            Some(index) => Ok(self.0.swap_remove(index).1),
            None => make(),
        }
    }
}

fn wants_seed(spec: &Spec) -> bool {
    // `random@PATH` is the engine `random` of another build.
    let name = spec.name().split('@').next().unwrap_or_default();
    SEEDED.contains(&name) && spec.get("seed").is_none()
}
