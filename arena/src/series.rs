//! Matches played together, one or several: the threads that play, and whoever counts.

use crate::collector::Collector;
use crate::count::Count;
use crate::elsewhere::Supplier;
use crate::error::MatchError;
use crate::ledger::{Ledger, MemoryLedger};
use crate::matches::Match;
use crate::played::PlayedGame;
use crate::schedule::Schedule;
use crate::summary::Summary;
use crate::worker::{Common, Worker};
use core::ops::ControlFlow;
use core::time::Duration;
use plywood_search::StopHandle;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, Scope};

/// How often the stop handle and the clock are looked at.
const UNTIL_NEXT_LOOK: Duration = Duration::from_millis(10);

/// The observer of a match, which is shown every game and may end the match.
type Observer<'a> = dyn FnMut(PlayedGame, &Summary) -> ControlFlow<()> + 'a;

/// Whoever is told about a game of a tournament: the number of its pairing, the game, and the state of its
/// match with it.
pub type TournamentObserver<'a> = dyn FnMut(usize, PlayedGame, &Summary) -> ControlFlow<()> + 'a;

impl Match {
    /// Plays the match and returns how it ended.
    ///
    /// Calls `observe` on the calling thread with every finished game, in the order of their numbers, and the
    /// summary that includes it. If it returns [`ControlFlow::Break`](core::ops::ControlFlow::Break), the
    /// match stops and no further game is counted. Games after the pair by which the test decides are not
    /// counted either, though some may have been played.
    ///
    /// An engine that returns no move or an illegal one, or panics, loses the game, and the match goes on.
    ///
    /// # Errors
    ///
    /// If an engine cannot be made, the start is a finished game, no openings can be found, or no thread can
    /// be started. Games already passed to `observe` stand.
    pub fn run(&self, observe: &mut Observer<'_>) -> Result<Summary, MatchError> {
        self.run_with(&MemoryLedger::default(), observe)
    }

    /// The same with games kept in `ledger`. Games that it already has are not played again, but passed to
    /// `observe` and counted like the others, and so are games that another process adds meanwhile.
    ///
    /// # Errors
    ///
    /// The errors of [`run`](Self::run); and if the ledger cannot be read or written.
    pub fn run_with(&self, ledger: &dyn Ledger, observe: &mut Observer<'_>) -> Result<Summary, MatchError> {
        let mut one = |_: usize, game: PlayedGame, standing: &Summary| observe(game, standing);
        let summaries = Series::new(vec![self], &[ledger]).play(&mut one)?;
        Ok(summaries.into_iter().next().unwrap_or_else(|| self.summary()))
    }
}

/// Matches that differ in their engines alone, with a ledger each.
pub(crate) struct Series<'a> {
    matches: Vec<&'a Match>,
    ledgers: &'a [&'a dyn Ledger],
}

impl<'a> Series<'a> {
    pub(crate) fn new(matches: Vec<&'a Match>, ledgers: &'a [&'a dyn Ledger]) -> Self {
        Self { matches, ledgers }
    }

    /// Plays all matches round by round, and returns how each ended.
    pub(crate) fn play(&self, observe: &mut TournamentObserver<'_>) -> Result<Vec<Summary>, MatchError> {
        let engines: Vec<_> = self.matches.iter().map(|contest| contest.engines.clone()).collect();
        let builds: Vec<_> = self.matches.iter().map(|contest| contest.builds.clone()).collect();
        let conditions: Vec<_> = self.matches.iter().map(|contest| contest.conditions()).collect();
        self.follow(observe, |model, watch, collector| {
            let common = Common {
                engines: &engines,
                builds: &builds,
                make: model.maker(),
                seed: model.seed,
                conditions: &conditions,
                ledgers: self.ledgers,
                schedule: &Schedule::new(self.ledgers, model.whole_pairs()),
                openings: &Mutex::new(model.openings.list(model.start(), model.seed)),
                clock: &model.clock,
                halt: &watch.halt,
            };
            thread::scope(|scope| {
                let (sender, results) = channel();
                self.spawn(scope, common, model, sender)?;
                collect(&results, collector, watch)
            })
        })
    }

    /// Counts the games that others play, until there are no more, and returns how each match ended.
    pub(crate) fn count(
        &self,
        supplier: &mut dyn Supplier,
        observe: &mut TournamentObserver<'_>,
    ) -> Result<Vec<Summary>, MatchError> {
        self.follow(observe, |_, watch, collector| {
            let mut goes_on = true;
            while goes_on && !watch.halt.is_stopped() {
                goes_on = supplier.supply(self.ledgers)?;
                collector.look(watch.elapsed())?;
                goes_on &= !collector.has_ended() && !watch.is_over();
            }
            Ok(())
        })
    }

    /// Counts what the ledgers hold, and then what `bring` has brought when it returns; it is given the first
    /// match, for what all have in common.
    fn follow(
        &self,
        observe: &mut TournamentObserver<'_>,
        bring: impl FnOnce(&Match, &Watch<'_>, &mut Collector<'_, '_>) -> Result<(), MatchError>,
    ) -> Result<Vec<Summary>, MatchError> {
        let Some(&model) = self.matches.first() else { return Ok(Vec::new()) };
        self.matches.iter().try_for_each(|contest| contest.check())?;
        let watch = Watch::start(model);
        let count = |contest: &&Match| Count::new(contest.summary(), contest.control.is_some());
        let counts = self.matches.iter().map(count).collect();
        // An observer that is slower than the players would keep the collector busy to the end: a stop is
        // noticed after each game.
        let mut heeded = |contest: usize, game: PlayedGame, standing: &Summary| {
            let flow = observe(contest, game, standing);
            if watch.is_over() {
                watch.halt.stop();
            }
            flow
        };
        let mut collector = Collector::new(counts, self.ledgers, &mut heeded);
        // Matches that are already decided need nobody who plays.
        collector.pull(watch.elapsed())?;
        if !collector.has_ended() {
            bring(model, &watch, &mut collector)?;
        }
        Ok(collector.finish(watch.elapsed())?)
    }

    /// Starts the threads that play.
    fn spawn<'scope, 'env>(
        &self,
        scope: &'scope Scope<'scope, 'env>,
        common: Common<'env>,
        model: &Match,
        sender: Sender<Result<(), MatchError>>,
    ) -> Result<(), MatchError> {
        for index in 0..self.threads() {
            let worker = Worker::new(common, model.start().fork());
            let sender = sender.clone();
            let thread = thread::Builder::new().name(format!("match-{index}"));
            match thread.spawn_scoped(scope, move || worker.run(&sender)) {
                Ok(_) => {}
                Err(error) if index == 0 => return Err(MatchError::Threads(error.to_string())),
                // Fewer threads play the same games.
                Err(_) => break,
            }
        }
        drop(sender);
        Ok(())
    }

    fn threads(&self) -> usize {
        let games =
            self.matches.iter().fold(0_u64, |games, contest| games.saturating_add(contest.whole_pairs()));
        let most = usize::try_from(games.max(1)).unwrap_or(usize::MAX);
        self.matches.iter().map(|contest| contest.concurrency).max().unwrap_or(1).clamp(1, most)
    }
}

/// The time of several matches, and what ends them.
struct Watch<'a> {
    model: &'a Match,
    started: Duration,
    /// Ends whoever plays.
    halt: StopHandle,
}

impl<'a> Watch<'a> {
    fn start(model: &'a Match) -> Self {
        let halt = StopHandle::new();
        if model.stop.is_stopped() {
            halt.stop();
        }
        Self { model, started: model.clock.now(), halt }
    }

    fn elapsed(&self) -> Duration {
        self.model.clock.now().saturating_sub(self.started)
    }

    fn is_over(&self) -> bool {
        self.model.stop.is_stopped() || self.model.time.is_some_and(|time| self.elapsed() >= time)
    }
}

/// Counts games until all threads have ended, and stops them when the matches are over.
fn collect(
    results: &Receiver<Result<(), MatchError>>,
    collector: &mut Collector<'_, '_>,
    watch: &Watch<'_>,
) -> Result<(), MatchError> {
    let mut failure = None;
    loop {
        let message = results.recv_timeout(UNTIL_NEXT_LOOK);
        if message == Err(RecvTimeoutError::Disconnected) {
            return failure.map_or(Ok(()), Err);
        }
        let done = message.unwrap_or(Ok(())).and_then(|()| Ok(collector.look(watch.elapsed())?));
        if let Err(error) = done {
            failure.get_or_insert(error);
        }
        if collector.has_ended() || failure.is_some() || watch.is_over() {
            watch.halt.stop();
        }
    }
}
