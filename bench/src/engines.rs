//! Every engine by its name, the seeds among them.

use crate::seed;
use plywood_engines::{Engines, Registered};
use plywood_play::{Engine, EngineError, Named, Session, Spec};

/// The searches of the [`seed`](crate::seed)s under the name `seed`, for [`Engines`].
pub const SEED: Registered = Registered {
    named: Named {
        name: seed::SeedEngine::NAME,
        summary: "the searches plywood grew out of; loa, faults included: search, eval=h1-seed to h4-seed, depth; arimaa, by whole turns: eval, depth, seed",
    },
    make: seed_engine,
};

/// Every engine: those of `plywood_engines`, and those of the [`seed`](crate::seed)s.
///
/// ```
/// let session = plywood_registry::find("loa")?.session("connection=mover-wins,repetition=none", None)?;
/// let spec = "seed:search=minimax,eval=h2-seed,depth=3".parse()?;
/// let mut engine = plywood_bench::ENGINES.make(&*session, &spec)?;
/// let thoughts = engine.think(&*session, &plywood_search::Limits::none(), &mut |_| {})?;
/// assert_eq!(thoughts.nodes, 46_233);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const ENGINES: Engines = Engines::new(&[SEED]);

/// The search of the seed that played the game of `session`.
fn seed_engine(session: &dyn Session, spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
    match session.info().name {
        seed::SeedEngine::GAME => Ok(Box::new(seed::SeedEngine::new(spec)?)),
        seed::TurnEngine::GAME => Ok(Box::new(seed::TurnEngine::new(spec)?)),
        asked => Err(EngineError::WrongGame { plays: "loa and arimaa", asked }),
    }
}
