//! Certificates: proofs as files.
//!
//! # What is in the file
//!
//! The file begins with a header of nine lines of text (see [`Header`]). Then follow numbers in
//! [`LEB128`](https://en.wikipedia.org/wiki/LEB128): the moves of the strategy, packed by
//! [`PackedMove`](plywood_search::PackedMove). The file contains no positions. The verifier walks through
//! every line of play and reads the next number when the strategy has to decide a position for the first
//! time. A position in which the side can end the game as claimed with one move takes no number. In the form
//! [`Conceding`](crate::Form::Conceding), unless the game is over, one bit follows for each move that the
//! other side then has: set if that move is kept. A draw has two strategies; the first player's comes first.
//!
//! The form [`Regions`](crate::Form::Regions) holds facts instead: see [`Definition::check_regions`].
//!
//! Bounded refutations go ply by ply instead and are streamed: see [`write_bounded`]. `FORMAT.md` describes
//! all forms completely.
//!
//! # Why it cannot be wrong
//!
//! The walk plays every reply that the rules allow, and compares whole positions, not keys. Every line must
//! end in the win: the walk refuses a position that recurs on its own line, and counts the length of the
//! longest line. The search that made the proof has no part in this.
//!
//! After a concession the walk continues from a position that is no better for the strategy's side: a win of
//! that position is a win of the true one in no more plies. This is what [`Definition::concede`] guarantees;
//! the file says what is conceded and need not say why.
//!
//! Proofs by regions are not walked through: each fact follows from earlier ones, and the last is the win.

mod checksum;
mod header;
mod kept;
mod pieces;
pub(crate) mod regions;
mod strategists;
mod stream;

use crate::claim::{Aim, Claim, Goal};
use crate::conceding::Conceding;
use crate::identity::{Form, Identity};
use crate::shorten::Shortening;
use crate::strategy::{NoStrategy, Node, Strategy};
use crate::walk::{Flaw, Walk, Walked};
use checksum::checksum;
use core::fmt;
use plywood_play::{Definition, Notation, RegionsError};
use plywood_search::{Dfpn, Knowledge, Limits, Position, StopHandle};
use std::collections::HashMap;
use std::io;
use strategists::{Reader, Recorder, Seen, Yielder};

pub use header::{Header, HeaderError};
pub use pieces::Pieces;
pub use stream::{verify_stream, write_bounded};

const WRONG_FORM: &str = "this game, position or claim does not have the form of this proof";

/// Whether certificates of a game may make this claim in this form.
fn may_claim<D: Definition>(claim: Claim, form: Form) -> bool {
    let is_win = matches!(claim, Claim::Wins { .. });
    match form {
        Form::Exact | Form::Symmetric => true,
        Form::Conceding => D::CONCEDES && is_win,
        Form::Regions => D::HAS_REGIONS && is_win,
    }
}

/// Error returned when writing a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// No strategy was found.
    Strategy(NoStrategy),
    /// The strategy does not hold under the rules.
    Flaw(Flaw),
    /// This game, position or claim does not have this form: it concedes what cannot be conceded, has no
    /// proofs by regions, or is not bounded.
    Form,
    /// A file could not be written; the reason.
    Write(String),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Strategy(error) => error.fmt(f),
            Self::Flaw(flaw) => flaw.fmt(f),
            Self::Form => f.write_str(WRONG_FORM),
            Self::Write(reason) => f.write_str(reason),
        }
    }
}

impl core::error::Error for WriteError {}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Write(error.to_string())
    }
}

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

/// Writes a certificate for a claim that `search` has proven, using its table.
///
/// The certificate of a win states the length that the strategy turns out to have. It may be less than
/// claimed, and more in the form [`Conceding`](Form::Conceding). `limits` apply to each position that is
/// searched again because the table has lost it.
///
/// # Errors
///
/// If the claim is false, a limit was reached, the repetition rule spoils the strategy, or the form does not
/// suit the game or claim.
pub fn write<D: Definition, G: Knowledge<D::Position>>(
    search: &mut Dfpn<D::Position, G>,
    position: &D::Position,
    (claim, form): (Claim, Form),
    limits: &Limits,
) -> Result<Vec<u8>, WriteError> {
    if !may_claim::<D>(claim, form) {
        return Err(WriteError::Form);
    }
    if claim.is_bounded() {
        let (mut scratch, mut file) = (io::Cursor::new(Vec::new()), Vec::new());
        write_bounded::<D, G>(search, position, (claim, form), limits, (&mut scratch, &mut file))?;
        return Ok(file);
    }
    if form == Form::Regions {
        return regions::write::<D, G>(search, position, claim, limits);
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
    Ok(file::<D>(position, (claim, form), Walked { decisions, plies }, body))
}

/// The file with this body; a win has the length that its strategy turned out to have.
fn file<D: Definition>(
    position: &D::Position,
    (claim, form): (Claim, Form),
    Walked { decisions, plies }: Walked,
    mut body: Vec<u8>,
) -> Vec<u8> {
    let claim = match claim {
        Claim::Wins { side, .. } => Claim::Wins { side, within: plies },
        other => other,
    };
    let bytes = body.len() as u64;
    let mut header = Header { decisions, bytes, ..Header::new::<D>(position, claim, form) };
    header.checksum = checksum([header.covered().as_bytes(), &body]);
    let mut file = header.to_string().into_bytes();
    file.append(&mut body);
    file
}

/// A verified claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The header of the certificate.
    pub header: Header,
    /// The number of plies of the longest line of play; `None` if lines may be infinite.
    pub plies: Option<u32>,
}

/// Error returned when verifying a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerifyError {
    /// The header cannot be read.
    Header(HeaderError),
    /// The certificate is about another game.
    Game {
        /// The game in the file.
        found: String,
        /// The game that was expected.
        expected: &'static str,
    },
    /// The rules in the file are not rules of the game, or not written in full.
    Rules(String),
    /// The position in the file is not a position of the game, or not in the game's own form.
    Position(String),
    /// This game, position or claim does not have this form.
    Form,
    /// The number of bytes after the header differs from the number in the header.
    Length {
        /// The number in the header.
        expected: u64,
        /// The number in the file.
        found: u64,
    },
    /// The checksum differs: the file was altered.
    Checksum,
    /// The number of decisions in the header is wrong, or bytes are left over.
    Counts,
    /// The win takes more plies than claimed.
    TooLong {
        /// The plies claimed.
        claimed: u32,
        /// The number of plies of the longest line of play.
        found: u32,
    },
    /// The strategy does not achieve its goal.
    Flaw(Flaw),
    /// The facts of a proof by regions do not prove the claim.
    Regions(RegionsError),
    /// The certificate is a bounded refutation, whose moves depend on the plies left, or a proof by regions:
    /// it is no book.
    NoBook,
    /// The file could not be read; the reason.
    Read(String),
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header(error) => error.fmt(f),
            Self::Game { found, expected } => {
                write!(f, "the proof is about the game \"{}\", not {expected}", found.escape_debug())
            }
            Self::Rules(text) => write!(f, "\"{}\" are not rules written in full", text.escape_debug()),
            Self::Position(text) => write!(f, "\"{}\" is not a position", text.escape_debug()),
            Self::Form => f.write_str(WRONG_FORM),
            Self::Length { expected, found } => {
                write!(f, "{found} bytes follow the header, which says {expected}")
            }
            Self::Checksum => f.write_str("the checksum is wrong: the file has been altered"),
            Self::Counts => f.write_str("the header does not agree with the proof"),
            Self::TooLong { claimed, found } => {
                write!(f, "the win takes {found} plies; {claimed} are claimed")
            }
            Self::Flaw(flaw) => flaw.fmt(f),
            Self::Regions(error) => error.fmt(f),
            Self::NoBook => f.write_str("a proof for a number of plies, or by regions, is no book"),
            Self::Read(reason) => f.write_str(reason),
        }
    }
}

impl core::error::Error for VerifyError {}

impl From<io::Error> for VerifyError {
    fn from(error: io::Error) -> Self {
        Self::Read(error.to_string())
    }
}

impl From<Flaw> for VerifyError {
    fn from(flaw: Flaw) -> Self {
        Self::Flaw(flaw)
    }
}

/// Verifies a certificate by the rules of the game alone.
///
/// Time and memory are proportional to the positions that can arise: at most the replies to as many decisions
/// as the file has bytes.
///
/// # Errors
///
/// If the file is damaged or does not prove its claim, with the position where it fails; or if `stop` was
/// pulled.
pub fn verify<D: Definition>(file: &[u8], stop: &StopHandle) -> Result<Proven, VerifyError> {
    match Header::read(file) {
        Ok((header, _)) if header.claim.is_bounded() => verify_stream::<D>(file, stop),
        Ok((header, _)) if header.form == Form::Regions => {
            regions::verify::<D>(file, stop).map(|(proven, _)| proven)
        }
        _ => follow::<D>(file, stop, |_, _| ()),
    }
}

/// Looks for a win in fewer plies than that of a certificate, position by position along its longest lines.
///
/// `limits` apply to each search of a position; rounds with few nodes come first. The result is a certificate
/// of the shortest win found, also when the limits' handle is pulled, but not before the given certificate
/// has been verified. Each bound found is shown to `observe`. Takes some hundred bytes for each position of
/// the strategy.
///
/// # Errors
///
/// The errors of [`verify`] and [`write()`]; [`VerifyError::Form`] if the certificate is not of a win in the
/// form [`Exact`](Form::Exact) or [`Symmetric`](Form::Symmetric).
pub fn shorten<D: Definition, G: Knowledge<D::Position>>(
    longer: &[u8],
    search: &mut Dfpn<D::Position, G>,
    limits: &Limits,
    observe: &mut dyn FnMut(u32),
) -> Result<Vec<u8>, ShortenError> {
    let (header, mut rest) = open(longer)?;
    let (claim, form) = (header.claim, header.form);
    let (Claim::Wins { side, .. }, Form::Exact | Form::Symmetric) = (claim, form) else {
        return Err(VerifyError::Form.into());
    };
    let (position, task) = (about::<D>(&header)?, (Goal { side, aim: Aim::Win }, form));
    let mut moves = HashMap::new();
    let keep = |seen: Seen<'_, D::Position>| {
        if let Seen::Decision(position, mv) = seen {
            moves.insert(Identity(position.clone()), mv);
        }
    };
    let reader = Reader::<D, _>::new(&mut rest, task, keep);
    let (walked, met) = Walk::explore(&position, task, reader, &limits.stop).map_err(VerifyError::from)?;
    if !rest.is_empty() || walked.decisions != header.decisions {
        return Err(VerifyError::Counts.into());
    }
    let known = met.into_iter().map(|(identity, plies)| {
        let node = Node { mv: moves.get(&identity).copied(), within: plies.unwrap_or(u32::MAX) };
        (identity, node)
    });
    let nodes = known.collect();
    let shortening = Shortening { nodes, start: &position, task, search, tried: HashMap::new() };
    let strategy = shortening.run(limits, observe).map_err(WriteError::from)?;
    let mut body = Vec::new();
    let recorder = Recorder::new(&strategy, &mut body);
    let walked = Walk::run(&position, task, recorder, &StopHandle::new()).map_err(WriteError::from)?;
    Ok(file::<D>(&position, (claim, form), walked, body))
}

/// Error returned when shortening a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShortenError {
    /// The certificate does not hold, or not of a win.
    Verify(VerifyError),
    /// The new one cannot be written.
    Write(WriteError),
}

impl fmt::Display for ShortenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Verify(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ShortenError {}

impl From<VerifyError> for ShortenError {
    fn from(error: VerifyError) -> Self {
        Self::Verify(error)
    }
}

impl From<WriteError> for ShortenError {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

/// Verifies a certificate, and shows each decision of the strategy to `see`.
pub(crate) fn follow<D: Definition>(
    file: &[u8],
    stop: &StopHandle,
    mut see: impl FnMut(&D::Position, <D::Position as Position>::Move),
) -> Result<Proven, VerifyError> {
    let (header, body) = open(file)?;
    if header.claim.is_bounded() || header.form == Form::Regions {
        return Err(VerifyError::NoBook);
    }
    let position = about::<D>(&header)?;
    let mut rest = body;
    let (mut decisions, mut plies) = (0, 0);
    for goal in header.claim.goals() {
        let show = |seen: Seen<'_, D::Position>| match seen {
            Seen::Decision(position, mv) => see(position, mv),
            Seen::Kept(_) => (),
        };
        let reader = Reader::<D, _>::new(&mut rest, (goal, header.form), show);
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

/// The header and the body of an undamaged file.
fn open(file: &[u8]) -> Result<(Header, &[u8]), VerifyError> {
    let (header, body) = Header::read(file).map_err(VerifyError::Header)?;
    let found = body.len() as u64;
    if found != header.bytes {
        return Err(VerifyError::Length { expected: header.bytes, found });
    }
    if checksum([header.covered().as_bytes(), body]) != header.checksum {
        return Err(VerifyError::Checksum);
    }
    Ok((header, body))
}

/// The position that the claim is about, if the game allows the claim in this form.
pub(crate) fn about<D: Definition>(header: &Header) -> Result<D::Position, VerifyError> {
    type RulesOf<D> = <<D as Definition>::Position as Notation>::Rules;
    if header.game != D::INFO.name {
        return Err(VerifyError::Game { found: header.game.clone(), expected: D::INFO.name });
    }
    if !may_claim::<D>(header.claim, header.form) {
        return Err(VerifyError::Form);
    }
    let rules = header.rules.parse::<RulesOf<D>>().ok().filter(|rules| rules.to_string() == header.rules);
    let rules = rules.ok_or_else(|| VerifyError::Rules(header.rules.clone()))?;
    let position = D::Position::read(&header.position, &rules).ok();
    let position = position.filter(|position| position.to_string() == header.position);
    position.ok_or_else(|| VerifyError::Position(header.position.clone()))
}
