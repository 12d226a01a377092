//! Searches, streamed as events.

use super::App;
use crate::answers::{Best, Iteration};
use crate::bar::Scale;
use crate::events::{Speaker, channel};
use crate::refused::{ErrorBody, Refused};
use crate::requests::{Asked, Id, SearchQuery};
use crate::searches::Permit;
use crate::server::Shared;
use crate::sessions::{Entry, Purpose};
use crate::specs::Plan;
use axum::extract::State;
use axum::response::Response;
use plywood_play::{Engine, Session};
use std::sync::{Arc, Weak};
use tokio::task::spawn_blocking;

pub(super) async fn think(
    State(shared): App,
    Id(id): Id,
    Asked(query): Asked<SearchQuery>,
) -> Result<Response, Refused> {
    let entry = shared.sessions.get(&id)?;
    let plan = Plan::of(&query, &id, &shared.settings)?;
    let scale = Scale::of_margin(entry.session().margin(plan.evaluation())?);
    plan.check(&**entry.session())?;
    let permit = shared.searches.begin(&entry, Purpose::Search, &plan.stop, plan.threads()).await?;
    let session = entry.session().fork();
    let (speaker, answer) = channel(&plan.stop);
    let job = Job { entry: Arc::downgrade(&entry), shared, session, plan, scale, permit };
    let (job, engine) = spawn_blocking(move || job.engine()).await.map_err(|_| Refused::broken())??;
    spawn_blocking(move || job.run(engine, &speaker));
    Ok(answer)
}

/// A search that is about to begin.
struct Job {
    shared: Arc<Shared>,
    entry: Weak<Entry>,
    session: Box<dyn Session>,
    plan: Plan,
    scale: Scale,
    /// Held until the search is over.
    permit: Arc<Permit>,
}

impl Job {
    /// The engine, with its table: the one kept from the last search, or a new one.
    fn engine(self) -> Result<(Self, Box<dyn Engine>), Refused> {
        let kept = self.shared.searches.take(&self.entry, &self.plan.spec.to_string());
        let engine = match kept {
            Some(engine) => engine,
            None => self.session.engine(&self.plan.spec)?,
        };
        Ok((self, engine))
    }

    fn run(self, mut engine: Box<dyn Engine>, speaker: &Speaker) {
        let Self { shared, entry, session, plan, scale, permit } = self;
        let thoughts = engine.think(&*session, &plan.limits, &mut |thoughts| {
            speaker.say("iteration", &Iteration::of(thoughts, &*session, scale));
        });
        match thoughts {
            Ok(thoughts) => speaker.say("best", &Best::of(&thoughts, &*session, scale)),
            Err(error) => speaker.say("error", &ErrorBody { error: Refused::from(error).reason }),
        }
        shared.searches.keep(&entry, plan.spec.to_string(), engine);
        drop(permit);
    }
}
