//! Schedules: the order of the games of several matches.
//!
//! Rounds are played one after the other: two games of each match, which share an opening. Games that other
//! processes have finished or are playing are skipped, so that several processes work on a round together.

use crate::ledger::{Claim, Ledger, LedgerError};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A game of several matches. The next game is in the same pair, then in the next match, then in the next
/// round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The match, from 0.
    pub(crate) contest: usize,
    /// The number of the game in its match.
    pub(crate) number: u64,
}

impl Place {
    /// The first game.
    pub(crate) const START: Self = Self { contest: 0, number: 0 };

    /// The game after this one, for this number of matches.
    pub(crate) fn next(self, matches: usize) -> Self {
        if self.number.is_multiple_of(2) {
            Self { number: self.number + 1, ..self }
        } else {
            self.next_pair(matches)
        }
    }

    /// The first game of the pair after this one's.
    fn next_pair(self, matches: usize) -> Self {
        let number = self.number - self.number % 2;
        if self.contest + 1 < matches {
            Self { contest: self.contest + 1, number }
        } else {
            Self { contest: 0, number: number + 2 }
        }
    }
}

/// The answer to a request for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// This game.
    Game(Place),
    /// None now; one may become free.
    Later,
    /// There will be none.
    None,
}

/// The schedule that the threads of several matches share.
pub(crate) struct Schedule<'a> {
    ledgers: &'a [&'a dyn Ledger],
    /// The games of each match.
    games: u64,
    /// The first game of the current pair.
    place: Mutex<Place>,
}

impl<'a> Schedule<'a> {
    pub(crate) fn new(ledgers: &'a [&'a dyn Ledger], games: u64) -> Self {
        // A single match follows the order of its ledger.
        let number = if ledgers.len() == 1 { games } else { 0 };
        Self { ledgers, games, place: Mutex::new(Place { contest: 0, number }) }
    }

    /// Takes the next game.
    pub(crate) fn claim(&self) -> Result<Next, LedgerError> {
        loop {
            let place = *self.place();
            if place.number >= self.games {
                return self.claim_what_is_left();
            }
            let Place { contest, number } = place;
            match self.ledgers[contest].claim((number + 2).min(self.games))? {
                Claim::Game(number) => return Ok(Next::Game(Place { contest, number })),
                Claim::Later | Claim::None => self.pass(place),
            }
        }
    }

    /// After the last round: games that another process claimed and did not finish.
    fn claim_what_is_left(&self) -> Result<Next, LedgerError> {
        let mut next = Next::None;
        for (contest, ledger) in self.ledgers.iter().enumerate() {
            match ledger.claim(self.games)? {
                Claim::Game(number) => return Ok(Next::Game(Place { contest, number })),
                Claim::Later => next = Next::Later,
                Claim::None => {}
            }
        }
        Ok(next)
    }

    /// Moves on from an exhausted pair, unless another thread has done so.
    fn pass(&self, from: Place) {
        let mut place = self.place();
        if *place == from {
            *place = from.next_pair(self.ledgers.len());
        }
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::MemoryLedger;

    #[test]
    fn a_round_is_a_pair_of_games_of_each_match() {
        let memories = [MemoryLedger::default(), MemoryLedger::default(), MemoryLedger::default()];
        let ledgers = memories.each_ref().map(|memory| memory as &dyn Ledger);
        let schedule = Schedule::new(&ledgers, 4);
        let mut place = Place::START;
        for (contest, number) in
            [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 2), (2, 3)]
        {
            assert_eq!(place, Place { contest, number });
            assert_eq!(schedule.claim(), Ok(Next::Game(place)));
            place = place.next(3);
        }
        assert_eq!(schedule.claim(), Ok(Next::None));
    }

    #[test]
    fn what_others_have_taken_is_passed_over() {
        let memories = [MemoryLedger::default(), MemoryLedger::default()];
        let ledgers = memories.each_ref().map(|memory| memory as &dyn Ledger);
        for _ in 0..3 {
            memories[0].claim(4).unwrap();
        }
        let schedule = Schedule::new(&ledgers, 4);
        for (contest, number) in [(1, 0), (1, 1), (0, 3), (1, 2), (1, 3)] {
            assert_eq!(schedule.claim(), Ok(Next::Game(Place { contest, number })));
        }
        assert_eq!(schedule.claim(), Ok(Next::None));
    }
}
