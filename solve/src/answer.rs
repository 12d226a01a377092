//! Solving for front ends: one call that takes text and returns text.

use crate::certificate::{self, Header, WriteError};
use crate::claim::Claim;
use crate::identity::Form;
use core::time::Duration;
use plywood_play::{Definition, Notation, TextError};
use plywood_search::{Answer, Dfpn, Ended, Knowledge, Limits, Outcome, Progress, ProofTable, Question, Side};
use std::io::{Read, Seek, Write};
use std::sync::Arc;

/// A position to solve, and how to solve it.
#[derive(Clone, Debug)]
pub struct Request {
    /// The rules as text; empty for the default rules.
    pub rules: String,
    /// The position as text, or `None` for the starting position. It is solved as if the game began with it.
    pub position: Option<String>,
    /// The limits of the whole request. The depth limit is ignored.
    pub limits: Limits,
    /// If given, ask only who wins within this number of plies.
    pub max_plies: Option<u32>,
    /// Whether to continue until the length of a win is proven to be the least, or a limit is reached.
    pub shortest: bool,
    /// The number of threads, at least 1. With more than one, the values stay the same; nodes and moves vary
    /// from run to run.
    pub threads: usize,
    /// The form of the certificate to write; `None` for no certificate.
    pub certificate: Option<Form>,
    /// The most nodes of each search that looks for a shorter win of a position on the certificate's longest
    /// lines, as [`certificate::shorten`] does; `None` to leave the win as it was found. Other forms than
    /// [`Form::Exact`] and [`Form::Symmetric`] are left as they are.
    pub shorten: Option<u64>,
}

/// The result of a request.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The player to move.
    pub mover: Side,
    /// The result with best play. `None` if a limit came first, if nobody wins within the plies asked for, or
    /// if the game's repetition rule leaves the value open (see [`Dfpn::solve`]).
    pub value: Option<Outcome>,
    /// A move that keeps the value, in the game's notation: one ply. `None` for a loss, and if the value is
    /// unknown.
    pub best: Option<String>,
    /// The number of plies within which a won or lost game ends.
    pub plies: Option<u32>,
    /// Whether no shorter win exists than `plies` says.
    pub shortest: bool,
    /// The nodes of all searches: the number of moves made, without those that writing the certificate took.
    pub nodes: u64,
    /// Whether every question was answered and the game's repetition rule still leaves the value open.
    pub is_left_open: bool,
    /// The time of all searches, by the clock of the limits; `None` if the limits have no clock.
    pub elapsed: Option<Duration>,
    /// The reason why the search for the value ended.
    pub ended: Ended,
    /// The certificate as the bytes of a file, if one was requested and the value is known.
    pub certificate: Option<Result<Vec<u8>, WriteError>>,
}

impl Solved {
    pub(crate) fn unknown(mover: Side, ended: Ended) -> Self {
        Self {
            mover,
            value: None,
            best: None,
            plies: None,
            shortest: false,
            nodes: 0,
            is_left_open: false,
            elapsed: None,
            ended,
            certificate: None,
        }
    }

    /// The value for the player to move, in one word: `win`, `loss`, `draw` or `unknown`.
    pub fn word(&self) -> &'static str {
        word(self.mover, self.value)
    }

    /// Whether nobody wins within the plies asked for.
    pub fn is_refuted(&self) -> bool {
        self.value.is_none() && self.ended == Ended::Proven && !self.is_left_open
    }

    /// The part of the limits that the work so far leaves.
    fn rest_of(&self, limits: &Limits) -> Limits {
        limits.clone().after(self.nodes, self.elapsed.unwrap_or_default())
    }

    /// Counts the nodes and the time of another search.
    fn add(&mut self, nodes: u64, elapsed: Option<Duration>) {
        self.nodes += nodes;
        self.elapsed = elapsed.map(|elapsed| self.elapsed.unwrap_or_default() + elapsed);
    }

    /// The value as a statement that a certificate can prove.
    fn claim(&self) -> Option<Claim> {
        match (self.value?, self.plies) {
            (Outcome::Draw, _) => Some(Claim::Draw),
            (Outcome::Win(side), Some(within)) => Some(Claim::Wins { side, within }),
            (Outcome::Win(_), None) => None,
        }
    }
}

/// A value for the player to move, in one word.
pub(crate) fn word(mover: Side, value: Option<Outcome>) -> &'static str {
    match value {
        None => "unknown",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(side)) if side == mover => "win",
        Some(Outcome::Win(_)) => "loss",
    }
}

/// Solves a position with the help of `guide`, in the given table, and reports progress to `observe`.
///
/// # Errors
///
/// If the rules or the position cannot be read.
pub fn solve<D: Definition, G: Knowledge<D::Position>>(
    guide: G,
    table: Arc<ProofTable>,
    request: &Request,
    observe: &mut dyn FnMut(Progress),
) -> Result<Solved, TextError> {
    let position = read::<D>(&request.rules, request.position.as_deref())?;
    let mut search = Dfpn::new(guide, table).with_threads(request.threads);
    let limits = &request.limits;
    let mut solved = match request.max_plies {
        None => value(&mut search, &position, limits, observe),
        Some(plies) => value_within(&mut search, &position, plies, limits, observe),
    };
    if request.shortest {
        narrow(&mut search, &position, &mut solved, limits, observe);
    }
    if let (Some(form), Some(claim)) = (request.certificate, solved.claim()) {
        let limits = Limits::none().with_stop(limits.stop.clone());
        let mut written = certificate::write::<D, G>(&mut search, &position, (claim, form), &limits);
        if let (Some(nodes), Ok(file)) = (request.shorten, &mut written) {
            let limits = Limits::nodes(nodes).with_stop(limits.stop);
            if let Ok(shorter) = certificate::shorten::<D, G>(file, &mut search, &limits, &mut |_| {}) {
                *file = shorter;
            }
        }
        // Its strategy may win sooner than the search has claimed.
        let header = written.as_ref().ok().and_then(|file| Header::read(file).ok());
        if let Some((Header { claim: Claim::Wins { within, .. }, .. }, _)) = header {
            solved.plies = solved.plies.map(|plies| plies.min(within));
        }
        solved.certificate = Some(written);
    }
    Ok(solved)
}

/// Writes a certificate that nobody wins the position of a request within `plies` plies, which
/// [`solve`] has found out with the same table; see [`certificate::write_bounded`].
///
/// # Errors
///
/// If the rules or the position cannot be read; within, if the certificate could not be written.
pub fn write_bound<D: Definition, G: Knowledge<D::Position>>(
    guide: G,
    table: Arc<ProofTable>,
    (request, plies): (&Request, u32),
    files: (&mut (impl Read + Write + Seek), &mut impl Write),
) -> Result<Result<Header, WriteError>, TextError> {
    let position = read::<D>(&request.rules, request.position.as_deref())?;
    let mut search = Dfpn::new(guide, table);
    let limits = Limits::none().with_stop(request.limits.stop.clone());
    let form = request.certificate.filter(|&form| form == Form::Exact).unwrap_or_default();
    let claim = Claim::NobodyWinsWithin { plies };
    Ok(certificate::write_bounded::<D, G>(&mut search, &position, (claim, form), &limits, files))
}

/// Reads a position under the given rules.
pub(crate) fn read<D: Definition>(rules: &str, position: Option<&str>) -> Result<D::Position, TextError> {
    type RulesOf<D> = <<D as Definition>::Position as Notation>::Rules;
    let parsed: RulesOf<D> = rules.parse().map_err(|reason| TextError::new("rules", rules, reason))?;
    let Some(text) = position else { return Ok(D::Position::start(&parsed)) };
    D::Position::read(text, &parsed).map_err(|reason| TextError::new("position", text, reason))
}

/// Finds the value without a bound on the number of plies.
fn value<P: Notation, G: Knowledge<P>>(
    search: &mut Dfpn<P, G>,
    position: &P,
    limits: &Limits,
    observe: &mut dyn FnMut(Progress),
) -> Solved {
    let solution = search.solve(position, limits, observe);
    Solved {
        value: solution.value,
        best: solution.best.map(|mv| position.write_move(mv)),
        plies: solution.within,
        nodes: solution.nodes,
        is_left_open: solution.value.is_none() && solution.ended == Ended::Proven,
        elapsed: solution.elapsed,
        ..Solved::unknown(position.side_to_move(), solution.ended)
    }
}

/// Finds out who wins within this number of plies, if anyone does.
fn value_within<P: Notation, G: Knowledge<P>>(
    search: &mut Dfpn<P, G>,
    position: &P,
    plies: u32,
    limits: &Limits,
    observe: &mut dyn FnMut(Progress),
) -> Solved {
    let mover = position.side_to_move();
    let mut solved = Solved::unknown(mover, Ended::Proven);
    for attacker in [mover, !mover] {
        let question = Question::wins_within(attacker, plies);
        let verdict = search.ask(position, question, &solved.rest_of(limits), observe);
        solved.add(verdict.progress.nodes, verdict.progress.elapsed);
        solved.ended = verdict.ended;
        match verdict.answer {
            Answer::Wins { .. } if !search.keeps_wins(position) => {
                solved.is_left_open = true;
                return solved;
            }
            Answer::Wins { within } => {
                solved.value = Some(Outcome::Win(attacker));
                solved.best = verdict.best.map(|mv| position.write_move(mv));
                solved.plies = within;
                return solved;
            }
            Answer::CannotWin { .. } => {}
            Answer::Unknown => return solved,
        }
    }
    solved
}

/// Searches for the least number of plies of a won or lost game.
fn narrow<P: Notation, G: Knowledge<P>>(
    search: &mut Dfpn<P, G>,
    position: &P,
    solved: &mut Solved,
    limits: &Limits,
    observe: &mut dyn FnMut(Progress),
) {
    let (Some(Outcome::Win(side)), Some(plies)) = (solved.value, solved.plies) else { return };
    let length = search.shortest(position, (side, plies), &solved.rest_of(limits), observe);
    solved.add(length.nodes, length.elapsed);
    solved.plies = Some(length.at_most);
    solved.shortest = length.at_least == length.at_most;
    if side == position.side_to_move() && length.at_most < plies {
        // The search repeats what the table has lost. It has no limits, because the move must match the
        // length.
        let limits = Limits::none().with_stop(limits.stop.clone());
        let verdict = search.ask(position, Question::wins_within(side, length.at_most), &limits, &mut |_| {});
        solved.best = verdict.best.map(|mv| position.write_move(mv)).or(solved.best.take());
    }
}
