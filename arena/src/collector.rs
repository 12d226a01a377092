//! Reads finished games from a ledger in the order of their numbers, counts them, and tells the observer.
//!
//! Whatever is decided here, the end of a sequential test above all, depends on that order and not on which game was done first, or by
//! which process.

use crate::count::Count;
use crate::ledger::{Ledger, LedgerError};
use crate::played::PlayedGame;
use crate::summary::{MatchEnd, Summary};
use core::ops::ControlFlow;
use core::time::Duration;

/// Who is told about a game, and may end the match.
pub(crate) type Observer<'a> = dyn FnMut(PlayedGame, &Summary) -> ControlFlow<()> + 'a;

pub(crate) struct Collector<'a, 'b> {
    count: Count,
    ledger: &'a dyn Ledger,
    observe: &'a mut Observer<'b>,
    /// The number of the next game to count.
    next: u64,
}

impl<'a, 'b> Collector<'a, 'b> {
    pub(crate) fn new(count: Count, ledger: &'a dyn Ledger, observe: &'a mut Observer<'b>) -> Self {
        Self { count, ledger, observe, next: 0 }
    }

    /// Counts what can be counted in order by now, at the time `elapsed` of the match.
    pub(crate) fn pull(&mut self, elapsed: Duration) -> Result<(), LedgerError> {
        self.count.summary.elapsed = elapsed;
        while self.goes_on() {
            let Some(game) = self.ledger.finished(self.next..=self.next)? else { break };
            self.take(game);
        }
        Ok(())
    }

    /// The same, and shows others that the match goes on.
    pub(crate) fn look(&mut self, elapsed: Duration) -> Result<(), LedgerError> {
        self.ledger.keep_alive()?;
        self.pull(elapsed)
    }

    /// Whether the match has been ended by what was counted.
    pub(crate) fn has_ended(&self) -> bool {
        self.count.has_ended()
    }

    /// The summary at the end: a match that was stopped keeps the games that wait in vain for one that will not be finished.
    pub(crate) fn finish(mut self, elapsed: Duration) -> Result<Summary, LedgerError> {
        self.pull(elapsed)?;
        while self.goes_on() {
            let Some(game) = self.ledger.finished(self.next..=self.last())? else { break };
            self.take(game);
        }
        Ok(self.count.finish())
    }

    fn goes_on(&self) -> bool {
        !self.has_ended() && self.next < self.count.summary.games
    }

    /// The number of the last game that counts.
    fn last(&self) -> u64 {
        self.count.summary.games.saturating_sub(1)
    }

    fn take(&mut self, game: PlayedGame) {
        self.next = game.number + 1;
        self.count.add(&game);
        if (self.observe)(game, &self.count.summary).is_break() {
            self.count.summary.ended.get_or_insert(MatchEnd::Stopped);
        }
    }
}
