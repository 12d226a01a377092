//! The library of proofs that comes with plywood: its index, and the certificates that are small.
//!
//! ```
//! use plywood_search::StopHandle;
//!
//! let start = plywood_registry::find("gekitai").unwrap().session("", None).unwrap();
//! let known = plywood_registry::proofs::ask(&*start, &|_| None, &StopHandle::new()).unwrap().unwrap();
//! assert_eq!((known.plies, known.sources), (Some(25), vec!["gekitai".to_owned()]));
//! ```

mod along;
mod kept;
mod prover;

use crate::{GameVisitor, visit_games};
use core::fmt;
use plywood_play::{Definition, Notation, Session};
use plywood_search::{Side, StopHandle};
use plywood_solve::certificate::{Proven, VerifyError, verify};
use plywood_solve::library::{Library, image_of};
use std::borrow::Cow;
use std::sync::LazyLock;

pub use along::along;
pub use plywood_solve::library::{Entry, Index, Known};
pub use prover::{Prover, prover};

/// The text of the index.
pub const INDEX: &str = include_str!("../proofs/index.txt");

/// The index of the library.
pub fn index() -> &'static Index {
    // A test keeps the text from being spoilt.
    static READ: LazyLock<Index> = LazyLock::new(|| INDEX.parse().unwrap_or_default());
    &READ
}

/// The certificate of this name, if it comes with plywood. The others are made by their commands.
pub fn kept(name: &str) -> Option<&'static [u8]> {
    kept::FILES.iter().find(|(known, _)| *known == name).map(|(_, file)| *file)
}

/// Error returned when a certificate of a library does not prove its claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofError {
    /// The name of the proof.
    pub name: String,
    /// What is wrong with it.
    pub error: VerifyError,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the proof \"{}\" does not hold: {}", self.name, self.error)
    }
}

impl core::error::Error for ProofError {}

/// What the library proves of a session's position, as if the game began with it; `None` if nothing.
///
/// `more` has the certificates that do not come with plywood. Each certificate that is about the position is
/// verified by the rules.
///
/// # Errors
///
/// If a certificate does not prove its claim, or `stop` was pulled.
pub fn ask(
    session: &dyn Session,
    more: &dyn Fn(&Entry) -> Option<Vec<u8>>,
    stop: &StopHandle,
) -> Result<Option<Known>, ProofError> {
    let file = |entry: &Entry| {
        let known = kept(&entry.name).map(Cow::Borrowed);
        known.or_else(|| more(entry).map(Cow::Owned))
    };
    let library = Library { index: index(), file: &file };
    let mut asker = Asker { session, library, stop, found: Ok(None) };
    visit_games(&mut asker);
    asker.found
}

/// The nearest win that the certificates in plywood claim for a session's position: the winner, and the
/// plies.
///
/// The tests of this crate verify all of them. Here nothing is verified, so this takes no time, and needs no
/// files: a page in the browser has few of them.
pub fn claimed(session: &dyn Session) -> Option<(Side, u32)> {
    let mut claimant = Claimant { session, found: None };
    visit_games(&mut claimant);
    claimant.found
}

/// Whether a symmetry that keeps the sides makes the position of one session of that of the other.
pub fn are_images(one: &dyn Session, other: &dyn Session) -> bool {
    let mut comparer = Comparer { sessions: [one, other], found: false };
    visit_games(&mut comparer);
    comparer.found
}

struct Comparer<'a> {
    sessions: [&'a dyn Session; 2],
    found: bool,
}

impl GameVisitor for Comparer<'_> {
    fn visit<D: Definition>(&mut self) {
        let [Some(one), Some(other)] = self.sessions.map(position_of::<D>) else { return };
        self.found = image_of::<D>(&one, &other).is_some();
    }
}

/// The position of a session of this game; `None` for another game's.
fn position_of<D: Definition>(session: &dyn Session) -> Option<D::Position> {
    let rules = (D::INFO.name == session.info().name).then(|| session.rules().parse().ok())??;
    D::Position::read(&session.position(), &rules).ok()
}

struct Claimant<'a> {
    session: &'a dyn Session,
    found: Option<(Side, u32)>,
}

impl GameVisitor for Claimant<'_> {
    fn visit<D: Definition>(&mut self) {
        let Some(position) = position_of::<D>(self.session) else { return };
        self.found = index().claimed::<D>(&position, |entry| kept::NAMES.contains(&&*entry.name));
    }
}

struct Asker<'a> {
    session: &'a dyn Session,
    library: Library<'a>,
    stop: &'a StopHandle,
    found: Result<Option<Known>, ProofError>,
}

impl GameVisitor for Asker<'_> {
    fn visit<D: Definition>(&mut self) {
        let Some(position) = position_of::<D>(self.session) else { return };
        let found = self.library.ask::<D>(&position, self.stop);
        self.found = found.map_err(|(name, error)| ProofError { name, error });
    }
}

/// Verifies a certificate of any game by the rules alone.
///
/// # Errors
///
/// If it does not prove its claim, or `stop` was pulled.
pub fn check(entry: &Entry, file: &[u8], stop: &StopHandle) -> Result<Proven, ProofError> {
    let mut checker =
        Checker { entry, file, stop, found: Err(VerifyError::Rules(entry.header.game.clone())) };
    visit_games(&mut checker);
    checker.found.map_err(|error| ProofError { name: entry.name.clone(), error })
}

struct Checker<'a> {
    entry: &'a Entry,
    file: &'a [u8],
    stop: &'a StopHandle,
    found: Result<Proven, VerifyError>,
}

impl GameVisitor for Checker<'_> {
    fn visit<D: Definition>(&mut self) {
        if D::INFO.name == self.entry.header.game {
            self.found = verify::<D>(self.file, self.stop);
        }
    }
}

/// The index as tables in Markdown.
pub fn tables() -> String {
    let mut text = "| proof | rules | position | claim | nodes | bytes | checksum | in plywood |\n\
        |---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for entry in &index().entries {
        let (header, nodes) = (&entry.header, entry.nodes);
        let is_kept = if kept(&entry.name).is_some() { "yes" } else { "by command" };
        text.push_str(&format!(
            "| {} | {}:{} | `{}` | {} | {nodes} | {} | {:016x} | {is_kept} |\n",
            entry.name,
            header.game,
            header.rules,
            header.position,
            header.claim,
            entry.file_bytes(),
            header.checksum
        ));
    }
    text.push_str("\n| missing | command | cost |\n|---|---|---|\n");
    for missing in &index().missing {
        text.push_str(&format!("| {} | `{}` | {} |\n", missing.question, missing.command, missing.cost));
    }
    text
}
