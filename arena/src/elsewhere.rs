//! Matches whose games are played elsewhere, on other machines say: they are counted here as if they had been
//! played here.

use crate::error::MatchError;
use crate::ledger::Ledger;
use crate::matches::Match;
use crate::played::PlayedGame;
use crate::series::{Series, TournamentObserver};
use crate::summary::Summary;
use crate::tournament::Tournament;
use core::ops::ControlFlow;

/// Whoever brings the games of matches that are played elsewhere.
pub trait Supplier {
    /// Keeps the games that have come, each in the ledger of its match, and returns after a moment whether or
    /// not there were any; false if no more will come. Whoever brings games has
    /// [checked](Match::check_game) them.
    ///
    /// # Errors
    ///
    /// If a game cannot be kept, or none can be had.
    fn supply(&mut self, ledgers: &[&dyn Ledger]) -> Result<bool, MatchError>;
}

impl Match {
    /// Counts the games that `ledger` holds and that `supplier` adds to it: [`run_with`](Self::run_with)
    /// without playing. The match ends when the supplier has no more.
    ///
    /// # Errors
    ///
    /// The errors of [`check`](Self::check), and those of the ledger and the supplier.
    pub fn count_with(
        &self,
        ledger: &dyn Ledger,
        supplier: &mut dyn Supplier,
        observe: &mut dyn FnMut(PlayedGame, &Summary) -> ControlFlow<()>,
    ) -> Result<Summary, MatchError> {
        let mut one = |_: usize, game: PlayedGame, standing: &Summary| observe(game, standing);
        let summaries = Series::new(vec![self], &[ledger]).count(supplier, &mut one)?;
        Ok(summaries.into_iter().next().unwrap_or_else(|| self.summary()))
    }
}

impl Tournament {
    /// Counts the games that the ledgers hold and that `supplier` adds to them, as
    /// [`Match::count_with`] does for one match.
    ///
    /// # Errors
    ///
    /// The errors of [`run_with`](Self::run_with), and those of the supplier.
    pub fn count_with(
        &self,
        ledgers: &[&dyn Ledger],
        supplier: &mut dyn Supplier,
        observe: &mut TournamentObserver<'_>,
    ) -> Result<Vec<Summary>, MatchError> {
        self.series(ledgers)?.count(supplier, observe)
    }
}
