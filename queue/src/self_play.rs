//! Games of an engine against itself, in chunks that the workers of a queue play.

use crate::dispatch::{Delivery, Dispatch, Errand, Tell};
use crate::error::QueueError;
use crate::lease::Notice;
use crate::link::Link;
use crate::names::Kind;
use crate::wire::{Chunk, Done, RawGame, Work};
use core::fmt;
use core::time::Duration;
use plywood_learn::{JobError, SelfPlay};
use plywood_play::{AnyGame, Excerpt, Record};
use plywood_search::StopHandle;
use std::collections::VecDeque;

/// How long results are waited for at a time.
const PATIENCE: Duration = Duration::from_millis(100);
/// The games of a chunk, and the plies of all of them at most, so that results stay small.
const GAMES_OF_A_CHUNK: u64 = 16;
const PLIES_OF_A_CHUNK: u64 = 16_384;

/// Games that the workers of a queue play, as [`plywood_learn::gather`] takes them.
///
/// The file stays the truth: games are asked for that it lacks. It ends early when the stop handle is pulled.
pub struct QueuedGames<'a> {
    dispatch: Option<Dispatch>,
    game: &'a dyn AnyGame,
    settings: &'a SelfPlay,
    /// The number of the next game to ask for, and of games.
    next: u64,
    games: u64,
    /// Replayed games.
    ready: VecDeque<(u64, Result<Record, JobError>)>,
    stop: StopHandle,
    tell: Box<Tell<'a>>,
}

impl<'a> QueuedGames<'a> {
    /// Takes the right to coordinate these games. What the user should know on the way is told, a line each.
    ///
    /// # Errors
    ///
    /// If another process coordinates them, the engine cannot be asked of another machine, visits are wanted,
    /// which workers do not send, or the server cannot be used.
    pub fn open(
        link: Link,
        (game, settings): (&'a dyn AnyGame, &'a SelfPlay),
        build: &str,
        stop: &StopHandle,
        tell: impl FnMut(&str) + 'a,
    ) -> Result<Self, QueueError> {
        crate::terms::travels(&settings.engine).map_err(|error| QueueError(error.to_string()))?;
        if settings.visits {
            return Err(QueueError("workers do not send visits".to_owned()));
        }
        let name = game.info().name;
        let identity = format!("games of {name}: {settings}, build {build}");
        let title = format!("generate {name} {}, seed {}", settings.engine, settings.seed);
        let errand = Errand { kind: Kind::Generate, identity: &identity, title, build };
        let dispatch = Some(Dispatch::open(link, errand, stop)?);
        let (ready, stop, tell) = (VecDeque::new(), stop.clone(), Box::new(tell));
        Ok(Self { dispatch, game, settings, next: 0, games: 0, ready, stop, tell })
    }

    /// Where it is written how far the games are, for whoever asks the queue.
    pub fn notice(&self) -> Option<Notice> {
        self.dispatch.as_ref().map(Dispatch::notice)
    }

    /// The games from number `done` up to `games`.
    pub fn range(mut self, done: u64, games: u64) -> Self {
        // Chunks have the same bounds however often the work is interrupted.
        (self.next, self.games) = (done - done % self.chunk(), games);
        self
    }

    fn chunk(&self) -> u64 {
        (PLIES_OF_A_CHUNK / u64::from(self.settings.max_plies.max(1))).clamp(1, GAMES_OF_A_CHUNK)
    }

    /// Asks for the next chunks, as many as there is room for.
    fn ask(&mut self, dispatch: &mut Dispatch) -> Result<(), QueueError> {
        for _ in 0..dispatch.room() {
            if self.next >= self.games {
                break;
            }
            let (first, games) = (self.next, self.chunk());
            dispatch.post(
                first.to_string(),
                Work::Generate(Chunk::new(self.game, self.settings, first, games)),
            )?;
            self.next += games;
        }
        Ok(())
    }

    /// Replays the games of a result, or refuses it.
    fn settle(&mut self, dispatch: &mut Dispatch, mut delivery: Delivery) -> Result<(), QueueError> {
        let first =
            delivery.answer.item.parse::<u64>().ok().filter(|first| first.is_multiple_of(self.chunk()));
        let Some(first) = first.filter(|&first| first < self.games) else {
            dispatch.refuse(delivery, "there is no such chunk", &mut *self.tell);
            return Ok(());
        };
        let reason = match delivery.take() {
            Done::SetAside(reason) => {
                dispatch.accept(&delivery);
                Some(reason)
            }
            Done::Records(games) => match self.replay(first, &games) {
                Ok(records) => {
                    self.ready.extend((first..).zip(records.into_iter().map(Ok)));
                    dispatch.accept(&delivery);
                    None
                }
                Err(reason) => dispatch.refuse(delivery, &reason, &mut *self.tell),
            },
            Done::Games(_) | Done::Searched { .. } => {
                dispatch.refuse(delivery, "these are no such games", &mut *self.tell)
            }
        };
        // Games are written in order: without these there are none to come.
        reason
            .map_or(Ok(()), |reason| Err(QueueError(format!("games from {first} on: {}", Excerpt(&reason)))))
    }

    fn replay(&self, first: u64, games: &[RawGame]) -> Result<Vec<Record>, String> {
        if games.len() as u64 != self.chunk() {
            return Err(format!("these are {} games", games.len()));
        }
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let replay = |(number, game): (u64, &RawGame)| {
            let record = self.settings.replay(self.game, number, &words(&game.moves), &words(&game.scores));
            record.map_err(|error| error.to_string())
        };
        (first..).zip(games).map(replay).collect()
    }

    /// Waits until there are games, or there will be no more.
    fn wait(&mut self, dispatch: &mut Dispatch) -> Result<(), QueueError> {
        while self.ready.is_empty() && !self.stop.is_stopped() {
            self.ask(dispatch)?;
            if dispatch.is_idle() {
                return Ok(());
            }
            if let Some(delivery) = dispatch.next(PATIENCE, &mut *self.tell)? {
                self.settle(dispatch, delivery)?;
            }
        }
        Ok(())
    }
}

impl Iterator for QueuedGames<'_> {
    type Item = (u64, Result<Record, JobError>);

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(mut dispatch) = self.dispatch.take() {
            let waited = self.wait(&mut dispatch);
            self.dispatch = Some(dispatch);
            if let Err(error) = waited {
                return Some((self.next, Err(JobError::Elsewhere(error.0))));
            }
        }
        let games = self.games;
        let next = self.ready.pop_front()?;
        // The last chunk may go beyond what is wanted.
        if next.0 < games { Some(next) } else { self.next() }
    }
}

impl Drop for QueuedGames<'_> {
    fn drop(&mut self) {
        if let Some(dispatch) = self.dispatch.take() {
            dispatch.close();
        }
    }
}

impl fmt::Debug for QueuedGames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueuedGames").field("settings", self.settings).finish_non_exhaustive()
    }
}
