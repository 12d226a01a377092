//! Fixed positions and what is measured on them; the searches of the program that plywood grew out of; and the tables that hold the
//! two side by side. The Criterion benches stand in `benches`.

pub mod connect_four;
pub mod positions;
pub mod seed;
pub mod suite;
pub mod switches;
pub mod tables;

use plywood_arena::external::ExternalEngine;
use plywood_play::{Engine, EngineError, Named, Session, Spec};

/// The engine that [`engine`] adds to those of the games.
pub const SEED: Named = Named {
    name: seed::SeedEngine::NAME,
    summary: "the searches plywood grew out of; loa, faults included: search, eval=h1-seed to h4-seed, depth; arimaa, by whole turns: eval, depth, seed",
};

/// An engine for the game of `session`, as `spec` describes it: the session's own engines, those of the [`seed`]s, and other programs
/// ([`plywood_arena::external`]).
///
/// ```
/// let session = plywood_registry::find("loa")?.session("connection=mover-wins,repetition=none", None)?;
/// let spec = "seed:search=minimax,eval=h2-seed,depth=3".parse()?;
/// let mut engine = plywood_bench::engine(&*session, &spec)?;
/// let thoughts = engine.think(&*session, &plywood_search::Limits::none(), &mut |_| {})?;
/// assert_eq!(thoughts.nodes, 46_233);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If there is no such engine, evaluation or option, an option's value is no good, or a program does not start.
pub fn engine(session: &dyn Session, spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
    match spec.name() {
        seed::SeedEngine::NAME => match session.info().name {
            seed::SeedEngine::GAME => Ok(Box::new(seed::SeedEngine::new(spec)?)),
            seed::TurnEngine::GAME => Ok(Box::new(seed::TurnEngine::new(spec)?)),
            asked => Err(EngineError::WrongGame { plays: "loa and arimaa", asked }),
        },
        ExternalEngine::NAME => Ok(Box::new(ExternalEngine::new(session, spec)?)),
        _ => session.engine(spec),
    }
}
