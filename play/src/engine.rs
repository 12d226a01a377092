//! Engines by name: searches with their settings behind an object-safe face.

use crate::definition::{Definition, EvaluationVisitor, Named};
use crate::error::TextError;
use crate::notation::Notation;
use crate::quantity::{read_bytes, read_count, read_duration};
use crate::random::Random;
use crate::session::{Session, Typed, unknown_evaluation};
use crate::spec::Spec;
use core::fmt;
use core::marker::PhantomData;
use core::time::Duration;
use plywood_search::{
    AlphaBeta, Evaluator, Game, Iterative, Limits, Line, MAX_DEPTH, Minimax, Report, Search, SearchOptions,
    Table,
};
use std::sync::Arc;

/// A report in text: moves as the game writes them, a whole turn each.
pub type Thoughts = Report<String>;

/// Something that chooses moves.
pub trait Engine: Send {
    /// What it is, in the form that it was asked for.
    fn spec(&self) -> &Spec;

    /// Thinks about the current position of `session`, and calls `observe` whenever an iteration has finished.
    ///
    /// The engine's own limits hold where `limits` sets none of the kind. A best move is there unless the game is over.
    ///
    /// # Errors
    ///
    /// If the session is of another game.
    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        observe: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError>;

    /// Forgets what earlier positions taught: another game begins.
    fn new_game(&mut self);
}

/// Why there is no such engine, or no answer from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// A name, an option or a value is no good.
    Spec(TextError),
    /// The engine was made for another game than the one it was asked about.
    WrongGame {
        /// The game the engine plays.
        plays: &'static str,
        /// The game it was asked about.
        asked: &'static str,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(error) => error.fmt(f),
            Self::WrongGame { plays, asked } => {
                write!(f, "the engine plays {plays} and was asked about {asked}")
            }
        }
    }
}

impl core::error::Error for EngineError {}

impl From<TextError> for EngineError {
    fn from(error: TextError) -> Self {
        Self::Spec(error)
    }
}

/// The engines that every game has, and their options.
pub const ENGINES: &[Named] = &[
    Named {
        name: "pvs",
        summary: "the strong search, selective and on several threads: eval, time, depth, nodes, hash, multipv, threads, seed (of the opening), exact, and on or off: counter, window, knowledge, iir, lmr, lmp, null, rfp, futility, quiescence",
    },
    Named {
        name: "ids",
        summary: "iterative deepening over a transposition table: eval, time, depth, nodes, hash, multipv, exact",
    },
    Named {
        name: "alphabeta",
        summary: "plain alpha-beta to a fixed depth, 4 by default: eval, depth, time, nodes",
    },
    Named {
        name: "minimax",
        summary: "plain minimax to a fixed depth, 3 by default: eval, depth, time, nodes",
    },
    Named { name: "random", summary: "legal moves with equal chances: seed" },
];

/// The engine that `spec` describes, for the game of `D`.
pub(crate) fn build<D: Definition>(spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
    let options = Options::read(spec)?;
    let limits = options.limits.clone();
    let search: Box<dyn Search<D::Position> + Send> = if spec.name() == "random" {
        Box::new(Random::new(options.seed))
    } else {
        let unknown = || unknown_evaluation(&D::INFO, &options.evaluation);
        D::evaluation(&options.evaluation, Build { spec, options: &options }).ok_or_else(unknown)??
    };
    Ok(Box::new(TypedEngine::<D> {
        spec: spec.clone(),
        limits,
        seed: options.seed,
        search,
        game: PhantomData,
    }))
}

/// The options of an engine, read and checked.
#[derive(Clone, Debug)]
struct Options {
    evaluation: String,
    limits: Limits,
    hash: usize,
    exact: bool,
    seed: u64,
    /// What a search by iterative deepening may do.
    search: SearchOptions,
}

impl Options {
    /// 64 MiB: 4 million positions.
    const DEFAULT_HASH: usize = 64 << 20;
    const GREATEST_MULTI_PV: u64 = 500;
    const GREATEST_THREADS: u64 = 256;

    fn read(spec: &Spec) -> Result<Self, TextError> {
        let allowed: &[&str] = match spec.name() {
            "pvs" => &PVS_OPTIONS,
            "ids" => &["eval", "time", "depth", "nodes", "hash", "multipv", "threads", "exact"],
            "alphabeta" | "minimax" => &["eval", "time", "depth", "nodes"],
            "random" => &["seed", "time", "depth", "nodes"],
            _ => {
                let known: Vec<_> = ENGINES.iter().map(|engine| engine.name).collect();
                return Err(TextError::new("engine", spec.name(), format!("known are {}", known.join(", "))));
            }
        };
        let mut options = Self {
            evaluation: "default".to_owned(),
            limits: Limits::none(),
            hash: Self::DEFAULT_HASH,
            exact: false,
            seed: 0,
            search: if spec.name() == "pvs" { SearchOptions::SELECTIVE } else { SearchOptions::FULL_WIDTH },
        };
        for (key, value) in spec.options() {
            if !allowed.contains(&key) {
                let reason = format!("{} has {}", spec.name(), allowed.join(", "));
                return Err(TextError::new("engine option", key, reason));
            }
            options.set(key, value)?;
        }
        if options.exact {
            options.search = options.search.exact();
        }
        Ok(options)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        match key {
            "eval" => value.clone_into(&mut self.evaluation),
            "time" => self.limits.time = Some(read_duration(value)?),
            "depth" => self.limits.depth = Some(read_within("depth", value, 0, u64::from(MAX_DEPTH))? as u32),
            "nodes" => self.limits.nodes = Some(read_count(value)?),
            "hash" => self.hash = read_bytes(value)?,
            "multipv" => {
                self.search.multi_pv = read_within("multipv", value, 1, Self::GREATEST_MULTI_PV)? as usize;
            }
            "threads" => {
                self.search.threads = read_within("threads", value, 1, Self::GREATEST_THREADS)? as usize;
            }
            "exact" => self.exact = read_switch(key, value)?,
            "seed" => self.seed = read_count(value)?,
            _ => {
                if let Some(switch) = search_switch(&mut self.search, key) {
                    *switch = read_switch(key, value)?;
                }
            }
        }
        Ok(())
    }
}

const PVS_OPTIONS: [&str; 18] = [
    "eval",
    "time",
    "depth",
    "nodes",
    "hash",
    "multipv",
    "threads",
    "exact",
    "counter",
    "window",
    "knowledge",
    "iir",
    "lmr",
    "lmp",
    "null",
    "rfp",
    "futility",
    "quiescence",
];

/// The switch of the strong search that has this name.
fn search_switch<'a>(options: &'a mut SearchOptions, name: &str) -> Option<&'a mut bool> {
    Some(match name {
        "counter" => &mut options.counter_moves,
        "window" => &mut options.win_distance,
        "knowledge" => &mut options.knowledge,
        "iir" => &mut options.internal_reductions,
        "lmr" => &mut options.late_move_reductions,
        "lmp" => &mut options.late_move_pruning,
        "null" => &mut options.null_move,
        "rfp" => &mut options.reverse_futility,
        "futility" => &mut options.futility,
        "quiescence" => &mut options.quiescence,
        _ => return None,
    })
}

fn read_switch(name: &str, text: &str) -> Result<bool, TextError> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(TextError::new("engine option", format!("{name}={text}"), "must be on or off")),
    }
}

fn read_within(what: &'static str, text: &str, least: u64, most: u64) -> Result<u64, TextError> {
    let value = read_count(text).map_err(|error| TextError { what, ..error })?;
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    let reason = if least == most {
        format!("only {least} is possible")
    } else {
        format!("must be {least} to {most}")
    };
    Err(TextError::new(what, text, reason))
}

/// Builds the search of a name over an evaluation.
struct Build<'a> {
    spec: &'a Spec,
    options: &'a Options,
}

impl<P: Notation> EvaluationVisitor<P> for Build<'_> {
    type Output = Result<Box<dyn Search<P> + Send>, TextError>;

    fn visit<E: Evaluator<P> + Clone + 'static>(self, evaluator: E) -> Self::Output {
        Ok(match self.spec.name() {
            "minimax" => Box::new(Minimax::new(evaluator)),
            "alphabeta" => Box::new(AlphaBeta::new(evaluator)),
            _ => {
                let table = Table::with_bytes(self.options.hash).map_err(|error| {
                    TextError::new("hash", self.spec.get("hash").unwrap_or_default(), error)
                })?;
                Box::new(Iterative::with_options(evaluator, Arc::new(table), self.options.search))
            }
        })
    }
}

/// A search for the game of `D`.
struct TypedEngine<D: Definition> {
    spec: Spec,
    limits: Limits,
    seed: u64,
    search: Box<dyn Search<D::Position> + Send>,
    game: PhantomData<D>,
}

impl<D: Definition> TypedEngine<D> {
    /// The limits of one call: those given, then the engine's own, then something that ends.
    fn limits(&self, given: &Limits) -> Limits {
        let mut limits = given.clone();
        limits.depth = limits.depth.or(self.limits.depth);
        limits.nodes = limits.nodes.or(self.limits.nodes);
        limits.time = limits.time.or(self.limits.time);
        match self.spec.name() {
            "minimax" => limits.depth = limits.depth.or(Some(3)),
            "alphabeta" => limits.depth = limits.depth.or(Some(4)),
            "pvs" | "ids" if limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none() => {
                limits.time = Some(Duration::from_secs(1));
            }
            _ => {}
        }
        #[cfg(feature = "clock")]
        if limits.clock.is_none() {
            limits = limits.with_clock(plywood_search::SystemClock::start());
        }
        limits
    }

    /// What the game says is to be played without thinking, if it says so and the rules agree.
    fn opening(&self, game: &Game<D::Position>) -> Option<Thoughts> {
        if !matches!(self.spec.name(), "pvs" | "mcts") || game.outcome().is_some() {
            return None;
        }
        let moves = D::opening(game.position(), self.seed);
        let mut copy = game.clone();
        if moves.is_empty() || moves.iter().any(|&mv| copy.play(mv).is_err()) {
            return None;
        }
        let pv = game.position().write_line(&moves);
        let score = plywood_search::Score::ZERO;
        Some(Report {
            best: pv.first().cloned(),
            score,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            lines: vec![Line { score, pv: pv.clone() }],
            pv,
            table: plywood_search::TableUse::default(),
            ended: Some(plywood_search::Ended::Book),
        })
    }

    /// The moves of the mover's whole turn that begins as `report` says: from its variation, and where that ends early, from further
    /// small searches.
    fn turn(&mut self, game: &Game<D::Position>, report: &Report<MoveOf<D>>) -> Vec<MoveOf<D>> {
        const NODES_FOR_A_STEP: u64 = 2_000;
        let mut game = game.clone();
        let side = game.side_to_move();
        let mut turn = Vec::new();
        let mut planned = report.pv.iter().copied();
        let mut next = planned.next().or(report.best);
        while let Some(mv) = next {
            if game.play(mv).is_err() {
                break;
            }
            turn.push(mv);
            if game.side_to_move() != side || game.outcome().is_some() {
                break;
            }
            let small = Limits::nodes(NODES_FOR_A_STEP).with_depth(4);
            next = planned.next().or_else(|| self.search.run(&game, &small).best);
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
        let limits = self.limits(limits);
        let position = game.position();
        if let Some(thoughts) = self.opening(game) {
            observe(&thoughts);
            return Ok(thoughts);
        }
        let report = self.search.search(game, &limits, &mut |report| observe(&in_text(position, report)));
        let mut thoughts = in_text(position, &report);
        if report.best.is_some() {
            let turn = self.turn(game, &report);
            thoughts.best = position.write_line(&turn).into_iter().next();
        }
        Ok(thoughts)
    }

    fn new_game(&mut self) {
        self.search.clear();
    }
}

/// A report with its moves written as turns from `position`.
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
        table: report.table,
        ended: report.ended,
    }
}
