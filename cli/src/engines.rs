//! The engines of the command line.

#[cfg(feature = "queue")]
use crate::at_worker::{AT_WORKER, AtWorker};
use plywood_arena::external::Log;
use plywood_bench::ENGINES;
use plywood_play::{Engine, EngineError, Named, Session, Spec};

/// The engine that a text describes, for the game of a session.
pub(crate) fn make(session: &dyn Session, spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
    make_with_log(session, spec, None)
}

/// The same with a log of what is said to a program, and by it.
pub(crate) fn make_with_log(
    session: &dyn Session,
    spec: &Spec,
    log: Option<Log>,
) -> Result<Box<dyn Engine>, EngineError> {
    #[cfg(feature = "queue")]
    if spec.name() == AT_WORKER.name {
        return Ok(Box::new(AtWorker::new(spec)?));
    }
    ENGINES.make_with_log(session, spec, log)
}

/// Those that the games do not know by themselves.
pub(crate) fn beside_the_games() -> Vec<Named> {
    let engines = ENGINES.beside_the_games().into_iter();
    #[cfg(feature = "queue")]
    let engines = engines.chain([AT_WORKER]);
    engines.collect()
}
