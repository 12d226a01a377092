//! Openings: the moves that a pair of games begins with, so that no two pairs repeat each other.

use crate::book::Book;
use crate::seed::{Purpose, derive, digest};
use core::fmt;
use core::str::FromStr;
use fxhash::FxHashSet;
use plywood_play::{Session, TextError};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The greatest number of plies of a random opening.
pub const MAX_OPENING_PLIES: u32 = 200;

/// The source of the openings of a match.
#[derive(Clone, Debug, Default)]
pub enum Openings {
    /// Every game begins at the start.
    #[default]
    None,
    /// Random legal moves from the start, one sequence for each pair.
    Random {
        /// The number of plies, 1 to [`MAX_OPENING_PLIES`]. If turns have several plies, the last turn is
        /// completed at random, so that engines begin with whole turns.
        plies: u32,
    },
    /// The openings of a book, one per pair, repeated. Games begin there and not at the start of the match.
    Book(Book),
}

impl Openings {
    /// The openings in order, for games that go on from the current position of `start`.
    ///
    /// Opening number `i` depends on `start`, `seed` and `i` alone.
    pub fn list(&self, start: &dyn Session, seed: u64) -> OpeningList {
        let order = match self {
            Self::Book(book) => book.order(seed),
            Self::None | Self::Random { .. } => Vec::new(),
        };
        let (start, attempts) = (start.fork(), Vec::new());
        OpeningList { openings: self.clone(), start, seed, order, attempts, seen: FxHashSet::default() }
    }

    /// The text that identifies the openings, together with the start and the seed of a match.
    pub(crate) fn identity(&self) -> String {
        match self {
            Self::Book(book) => book.identity(),
            Self::None | Self::Random { .. } => self.to_string(),
        }
    }
}

/// Writes `none`, `random:4` for four plies, or the source of a book.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Random { plies } => write!(f, "random:{plies}"),
            Self::Book(book) => book.source().fmt(f),
        }
    }
}

/// Reads `none` and `random:PLIES`. A book also needs its text: [`BookSource`](crate::BookSource),
/// [`Book::read`].
impl FromStr for Openings {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = |reason: String| TextError::new("openings", text, reason);
        if text == "none" {
            return Ok(Self::None);
        }
        let (kind, plies) = text.split_once(':').unwrap_or((text, ""));
        if kind != "random" {
            return Err(error(format!("`{kind}` is unknown: use none, random:PLIES or file:PATH")));
        }
        match plies.parse() {
            Ok(plies) if (1..=MAX_OPENING_PLIES).contains(&plies) => Ok(Self::Random { plies }),
            _ => Err(error(format!("`{plies}` should be a number of plies, 1 to {MAX_OPENING_PLIES}"))),
        }
    }
}

/// Error returned when there is no further opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningError {
    /// The requested number of plies.
    pub plies: u32,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found no opening of {} random plies that leaves the game unfinished", self.plies)
    }
}

impl core::error::Error for OpeningError {}

/// The openings of a match by their numbers.
pub struct OpeningList {
    openings: Openings,
    start: Box<dyn Session>,
    seed: u64,
    /// The indices of a book's openings in the order of play.
    order: Vec<usize>,
    /// The attempts that made the random openings so far; each opening must not repeat those before it.
    /// Together with the digests they are all that a long match remembers, about twenty bytes per opening;
    /// the moves are drawn again.
    attempts: Vec<u16>,
    /// Digests of the positions reached.
    seen: FxHashSet<u64>,
}

impl OpeningList {
    /// The number of attempts at an opening that does not finish the game.
    const ATTEMPTS: u16 = 1_000;
    /// The number of repeated openings after which a repetition is accepted.
    const GREATEST_REPEATS: u32 = 50;

    /// The game after opening `number`, from 0, with the engines to move. A random opening leads to a new
    /// position, unless the game seems to have no more of them.
    ///
    /// # Errors
    ///
    /// If random moves keep finishing the game.
    pub fn opening(&mut self, number: u64) -> Result<Box<dyn Session>, OpeningError> {
        match &self.openings {
            Openings::None => Ok(self.start.fork()),
            Openings::Book(book) => Ok(book.opening(self.order[(number % book.len() as u64) as usize])),
            &Openings::Random { plies } => {
                while self.attempts.len() as u64 <= number {
                    let attempt = self.next_attempt(plies)?;
                    self.attempts.push(attempt);
                }
                let attempt = self.attempts[number as usize];
                self.random(plies, [number, u64::from(attempt)]).ok_or(OpeningError { plies })
            }
        }
    }

    /// The attempt that makes the next random opening.
    fn next_attempt(&mut self, plies: u32) -> Result<u16, OpeningError> {
        let number = self.attempts.len() as u64;
        let mut repeated = None;
        let mut repeats = 0;
        for attempt in 0..Self::ATTEMPTS {
            let Some(session) = self.random(plies, [number, u64::from(attempt)]) else { continue };
            if self.seen.insert(digest(session.position().as_bytes())) {
                return Ok(attempt);
            }
            repeated.get_or_insert(attempt);
            repeats += 1;
            if repeats == Self::GREATEST_REPEATS {
                break;
            }
        }
        repeated.ok_or(OpeningError { plies })
    }

    /// The game after random moves, determined by the numbers of the opening and of the attempt; `None` if
    /// the game ended.
    fn random(&self, plies: u32, number_and_attempt: [u64; 2]) -> Option<Box<dyn Session>> {
        let mut rng = StdRng::seed_from_u64(derive(self.seed, Purpose::Opening, number_and_attempt));
        let mut session = self.start.fork();
        let mut played = 0;
        let mut is_within_a_turn = false;
        while played < plies || is_within_a_turn {
            let mover = session.side_to_move();
            let mut legal = session.legal_moves();
            if legal.is_empty() {
                return None;
            }
            let chosen = legal.swap_remove(rng.random_range(0..legal.len()));
            session.play(&chosen).ok()?;
            played += 1;
            is_within_a_turn = session.side_to_move() == mover;
        }
        session.result().is_none().then_some(session)
    }
}

impl fmt::Debug for OpeningList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpeningList")
            .field("openings", &self.openings)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_back() {
        for text in ["none", "random:1", "random:200"] {
            assert_eq!(text.parse::<Openings>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_name_the_word() {
        for (text, part) in [
            ("", "`` is unknown"),
            ("book", "`book` is unknown"),
            ("random", "`` should be"),
            ("random:0", "`0` should be"),
            ("random:201", "`201` should be"),
            ("random:x", "`x` should be"),
        ] {
            let error = text.parse::<Openings>().expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
