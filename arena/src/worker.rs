//! One thread of a match: takes games from the list, plays them, hands them in.

use crate::matches::{EngineMaker, MatchError};
use crate::openings::{OpeningError, OpeningList};
use crate::played::{Ending, PlayedGame, Turn};
use crate::seed::{Purpose, derive};
use core::time::Duration;
use plywood_play::{Engine, Record, RecordedResult, Session, Spec, Thoughts};
use plywood_search::{Clock, Limits, Outcome, Side, StopHandle};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

/// Engines that choose at random and want a seed for each game if they were given none.
const SEEDED: &[&str] = &["random"];

/// A game to be played.
pub(crate) struct Job {
    number: u64,
    opening: Arc<[String]>,
}

/// The games that nobody has begun yet, in order.
pub(crate) struct Jobs {
    next: u64,
    games: u64,
    openings: OpeningList,
    /// The opening of the latest pair.
    opening: Arc<[String]>,
}

impl Jobs {
    pub(crate) fn new(games: u64, openings: OpeningList) -> Self {
        Self { next: 0, games, openings, opening: Arc::new([]) }
    }

    fn take(&mut self) -> Result<Option<Job>, OpeningError> {
        if self.next >= self.games {
            return Ok(None);
        }
        let number = self.next;
        if number.is_multiple_of(2) {
            self.opening = self.openings.next_opening()?.into();
        }
        self.next += 1;
        Ok(Some(Job { number, opening: Arc::clone(&self.opening) }))
    }
}

/// What all threads of a match share.
#[derive(Clone, Copy)]
pub(crate) struct Common<'a> {
    pub(crate) jobs: &'a Mutex<Jobs>,
    pub(crate) engines: &'a [Spec; 2],
    pub(crate) make: &'a EngineMaker,
    pub(crate) seed: u64,
    pub(crate) max_plies: usize,
    pub(crate) clock: &'a Arc<dyn Clock>,
    /// Ends the match, and the turn that an engine is thinking about.
    pub(crate) halt: &'a StopHandle,
}

/// A thread's own things.
pub(crate) struct Worker<'a> {
    common: Common<'a>,
    start: Box<dyn Session>,
    /// Engines that serve for one game after the other.
    engines: [Option<Box<dyn Engine>>; 2],
}

impl<'a> Worker<'a> {
    pub(crate) fn new(common: Common<'a>, start: Box<dyn Session>) -> Self {
        Self { common, start, engines: [None, None] }
    }

    /// Plays until there are no games left, or the match is halted.
    pub(crate) fn run(mut self, results: &Sender<Result<PlayedGame, MatchError>>) {
        while !self.common.halt.is_stopped() {
            let job = self.common.jobs.lock().unwrap_or_else(PoisonError::into_inner).take();
            let played = match job {
                Ok(None) => return,
                Ok(Some(job)) => self.play(&job),
                Err(error) => Err(MatchError::Opening(error)),
            };
            let failed = played.is_err();
            let Some(message) = played.transpose() else { return };
            if results.send(message).is_err() || failed {
                return;
            }
        }
    }

    /// Plays a game; `None` if the match is halted before its end.
    fn play(&mut self, job: &Job) -> Result<Option<PlayedGame>, MatchError> {
        let first = (job.number % 2) as usize;
        let specs = [0, 1].map(|engine| self.spec(engine, job.number));
        let mut engines = Vec::new();
        for engine in [0, 1] {
            engines.push(self.engine(engine, &specs[engine])?);
        }
        let mut session = self.start.fork();
        for mv in job.opening.iter() {
            session.play(mv).map_err(|error| MatchError::Start(error.to_string()))?;
        }
        let opening_plies = session.moves().len();
        let mut game = GameInPlay {
            common: self.common,
            session,
            first,
            plies: opening_plies,
            turns: Vec::new(),
            has_panicked: false,
        };
        let Some((outcome, ending)) = game.play_out(&mut engines) else { return Ok(None) };
        // An engine that is a program starts it anew by itself: if it cannot, it loses its games, and the match goes on.
        if !game.has_panicked {
            for (kept, engine) in self.engines.iter_mut().zip(engines) {
                *kept = Some(engine);
            }
        }
        let GameInPlay { session, turns, .. } = game;
        let tags = tags(session.as_ref(), [&specs[first], &specs[1 - first]]);
        let more = [("opening", opening_plies.to_string()), ("reason", ending.to_string())];
        let record = Record {
            line: 0,
            tags: tags.into_iter().chain(more).map(|(name, value)| (name.to_owned(), value)).collect(),
            moves: session.moves(),
            result: Some(RecordedResult::Ended(outcome)),
        };
        Ok(Some(PlayedGame { number: job.number, first, outcome, ending, opening_plies, turns, record }))
    }

    /// What an engine is in one game: a seed is added where it wants one.
    fn spec(&self, engine: usize, number: u64) -> Spec {
        let mut spec = self.common.engines[engine].clone();
        if wants_seed(&spec) {
            let seed = derive(self.common.seed, Purpose::Engine, [number, engine as u64]);
            spec.set("seed", seed.to_string());
        }
        spec
    }

    /// An engine that remembers no other game: the one from the game before, or a new one.
    fn engine(&mut self, engine: usize, spec: &Spec) -> Result<Box<dyn Engine>, MatchError> {
        let error = |error| MatchError::Engine { engine, error };
        let kept = self.engines[engine].take().filter(|_| !wants_seed(&self.common.engines[engine]));
        let mut made = match kept {
            Some(kept) => kept,
            None => (self.common.make)(self.start.as_ref(), spec).map_err(error)?,
        };
        made.new_game();
        Ok(made)
    }
}

fn wants_seed(spec: &Spec) -> bool {
    SEEDED.contains(&spec.name()) && spec.get("seed").is_none()
}

/// The tags by which a record can be replayed, and its players.
fn tags(session: &dyn Session, players: [&Spec; 2]) -> Vec<(&'static str, String)> {
    let mut tags = vec![("game", session.info().name.to_owned())];
    let rules = session.rules();
    if !rules.is_empty() {
        tags.push(("rules", rules));
    }
    tags.push(("position", session.start()));
    tags.extend([("first", players[0].to_string()), ("second", players[1].to_string())]);
    tags
}

/// A game that is being played.
struct GameInPlay<'a> {
    common: Common<'a>,
    session: Box<dyn Session>,
    first: usize,
    /// The plies so far.
    plies: usize,
    turns: Vec<Turn>,
    has_panicked: bool,
}

impl GameInPlay<'_> {
    /// Lets the engines move until there is a result; `None` if the match is halted before.
    fn play_out(&mut self, engines: &mut [Box<dyn Engine>]) -> Option<(Outcome, Ending)> {
        loop {
            if let Some(result) = self.session.result() {
                return Some((result.outcome, Ending::Rules(result.reason)));
            }
            if self.plies >= self.common.max_plies {
                return Some((Outcome::Draw, Ending::Length { plies: self.common.max_plies }));
            }
            let side = self.session.side_to_move();
            let engine = self.engine_of(side);
            let ending = self.turn(engine, engines[engine].as_mut());
            if self.common.halt.is_stopped() {
                return None;
            }
            if let Err(ending) = ending {
                return Some((Outcome::Win(!side), ending));
            }
        }
    }

    fn engine_of(&self, side: Side) -> usize {
        if side == Side::First { self.first } else { 1 - self.first }
    }

    /// Lets an engine think and plays what it answers; an error is how it lost instead.
    fn turn(&mut self, engine: usize, player: &mut dyn Engine) -> Result<(), Ending> {
        let started = self.common.clock.now();
        let thoughts = self.think(engine, player);
        let elapsed = self.common.clock.now().saturating_sub(started);
        let thoughts = thoughts?;
        let played =
            match &thoughts.best {
                None => Err(Ending::NoMove { engine }),
                Some(answer) => play_turn(self.session.as_mut(), answer)
                    .map_err(|reason| Ending::IllegalMove { engine, answer: answer.clone(), reason }),
            };
        let plies = *played.as_ref().unwrap_or(&0);
        self.plies += plies;
        let Thoughts { score, depth, nodes, .. } = thoughts;
        self.turns.push(Turn { engine, plies, score, depth, nodes, elapsed });
        played.map(drop)
    }

    fn think(&mut self, engine: usize, player: &mut dyn Engine) -> Result<Thoughts, Ending> {
        let clock = Some(Arc::clone(self.common.clock));
        let limits = Limits { clock, ..Limits::none() }.with_stop(self.common.halt.clone());
        // An engine that panics has lost, and is not asked again: what state it is in does not matter.
        let thinking = AssertUnwindSafe(|| player.think(self.session.as_ref(), &limits, &mut |_| {}));
        let answer = catch_unwind(thinking).map_err(|panic| {
            self.has_panicked = true;
            Ending::Failure { engine, reason: panic_text(panic.as_ref()) }
        })?;
        answer.map_err(|error| Ending::of_error(engine, &error))
    }
}

fn panic_text(panic: &(dyn core::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked with `{}`", text.unwrap_or("something"))
}

/// Plays the plies of `answer`, all of them or none, and returns their number: at least one, and no more than the mover's own turn.
pub(crate) fn play_turn(session: &mut dyn Session, answer: &str) -> Result<usize, String> {
    let mover = session.side_to_move();
    let mut plies = 0;
    let mut problem = None;
    for word in answer.split_whitespace() {
        if plies > 0 && (session.side_to_move() != mover || session.result().is_some()) {
            problem = Some(format!("`{word}` comes after the end of the turn"));
            break;
        }
        if let Err(error) = session.play(word) {
            problem = Some(error.reason);
            break;
        }
        plies += 1;
    }
    match problem {
        None if plies > 0 => return Ok(plies),
        None => problem = Some("nothing there to play".to_owned()),
        Some(_) => {}
    }
    for _ in 0..plies {
        session.undo();
    }
    Err(problem.unwrap_or_default())
}

/// The limit in time for a turn that an engine's options set.
pub(crate) fn time_limit(spec: &Spec) -> Option<Duration> {
    spec.get("time").and_then(|text| plywood_play::read_duration(text).ok())
}
