//! The options of engines and their meaning.

use crate::cause::Cause;
use crate::definition::Named;
use crate::error::TextError;
use crate::nearest::did_you_mean;
use crate::quantity::{read_bytes, read_count, read_duration};
use crate::spec::Spec;
use core::time::Duration;
use plywood_search::{Limits, MAX_DEPTH, MctsOptions, Parameter, Parameters, SearchOptions};

/// The engines that every game has, and their options.
pub const ENGINES: &[Named] = &[
    Named {
        name: "pvs",
        summary: "the strong search, selective: eval, net (a network's file), time, depth, nodes, hash, multipv, threads, exact, seed (of setups), book (on, off, or random for a setup drawn from all), and on or off: counter, window, knowledge, iir, lmr, lmp, null, rfp, futility, quiescence, tactics, threats, turns, lines; the constants margin, late-moves, reduction-base, reduction-slope, reduction-history, null-reduction",
    },
    Named {
        name: "ids",
        summary: "iterative deepening over a transposition table, nothing selective: eval, net (a network's file), time, depth, nodes, hash, multipv, threads, exact, early (killers, on or off)",
    },
    Named {
        name: "mcts",
        summary: "Monte-Carlo tree search: eval, time, nodes (simulations), hash (the tree), keep (the tree from move to move, on or off), multipv, threads, seed, book (as pvs), solver, rave (0 for none), inherit (visits, from two plies before), expand, ask and judge (visits until a leaf grows, until the evaluation says what is certain, and until its network judges the moves), trust (the results that its judgement counts as), prove (nodes of proof search for each simulation, on the move that looks best), prior, bias and explore (weights), explore-from (visits before a node explores), playout (plies until the evaluation is asked, or full)",
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

/// The names of an engine's options; `None` if the engine does not exist.
fn allowed(engine: &str) -> Option<&'static [&'static str]> {
    Some(match engine {
        "pvs" => &[
            "eval",
            "net",
            "time",
            "depth",
            "nodes",
            "hash",
            "multipv",
            "threads",
            "exact",
            "seed",
            "book",
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
            "tactics",
            "threats",
            "turns",
            "lines",
            "margin",
            "late-moves",
            "reduction-base",
            "reduction-slope",
            "reduction-history",
            "null-reduction",
        ],
        "ids" => &["eval", "net", "time", "depth", "nodes", "hash", "multipv", "threads", "exact", "early"],
        "mcts" => &[
            "eval",
            "net",
            "time",
            "depth",
            "nodes",
            "hash",
            "keep",
            "multipv",
            "threads",
            "seed",
            "book",
            "solver",
            "rave",
            "inherit",
            "expand",
            "ask",
            "judge",
            "trust",
            "prove",
            "prior",
            "bias",
            "explore",
            "explore-from",
            "playout",
        ],
        "alphabeta" | "minimax" => &["eval", "net", "time", "depth", "nodes"],
        "random" => &["seed", "time", "depth", "nodes"],
        _ => return None,
    })
}

/// The options of an engine, read and checked.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) evaluation: String,
    pub(super) limits: Limits,
    pub(super) time: Option<Duration>,
    /// The memory of the table, or of the tree, in bytes.
    pub(super) hash: usize,
    pub(super) seed: u64,
    /// The moves to play that need no search.
    pub(super) book: Book,
    /// The options of a search by iterative deepening.
    pub(super) search: SearchOptions,
    /// The constants of the search that differ from those of the knowledge.
    parameters: Vec<(Parameter, i32)>,
    /// Whether values are to be those of minimax.
    pub(super) exact: bool,
    /// What is said of the tree in Monte-Carlo tree search: the options that no playout changes.
    tree: MctsOptions,
    expand: Option<u32>,
    prior: Option<f32>,
    bias: Option<f32>,
    exploration: Option<f32>,
    playout: Playout,
}

/// Which of the moves that need no search an engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Book {
    Off,
    /// Those that the game says are good.
    On,
    /// Those drawn at random.
    Random,
}

/// The length of random play before the evaluation is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Playout {
    /// One ply if the evaluation has a margin, else to the end of the game.
    AsTheEvaluationLikes,
    /// This number of plies.
    Plies(u32),
    /// To the end of the game.
    Full,
}

impl Options {
    /// 64 MiB: 4 million positions.
    const DEFAULT_HASH: usize = 64 << 20;
    const GREATEST_MULTI_PV: u64 = 500;
    const GREATEST_THREADS: u64 = 256;

    /// Reads the options of a spec. `usual` are those of the game's Monte-Carlo tree search with its
    /// evaluation `default`, in the form of a spec.
    pub(super) fn read(spec: &Spec, usual: &str) -> Result<Self, TextError> {
        let allowed = allowed(spec.name()).ok_or_else(|| {
            let known: Vec<_> = ENGINES.iter().map(|engine| engine.name).collect();
            let meant = did_you_mean(spec.name(), known.iter().copied());
            let reason = format!("{meant}known are {}", known.join(", "));
            TextError::told("engine", spec.name(), Cause::unknown_name(spec.name(), &known, reason))
        })?;
        let mut options = Self::of(spec.name());
        if spec.name() == "mcts" && matches!(spec.get("eval"), None | Some("default")) {
            for (key, value) in usual.parse::<Spec>()?.options() {
                options.set(key, value)?;
            }
        }
        for (key, value) in spec.options() {
            if !allowed.contains(&key) {
                let meant = did_you_mean(key, allowed.iter().copied());
                let reason = format!("{meant}{} has {}", spec.name(), allowed.join(", "));
                let cause = Cause::unknown_name(key, allowed, reason);
                return Err(TextError::told("engine option", key, cause));
            }
            options.set(key, value)?;
        }
        Ok(options)
    }

    /// The options of an engine by default.
    fn of(engine: &str) -> Self {
        Self {
            evaluation: "default".to_owned(),
            limits: Limits::none(),
            time: None,
            hash: Self::DEFAULT_HASH,
            seed: 0,
            book: if matches!(engine, "pvs" | "mcts") { Book::On } else { Book::Off },
            search: if engine == "pvs" { SearchOptions::SELECTIVE } else { SearchOptions::FULL_WIDTH },
            parameters: Vec::new(),
            exact: false,
            tree: MctsOptions::default(),
            expand: None,
            prior: None,
            bias: None,
            exploration: None,
            playout: Playout::AsTheEvaluationLikes,
        }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        match key {
            "eval" => value.clone_into(&mut self.evaluation),
            "time" => self.time = Some(read_duration(value)?),
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
            "book" => {
                self.book = match value {
                    "off" => Book::Off,
                    "on" => Book::On,
                    "random" => Book::Random,
                    _ => {
                        return Err(unknown_word(
                            key,
                            value,
                            &["on", "off", "random"],
                            "must be on, off or random",
                        ));
                    }
                }
            }
            "solver" => self.tree.solver = read_switch(key, value)?,
            "keep" => self.tree.keep = read_switch(key, value)?,
            "rave" => self.tree.rave = read_visits("rave", value)?,
            "inherit" => self.tree.inherit = read_within("inherit", value, 0, 1_000_000)? as u32,
            "expand" => self.expand = read_visits("expand", value)?,
            "ask" => self.tree.ask_after = read_visits("ask", value)?,
            "judge" => self.tree.judge_after = read_visits("judge", value)?,
            "trust" => self.tree.trust = read_within("trust", value, 0, 1_000)? as u32,
            "prove" => self.tree.prove = read_weight("prove", value)?,
            "prior" => self.prior = Some(read_weight("prior", value)?),
            "bias" => self.bias = Some(read_weight("bias", value)?),
            "explore-from" => self.tree.explore_from = read_within("explore-from", value, 0, 1 << 30)? as u32,
            "explore" => self.exploration = Some(read_weight("explore", value)?),
            "lines" => self.search.lines = Some(read_switch(key, value)?),
            "playout" if value == "full" => self.playout = Playout::Full,
            "playout" => self.playout = Playout::Plies(read_within("playout", value, 0, 1_000)? as u32),
            _ => {
                if let Some(switch) = search_switch(&mut self.search, key) {
                    *switch = read_switch(key, value)?;
                } else if let Some(parameter) = Parameter::named(key) {
                    let (least, most) = parameter.range();
                    let value = read_within(parameter.name(), value, least as u64, most as u64)?;
                    self.parameters.push((parameter, value as i32));
                }
            }
        }
        Ok(())
    }

    /// The options of the search that deepens, over knowledge with these constants.
    pub(super) fn deepening(&self, own: Parameters) -> SearchOptions {
        let set = |parameters: Parameters, &(parameter, value)| parameters.with(parameter, value);
        SearchOptions { parameters: Some(self.parameters.iter().fold(own, set)), ..self.search }
    }

    /// The memory for proofs beside a tree, in bytes: a sixteenth of the whole, or 0 if there are none.
    pub(super) fn proofs(&self) -> usize {
        if self.tree.solver && self.tree.prove > 0.0 { self.hash / 16 } else { 0 }
    }

    /// The options of a Monte-Carlo tree search with an evaluation of this
    /// [margin](plywood_search::Knowledge::margin). Five margins count as half a win. An evaluation without a
    /// margin is not asked for values, and playouts run to the end of the game.
    pub(super) fn monte_carlo(&self, margin: i32) -> MctsOptions {
        const MARGINS_OF_HALF_A_WIN: u32 = 5;
        let half = (margin.max(1) as u32) * MARGINS_OF_HALF_A_WIN;
        let base = match self.playout {
            Playout::Plies(plies) => MctsOptions { longest_playout: plies, ..MctsOptions::evaluating(half) },
            Playout::AsTheEvaluationLikes if margin > 0 => MctsOptions::evaluating(half),
            Playout::AsTheEvaluationLikes | Playout::Full => MctsOptions::default(),
        };
        MctsOptions {
            exploration: self.exploration.unwrap_or(base.exploration),
            first_play: base.first_play,
            bias: self.bias.unwrap_or(base.bias),
            prior: self.prior.unwrap_or(base.prior),
            longest_playout: base.longest_playout,
            half_a_win: base.half_a_win,
            expand_after: self.expand.unwrap_or(base.expand_after),
            memory: self.hash - self.proofs(),
            multi_pv: self.search.multi_pv,
            threads: self.search.threads,
            seed: self.seed,
            ..self.tree
        }
    }
}

/// The option of the strong search with this name.
fn search_switch<'a>(options: &'a mut SearchOptions, name: &str) -> Option<&'a mut bool> {
    Some(match name {
        "counter" => &mut options.counter_moves,
        "early" => &mut options.early_killers,
        "window" => &mut options.win_distance,
        "knowledge" => &mut options.knowledge,
        "iir" => &mut options.internal_reductions,
        "lmr" => &mut options.late_move_reductions,
        "lmp" => &mut options.late_move_pruning,
        "null" => &mut options.null_move,
        "rfp" => &mut options.reverse_futility,
        "futility" => &mut options.futility,
        "quiescence" => &mut options.quiescence,
        "tactics" => &mut options.tactics,
        "threats" => &mut options.threats,
        "turns" => &mut options.turns,
        _ => return None,
    })
}

fn read_switch(name: &str, text: &str) -> Result<bool, TextError> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(unknown_word(name, text, &["on", "off"], "must be on or off")),
    }
}

fn unknown_word(name: &str, text: &str, known: &[&str], reason: &str) -> TextError {
    let cause = Cause::unknown_value(name, text, known, reason);
    TextError::told("engine option", format!("{name}={text}"), cause)
}

/// Reads a number of visits; `None` for 0.
fn read_visits(what: &'static str, text: &str) -> Result<Option<u32>, TextError> {
    let visits = read_within(what, text, 0, 1_000_000)? as u32;
    Ok((visits > 0).then_some(visits))
}

/// Reads a weight, 0 to 100.
fn read_weight(what: &'static str, text: &str) -> Result<f32, TextError> {
    let weight = text.parse().ok().filter(|weight| (0.0..=100.0).contains(weight));
    weight.ok_or_else(|| {
        TextError::told(what, text, Cause::out_of_range(0, 100, "must be a number from 0 to 100"))
    })
}

fn read_within(what: &'static str, text: &str, least: u64, most: u64) -> Result<u64, TextError> {
    let value = read_count(text).map_err(|error| TextError { what, ..error })?;
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(TextError::told(what, text, Cause::out_of_range(least, most, format!("must be {least} to {most}"))))
}
