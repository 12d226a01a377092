//! The collector: reads finished games from ledgers in the order of their numbers, counts them, and tells the
//! observer.
//!
//! Every decision, above all the end of a sequential test, depends on that order and not on which game or
//! process finished first.

use crate::count::Count;
use crate::ledger::{Ledger, LedgerError};
use crate::played::PlayedGame;
use crate::schedule::Place;
use crate::series::TournamentObserver;
use crate::summary::{MatchEnd, Summary};
use core::time::Duration;

pub(crate) struct Collector<'a, 'b> {
    /// One entry per match.
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

    /// Counts all games that are available in order, at the time `elapsed` of the matches.
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

    /// The same, and signals that this process is alive.
    pub(crate) fn look(&mut self, elapsed: Duration) -> Result<(), LedgerError> {
        self.ledgers.iter().try_for_each(|ledger| ledger.keep_alive())?;
        self.pull(elapsed)
    }

    /// Whether a match has ended by what was counted.
    pub(crate) fn has_ended(&self) -> bool {
        self.counts.iter().any(Count::has_ended)
    }

    /// The summaries at the end, including games of a stopped match that follow an unfinished one.
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
