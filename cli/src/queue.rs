//! Matches on a queue, as the commands see them.

use crate::commands::matches::progress_line;
use crate::commands::work::speed;
use crate::failure::Failure;
use crate::{build, interrupt};
use plywood_arena::{Ledger, Match, PlayedGame, Summary, Tournament, TournamentObserver};
use plywood_learn::{JobError, Progress, SelfPlay};
use plywood_play::{AnyGame, Definition};
use plywood_queue::{
    Access, Link, Notice, ProofProgress, ProofRequest, QueueError, QueuedGames, QueuedMatches,
};
use plywood_solve::Solved;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Connects to a server, with the files that the variables of NATS' own tools name.
pub(crate) fn connect(url: &str) -> Result<Link, Failure> {
    let file = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let access = Access {
        url: url.to_owned(),
        credentials: file("NATS_CREDS"),
        authority: file("NATS_CA"),
        certificate: file("NATS_CERT").zip(file("NATS_KEY")),
    };
    Ok(Link::connect(&access, "plywood")?)
}

/// Counts the games of a match that the workers of a queue play.
pub(crate) fn count(
    (url, scale): (&str, bool),
    contest: &Match,
    ledger: &dyn Ledger,
    observe: &mut dyn FnMut(PlayedGame, &Summary) -> ControlFlow<()>,
) -> Result<Summary, Failure> {
    let mut supplier = QueuedMatches::open(connect(url)?, vec![contest], reference(scale)?, say)?;
    let notice = supplier.notice();
    let mut observe = |game: PlayedGame, standing: &Summary| {
        write(notice.as_ref(), progress_line(standing));
        observe(game, standing)
    };
    let summary = contest.count_with(ledger, &mut supplier, &mut observe);
    report(&supplier);
    Ok(summary?)
}

/// The same for a tournament.
pub(crate) fn count_all(
    (url, scale): (&str, bool),
    tournament: &Tournament,
    ledgers: &[&dyn Ledger],
    observe: &mut TournamentObserver<'_>,
) -> Result<Vec<Summary>, Failure> {
    let matches = tournament.matches().iter().collect();
    let mut supplier = QueuedMatches::open(connect(url)?, matches, reference(scale)?, say)?;
    let notice = supplier.notice();
    let mut observe = |pairing: usize, game: PlayedGame, standing: &Summary| {
        write(notice.as_ref(), format!("pairing {}: {}", pairing + 1, progress_line(standing)));
        observe(pairing, game, standing)
    };
    let summaries = tournament.count_with(ledgers, &mut supplier, &mut observe);
    report(&supplier);
    Ok(summaries?)
}

/// Brings a file to so many games, which the workers of a queue play.
pub(crate) fn gather(
    url: &str,
    (game, settings): (&dyn AnyGame, &SelfPlay),
    games: u64,
    path: &Path,
    show: &mut dyn FnMut(&Progress),
) -> Result<Result<Progress, JobError>, Failure> {
    let stop = interrupt::stop_handle();
    let source = QueuedGames::open(connect(url)?, (game, settings), build::ID, &stop, say)?;
    let notice = source.notice();
    let mut observe = |progress: &Progress| {
        write(notice.as_ref(), format!("{} of {games} games", progress.games));
        show(progress);
    };
    Ok(plywood_learn::gather(game, settings, path, |done| source.range(done, games), &mut observe))
}

/// The speed that times are meant for: this machine's, if they are to be scaled.
fn reference(scale: bool) -> Result<Option<u64>, Failure> {
    if scale { speed().map(Some) } else { Ok(None) }
}

/// Solves a position with the workers of a queue.
pub(crate) fn solve<D: Definition>(
    url: &str,
    request: &ProofRequest,
    observe: &mut dyn FnMut(&ProofProgress),
) -> Result<Solved, Failure> {
    Ok(plywood_queue::solve::<D>(connect(url)?, request, observe, &mut say)?)
}

fn write(notice: Option<&Notice>, text: String) {
    if let Some(notice) = notice {
        notice.write(text);
    }
}

/// Says at the end what went wrong on the way.
fn report(supplier: &QueuedMatches<'_>) {
    let troubles = supplier.troubles();
    if troubles.refused + troubles.malformed > 0 {
        say(&format!(
            "{} results were refused, {} messages were malformed",
            troubles.refused, troubles.malformed
        ));
    }
}

/// Writes a line on standard error, which may be closed, in place of a line of progress.
pub(crate) fn say(line: &str) {
    let clear = if io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
    let _ = writeln!(io::stderr(), "{clear}plywood: {line}");
}

impl From<QueueError> for Failure {
    fn from(error: QueueError) -> Self {
        Self::bad(error)
    }
}
