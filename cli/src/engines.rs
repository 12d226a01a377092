//! The engines of the command line.

use plywood_arena::external::Log;
use plywood_bench::ENGINES;
use plywood_play::{Engine, EngineError, Named, Session, Spec};

/// The engine that a text describes, for the game of a session.
pub(crate) fn make(session: &dyn Session, spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
    ENGINES.make(session, spec)
}

/// The same with a log of what is said to a program, and by it.
pub(crate) fn make_with_log(
    session: &dyn Session,
    spec: &Spec,
    log: Option<Log>,
) -> Result<Box<dyn Engine>, EngineError> {
    ENGINES.make_with_log(session, spec, log)
}

/// Those that the games do not know by themselves.
pub(crate) fn beside_the_games() -> Vec<Named> {
    ENGINES.beside_the_games()
}
