//! Searches of one position.

use crate::answers::{Best, Iteration, Lines, Proven};
use crate::bar::Scale;
use crate::events::Event;
use crate::memory::{Key, Memory};
use crate::refused::Refused;
use crate::requests::SearchRequest;
use crate::settings::Settings;
use crate::specs::Plan;
use crate::work::{Job, Needs, Purpose, Work, checked};
use core::cell::RefCell;
use core::time::Duration;
use plywood_play::{Engine, EngineError, Session};
use plywood_registry::proofs::{self, Known};
use plywood_search::{Clock, Score};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A search that is about to begin.
pub(crate) struct Search {
    session: Box<dyn Session>,
    plan: Plan,
    scale: Scale,
    clock: Arc<dyn Clock>,
}

/// The search that was asked for.
pub(crate) fn search(asked: &SearchRequest, settings: &Settings) -> Result<Work, Refused> {
    let name = checked(asked.memory.as_deref())?;
    let session = asked.line.follow(settings.plies)?;
    let plan = Plan::of(asked, &*session, settings)?;
    let scale = Scale::of_margin(session.margin(plan.evaluation())?);
    plan.check(&*session)?;
    let (threads, stop) = (plan.threads(), plan.stop.clone());
    let search = Search { session, plan, scale, clock: settings.clock.clone() };
    let needs = Needs { name, purpose: Purpose::Search, threads, stop };
    Ok(Work { needs, job: Job::Search(Box::new(search)) })
}

/// A position after a turn, and what the turn is worth.
struct After {
    session: Box<dyn Session>,
    score: Score,
}

impl Search {
    pub(crate) fn run(self, name: Option<String>, memory: &Memory, say: &mut dyn FnMut(&Event)) {
        let key = name.map(|name| Key {
            name,
            game: format!("{}:{}", self.session.info().name, self.session.rules()),
            engine: self.plan.spec.to_string(),
        });
        let kept = key.as_ref().and_then(|key| memory.take(key));
        let engine = kept.map_or_else(|| self.session.engine(&self.plan.spec), Ok);
        let thought = engine.and_then(|engine| self.think(engine, say));
        match thought {
            Ok(engine) => {
                if let Some(key) = key {
                    memory.keep(key, engine, self.now());
                }
            }
            Err(error) => say(&Event::failed(error)),
        }
    }

    fn now(&self) -> Duration {
        self.clock.now()
    }

    fn think(
        &self,
        mut engine: Box<dyn Engine>,
        say: &mut dyn FnMut(&Event),
    ) -> Result<Box<dyn Engine>, EngineError> {
        let known = self.known()?;
        let asked = RefCell::new(BTreeMap::new());
        let best = known.as_ref().and_then(|known| self.after_best(known));
        let known_after = |turn: &str| self.known_after(turn, best.as_ref());
        let proven_turn =
            |turn: &str| *asked.borrow_mut().entry(turn.to_owned()).or_insert_with(|| known_after(turn));
        let (session, most) = (&*self.session, self.plan.lines);
        let lines = Lines { session, scale: self.scale, most, known, proven_turn: &proven_turn };
        if let Some(known) = &lines.known {
            // What is known is told at once, however long the first iteration takes.
            say(&Event::iteration(&Iteration::of(&known.thoughts, &lines)));
            if self.plan.asks_library && !self.plan.analyses && known.thoughts.best.is_some() {
                say(&Event::best(&Best::of(&known.thoughts, &lines)));
                return Ok(engine);
            }
        }
        let thoughts = engine.think(&*self.session, &self.plan.limits, &mut |thoughts| {
            say(&Event::iteration(&Iteration::of(thoughts, &lines)));
        })?;
        say(&Event::best(&Best::of(&thoughts, &lines)));
        Ok(engine)
    }

    /// What is proven of the position, where it is analysed: by the library of proofs, or by the game's book.
    fn known(&self) -> Result<Option<Proven>, EngineError> {
        match self.in_library().and_then(|known| Proven::of(&known)) {
            Some(proven) => Ok(Some(proven)),
            None => self.known_by_book(),
        }
    }

    /// What the library of proofs says of the position.
    fn in_library(&self) -> Option<Known> {
        let session = &*self.session;
        // A proof that does not hold, which tests keep from happening, says nothing.
        let asked = self.plan.analyses.then(|| proofs::ask(session, &|_| None, &self.plan.stop));
        let along = self.plan.asks_library.then(|| proofs::along(session));
        let known = [asked, along].into_iter().flatten().filter_map(Result::ok).flatten();
        // A game that has followed a proof may be nearer to its end than the proof of its position says.
        known.filter(|known| known.value.is_some()).min_by_key(|known| known.plies)
    }

    /// The position after the best turn, and what that turn is proven to be worth.
    fn after_best(&self, known: &Proven) -> Option<After> {
        let mut session = self.session.fork();
        session.play(known.thoughts.best.as_ref()?).ok()?;
        Some(After { session, score: known.thoughts.score })
    }

    /// What a turn is worth, where the position is analysed: as much as the best if a symmetry makes that of
    /// it, or what a certificate about the position after it claims. Games whose turns have steps have no
    /// proofs there.
    fn known_after(&self, turn: &str, best: Option<&After>) -> Option<Score> {
        let mut session = self.session.fork();
        let is_asked = self.plan.analyses && session.steps_left().is_none();
        if !is_asked || session.play(turn).is_err() || session.result().is_some() {
            return None;
        }
        if let Some(best) = best.filter(|best| proofs::are_images(&*best.session, &*session)) {
            return Some(best.score);
        }
        let (winner, plies) = proofs::claimed(&*session)?;
        let score = if winner == self.session.side_to_move() { Score::win_in } else { Score::loss_in };
        Some(score(plies + 1))
    }

    fn known_by_book(&self) -> Result<Option<Proven>, EngineError> {
        let Some(book) = &self.plan.book else { return Ok(None) };
        let limits = self.plan.limits.clone().with_depth(1);
        let thoughts = self.session.engine(book)?.think(&*self.session, &limits, &mut |_| {})?;
        let proven = thoughts.score.is_win() || thoughts.score.is_loss();
        let from_book = thoughts.ended == Some(plywood_search::Ended::Book);
        Ok((proven && from_book).then(|| Proven { thoughts, by: "book".to_owned() }))
    }
}
