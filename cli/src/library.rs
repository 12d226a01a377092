//! The library of proofs as commands use it: what comes with the program, and a folder of the user's.

use crate::failure::Failure;
use plywood_play::Session;
use plywood_registry::proofs::{self, ProofError};
use plywood_search::StopHandle;
use plywood_solve::Flaw;
use plywood_solve::certificate::VerifyError;
use plywood_solve::library::{Entry, Known};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The variable that names the folder of proofs that were made by command.
pub(crate) const FOLDER: &str = "PLYWOOD_PROOFS";

/// The longest file that answers. Longer ones are verified by `plywood verify`, which does not hold them in
/// memory.
const LONGEST: u64 = 64 << 20;

/// The user's folder, if the variable names one.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os(FOLDER).filter(|name| !name.is_empty()).map(PathBuf::from)
}

/// The file of a proof in a folder, if it is there and not too long.
pub(crate) fn read(folder: &Path, entry: &Entry) -> Option<Vec<u8>> {
    let file = File::open(folder.join(entry.file())).ok()?;
    let mut bytes = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= LONGEST).then_some(bytes)
}

/// What the library proves of a session's position, as if the game began with it.
pub(crate) fn known(session: &dyn Session, stop: &StopHandle) -> Result<Option<Known>, Failure> {
    let folder = folder();
    let more = |entry: &Entry| read(folder.as_deref()?, entry);
    proofs::ask(session, &more, stop).map_err(failed)
}

pub(crate) fn failed(error: ProofError) -> Failure {
    match error.error {
        VerifyError::Flaw(Flaw::Stopped) => {
            Failure::Early("interrupted while a proof was checked".to_owned())
        }
        _ => Failure::bad(error),
    }
}

/// `win within 25 plies, by the proof "gekitai"`: what is proven for the side to move.
pub(crate) fn sentence(known: &Known) -> String {
    let names: Vec<String> = known.sources.iter().map(|name| format!("\"{name}\"")).collect();
    let by = format!("by the proof{} {}", if names.len() == 1 { "" } else { "s" }, names.join(" and "));
    match (known.word(), known.plies) {
        ("unknown", _) => {
            format!("nobody wins within {} plies, {by}", known.nobody_within.unwrap_or_default())
        }
        (word, Some(plies)) if known.is_shortest() => {
            format!("{word} in {plies} plies, and in no fewer, {by}")
        }
        (word, Some(plies)) => format!("{word} within {plies} plies, {by}"),
        (word, None) => format!("{word}, {by}"),
    }
}
