//! A game between two engines, turn by turn, to its end.

use crate::adjudication::{ByProof, EvenGame, Judge, Resign};
use crate::control::{GameClock, TimeControl};
use crate::ending::Ending;
use crate::played::Turn;
use crate::referee::Referee;
use core::time::Duration;
use plywood_play::{Engine, Excerpt, Session, Thoughts};
use plywood_search::{Clock, Ended, Limits, Outcome, Side, StopHandle};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The settings of the games of a match, independent of the engines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    pub(crate) max_plies: usize,
    pub(crate) control: Option<TimeControl>,
    pub(crate) margin: Option<Duration>,
    /// The time limits for a turn that the engines' own options set.
    pub(crate) limits: [Option<Duration>; 2],
    pub(crate) resign: Option<Resign>,
    pub(crate) even_game: Option<EvenGame>,
    pub(crate) by_proof: Option<ByProof>,
}

/// A game that is being played.
pub(crate) struct GameInPlay<'a> {
    session: Box<dyn Session>,
    first: usize,
    conditions: &'a Conditions,
    clock: &'a Arc<dyn Clock>,
    halt: &'a StopHandle,
    /// The plies so far.
    plies: usize,
    turns: Vec<Turn>,
    clocks: Option<[GameClock; 2]>,
    judge: Judge,
    referee: Option<Referee>,
    has_panicked: bool,
}

impl<'a> GameInPlay<'a> {
    /// Begins a game from the current position of `session`, with the engine `first` as the first player.
    pub(crate) fn new(
        session: Box<dyn Session>,
        first: usize,
        conditions: &'a Conditions,
        clock: &'a Arc<dyn Clock>,
        halt: &'a StopHandle,
    ) -> Self {
        let plies = session.moves().len();
        let clocks = conditions.control.map(|control| [GameClock::new(control); 2]);
        let judge = Judge::new(conditions.resign, conditions.even_game);
        let referee = conditions.by_proof.map(|rule| Referee::new(rule, clock, halt, first));
        Self {
            session,
            first,
            conditions,
            clock,
            halt,
            plies,
            turns: Vec::new(),
            clocks,
            judge,
            referee,
            has_panicked: false,
        }
    }

    /// Whether an engine has panicked, so that its state is unknown.
    pub(crate) fn has_panicked(&self) -> bool {
        self.has_panicked
    }

    /// The game at its end, and the engines' turns.
    pub(crate) fn finish(self) -> (Box<dyn Session>, Vec<Turn>) {
        (self.session, self.turns)
    }

    /// Lets the engines move until there is a result; `None` if the match is stopped before.
    pub(crate) fn play_out(&mut self, engines: &mut [Box<dyn Engine>]) -> Option<(Outcome, Ending)> {
        loop {
            if let Some((outcome, ending)) = self.end() {
                return self.settled(outcome, ending);
            }
            if let Some(end) = self.referee.as_mut().and_then(|referee| referee.look(&*self.session)) {
                return Some(end);
            }
            let side = self.session.side_to_move();
            let engine = self.engine_of(side);
            let ending = self.turn(engine, engines[engine].as_mut());
            if self.halt.is_stopped() {
                return None;
            }
            if let Err(ending) = ending {
                return self.settled(Outcome::Win(!side), ending);
            }
        }
    }

    /// The result of a game that ended like this, or another one if it was broken off and that can be proven.
    /// `None` if the match is halted before.
    fn settled(&mut self, outcome: Outcome, ending: Ending) -> Option<(Outcome, Ending)> {
        let is_broken_off = !matches!(ending, Ending::Rules(_) | Ending::Length { .. } | Ending::EvenScores);
        let referee = self.referee.as_mut().filter(|_| is_broken_off);
        let proven = referee.and_then(|referee| referee.decide(&*self.session, &ending));
        if is_broken_off && self.halt.is_stopped() {
            return None;
        }
        Some(proven.unwrap_or((outcome, ending)))
    }

    /// The result, if there is one.
    fn end(&self) -> Option<(Outcome, Ending)> {
        standing_end(&*self.session, self.plies, self.conditions.max_plies, &self.judge, self.first)
    }

    fn engine_of(&self, side: Side) -> usize {
        if side == Side::First { self.first } else { 1 - self.first }
    }

    /// Lets an engine think and plays its answer; the error is the ending if it lost instead.
    fn turn(&mut self, engine: usize, player: &mut dyn Engine) -> Result<(), Ending> {
        let started = self.clock.now();
        let thoughts = self.think(engine, player);
        let elapsed = self.clock.now().saturating_sub(started);
        let thoughts = thoughts?;
        let in_time = self.spend(engine, elapsed);
        let played = in_time.and_then(|()| self.play(engine, thoughts.best.as_deref()));
        let plies = *played.as_ref().unwrap_or(&0);
        self.plies += plies;
        let Thoughts { score, depth, nodes, .. } = thoughts;
        self.turns.push(Turn { engine, plies, score, depth, nodes, elapsed });
        let has_opinion = depth > 0 && thoughts.ended != Some(Ended::Book);
        self.judge.hear(engine, has_opinion.then_some(score));
        played.map(drop)
    }

    fn think(&mut self, engine: usize, player: &mut dyn Engine) -> Result<Thoughts, Ending> {
        let limits = self.limits(engine);
        // An engine that panics has lost and is not asked again, so its state does not matter.
        let thinking = AssertUnwindSafe(|| player.think(self.session.as_ref(), &limits, &mut |_| {}));
        let answer = catch_unwind(thinking).map_err(|panic| {
            self.has_panicked = true;
            Ending::Crash { engine, reason: panic_text(panic.as_ref()) }
        })?;
        answer.map_err(|error| Ending::of_error(engine, &error))
    }

    /// The limits of an engine's turn.
    fn limits(&self, engine: usize) -> Limits {
        let left = self.clocks.as_ref().map(|clocks| clocks[engine].time_left());
        Limits::none().with_time_left(left, Arc::clone(self.clock)).with_stop(self.halt.clone())
    }

    /// Subtracts the time of a turn from the engine's clock, or compares it with the engine's limit for a
    /// turn.
    fn spend(&mut self, engine: usize, elapsed: Duration) -> Result<(), Ending> {
        let margin = self.conditions.margin;
        let over = match (&mut self.clocks, self.conditions.limits[engine], margin) {
            (Some(clocks), _, _) => clocks[engine].spend(elapsed, margin.unwrap_or_default()),
            (None, Some(limit), Some(margin)) => {
                let over = elapsed.saturating_sub(limit);
                if over > margin { Err(over) } else { Ok(()) }
            }
            (None, _, _) => Ok(()),
        };
        over.map_err(|over| Ending::Time { engine, over })
    }

    fn play(&mut self, engine: usize, answer: Option<&str>) -> Result<usize, Ending> {
        let answer = answer.ok_or(Ending::NoMove { engine })?;
        play_turn(self.session.as_mut(), answer).map_err(|reason| Ending::IllegalMove {
            engine,
            answer: answer.to_owned(),
            reason,
        })
    }
}

/// The result of a game of this many plies, if there is one: first by its own rules, then by those of the
/// match. `first` is the engine that plays first.
pub(crate) fn standing_end(
    session: &dyn Session,
    plies: usize,
    max_plies: usize,
    judge: &Judge,
    first: usize,
) -> Option<(Outcome, Ending)> {
    if let Some(result) = session.result() {
        return Some((result.outcome, Ending::Rules(result.reason.sentence)));
    }
    if plies >= max_plies {
        return Some((Outcome::Draw, Ending::Length { plies: max_plies }));
    }
    judge.verdict(plies, first)
}

fn panic_text(panic: &(dyn core::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked with `{}`", Excerpt(text.unwrap_or("something")))
}

/// Plays all plies of `answer` or none, and returns their number: at least one, and at most the mover's own
/// turn.
pub(crate) fn play_turn(session: &mut dyn Session, answer: &str) -> Result<usize, String> {
    let mover = session.side_to_move();
    let mut plies = 0;
    let mut problem = None;
    for word in answer.split_whitespace() {
        if plies > 0 && (session.side_to_move() != mover || session.result().is_some()) {
            problem = Some(format!("`{}` comes after the end of the turn", Excerpt(word)));
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
