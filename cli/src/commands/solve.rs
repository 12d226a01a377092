//! `plywood solve` proves who wins; `plywood verify` checks a proof.

mod checkpoint;

use crate::args::{SolveArgs, VerifyArgs};
use crate::failure::Failure;
use crate::interrupt;
use crate::library;
use crate::output::{Output, Progress as Line, grouped, per_second, seconds};
use crate::replacement::{replace, replace_with, with_scratch};
use crate::setup::{self, check_writable};
#[cfg(feature = "queue")]
use crate::{build, queue};
use checkpoint::Saved;
use core::fmt::Display;
#[cfg(feature = "queue")]
use plywood_play::Definition;
use plywood_play::{Session, TextError};
#[cfg(feature = "queue")]
use plywood_queue::{ProofProgress, ProofRequest};
use plywood_registry::proofs::{self, Prover};
#[cfg(feature = "queue")]
use plywood_registry::{GameVisitor, visit_games};
use plywood_search::{Clock, Ended, Limits, Progress, ProofTable, StopHandle, SystemClock};
use plywood_solve::certificate::{Proven, VerifyError};
use plywood_solve::library::Known;
use plywood_solve::{Flaw, Form, Request, Solved};
use serde_json::json;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;

pub(crate) fn run(args: &SolveArgs, out: &mut Output) -> Result<(), Failure> {
    let session = setup::session(&args.position)?;
    let clock = SystemClock::start();
    let stop = interrupt::stop_handle();
    let mut limits = Limits::none().with_time(args.time, clock).with_stop(stop.clone());
    limits.nodes = args.nodes;
    if let Some(file) = &args.proof {
        check_writable(file)?;
    }
    if !is_to_search(args)
        && let Some((mut solved, known)) = from_library(args, &*session, &stop)?
    {
        solved.elapsed = Some(clock.now());
        return report(args, &solved, (None, Some(&known)), out);
    }
    #[cfg(feature = "queue")]
    if let Some(url) = &args.queue {
        let request = ProofRequest {
            rules: session.rules(),
            position: session.position(),
            build: String::from(build::ID),
            job_nodes: args.job_nodes,
            is_certified: args.proof.is_some(),
            time: args.time,
            nodes: args.nodes,
            stop: stop.clone(),
        };
        let mut solver = QueueSolver { name: session.info().name, url, request, solved: None };
        visit_games(&mut solver);
        let solved = solver.solved.unwrap_or_else(|| Err(Failure::bad("no such game")))?;
        report(args, &solved, (None, None), out)?;
        write_proof(args, &solved)?;
        return ended(args, &solved, &stop);
    }
    let table = || {
        ProofTable::with_bytes(args.hash)
            .map_err(|error| TextError::new("hash", args.hash.to_string(), error))
    };
    let label = format!("{} {}, {}", session.info().name, session.rules(), session.position());
    let (saved, table) = match &args.checkpoint {
        Some(path) => {
            let (saved, table) = Saved::open(path, label, args.checkpoint_every, table)?;
            check_writable(path)?;
            (Some(saved), table)
        }
        None => (None, table()?),
    };
    let prover = prover(session.info().name)?;
    let request = Request {
        rules: session.rules(),
        position: Some(session.position()),
        limits,
        max_plies: args.max_plies.map(|plies| plies as u32),
        shortest: args.shortest,
        threads: args.threads as usize,
        certificate: args.proof.as_ref().map(|_| form(args, &*session, prover)).transpose()?,
        shorten: args.shorten,
    };
    let table = Arc::new(table);
    let solved = solve(prover, &table, &request, saved)?;
    let refuted = request.max_plies.filter(|_| solved.is_refuted());
    let bound = refuted.zip(args.proof.as_deref());
    let write = |(plies, path)| write_bound(prover, &table, (&request, plies), path);
    let bound_bytes = bound.map(write).transpose()?;
    report(args, &solved, (bound_bytes, None), out)?;
    write_proof(args, &solved)?;
    ended(args, &solved, &stop)
}

/// The prover of a game.
fn prover(game: &str) -> Result<&'static dyn Prover, Failure> {
    proofs::prover(game).ok_or_else(|| Failure::bad("no such game"))
}

/// The form of the proof; the smallest book where it is symmetric.
fn form(args: &SolveArgs, session: &dyn Session, prover: &dyn Prover) -> Result<Form, Failure> {
    let form = match (args.exact, args.regions) {
        (true, _) => Form::Exact,
        (_, true) => Form::Regions,
        _ => Form::Symmetric,
    };
    let lacking = |reason: &str| TextError::new("game", session.info().name, reason);
    let form = prover.form(form).ok_or_else(|| lacking("it has no proofs by regions (--regions)"))?;
    if args.shorten.is_some() && !matches!(form, Form::Exact | Form::Symmetric) {
        return Err(lacking("its proofs are not shortened (--shorten) unless they are --exact").into());
    }
    Ok(form)
}

/// Whether a switch says how to search.
fn is_to_search(args: &SolveArgs) -> bool {
    #[cfg(feature = "queue")]
    let is_queued = args.queue.is_some();
    #[cfg(not(feature = "queue"))]
    let is_queued = false;
    args.search
        || args.exact
        || args.regions
        || args.proof.is_some()
        || args.checkpoint.is_some()
        || is_queued
}

/// The answer of the library of proofs, and what it rests on.
fn from_library(
    args: &SolveArgs,
    session: &dyn Session,
    stop: &StopHandle,
) -> Result<Option<(Solved, Known)>, Failure> {
    let Some(known) = library::known(session, stop)? else { return Ok(None) };
    let request = Request {
        rules: String::new(),
        position: None,
        limits: Limits::none(),
        max_plies: args.max_plies.map(|plies| plies as u32),
        shortest: args.shortest,
        threads: 1,
        certificate: None,
        shorten: None,
    };
    Ok(known.answer(&request).map(|solved| (solved, known)))
}

fn write_proof(args: &SolveArgs, solved: &Solved) -> Result<(), Failure> {
    match (&args.proof, &solved.certificate) {
        (Some(file), Some(certificate)) => replace_with(file, certificate.as_ref().map_err(no_proof)?),
        _ => Ok(()),
    }
}

/// Whether a limit came first.
fn ended(args: &SolveArgs, solved: &Solved, stop: &StopHandle) -> Result<(), Failure> {
    match solved.ended {
        Ended::Time | Ended::Nodes | Ended::Stopped if solved.value.is_none() => {
            let why = if stop.is_stopped() { "interrupted" } else { "not solved within the limits" };
            let go_on = match &args.checkpoint {
                Some(_) => "the same command goes on",
                None => "with --checkpoint FILE the search is kept, and the same command goes on",
            };
            Err(Failure::Early(format!("{why}; {go_on}")))
        }
        _ => Ok(()),
    }
}

/// `bound_bytes` is the length of the moves of a proof that nobody wins in time, if one was written; `known`
/// what the library proves, if it answers.
fn report(
    args: &SolveArgs,
    solved: &Solved,
    (bound_bytes, known): (Option<u64>, Option<&Known>),
    out: &mut Output,
) -> Result<(), Failure> {
    let certificate = solved.certificate.as_ref().and_then(|proof| proof.as_ref().ok());
    let proof = certificate.map(|bytes| bytes.len() as u64).or(bound_bytes);
    if args.json {
        return Ok(out.json(&json!({
            "value": solved.word(),
            "best": solved.best,
            "plies": solved.plies,
            "shortest": solved.shortest,
            "nodes": solved.nodes,
            "seconds": solved.elapsed.unwrap_or_default().as_secs_f64(),
            "proof": proof,
            "sources": known.map_or(&[][..], |known| &known.sources),
        }))?);
    }
    let length = match solved.plies {
        Some(plies) if solved.shortest => format!(" in {plies} plies, and in no fewer"),
        Some(plies) => format!(" within {plies} plies"),
        None => String::new(),
    };
    match args.max_plies {
        _ if solved.is_left_open => {
            out.text("unknown for the side to move: the game's repetition rule leaves it open")?;
        }
        Some(plies) if solved.is_refuted() => {
            out.text(format!("neither side can force a win within {plies} plies"))?;
        }
        _ => out.text(format!("{} for the side to move{length}", solved.word()))?,
    }
    if let Some(best) = &solved.best {
        out.text(format!("best {best}"))?;
    }
    let elapsed = solved.elapsed.unwrap_or_default();
    if let Some(known) = known {
        let sources = known.sources.join(" and ");
        let checked = format!("checked in {}; --search searches all the same", seconds(elapsed));
        out.text(format!("proven in the library by {sources}, {checked}"))?;
        return Ok(());
    }
    let speed = grouped(per_second(solved.nodes, elapsed));
    out.text(format!("{} nodes in {}, {speed} nodes/s", grouped(solved.nodes), seconds(elapsed)))?;
    if let Some(bytes) = proof {
        out.text(format!("proof of {} bytes", grouped(bytes)))?;
    } else if args.proof.is_some() && solved.certificate.is_none() {
        out.text("no proof was written: nothing is proven")?;
    }
    Ok(())
}

/// Solves a position of the named game with the workers of a queue.
#[cfg(feature = "queue")]
struct QueueSolver<'a> {
    name: &'static str,
    url: &'a str,
    request: ProofRequest,
    solved: Option<Result<Solved, Failure>>,
}

#[cfg(feature = "queue")]
impl GameVisitor for QueueSolver<'_> {
    fn visit<D: Definition>(&mut self) {
        if D::INFO.name == self.name {
            let mut line = Line::new();
            let mut observe = |progress: &ProofProgress| {
                let ProofProgress { jobs, settled, nodes, elapsed } = *progress;
                let text = format!("{jobs} jobs, {settled} leaves settled, {} nodes", grouped(nodes));
                line.show(elapsed, &text);
            };
            self.solved = Some(queue::solve::<D>(self.url, &self.request, &mut observe));
        }
    }
}

/// Solves, and shows how far the search is.
fn solve(
    prover: &dyn Prover,
    table: &Arc<ProofTable>,
    request: &Request,
    saved: Option<Saved>,
) -> Result<Solved, Failure> {
    let (mut line, clock) = (Line::of("solving"), SystemClock::start());
    let time = request.limits.time_limit();
    let mut observe = |progress: Progress| {
        let [win, no_win] =
            [progress.numbers.proof, progress.numbers.disproof].map(|number| grouped(number.into()));
        let speed = per_second(progress.nodes, progress.elapsed.unwrap_or_default());
        let (nodes, speed) = (grouped(progress.nodes), grouped(speed));
        let text = format!(
            "{nodes} nodes, {speed} nodes/s; left to prove a win {win}, to refute it {no_win} leaves"
        );
        // A search with checkpoints is made of several calls.
        let elapsed = clock.now();
        line.show_with(elapsed, &text, time.map(|time| time.saturating_sub(elapsed)));
    };
    let mut solve = |request: &Request| prover.solve(table, request, &mut observe);
    let solved = match saved {
        Some(mut saved) => saved.solve(table, request, solve),
        None => solve(request).map_err(Failure::from),
    };
    line.clear();
    solved
}

pub(crate) fn verify(args: &VerifyArgs, out: &mut Output) -> Result<(), Failure> {
    let (game, rules) = setup::game(&args.game);
    let asked = game.session(rules, args.position.as_deref())?;
    let cannot = |error| Failure::bad(format!("cannot read {}: {error}", args.proof.display()));
    let mut file = File::open(&args.proof).map_err(cannot)?;
    let stop = interrupt::stop_handle();
    let prover = prover(game.info().name)?;
    let mut line = Line::of(&format!("checking {}", args.proof.display()));
    let found = prover.verify(&mut file, &stop);
    line.clear();
    match &found {
        Err(VerifyError::Flaw(Flaw::Stopped)) => {
            return Err(Failure::Early(
                "interrupted before the proof was checked; nothing is kept".to_owned(),
            ));
        }
        Err(VerifyError::Read(reason)) => {
            return Err(Failure::bad(format!("cannot read {}: {reason}", args.proof.display())));
        }
        _ => {}
    }
    let holds = found.map_err(|error| error.to_string()).and_then(|proven| {
        let header = &proven.header;
        let about = |what: &str, found: &str, wanted: &str| {
            if found == wanted {
                Ok(())
            } else {
                Err(format!("it is about the {what} {found}, not {wanted}"))
            }
        };
        about("rules", &header.rules, &asked.rules())?;
        if args.position.is_some() {
            about("position", &header.position, &asked.position())?;
        }
        Ok(proven)
    });
    answer(args, &holds, out)?;
    if holds.is_ok() { Ok(()) } else { Err(Failure::No) }
}

fn answer(args: &VerifyArgs, holds: &Result<Proven, String>, out: &mut Output) -> Result<(), Failure> {
    if args.json {
        return Ok(out.json(&match holds {
            Ok(Proven { header, plies }) => json!({
                "holds": true,
                "claim": header.claim.to_string(),
                "rules": header.rules,
                "position": header.position,
                "plies": plies,
                "decisions": header.decisions,
            }),
            Err(reason) => json!({"holds": false, "reason": reason}),
        })?);
    }
    out.text(match holds {
        Ok(Proven { header, plies }) => {
            let length =
                plies.map(|plies| format!("; the longest line has {plies} plies")).unwrap_or_default();
            format!("the proof holds: {}, from {} ({}){length}", header.claim, header.position, header.rules)
        }
        Err(reason) => format!("the proof does not hold: {reason}"),
    })?;
    Ok(())
}

/// Writes the proof that nobody wins within the plies asked for, which grows larger than memory.
fn write_bound(
    prover: &dyn Prover,
    table: &Arc<ProofTable>,
    of: (&Request, u32),
    path: &Path,
) -> Result<u64, Failure> {
    with_scratch(path, |scratch| {
        replace(path, |file| {
            let written = prover.write_bound(table, of, (scratch, &mut BufWriter::new(file)))?;
            written.map(|header| header.bytes).map_err(no_proof)
        })
    })
}

fn no_proof(error: impl Display) -> Failure {
    Failure::bad(format!("no proof was written: {error}"))
}
