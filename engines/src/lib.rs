#![doc = include_str!("../README.md")]

mod other_build;

pub use other_build::{OTHER_BUILD, OtherBuild};

use plywood_arena::external::{EXTERNAL, ExternalEngine, Log};
use plywood_play::{Engine, EngineError, Named, Session, Spec, TextError};
use std::fs::File;
use std::io::Read;

/// Makes an engine for the game of a session from its text.
pub type Make = fn(&dyn Session, &Spec) -> Result<Box<dyn Engine>, EngineError>;

/// An engine that a program adds to those that are here.
#[derive(Clone, Copy, Debug)]
pub struct Registered {
    /// Its name, and what it is.
    pub named: Named,
    /// Makes it.
    pub make: Make,
}

/// The engines that a program knows.
#[derive(Clone, Copy, Debug)]
pub struct Engines {
    registered: &'static [Registered],
}

impl Engines {
    /// The engines of this crate, and `registered` ones.
    pub const fn new(registered: &'static [Registered]) -> Self {
        Self { registered }
    }

    /// The engine that `spec` describes, for the game of `session`.
    ///
    /// # Errors
    ///
    /// If there is no such engine, evaluation or option, an option's value is no good, or a program does not
    /// start.
    pub fn make(&self, session: &dyn Session, spec: &Spec) -> Result<Box<dyn Engine>, EngineError> {
        self.make_with_log(session, spec, None)
    }

    /// The same, with a log of what is said to a program and by it, if the engine is one.
    ///
    /// # Errors
    ///
    /// As [`make`](Self::make).
    pub fn make_with_log(
        &self,
        session: &dyn Session,
        spec: &Spec,
        log: Option<Log>,
    ) -> Result<Box<dyn Engine>, EngineError> {
        if spec.program().is_some() {
            return Ok(Box::new(OtherBuild::new(session, spec, log)?));
        }
        if spec.name() == EXTERNAL.name {
            return Ok(Box::new(ExternalEngine::with_log(session, spec, log)?));
        }
        match self.registered.iter().find(|registered| registered.named.name == spec.name()) {
            Some(registered) => (registered.make)(session, spec),
            None => match spec.get("net") {
                None => session.engine(spec),
                Some(path) => session.engine_with(spec, &read_network(path)?),
            },
        }
    }

    /// The engines that no game has by itself: those that were registered, and programs.
    pub fn beside_the_games(&self) -> Vec<Named> {
        let registered = self.registered.iter().map(|registered| registered.named);
        registered.chain([EXTERNAL, OTHER_BUILD]).collect()
    }
}

/// The bytes of a network's file, as the option `net` of an engine names it.
///
/// # Errors
///
/// If the file cannot be read.
pub fn read_network(path: &str) -> Result<Vec<u8>, TextError> {
    // The largest network has 17 MB; more is not read.
    const MOST: u64 = 32 << 20;
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
    read.map_err(|reason| TextError::new("net", path, reason))?;
    Ok(bytes)
}
