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
use core::time::Duration;
use plywood_play::{Engine, EngineError, Session};
use plywood_registry::proofs;
use plywood_search::Clock;
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
        let lines = Lines { session: &*self.session, scale: self.scale, most: self.plan.lines, known };
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
        // A proof that does not hold, which tests keep from happening, says nothing.
        let asked = self.plan.analyses.then(|| proofs::ask(&*self.session, &|_| None, &self.plan.stop));
        let along = self.plan.asks_library.then(|| proofs::along(&*self.session));
        let known = [asked, along].into_iter().flatten().filter_map(Result::ok).flatten();
        // A game that has followed a proof may be nearer to its end than the proof of its position says.
        let sharpest = known.filter(|known| known.value.is_some()).min_by_key(|known| known.plies);
        match sharpest.and_then(|known| Proven::of(&known)) {
            Some(proven) => Ok(Some(proven)),
            None => self.known_by_book(),
        }
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
