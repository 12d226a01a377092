//! Who wins, proven; and proofs checked.

use crate::engine::{Bounds, seconds};
use crate::error::wrong;
use crate::game::{Game, GameLike};
use crate::run::run_quietly;
use crate::state::State;
use plywood_registry::proofs::{self, Prover};
use plywood_search::{ProofTable, StopHandle};
use plywood_solve::certificate::VerifyError;
use plywood_solve::{Flaw, Form, Request};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;

/// The answer of `solve`.
#[pyclass(frozen, get_all, module = "plywood")]
pub(crate) struct Solved {
    /// The value for the side to move: `"win"`, `"loss"`, `"draw"` or `"unknown"`.
    value: &'static str,
    /// A move that keeps the value.
    best: Option<String>,
    /// The plies within which a won or lost game ends.
    plies: Option<u32>,
    /// Whether no shorter win exists.
    shortest: bool,
    /// The moves made.
    nodes: u64,
    /// The time taken.
    seconds: f64,
    /// The proof as the bytes of a file, if it was asked for and the value is known.
    proof: Option<Py<PyBytes>>,
}

#[pymethods]
impl Solved {
    fn __repr__(&self) -> String {
        let (value, best) = (self.value, self.best.as_deref().unwrap_or("None"));
        format!("Solved(value={value:?}, best={best:?}, nodes={})", self.nodes)
    }
}

/// Proves who wins from a state on, as if the game began there. `time` is in seconds, `hash` the bytes of the
/// table. With `max_plies`, asks only who wins within so many. `shortest` goes on until a win is proven to be
/// the shortest, `proof` asks for a file that `verify` checks.
#[pyfunction]
#[pyo3(signature = (
    state, *, time=None, nodes=None, hash=64 << 20, threads=1, max_plies=None, shortest=false, proof=false
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn solve(
    py: Python<'_>,
    state: &Bound<'_, State>,
    time: Option<f64>,
    nodes: Option<u64>,
    hash: usize,
    threads: usize,
    max_plies: Option<u32>,
    shortest: bool,
    proof: bool,
) -> PyResult<Solved> {
    let (state, stop) = (state.get(), StopHandle::new());
    time.map(|time| seconds("time", time)).transpose()?;
    let (session, prover) = (state.session(), prover(&state.game)?);
    let request = Request {
        rules: session.rules(),
        position: Some(session.position()),
        limits: Bounds { depth: None, nodes, time: time.or(Some(1e9)) }.limits(&stop)?,
        max_plies,
        shortest,
        threads: threads.clamp(1, 256),
        certificate: if proof { prover.form(Form::Symmetric) } else { None },
        shorten: None,
    };
    let table = Arc::new(ProofTable::with_bytes(hash).map_err(wrong)?);
    let solve = move || prover.solve(&table, &request, &mut |_| {});
    let solved = run_quietly(py, &stop, solve)?.map_err(wrong)?;
    let value = solved.word();
    let proof = match solved.certificate {
        None => None,
        Some(Ok(bytes)) => Some(PyBytes::new(py, &bytes).unbind()),
        Some(Err(error)) => return Err(wrong(format!("no proof was written: {error}"))),
    };
    let seconds = solved.elapsed.unwrap_or_default().as_secs_f64();
    let (best, plies, shortest, nodes) = (solved.best, solved.plies, solved.shortest, solved.nodes);
    Ok(Solved { value, best, plies, shortest, nodes, seconds, proof })
}

fn prover(game: &Game) -> PyResult<&'static dyn Prover> {
    proofs::prover(game.of.info().name).ok_or_else(|| wrong("no such game"))
}

/// What `verify` has found.
#[pyclass(frozen, get_all, module = "plywood")]
pub(crate) struct Proof {
    /// Whether the proof holds.
    holds: bool,
    /// Why it does not.
    reason: Option<String>,
    /// What it proves.
    claim: Option<String>,
    /// The rules that it is about.
    rules: Option<String>,
    /// The position that it is about.
    position: Option<String>,
    /// The plies of the longest line.
    plies: Option<u32>,
    /// The number of decisions.
    decisions: Option<u64>,
}

#[pymethods]
impl Proof {
    fn __bool__(&self) -> bool {
        self.holds
    }

    fn __repr__(&self) -> String {
        match (&self.claim, &self.reason) {
            (Some(claim), _) => format!("Proof(holds=True, claim={claim:?})"),
            (None, reason) => format!("Proof(holds=False, reason={:?})", reason.as_deref().unwrap_or("")),
        }
    }
}

/// Checks a proof by the rules of the game alone.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, game: GameLike, proof: Vec<u8>) -> PyResult<Proof> {
    let (game, stop) = (game.game()?, StopHandle::new());
    let (prover, handle) = (prover(&game)?, stop.clone());
    let found = run_quietly(py, &stop, move || prover.verify(&mut &proof[..], &handle))?;
    let refused = |reason: String| Proof {
        holds: false,
        reason: Some(reason),
        claim: None,
        rules: None,
        position: None,
        plies: None,
        decisions: None,
    };
    match found {
        Err(VerifyError::Flaw(Flaw::Stopped)) => Err(PyKeyboardInterrupt::new_err(())),
        Err(error) => Ok(refused(error.to_string())),
        Ok(proven) if proven.header.rules != game.rules => {
            Ok(refused(format!("it is about the rules {}, not {}", proven.header.rules, game.rules)))
        }
        Ok(proven) => Ok(Proof {
            holds: true,
            reason: None,
            claim: Some(proven.header.claim.to_string()),
            rules: Some(proven.header.rules),
            position: Some(proven.header.position),
            plies: proven.plies,
            decisions: Some(proven.header.decisions),
        }),
    }
}
