//! Every position of a game, evaluated.

use super::App;
use crate::answers::GraphPoint;
use crate::bar::Scale;
use crate::events::{Speaker, channel};
use crate::refused::{ErrorBody, Refused};
use crate::requests::{Asked, GraphQuery, Id};
use crate::sessions::Purpose;
use axum::extract::State;
use axum::response::Response;
use plywood_play::{EngineError, Session, Spec};
use plywood_search::{Limits, StopHandle};
use tokio::task::spawn_blocking;

pub(super) async fn graph(
    State(shared): App,
    Id(id): Id,
    Asked(query): Asked<GraphQuery>,
) -> Result<Response, Refused> {
    const DEFAULT_NODES: u64 = 2_000;
    const MOST_NODES: u64 = 200_000;
    let nodes = query.nodes.unwrap_or(DEFAULT_NODES);
    if nodes == 0 || nodes > MOST_NODES {
        return Err(Refused::unprocessable(format!("nodes must be 1 to {MOST_NODES}")));
    }
    let entry = shared.sessions.get(&id)?;
    let scale = Scale::of_margin(entry.session().margin("default")?);
    let stop = StopHandle::new();
    let permit = shared.searches.begin(&entry, Purpose::Graph, &stop, 1).await?;
    let limits = Limits::nodes(nodes).with_stop(stop.clone());
    let limits = limits.with_time(shared.settings.longest_search, shared.settings.clock.clone());
    let walk = Walk { session: entry.session().fork(), scale, limits, from: query.from.unwrap_or(0) };
    let (speaker, answer) = channel(&stop);
    spawn_blocking(move || {
        match walk.run(&speaker) {
            Ok(()) => speaker.say("done", &()),
            Err(error) => speaker.say("error", &ErrorBody { error: Refused::from(error).reason }),
        }
        drop(permit);
    });
    Ok(answer)
}

/// A walk through a game, from the first ply asked for to the last.
struct Walk {
    session: Box<dyn Session>,
    scale: Scale,
    limits: Limits,
    from: usize,
}

impl Walk {
    fn run(mut self, speaker: &Speaker) -> Result<(), EngineError> {
        let spec: Spec = "pvs:hash=8MB,book=off".parse()?;
        let mut engine = self.session.engine(&spec)?;
        let moves = self.session.moves();
        for _ in self.from.min(moves.len())..moves.len() {
            self.session.undo();
        }
        for ply in self.from..=moves.len() {
            let thoughts = engine.think(&*self.session, &self.limits, &mut |_| {})?;
            if self.limits.stop.is_stopped() {
                break;
            }
            let score = self.scale.answer(thoughts.score, self.session.side_to_move());
            speaker.say("position", &GraphPoint { ply, score, best: thoughts.best });
            if let Some(mv) = moves.get(ply) {
                // What was played once can be played again.
                let _ = self.session.play(mv);
            }
        }
        Ok(())
    }
}
