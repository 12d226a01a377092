//! The seed's search as an engine of the command line.

use super::board::{Board, SeedMove};
use super::evaluation::Evaluation;
use super::search::{Found, Method, Value, Within, search_within};
use core::time::Duration;
use plywood_loa::Rules;
use plywood_play::{Engine, EngineError, Session, Spec, TextError, Thoughts, read_count, read_duration};
use plywood_search::{Ended, Limits, MAX_DEPTH, Outcome, Score};

/// The seed's player of Lines of Action: `seed:search=minimax|alphabeta,eval=h1-seed|...|h4-seed,depth=N`.
///
/// Its board follows the game from the first move, so that its lists of men have the order that they had in
/// the seed. It searches by the seed's own rules, whatever the session's: a move that connects both sides
/// wins for the mover, nobody passes, and positions recur. Under `connection=mover-wins,repetition=none`
/// these are the rules of the game; under others the seed misjudges what it never knew about, as it would
/// have.
///
/// Where a full line has spoilt its counts it may like a move that is not legal. The best move reported is
/// then the one that it likes best of the legal ones; nodes and value are those of the whole search.
#[derive(Clone, Debug)]
pub struct SeedEngine {
    spec: Spec,
    method: Method,
    evaluation: Evaluation,
    limits: Limits,
    time: Option<Duration>,
}

impl SeedEngine {
    /// The engine's name in a [`Spec`].
    pub const NAME: &'static str = "seed";
    /// The game that it plays.
    pub const GAME: &'static str = "loa";
    const DEFAULT_DEPTH: u32 = 4;

    /// The engine that `spec` describes: alpha-beta with `h2-seed` to depth 4 where it says nothing else.
    /// Limits in `time` and `nodes` can be set too.
    ///
    /// # Errors
    ///
    /// If an option is unknown, or its value no good.
    pub fn new(spec: &Spec) -> Result<Self, TextError> {
        let mut engine = Self {
            spec: spec.clone(),
            method: Method::AlphaBeta,
            evaluation: Evaluation::H2,
            limits: Limits::depth(Self::DEFAULT_DEPTH),
            time: None,
        };
        for (key, value) in spec.options() {
            engine.set(key, value)?;
        }
        Ok(engine)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), TextError> {
        match key {
            "search" => {
                let found = Method::ALL.into_iter().find(|method| method.name() == value);
                self.method =
                    found.ok_or_else(|| TextError::new("search", value, "must be minimax or alphabeta"))?;
            }
            "eval" => {
                let names = Evaluation::ALL.map(Evaluation::name).join(", ");
                let error = || TextError::new("evaluation", value, format!("the seed has {names}"));
                self.evaluation = Evaluation::named(value).ok_or_else(error)?;
            }
            "depth" => self.limits.depth = Some(read_depth(value)?),
            "time" => self.time = Some(read_duration(value)?),
            "nodes" => self.limits.nodes = Some(read_count(value)?),
            _ => {
                return Err(TextError::new(
                    "engine option",
                    key,
                    "seed has search, eval, depth, time, nodes",
                ));
            }
        }
        Ok(())
    }

    /// The limits of one call: those given, then the engine's own.
    fn limits(&self, given: &Limits) -> Limits {
        let mut limits = given.clone();
        limits.depth = limits.depth.or(self.limits.depth);
        limits.nodes = limits.nodes.or(self.limits.nodes);
        let time = limits.time_limit().or(self.time);
        match limits.clock().cloned() {
            Some(clock) => limits.with_time(time, clock),
            None => limits.with_time(time, plywood_search::SystemClock::start()),
        }
    }

    fn search(&self, board: &Board, depth: u32, watch: &mut Watch<'_>) -> Within {
        if watch.must_end(0) {
            let found =
                Found { value: Value(0), best: None, nodes: 0, wins_at_once: false, root: Vec::new() };
            return Within { found, is_complete: false };
        }
        search_within(board, self.method, self.evaluation, depth, &mut |nodes| !watch.must_end(nodes))
    }
}

/// A depth from 1: the seed's root is never a leaf.
fn read_depth(text: &str) -> Result<u32, TextError> {
    let depth = read_count(text).map_err(|error| TextError { what: "depth", ..error })?;
    u32::try_from(depth).ok().filter(|depth| (1..=MAX_DEPTH).contains(depth)).ok_or_else(|| {
        TextError::new("depth", text, format!("must be 1 to {MAX_DEPTH}: the seed's root is no leaf"))
    })
}

impl Engine for SeedEngine {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        observe: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError> {
        let board = follow(session)?;
        let limits = self.limits(limits);
        let mut watch = Watch::start(&limits);
        if let Some(result) = session.result() {
            return Ok(Thoughts::of_root(result_score(result.outcome, session), Some(Ended::GameOver)));
        }
        let depth = limits.depth.unwrap_or(Self::DEFAULT_DEPTH).clamp(1, MAX_DEPTH);
        let Within { found, is_complete } = self.search(&board, depth, &mut watch);
        let legal = session.legal_moves();
        let best = playable(&board, &found, &legal);
        let value =
            if is_complete { found.value } else { Value(self.evaluation.difference(&board, board.turn())) };
        let score = score(value, if found.wins_at_once { 1 } else { depth });
        let thoughts = Thoughts {
            depth: if is_complete { depth } else { 0 },
            nodes: found.nodes,
            elapsed: watch.elapsed(),
            ..Thoughts::of_line(score, best.into_iter().collect(), watch.ended.unwrap_or(Ended::Depth))
        };
        if is_complete {
            observe(&thoughts);
        }
        Ok(thoughts)
    }

    fn new_game(&mut self) {}
}

/// The seed's board of the session's position, its lists as the moves of the game have left them.
fn follow(session: &dyn Session) -> Result<Board, EngineError> {
    let asked = session.info().name;
    if asked != SeedEngine::GAME {
        return Err(EngineError::WrongGame { plays: SeedEngine::GAME, asked });
    }
    let rules = session.rules();
    let size = rules.parse::<Rules>().map_or(0, |rules| rules.size().get());
    if size != 8 {
        return Err(TextError::new("rules", rules, "the engine seed plays on boards of 8x8 only").into());
    }
    let start = session.start();
    let mut board = Board::from_text(&start).map_err(|reason| TextError::new("position", start, reason))?;
    for mv in session.moves() {
        board.play_text(&mv).map_err(|reason| TextError::new("move", mv, reason))?;
    }
    Ok(board)
}

/// The move to play, as the game writes it: the seed's own if it is legal, else the last of the best legal
/// ones that it searched, else any.
fn playable(board: &Board, found: &Found, legal: &[String]) -> Option<String> {
    let write = |mv: SeedMove| Some(board.write(mv)).filter(|text| legal.contains(text));
    let liked = || {
        let legal = found.root.iter().filter_map(|&(mv, value)| Some((value, write(mv)?)));
        legal.max_by_key(|&(value, _)| value).map(|(_, text)| text)
    };
    found.best.and_then(write).or_else(liked).or_else(|| legal.first().cloned())
}

/// The seed does not know how far away a win is: at most as many plies as it searched.
fn score(value: Value, plies: u32) -> Score {
    match value {
        Value::WIN => Score::win_in(plies),
        Value::LOSS => Score::loss_in(plies),
        Value(value) => Score::heuristic(value),
    }
}

fn result_score(outcome: Outcome, session: &dyn Session) -> Score {
    match outcome.winner() {
        None => Score::ZERO,
        Some(winner) if winner == session.side_to_move() => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    }
}

/// Looks at the limits of a search now and then.
struct Watch<'a> {
    limits: &'a Limits,
    started: Duration,
    ended: Option<Ended>,
}

impl<'a> Watch<'a> {
    fn start(limits: &'a Limits) -> Self {
        let mut watch = Self { limits, started: Duration::ZERO, ended: None };
        watch.started = watch.elapsed().unwrap_or_default();
        watch
    }

    fn elapsed(&self) -> Option<Duration> {
        self.limits.clock().map(|clock| clock.now().saturating_sub(self.started))
    }

    /// Whether the search must end now, after so many nodes.
    fn must_end(&mut self, nodes: u64) -> bool {
        // A little time is kept for winding up: a block of nodes, and the report.
        const RESERVE: Duration = Duration::from_millis(1);
        let time_is_up =
            |time: Duration| self.elapsed() >= Some(time.saturating_sub(RESERVE.min(time / 100)));
        self.ended = if self.limits.stop.is_stopped() {
            Some(Ended::Stopped)
        } else if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            Some(Ended::Nodes)
        } else if self.limits.time_limit().is_some_and(time_is_up) {
            Some(Ended::Time)
        } else {
            None
        };
        self.ended.is_some()
    }
}
