//! Tournaments: several engines, pairing by pairing and round by round.

use crate::error::MatchError;
use crate::ledger::{Ledger, LedgerError, MemoryLedger};
use crate::matches::Match;
use crate::series::{Series, TournamentObserver};
use crate::summary::Summary;
use core::fmt;
use core::str::FromStr;
use plywood_play::{Spec, TextError};

/// The pairings of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TournamentFormat {
    /// Each engine plays each other.
    #[default]
    RoundRobin,
    /// The first engine plays each of the others.
    Gauntlet,
}

impl TournamentFormat {
    /// The pairings of this many engines, in the order of play.
    pub fn pairings(self, engines: usize) -> Vec<[usize; 2]> {
        let firsts = if self == Self::Gauntlet { engines.min(1) } else { engines };
        (0..firsts).flat_map(|first| (first + 1..engines).map(move |second| [first, second])).collect()
    }
}

/// `round-robin` or `gauntlet`.
impl fmt::Display for TournamentFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        })
    }
}

impl FromStr for TournamentFormat {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        match text {
            "round-robin" => Ok(Self::RoundRobin),
            "gauntlet" => Ok(Self::Gauntlet),
            _ => Err(TextError::new("format", text, "use round-robin or gauntlet")),
        }
    }
}

/// A match for each pairing of several engines.
///
/// Every round has a pair of games of each pairing, so that all pairings have about as many games whenever a
/// tournament is stopped.
///
/// ```
/// use plywood_arena::{CrossTable, TournamentFormat, Match, MatchError, Tournament};
/// use plywood_play::{Session, Spec};
/// use std::ops::ControlFlow;
///
/// fn play(start: Box<dyn Session>, engines: &[Spec]) -> Result<CrossTable, MatchError> {
///     let mut model = Match::new(start, [engines[0].clone(), engines[1].clone()]);
///     model.games = 20;
///     let tournament = Tournament::new(&model, engines, TournamentFormat::RoundRobin);
///     let summaries = tournament.run(&mut |_, _, _| ControlFlow::Continue(()))?;
///     let mut table = CrossTable::new(engines.iter().map(ToString::to_string));
///     for (pairing, summary) in tournament.pairings().iter().zip(summaries) {
///         table.set(*pairing, summary.tally);
///     }
///     Ok(table)
/// }
/// ```
#[derive(Debug)]
pub struct Tournament {
    pairings: Vec<[usize; 2]>,
    matches: Vec<Match>,
}

impl Tournament {
    /// Makes a tournament of these engines. Each pairing is a match like `model` except for its engines,
    /// without a test.
    pub fn new(model: &Match, engines: &[Spec], format: TournamentFormat) -> Self {
        let pairings = format.pairings(engines.len());
        let of = |pairing: &[usize; 2]| {
            let mut contest = model.between(pairing.map(|engine| engines[engine].clone()));
            contest.sprt = None;
            contest
        };
        let matches = pairings.iter().map(of).collect();
        Self { pairings, matches }
    }

    /// The pairings, by the indices of the engines.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The matches, one per pairing, in the same order.
    pub fn matches(&self) -> &[Match] {
        &self.matches
    }

    /// Makes each engine once and asks for its build, as [`Match::identify`] does.
    ///
    /// # Errors
    ///
    /// If an engine cannot be made.
    pub fn identify(&mut self) -> Result<(), MatchError> {
        for next in 0..self.matches.len() {
            let (known, rest) = self.matches.split_at_mut(next);
            let build = |spec| known.iter().find_map(|contest| contest.knows(spec)).map(str::to_owned);
            let contest = &mut rest[0];
            match contest.engines.each_ref().map(build) {
                [Some(first), Some(second)] => contest.set_builds([first, second]),
                _ => contest.identify()?,
            }
        }
        Ok(())
    }

    /// Plays the tournament, and returns how each match ended, in the order of the pairings.
    ///
    /// Calls `observe` with the number of the pairing, the game, and the summary of its match. Games come
    /// round by round, in each round by pairing, and of each pairing in order, whatever finished first. If it
    /// returns [`Break`](core::ops::ControlFlow::Break) the tournament stops.
    ///
    /// # Errors
    ///
    /// The errors of [`Match::run`].
    pub fn run(&self, observe: &mut TournamentObserver<'_>) -> Result<Vec<Summary>, MatchError> {
        let memories: Vec<MemoryLedger> = self.matches.iter().map(|_| MemoryLedger::default()).collect();
        let ledgers: Vec<&dyn Ledger> = memories.iter().map(|memory| memory as &dyn Ledger).collect();
        self.run_with(&ledgers, observe)
    }

    /// The same with games kept in ledgers, one per match in their order.
    ///
    /// # Errors
    ///
    /// The errors of [`Match::run_with`]; and if the numbers of ledgers and matches differ.
    pub fn run_with(
        &self,
        ledgers: &[&dyn Ledger],
        observe: &mut TournamentObserver<'_>,
    ) -> Result<Vec<Summary>, MatchError> {
        self.series(ledgers)?.play(observe)
    }

    pub(crate) fn series<'a>(&'a self, ledgers: &'a [&'a dyn Ledger]) -> Result<Series<'a>, LedgerError> {
        if ledgers.len() != self.matches.len() {
            return Err(LedgerError(format!("{} ledgers for {} matches", ledgers.len(), self.matches.len())));
        }
        Ok(Series::new(self.matches.iter().collect(), ledgers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_plays_each_once_or_the_first_all_others() {
        assert_eq!(TournamentFormat::RoundRobin.pairings(3), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(TournamentFormat::Gauntlet.pairings(3), [[0, 1], [0, 2]]);
        for format in [TournamentFormat::RoundRobin, TournamentFormat::Gauntlet] {
            assert!(format.pairings(1).is_empty() && format.pairings(0).is_empty());
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert!("swiss".parse::<TournamentFormat>().unwrap_err().to_string().contains("\"swiss\""));
    }
}
