//! Engines by name: searches with their settings behind an object-safe trait.

mod options;

pub use options::ENGINES;

use crate::definition::{Definition, Opening};
use crate::error::TextError;
use crate::fault::Fault;
use crate::notation::Notation;
use crate::proof::prover;
use crate::random::Random;
use crate::session::{MakeOpening, Session, Typed, find_evaluation};
use crate::spec::Spec;
use core::fmt;
use core::marker::PhantomData;
use core::time::Duration;
use options::{Book, Options};
use plywood_search::{
    AlphaBeta, AnyKnowledge, Clock, Ended, Game, Hints, Iterative, Knowledge, Limits, Line, Mcts, Minimax,
    Position, Repetition, Report, Score, Search, Table, TimeLeft,
};
use std::sync::Arc;

/// A report whose moves are texts in the game's notation, one whole turn each.
pub type Thoughts = Report<String>;

/// An engine: it chooses moves.
pub trait Engine: Send {
    /// The spec that the engine was made from.
    fn spec(&self) -> &Spec;

    /// Searches the current position of `session`, and calls `observe` after each iteration.
    ///
    /// The engine's own limits apply where `limits` sets none of the kind. The report has a best move unless
    /// the game is over.
    ///
    /// # Errors
    ///
    /// If the session is of another game, or the engine is an external program that fails.
    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        observe: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError>;

    /// Forgets what was learnt from earlier positions, because another game begins.
    fn new_game(&mut self);

    /// Takes note of what the next game is called, for logs. Most engines have none.
    fn label_game(&mut self, _label: &str) {}

    /// Takes note of the clock that the next game begins with, if it has one. Most engines hear of it when
    /// they think; other programs may want to know before the game.
    fn set_clock(&mut self, _left: Option<TimeLeft>) {}

    /// The build that it is of, in its own words, if that is not the build of this program. An engine that is
    /// another program may say so.
    fn build(&self) -> Option<String> {
        None
    }
}

/// Error returned when making or asking an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// A name, an option or a value is invalid.
    Spec(TextError),
    /// The engine was made for another game than the one it was asked about.
    WrongGame {
        /// The game the engine plays.
        plays: &'static str,
        /// The game that it was asked about.
        asked: &'static str,
    },
    /// The engine is an external program and did not answer as it should.
    Fault(Fault),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(error) => error.fmt(f),
            Self::WrongGame { plays, asked } => {
                write!(f, "the engine plays {plays} and was asked about {asked}")
            }
            Self::Fault(fault) => write!(f, "the engine {fault}"),
        }
    }
}

impl core::error::Error for EngineError {}

impl From<TextError> for EngineError {
    fn from(error: TextError) -> Self {
        Self::Spec(error)
    }
}

/// A search for the game of these positions, of any kind.
type BoxedSearch<P> = Box<dyn Search<P> + Send>;

impl From<Fault> for EngineError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// An evaluation as a function of positions, for whoever does not know the game: the value of the session's
/// current position for the side to move.
pub type Evaluate = Arc<dyn Fn(&dyn Session) -> Score + Send + Sync>;

/// The evaluation of an engine.
pub(crate) enum Evaluation<'a, P: Position> {
    /// The one that the spec names.
    Named,
    /// The game's own with the network of a file's bytes.
    Network(&'a [u8]),
    /// A function.
    Asked(Asked<P>),
}

impl<P: Position> Evaluation<'_, P> {
    /// Whether the strong search is compiled for the knowledge, if the spec names the first evaluation or
    /// not.
    fn is_default(&self, first_is_named: bool) -> bool {
        match self {
            Self::Named => first_is_named,
            Self::Network(_) => true,
            Self::Asked(_) => false,
        }
    }
}

/// A function of sessions as the knowledge of a game.
pub(crate) struct Asked<P: Position> {
    pub(crate) evaluate: Evaluate,
    pub(crate) margin: i32,
    pub(crate) opening: MakeOpening<P>,
}

/// The knowledge of `Asked`, which makes sessions of the game of `D`.
struct AskedOf<D: Definition>(Asked<D::Position>);

impl<D: Definition> Knowledge<D::Position> for AskedOf<D> {
    type State = ();

    fn start(&self, _position: &D::Position) {}

    fn evaluate(&self, position: &D::Position, (): &mut ()) -> Score {
        (self.0.evaluate)(&Typed::<D> { game: Game::new(position.clone()), opening: self.0.opening })
    }

    fn margin(&self) -> i32 {
        self.0.margin
    }
}

/// The engine that `spec` describes, for the game of `D`, with this evaluation.
pub(crate) fn build<D: Definition>(
    spec: &Spec,
    opening: MakeOpening<D::Position>,
    evaluation: Evaluation<'_, D::Position>,
) -> Result<Box<dyn Engine>, EngineError> {
    let options = Options::read(spec, D::MONTE_CARLO)?;
    let (limits, time) = (options.limits.clone(), options.time);
    let opening = match options.book {
        Book::Off => None,
        Book::On => opening(options.seed),
        Book::Random => D::random_opening(options.seed),
    };
    let search: BoxedSearch<D::Position> = match spec.name() {
        "random" => Box::new(Random::new(options.seed)),
        "pvs" | "ids" if evaluation.is_default(D::INFO.evaluations[0].name == options.evaluation) => {
            let knowledge = match evaluation {
                Evaluation::Network(bytes) => learned::<D>(spec, bytes)?,
                Evaluation::Named | Evaluation::Asked(_) => D::Knowledge::default(),
            };
            deepening(knowledge, spec, &options)?
        }
        name => {
            let knowledge = match evaluation {
                Evaluation::Network(bytes) => AnyKnowledge::new(learned::<D>(spec, bytes)?),
                Evaluation::Named => find_evaluation::<D>(&options.evaluation)?,
                Evaluation::Asked(asked) => AnyKnowledge::new(AskedOf::<D>(asked)),
            };
            match name {
                "minimax" => Box::new(Minimax::new(knowledge)),
                "alphabeta" => Box::new(AlphaBeta::new(knowledge)),
                "mcts" => {
                    let tree = options.monte_carlo(knowledge.margin());
                    let search = Mcts::new(knowledge, tree);
                    match options.proofs() {
                        0 => Box::new(search),
                        bytes => Box::new(search.with_prover(prover::<D>(bytes)?)),
                    }
                }
                _ => deepening(knowledge, spec, &options)?,
            }
        }
    };
    Ok(Box::new(TypedEngine::<D> { spec: spec.clone(), limits, time, opening, search, game: PhantomData }))
}

/// The game's knowledge with the network of a file's bytes.
fn learned<D: Definition>(spec: &Spec, network: &[u8]) -> Result<D::Knowledge, TextError> {
    let error =
        |reason: &dyn fmt::Display| TextError::new("net", spec.get("net").unwrap_or_default(), reason);
    D::learned(network)
        .ok_or_else(|| error(&format!("{} has no networks", D::INFO.name)))?
        .map_err(|reason| error(&reason))
}

/// The search that deepens, over this knowledge.
fn deepening<P: Hints, K: Knowledge<P> + Clone + 'static>(
    knowledge: K,
    spec: &Spec,
    options: &Options,
) -> Result<BoxedSearch<P>, TextError> {
    let table = Table::with_bytes(options.hash)
        .map_err(|error| TextError::new("hash", spec.get("hash").unwrap_or_default(), error))?;
    let (table, search) = (Arc::new(table), options.deepening(knowledge.parameters()));
    if !options.exact {
        return Ok(Box::new(Iterative::with_options(knowledge, table, search)));
    }
    let plain = Iterative::with_options(knowledge.clone(), Arc::clone(&table), search.exact());
    let repeating = Iterative::with_options(knowledge, table, search.exact_with_repetition());
    Ok(Box::new(Exact { plain, repeating }))
}

/// The search of `exact=on`: it finds the values of minimax, in games where repetition counts too.
struct Exact<S> {
    plain: S,
    /// Without a table, which holds the values of other paths.
    repeating: S,
}

impl<P: Position, S: Search<P>> Search<P> for Exact<S> {
    fn search(
        &mut self,
        game: &Game<P>,
        limits: &Limits,
        observe: &mut dyn FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        match game.position().repetition() {
            Repetition::Ignored => self.plain.search(game, limits, observe),
            Repetition::Draw(_) | Repetition::Illegal(_) => self.repeating.search(game, limits, observe),
        }
    }

    fn clear(&mut self) {
        self.plain.clear();
        self.repeating.clear();
    }
}

/// The operating system's clock, where the feature `clock` allows it to be read.
#[cfg_attr(
    feature = "clock",
    expect(clippy::unnecessary_wraps, reason = "without the feature there is no clock")
)]
fn system_clock() -> Option<Arc<dyn Clock>> {
    #[cfg(feature = "clock")]
    return Some(Arc::new(plywood_search::SystemClock::start()));
    #[cfg(not(feature = "clock"))]
    None
}

fn no_clock(spec: &Spec) -> EngineError {
    let reason = "a limit in time, such as the default of a second, needs a clock, and there is none";
    TextError::new("engine", spec.to_string(), reason).into()
}

/// A search for the game of `D`.
struct TypedEngine<D: Definition> {
    spec: Spec,
    limits: Limits,
    /// The limit in time, on whatever clock a call brings.
    time: Option<Duration>,
    opening: Option<Box<dyn Opening<D::Position>>>,
    search: BoxedSearch<D::Position>,
    game: PhantomData<D>,
}

impl<D: Definition> TypedEngine<D> {
    /// The limits of one call: those given, then the engine's own, then a default that ends.
    fn limits(&self, given: &Limits) -> Result<Limits, EngineError> {
        const DEFAULT_TIME: Duration = Duration::from_secs(1);
        let mut limits = given.clone();
        limits.depth = limits.depth.or(self.limits.depth);
        limits.nodes = limits.nodes.or(self.limits.nodes);
        let own_time = self.time.filter(|_| limits.time_left().is_none());
        let mut time = limits.time_limit().or(own_time);
        let is_bounded = limits.depth.is_some() || limits.nodes.is_some() || limits.time_left().is_some();
        match self.spec.name() {
            "minimax" => limits.depth = limits.depth.or(Some(3)),
            "alphabeta" => limits.depth = limits.depth.or(Some(4)),
            "pvs" | "ids" | "mcts" if !is_bounded => time = time.or(Some(DEFAULT_TIME)),
            _ => {}
        }
        match limits.clock().cloned().or_else(system_clock) {
            Some(clock) => Ok(limits.with_time(time, clock)),
            None if time.is_some() => Err(no_clock(&self.spec)),
            None => Ok(limits),
        }
    }

    /// The moves that the game says need no search, if there are any and they are legal.
    fn opening(&self, game: &Game<D::Position>) -> Option<Thoughts> {
        if game.outcome().is_some() {
            return None;
        }
        let opening = self.opening.as_ref()?;
        let moves = opening.moves(game.position());
        let mut copy = game.clone();
        if moves.is_empty() || moves.iter().any(|&mv| copy.play(mv).is_err()) {
            return None;
        }
        let pv = game.position().write_line(&moves);
        let score = opening.value(game.position()).unwrap_or(Score::ZERO);
        Some(Report::of_line(score, pv, Ended::Book))
    }

    /// The mover's whole turn that begins with the best move of `report`: from its variation and, if that
    /// ends early, from those of further small searches.
    fn turn(
        &mut self,
        game: &Game<D::Position>,
        report: &Report<MoveOf<D>>,
        limits: &Limits,
    ) -> Vec<MoveOf<D>> {
        let small = limits_of_a_turn_finished(limits, report.ended, report.elapsed);
        let mut game = game.clone();
        let side = game.side_to_move();
        let mut turn = Vec::new();
        let mut planned = report.pv.clone().into_iter();
        let mut next = planned.next().or(report.best);
        while let Some(mv) = next {
            if game.play(mv).is_err() {
                break;
            }
            turn.push(mv);
            if game.side_to_move() != side || game.outcome().is_some() {
                break;
            }
            next = planned.next();
            if next.is_none() {
                let more = self.search.run(&game, &small);
                planned = more.pv.into_iter();
                next = planned.next().or(more.best);
            }
        }
        turn
    }
}

type MoveOf<D> = <<D as Definition>::Position as plywood_search::Position>::Move;

impl<D: Definition> Engine for TypedEngine<D> {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        observe: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError> {
        let wrong = EngineError::WrongGame { plays: D::INFO.name, asked: session.info().name };
        let game = &session.as_any().downcast_ref::<Typed<D>>().ok_or(wrong)?.game;
        let limits = self.limits(limits)?;
        let position = game.position();
        if let Some(thoughts) = self.opening(game) {
            observe(&thoughts);
            return Ok(thoughts);
        }
        let mut report = self.search.search(game, &limits, &mut |report| observe(&in_text(position, report)));
        if report.best.is_some() {
            let turn = self.turn(game, &report, &limits);
            begin_with(&mut report, &turn);
        }
        Ok(in_text(position, &report))
    }

    fn new_game(&mut self) {
        self.search.clear();
    }
}

/// The limits of a search that goes on with an unfinished turn, after a search with these limits: few nodes.
/// If time ran out or it was stopped, hardly any time; otherwise the rest of it, so that the same limits give
/// the same move.
fn limits_of_a_turn_finished(limits: &Limits, ended: Option<Ended>, elapsed: Option<Duration>) -> Limits {
    const NODES: u64 = 2_000;
    const TIME: Duration = Duration::from_millis(1);
    let small = Limits::nodes(NODES).with_depth(4);
    let is_timed = limits.time_limit().is_some() || limits.time_left().is_some();
    let Some(clock) = limits.clock().filter(|_| is_timed) else { return small };
    if matches!(ended, None | Some(Ended::Time | Ended::Stopped)) {
        return small.with_time(TIME, Arc::clone(clock));
    }
    let rest = limits.clone().after(0, elapsed.unwrap_or_default());
    small.with_time(rest.time_limit(), Arc::clone(clock)).with_time_left(rest.time_left(), Arc::clone(clock))
}

/// Completes a variation that ends in the middle of the mover's turn.
fn begin_with<M: Clone>(report: &mut Report<M>, turn: &[M]) {
    if turn.len() <= report.pv.len() {
        return;
    }
    report.pv = turn.to_vec();
    if let Some(line) = report.lines.first_mut() {
        line.pv = turn.to_vec();
    }
}

/// The report with its moves written as turns from `position`.
fn in_text<P: Notation>(position: &P, report: &Report<P::Move>) -> Thoughts {
    let pv = position.write_line(&report.pv);
    let line = |line: &Line<P::Move>| Line { score: line.score, pv: position.write_line(&line.pv) };
    Report {
        best: pv.first().cloned().or_else(|| report.best.map(|mv| position.write_move(mv))),
        score: report.score,
        depth: report.depth,
        nodes: report.nodes,
        elapsed: report.elapsed,
        pv,
        lines: report.lines.iter().map(line).collect(),
        visits: report.visits.iter().map(|&(mv, visits)| (position.write_move(mv), visits)).collect(),
        table: report.table,
        ended: report.ended,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct StandingClock;

    impl Clock for StandingClock {
        fn now(&self) -> Duration {
            Duration::ZERO
        }
    }

    #[test]
    fn a_turn_is_finished_in_hardly_any_time_if_time_is_limited() {
        let second = Duration::from_secs(1);
        let finished =
            |limits: &Limits, ended| limits_of_a_turn_finished(limits, Some(ended), Some(second / 4));
        let time = |limits: &Limits| finished(limits, Ended::Time).time_limit();
        let left = TimeLeft::new(second);
        for timed in [
            Limits::none().with_time(second, StandingClock),
            Limits::none().with_time_left(left, StandingClock),
        ] {
            assert!(time(&timed).is_some_and(|time| time <= Duration::from_millis(1)));
            let rest = finished(&timed, Ended::Depth);
            assert!(rest.time_limit().is_none_or(|time| time == second * 3 / 4), "{rest:?}");
            assert_ne!((rest.time_limit(), rest.time_left()), (None, None), "{rest:?}");
        }
        for untimed in [Limits::depth(3), Limits::nodes(100).with_clock(StandingClock)] {
            assert_eq!(time(&untimed), None, "the same nodes and the same move, however fast the machine is");
        }
    }
}
