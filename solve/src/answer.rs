//! Solving for front ends: text goes in, text comes out, and one call does all.

use crate::certificate::{self, WriteError};
use crate::claim::Claim;
use crate::identity::Form;
use core::time::Duration;
use plywood_play::{Definition, Notation, TextError};
use plywood_search::{
    Answer, Dfpn, Ended, Limits, Outcome, Progress, ProofGuide, ProofTable, Question, Side,
};
use std::sync::Arc;

/// What is to be solved, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// The rules, as text; empty for the default.
    pub rules: String,
    /// The position as text, or `None` for the start. It is solved as if the game began with it.
    pub position: Option<String>,
    /// The limits of all work together. Their depth is not looked at.
    pub limits: Limits,
    /// Ask only who wins within so many plies.
    pub max_plies: Option<u32>,
    /// Go on until the length of a win is proven to be the least, or a limit comes.
    pub shortest: bool,
    /// The number of threads, one at least. More than one find the same values with other nodes and other moves each time.
    pub threads: usize,
    /// Write a certificate, in this form.
    pub certificate: Option<Form>,
}

/// What has been found out.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The player to move.
    pub mover: Side,
    /// The result with best play. `None` if a limit came first, if nobody wins within the plies asked for, or if the game's repetition rule
    /// leaves it open (see [`Dfpn::solve`]).
    pub value: Option<Outcome>,
    /// A move that keeps the value, as the game writes it: one ply. `None` for a loss, and if the value is not known.
    pub best: Option<String>,
    /// A won or lost game ends within so many plies.
    pub plies: Option<u32>,
    /// The plies are proven to be the least.
    pub shortest: bool,
    /// Nodes of all searches: the number of moves made. Those for the certificate are not counted.
    pub nodes: u64,
    /// Everything was answered, and the game's repetition rule leaves the value open all the same.
    pub is_left_open: bool,
    /// The time of all searches, on the clock of the limits; zero if they have none.
    pub elapsed: Duration,
    /// What ended the search for the value.
    pub ended: Ended,
    /// The certificate as the bytes of a file, if one was asked for and the value is known.
    pub certificate: Option<Result<Vec<u8>, WriteError>>,
}

impl Solved {
    fn unknown(mover: Side, ended: Ended) -> Self {
        Self {
            mover,
            value: None,
            best: None,
            plies: None,
            shortest: false,
            nodes: 0,
            is_left_open: false,
            elapsed: Duration::ZERO,
            ended,
            certificate: None,
        }
    }

    /// The value for the player to move, in one word: `win`, `loss`, `draw` or `unknown`.
    pub fn word(&self) -> &'static str {
        match self.value {
            None => "unknown",
            Some(Outcome::Draw) => "draw",
            Some(Outcome::Win(side)) if side == self.mover => "win",
            Some(Outcome::Win(_)) => "loss",
        }
    }

    /// What is left of the limits after all nodes and time so far.
    fn rest_of(&self, limits: &Limits) -> Limits {
        Limits {
            nodes: limits.nodes.map(|nodes| nodes.saturating_sub(self.nodes)),
            time: limits.time.map(|time| time.saturating_sub(self.elapsed)),
            ..limits.clone()
        }
    }

    /// What the value comes to as a statement that can be certified.
    fn claim(&self) -> Option<Claim> {
        match (self.value?, self.plies) {
            (Outcome::Draw, _) => Some(Claim::Draw),
            (Outcome::Win(side), Some(within)) => Some(Claim::Wins { side, within }),
            (Outcome::Win(_), None) => None,
        }
    }
}

/// Solves a position with the help of `guide`, in this table; tells `observe` how it goes.
///
/// # Errors
///
/// If the rules or the position cannot be read.
pub fn solve<D: Definition, G: ProofGuide<D::Position>>(
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
        solved.certificate = Some(certificate::write::<D, G>(&mut search, &position, (claim, form), &limits));
    }
    Ok(solved)
}

/// Reads a position under rules.
fn read<D: Definition>(rules: &str, position: Option<&str>) -> Result<D::Position, TextError> {
    type RulesOf<D> = <<D as Definition>::Position as Notation>::Rules;
    let parsed: RulesOf<D> = rules.parse().map_err(|reason| TextError::new("rules", rules, reason))?;
    let Some(text) = position else { return Ok(D::Position::start(&parsed)) };
    D::Position::read(text, &parsed).map_err(|reason| TextError::new("position", text, reason))
}

/// The value at any length.
fn value<P: Notation, G: ProofGuide<P>>(
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

/// Who wins within so many plies, if anybody does.
fn value_within<P: Notation, G: ProofGuide<P>>(
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
        solved.nodes += verdict.progress.nodes;
        solved.elapsed += verdict.progress.elapsed;
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

/// Looks for the least number of plies of a won or lost game.
fn narrow<P: Notation, G: ProofGuide<P>>(
    search: &mut Dfpn<P, G>,
    position: &P,
    solved: &mut Solved,
    limits: &Limits,
    observe: &mut dyn FnMut(Progress),
) {
    let (Some(Outcome::Win(side)), Some(plies)) = (solved.value, solved.plies) else { return };
    let length = search.shortest(position, (side, plies), &solved.rest_of(limits), observe);
    solved.nodes += length.nodes;
    solved.elapsed += length.elapsed;
    solved.plies = Some(length.at_most);
    solved.shortest = length.at_least == length.at_most;
    if side == position.side_to_move() && length.at_most < plies {
        // The table has the answer, or finds it again; without limits, because it must be the move that goes with the length.
        let limits = Limits::none().with_stop(limits.stop.clone());
        let verdict = search.ask(position, Question::wins_within(side, length.at_most), &limits, &mut |_| {});
        solved.best = verdict.best.map(|mv| position.write_move(mv)).or(solved.best.take());
    }
}
