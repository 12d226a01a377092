//! Certificates: proofs as files.
//!
//! # What is in the file
//!
//! A head of nine lines of text (see [`Header`]) and then numbers, [`LEB128`](https://en.wikipedia.org/wiki/LEB128): the moves of the
//! strategy, as [`PackedMove`](plywood_search::PackedMove) packs them. There are no positions in it. Whoever checks the proof walks through all that can happen and takes
//! the next number whenever the strategy has to decide in a position that it has not decided in before. A position in which the side can
//! end the game as claimed with one move takes no number. In the form [`Conceding`](crate::Form::Conceding) a bit follows for each move that the
//! other side then has, unless the game is over: set if that move is kept. For a draw there are two strategies, that of the first player first.
//!
//! # Why it cannot be wrong
//!
//! The walk plays every reply that the rules allow, and compares whole positions, not keys. A win has to end on every line: a position that
//! comes again on the line that leads to it is refused, and the length of the longest line is counted along the way. The search that made
//! the proof has no part in this.
//!
//! Where the strategy gives something away, the walk goes on from a position that is worse for it: whoever wins that wins the true one in no
//! more plies. That is what the game says of [`Definition::concede`]; what is given away is written down, and nobody has to know why.

mod checksum;
mod header;
mod kept;
mod numbers;
mod strategists;

use crate::claim::Claim;
use crate::conceding::Conceding;
use crate::identity::Form;
use crate::strategy::{NoStrategy, Strategy};
use crate::walk::{Flaw, Walk};
use checksum::checksum;
use core::fmt;
use plywood_play::{Definition, Notation};
use plywood_search::{Dfpn, Limits, Position, ProofGuide, StopHandle};
use strategists::{Reader, Recorder, Yielder};

pub use header::{Header, HeaderError};

const WRONG_FORM: &str = "nothing can be given away in this game, or for this claim";

/// Whether certificates of a game may make this claim in this form.
fn may_claim<D: Definition>(claim: Claim, form: Form) -> bool {
    form != Form::Conceding || D::CONCEDES && matches!(claim, Claim::Wins { .. })
}

/// Why a certificate was not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// There is no strategy to write.
    Strategy(NoStrategy),
    /// The strategy does not hold under the rules of the game.
    Flaw(Flaw),
    /// Nothing can be given away in this game, or for this claim.
    Form,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Strategy(error) => error.fmt(f),
            Self::Flaw(flaw) => flaw.fmt(f),
            Self::Form => f.write_str(WRONG_FORM),
        }
    }
}

impl core::error::Error for WriteError {}

impl From<NoStrategy> for WriteError {
    fn from(error: NoStrategy) -> Self {
        Self::Strategy(error)
    }
}

impl From<Flaw> for WriteError {
    fn from(flaw: Flaw) -> Self {
        Self::Flaw(flaw)
    }
}

/// Writes a certificate for a claim that `search` has found to be true, out of what is in its table.
///
/// A win is written with the length that the strategy turns out to have, which may be less than claimed, and in the form
/// [`Conceding`](Form::Conceding) more. `limits` hold for each position that
/// has to be searched again because the table has lost it.
///
/// # Errors
///
/// If the claim does not hold, a limit ended the work, the repetition rule of the game spoils the strategy, or the form is not for this game or
/// claim.
pub fn write<D: Definition, G: ProofGuide<D::Position>>(
    search: &mut Dfpn<D::Position, G>,
    position: &D::Position,
    (claim, form): (Claim, Form),
    limits: &Limits,
) -> Result<Vec<u8>, WriteError> {
    if !may_claim::<D>(claim, form) {
        return Err(WriteError::Form);
    }
    let (mut body, mut decisions, mut plies) = (Vec::new(), 0, 0);
    for goal in claim.goals() {
        let walked = if form == Form::Conceding {
            let strategy = Conceding::<D>::find(search, position, goal, limits)?;
            let yielder = Yielder::new(&strategy, &mut body);
            Walk::run(position, (goal, form), yielder, &limits.stop)?
        } else {
            let task = (goal, claim.within().unwrap_or(0), form);
            let strategy = Strategy::find(search, position, task, limits)?;
            Walk::run(position, (goal, form), Recorder::new(&strategy, &mut body), &limits.stop)?
        };
        decisions += walked.decisions;
        plies = walked.plies;
    }
    let claim = match claim {
        Claim::Wins { side, .. } => Claim::Wins { side, within: plies },
        other => other,
    };
    let mut header = Header {
        game: D::INFO.name.to_owned(),
        rules: position.rules().to_string(),
        position: position.to_string(),
        claim,
        form,
        decisions,
        bytes: body.len() as u64,
        checksum: 0,
    };
    header.checksum = checksum([header.covered().as_bytes(), &body]);
    let mut file = header.to_string().into_bytes();
    file.append(&mut body);
    Ok(file)
}

/// What a certificate has been found to prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// What it is about.
    pub header: Header,
    /// The length of the longest line of play; `None` where lines may go on for ever.
    pub plies: Option<u32>,
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifyError {
    /// The head cannot be read.
    Header(HeaderError),
    /// It is about another game.
    Game {
        /// The game in the file.
        found: String,
        /// The game it is checked for.
        expected: &'static str,
    },
    /// The rules in the file are no rules of the game, or not written in full.
    Rules(String),
    /// The position in the file is no position of the game, or not written as the game writes it.
    Position(String),
    /// Nothing can be given away in this game, or for this claim.
    Form,
    /// The number of bytes after the head is not the one that the head gives.
    Length {
        /// The number in the head.
        expected: u64,
        /// The number in the file.
        found: u64,
    },
    /// The file has been altered.
    Checksum,
    /// A number of the head does not agree with the proof, or there is more than the proof needs.
    Counts,
    /// The win takes more plies than claimed.
    TooLong {
        /// The plies claimed.
        claimed: u32,
        /// The plies of the longest line of play.
        found: u32,
    },
    /// The strategy does not do what it is for.
    Flaw(Flaw),
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(error) => error.fmt(f),
            Self::Game { found, expected } => {
                write!(f, "the proof is about the game \"{}\", not {expected}", found.escape_debug())
            }
            Self::Rules(text) => write!(f, "\"{}\" are no rules in full", text.escape_debug()),
            Self::Position(text) => write!(f, "\"{}\" is no position", text.escape_debug()),
            Self::Form => f.write_str(WRONG_FORM),
            Self::Length { expected, found } => {
                write!(f, "{found} bytes follow the head where it says {expected}")
            }
            Self::Checksum => f.write_str("the checksum is wrong: the file has been altered"),
            Self::Counts => f.write_str("the head does not agree with the proof"),
            Self::TooLong { claimed, found } => {
                write!(f, "the win takes {found} plies where {claimed} are claimed")
            }
            Self::Flaw(flaw) => flaw.fmt(f),
        }
    }
}

impl core::error::Error for VerifyError {}

impl From<Flaw> for VerifyError {
    fn from(flaw: Flaw) -> Self {
        Self::Flaw(flaw)
    }
}

/// Checks a certificate by the rules of the game alone.
///
/// It takes time and memory in proportion to the positions that can come about, at most the replies to as many decisions as the file has bytes.
///
/// # Errors
///
/// If the file is not whole, or does not prove what it claims, with the position where it fails; or if `stop` was pulled.
pub fn verify<D: Definition>(file: &[u8], stop: &StopHandle) -> Result<Proven, VerifyError> {
    follow::<D>(file, stop, |_, _| ())
}

/// Checks a certificate, and shows each decision of the strategy to `see`.
pub(crate) fn follow<D: Definition>(
    file: &[u8],
    stop: &StopHandle,
    mut see: impl FnMut(&D::Position, <D::Position as Position>::Move),
) -> Result<Proven, VerifyError> {
    let (header, body) = open::<D>(file)?;
    if !may_claim::<D>(header.claim, header.form) {
        return Err(VerifyError::Form);
    }
    let position = start::<D>(&header)?;
    let mut rest = body;
    let (mut decisions, mut plies) = (0, 0);
    for goal in header.claim.goals() {
        let reader = Reader::<D, _>::new(&mut rest, (goal, header.form), &mut see);
        let walked = Walk::run(&position, (goal, header.form), reader, stop)?;
        decisions += walked.decisions;
        plies = walked.plies;
    }
    if !rest.is_empty() || decisions != header.decisions {
        return Err(VerifyError::Counts);
    }
    match header.claim.within() {
        Some(claimed) if plies > claimed => Err(VerifyError::TooLong { claimed, found: plies }),
        within => Ok(Proven { header, plies: within.map(|_| plies) }),
    }
}

/// The head and the rest of a file that is whole.
fn open<D: Definition>(file: &[u8]) -> Result<(Header, &[u8]), VerifyError> {
    let (header, body) = Header::read(file).map_err(VerifyError::Header)?;
    let found = body.len() as u64;
    if found != header.bytes {
        return Err(VerifyError::Length { expected: header.bytes, found });
    }
    if checksum([header.covered().as_bytes(), body]) != header.checksum {
        return Err(VerifyError::Checksum);
    }
    if header.game != D::INFO.name {
        return Err(VerifyError::Game { found: header.game, expected: D::INFO.name });
    }
    Ok((header, body))
}

/// The position that a certificate is about.
fn start<D: Definition>(header: &Header) -> Result<D::Position, VerifyError> {
    type RulesOf<D> = <<D as Definition>::Position as Notation>::Rules;
    let rules = header.rules.parse::<RulesOf<D>>().ok().filter(|rules| rules.to_string() == header.rules);
    let rules = rules.ok_or_else(|| VerifyError::Rules(header.rules.clone()))?;
    let position = D::Position::read(&header.position, &rules).ok();
    let position = position.filter(|position| position.to_string() == header.position);
    position.ok_or_else(|| VerifyError::Position(header.position.clone()))
}
