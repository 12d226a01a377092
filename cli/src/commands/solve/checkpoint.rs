//! Checkpoints: a search saved to a file from time to time, and resumed from it.

use crate::failure::Failure;
use crate::replacement::replace_with;
use core::time::Duration;
use plywood_play::{Excerpt, TextError};
use plywood_search::{Checkpoint, Ended, Outcome, ProofTable};
use plywood_solve::{Request, Solved};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The checkpoint file of a search.
pub(super) struct Saved {
    path: PathBuf,
    /// The label of the search.
    label: String,
    /// The interval between two writes.
    every: Duration,
    /// The nodes of earlier runs.
    nodes: u64,
}

impl Saved {
    /// Resumes from the file if it exists, with its table. `label` identifies the search.
    pub(super) fn open(
        path: &Path,
        label: String,
        every: Duration,
        table: impl FnOnce() -> Result<ProofTable, TextError>,
    ) -> Result<(Self, ProofTable), Failure> {
        let every = every.max(Duration::from_millis(1));
        let mut saved = Self { path: path.to_owned(), label, every, nodes: 0 };
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok((saved, table()?)),
            Err(error) => return Err(Failure::bad(format!("cannot read {}: {error}", path.display()))),
        };
        let read =
            Checkpoint::read(&bytes).map_err(|error| Failure::bad(format!("{}: {error}", path.display())))?;
        if read.label != saved.label {
            let (file, found, asked) = (path.display(), Excerpt(&read.label), &saved.label);
            return Err(Failure::bad(format!("{file} is about \"{found}\", not \"{asked}\"")));
        }
        saved.nodes = read.nodes;
        Ok((saved, read.table))
    }

    /// Replaces the file.
    fn write(&self, table: &ProofTable) -> Result<(), Failure> {
        replace_with(&self.path, &Checkpoint::write(table, &self.label, self.nodes))
    }

    /// Solves in stretches and writes the file after each unfinished one. Nodes are those of all runs; the
    /// time is this run's.
    pub(super) fn solve(
        &mut self,
        table: &Arc<ProofTable>,
        request: &Request,
        mut solve: impl FnMut(&Request) -> Result<Solved, TextError>,
    ) -> Result<Solved, Failure> {
        let limits = &request.limits;
        let (mut elapsed, earlier) = (Duration::ZERO, self.nodes);
        loop {
            let rest = limits.clone().after(self.nodes - earlier, elapsed);
            let stretch = rest.time_limit().map_or(self.every, |left| left.min(self.every));
            let part = match limits.clock() {
                Some(clock) => rest.with_time(stretch, Arc::clone(clock)),
                None => rest,
            };
            let mut solved = solve(&Request { limits: part, certificate: None, ..request.clone() })?;
            elapsed += solved.elapsed.unwrap_or_default();
            self.nodes += solved.nodes;
            (solved.nodes, solved.elapsed) = (self.nodes, Some(elapsed));
            if is_done(request, &solved) {
                self.write(table)?;
                return Ok(Self::certified(request, solved, solve)?);
            }
            self.write(table)?;
            let is_over = limits.time_limit().is_some_and(|time| elapsed >= time)
                || limits.nodes.is_some_and(|nodes| self.nodes - earlier >= nodes);
            if is_over || limits.stop.is_stopped() {
                return Ok(solved);
            }
        }
    }

    /// The same with a certificate, if one is requested; the table has the answer.
    fn certified(
        request: &Request,
        solved: Solved,
        mut solve: impl FnMut(&Request) -> Result<Solved, TextError>,
    ) -> Result<Solved, TextError> {
        if request.certificate.is_none() || solved.value.is_none() {
            return Ok(solved);
        }
        let limits = plywood_search::Limits::none().with_stop(request.limits.stop.clone());
        let again = solve(&Request { limits, ..request.clone() })?;
        Ok(Solved { certificate: again.certificate, plies: again.plies, ..solved })
    }
}

/// Whether everything is known.
fn is_done(request: &Request, solved: &Solved) -> bool {
    let has_length = matches!(solved.value, Some(Outcome::Win(_))) && solved.plies.is_some();
    if request.shortest && has_length {
        return solved.shortest;
    }
    !matches!(solved.ended, Ended::Time | Ended::Nodes | Ended::Stopped)
}
