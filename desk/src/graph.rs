//! Every position of a line, evaluated.

use crate::answers::GraphPoint;
use crate::bar::Scale;
use crate::events::Event;
use crate::refused::Refused;
use crate::requests::GraphRequest;
use crate::settings::Settings;
use crate::work::{Job, Needs, Purpose, Work, checked};
use plywood_play::{EngineError, Session, Spec};
use plywood_search::{Limits, StopHandle};

/// A walk through a line, from the first ply asked for to the last.
pub(crate) struct Graph {
    session: Box<dyn Session>,
    scale: Scale,
    limits: Limits,
    from: usize,
}

/// The graph that was asked for.
pub(crate) fn graph(asked: &GraphRequest, settings: &Settings) -> Result<Work, Refused> {
    const DEFAULT_NODES: u64 = 2_000;
    const MOST_NODES: u64 = 200_000;
    let nodes = asked.nodes.unwrap_or(DEFAULT_NODES);
    if nodes == 0 || nodes > MOST_NODES {
        return Err(Refused::out_of_range("nodes", 1, MOST_NODES as usize));
    }
    let name = checked(asked.memory.as_deref())?;
    let session = asked.line.follow(settings.plies)?;
    let scale = Scale::of_margin(session.margin("default")?);
    let stop = StopHandle::new();
    let limits = Limits::nodes(nodes)
        .with_stop(stop.clone())
        .with_time(settings.longest_search, settings.clock.clone());
    let graph = Graph { session, scale, limits, from: asked.from.unwrap_or(0) };
    let needs = Needs { name, purpose: Purpose::Graph, threads: 1, stop };
    Ok(Work { needs, job: Job::Graph(Box::new(graph)) })
}

impl Graph {
    pub(crate) fn run(self, say: &mut dyn FnMut(&Event)) {
        let ended = self.walk(say).map_or_else(Event::failed, |()| Event::done());
        say(&ended);
    }

    fn walk(mut self, say: &mut dyn FnMut(&Event)) -> Result<(), EngineError> {
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
            say(&Event::position(&GraphPoint { ply, score, best: thoughts.best }));
            if let Some(mv) = moves.get(ply) {
                // What was played once can be played again.
                let _ = self.session.play(mv);
            }
        }
        Ok(())
    }
}
