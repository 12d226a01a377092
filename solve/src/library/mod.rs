//! Libraries of proofs: what their certificates say of a position.
//!
//! Nothing is believed that a certificate does not prove: the index says which file to look at, and the file
//! is verified before it answers.

mod index;

pub use index::{Entry, Index, IndexError, Missing};

use crate::answer::{Request, Solved, word};
use crate::book::Book;
use crate::certificate::{Header, VerifyError, about, regions, verify};
use crate::claim::Claim;
use crate::identity::Form;
use plywood_play::{Definition, Notation};
use plywood_search::{Ended, Outcome, Position, Score, Side, StopHandle, Symmetry};
use std::borrow::Cow;

/// An index and its files.
#[derive(Clone, Copy)]
pub struct Library<'a> {
    /// What there is.
    pub index: &'a Index,
    /// The file of a proof, if it is at hand.
    pub file: &'a dyn Fn(&Entry) -> Option<Cow<'a, [u8]>>,
}

impl core::fmt::Debug for Library<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Library").field("index", self.index).finish_non_exhaustive()
    }
}

/// What a library proves of a position, made as if the game began with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The player to move.
    pub mover: Side,
    /// The result with best play, if it is proven.
    pub value: Option<Outcome>,
    /// A move that keeps the value, in the game's notation. `None` for a loss, and if the value is unknown.
    pub best: Option<String>,
    /// The number of plies within which a won or lost game ends.
    pub plies: Option<u32>,
    /// The greatest number of plies within which neither player wins, as far as that is proven.
    pub nobody_within: Option<u32>,
    /// The names of the proofs.
    pub sources: Vec<String>,
}

impl Library<'_> {
    /// What the library proves of a position, or of one that a symmetry makes of it; `None` if nothing.
    ///
    /// This verifies the certificates: a tenth of a second for ten thousand decisions or so.
    ///
    /// # Errors
    ///
    /// If a file does not prove what it claims, with the name of the proof; or if `stop` was pulled.
    pub fn ask<D: Definition>(
        &self,
        position: &D::Position,
        stop: &StopHandle,
    ) -> Result<Option<Known>, (String, VerifyError)> {
        let mover = position.side_to_move();
        let mut known =
            Known { mover, value: None, best: None, plies: None, nobody_within: None, sources: Vec::new() };
        let rules = position.rules().to_string();
        let entries = self.index.entries.iter();
        for entry in entries.filter(|entry| entry.header.game == D::INFO.name && entry.header.rules == rules)
        {
            let failed = |error| (entry.name.clone(), error);
            if image_of::<D>(&about::<D>(&entry.header).map_err(failed)?, position).is_none() {
                continue;
            }
            let Some(file) = (self.file)(entry) else { continue };
            if known.read::<D>(position, &file, stop).map_err(failed)? {
                known.sources.push(entry.name.clone());
            }
        }
        Ok((!known.sources.is_empty()).then_some(known))
    }
}

impl Index {
    /// The nearest win that proofs claim for a position, or for one that a symmetry makes of it: the
    /// winner, and the plies. Nothing is verified: `is_verified` tells whose files are known to hold.
    pub fn claimed<D: Definition>(
        &self,
        position: &D::Position,
        is_verified: impl Fn(&Entry) -> bool,
    ) -> Option<(Side, u32)> {
        let rules = position.rules().to_string();
        let is_about = |header: &Header| {
            header.game == D::INFO.name
                && header.rules == rules
                && about::<D>(header).is_ok_and(|known| image_of::<D>(&known, position).is_some())
        };
        let entries = self.entries.iter().filter(|entry| is_about(&entry.header) && is_verified(entry));
        let wins = entries.filter_map(|entry| match entry.header.claim {
            Claim::Wins { side, within } => Some((side, within)),
            _ => None,
        });
        wins.min_by_key(|&(_, within)| within)
    }
}

impl Known {
    /// Verifies a certificate, and adds what it proves; whether that is anything new.
    fn read<D: Definition>(
        &mut self,
        position: &D::Position,
        file: &[u8],
        stop: &StopHandle,
    ) -> Result<bool, VerifyError> {
        let header = Header::read(file).map_err(VerifyError::Header)?.0;
        let Some(way) = image_of::<D>(&about::<D>(&header)?, position) else { return Ok(false) };
        match header.claim {
            Claim::Wins { within, .. } if self.plies.is_none_or(|plies| within < plies) => {}
            Claim::Draw if self.value.is_none() => {}
            Claim::NobodyWinsWithin { plies } if self.nobody_within < Some(plies) => {
                verify::<D>(file, stop)?;
                self.nobody_within = Some(plies);
                return Ok(true);
            }
            _ => return Ok(false),
        }
        let chosen = if header.form == Form::Regions {
            regions::verify::<D>(file, stop)?.1
        } else {
            Book::<D>::read_until(file, stop)?.choose(&position.transformed(way))
        };
        match header.claim {
            Claim::Wins { side, within } => {
                (self.value, self.plies) = (Some(Outcome::Win(side)), Some(within));
            }
            _ => self.value = Some(Outcome::Draw),
        }
        let mut moves = position.legal_moves().into_iter();
        let best = moves.find(|&mv| Some(position.transformed_move(mv, way)) == chosen);
        self.best = best.map(|mv| position.write_move(mv));
        Ok(true)
    }

    /// The value for the player to move, in one word: `win`, `loss`, `draw` or `unknown`.
    pub fn word(&self) -> &'static str {
        word(self.mover, self.value)
    }

    /// Whether no shorter win exists than [`plies`](Self::plies) says.
    pub fn is_shortest(&self) -> bool {
        match (self.value, self.plies, self.nobody_within) {
            (Some(Outcome::Win(_)), Some(0 | 1), _) => true,
            (Some(Outcome::Win(_)), Some(plies), Some(nobody)) => nobody + 1 == plies,
            _ => false,
        }
    }

    /// The answer to a request about this position; `None` if the proofs leave it open.
    pub fn answer(&self, request: &Request) -> Option<Solved> {
        let mut solved = Solved::unknown(self.mover, Ended::Proven);
        let is_in_time = request.max_plies.is_none_or(|most| self.plies.is_some_and(|plies| plies <= most));
        let is_won = matches!(self.value, Some(Outcome::Win(_)));
        if is_won && !is_in_time || request.max_plies.is_some() && !is_won {
            let draws = self.value == Some(Outcome::Draw);
            return (draws || request.max_plies <= self.nobody_within).then_some(solved);
        }
        if is_won && request.shortest && !self.is_shortest() {
            return None;
        }
        solved.value = Some(self.value?);
        (solved.best, solved.plies) = (self.best.clone(), self.plies);
        solved.shortest = self.is_shortest();
        Some(solved)
    }

    /// The value for the player to move as a score, if it is proven.
    pub fn score(&self) -> Option<Score> {
        match self.value? {
            Outcome::Draw => Some(Score::ZERO),
            Outcome::Win(side) if side == self.mover => self.plies.map(Score::win_in),
            Outcome::Win(_) => self.plies.map(Score::loss_in),
        }
    }
}

/// The number of a symmetry that keeps the sides and makes `known` of `position`; `None` if there is none.
pub fn image_of<D: Definition>(known: &D::Position, position: &D::Position) -> Option<usize> {
    let mut ways = (0..position.symmetries()).filter(|&way| !position.exchanges_sides(way));
    ways.find(|&way| position.transformed(way) == *known)
}
