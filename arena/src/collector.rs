//! Reads finished games from ledgers in the order in which they were to be played, counts them, and tells the
//! observer.
//!
//! Whatever is decided here, the end of a sequential test above all, depends on that order and not on which
//! game was done first, or by which process.

use crate::count::Count;
use crate::ledger::{Ledger, LedgerError};
use crate::played::PlayedGame;
use crate::schedule::Place;
use crate::series::TournamentObserver;
use crate::summary::{MatchEnd, Summary};
use core::time::Duration;

pub(crate) struct Collector<'a, 'b> {
    /// One for each match.
    counts: Vec<Count>,
    ledgers: &'a [&'a dyn Ledger],
    observe: &'a mut TournamentObserver<'b>,
    /// The next game to count.
    place: Place,
}

impl<'a, 'b> Collector<'a, 'b> {
    pub(crate) fn new(
        counts: Vec<Count>,
        ledgers: &'a [&'a dyn Ledger],
        observe: &'a mut TournamentObserver<'b>,
    ) -> Self {
        Self { counts, ledgers, observe, place: Place::START }
    }

    /// Counts what can be counted in order by now, at the time `elapsed` of the matches.
    pub(crate) fn pull(&mut self, elapsed: Duration) -> Result<(), LedgerError> {
        for count in &mut self.counts {
            count.summary.elapsed = elapsed;
        }
        while !self.has_ended() && self.place.number < self.counts[self.place.contest].summary.games {
            let Place { contest, number } = self.place;
            let Some(game) = self.ledgers[contest].finished(number..=number)? else { break };
            self.place = self.place.next(self.counts.len());
            self.take(contest, game);
        }
        Ok(())
    }

    /// The same, and shows others that the matches go on.
    pub(crate) fn look(&mut self, elapsed: Duration) -> Result<(), LedgerError> {
        self.ledgers.iter().try_for_each(|ledger| ledger.keep_alive())?;
        self.pull(elapsed)
    }

    /// Whether what was counted has ended a match, and all others with it.
    pub(crate) fn has_ended(&self) -> bool {
        self.counts.iter().any(Count::has_ended)
    }

    /// The summaries at the end: a match that was stopped keeps the games that wait in vain for one that will
    /// not be finished.
    pub(crate) fn finish(mut self, elapsed: Duration) -> Result<Vec<Summary>, LedgerError> {
        self.pull(elapsed)?;
        for contest in 0..self.counts.len() {
            let last = self.counts[contest].summary.games.saturating_sub(1);
            while !self.has_ended() && self.counts[contest].next() <= last {
                let rest = self.counts[contest].next()..=last;
                let Some(game) = self.ledgers[contest].finished(rest)? else { break };
                self.take(contest, game);
            }
        }
        Ok(self.counts.into_iter().map(Count::finish).collect())
    }

    fn take(&mut self, contest: usize, game: PlayedGame) {
        let count = &mut self.counts[contest];
        count.add(&game);
        if (self.observe)(contest, game, &count.summary).is_break() {
            count.summary.ended.get_or_insert(MatchEnd::Stopped);
        }
    }
}
