//! Engines that each worker of a queue has under a name: `worker:engine=NAME`.
//!
//! What travels is the name and options; which program or network it stands for, each worker's command line
//! says: `plywood work URL --engine mohex=external:cmd=/opt/mohex,protocol=htp`.

use crate::engines;
use core::str::FromStr;
use plywood_play::{Engine, EngineError, Excerpt, Named, Session, Spec, TextError, Thoughts};
use plywood_search::Limits;

/// The engine as lists show it.
pub(crate) const AT_WORKER: Named = Named {
    name: "worker",
    summary: "an engine that each worker of a queue has by a name (`plywood work --engine NAME=ENGINE`): engine=NAME, and options for it",
};

/// The option that holds the name.
const NAME: &str = "engine";

/// The stand-in where the match is coordinated. It plays nothing itself.
pub(crate) struct AtWorker(Spec);

impl AtWorker {
    pub(crate) fn new(spec: &Spec) -> Result<Self, EngineError> {
        name_in(spec)?;
        Ok(Self(spec.clone()))
    }
}

impl Engine for AtWorker {
    fn spec(&self) -> &Spec {
        &self.0
    }

    fn think(
        &mut self,
        _: &dyn Session,
        _: &Limits,
        _: &mut dyn FnMut(&Thoughts),
    ) -> Result<Thoughts, EngineError> {
        Err(refused(&self.0, "only the workers of a queue have it").into())
    }

    fn new_game(&mut self) {}
}

/// The name of the engine that is wanted.
fn name_in(spec: &Spec) -> Result<&str, TextError> {
    spec.get(NAME).ok_or_else(|| refused(spec, "it lacks engine=NAME"))
}

fn refused(spec: &Spec, reason: impl core::fmt::Display) -> TextError {
    TextError::new("engine", spec.to_string(), reason)
}

/// An engine and its name on this worker: `NAME=ENGINE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedEngine {
    name: String,
    engine: Spec,
}

impl FromStr for NamedEngine {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let reason = "an engine with a name reads NAME=ENGINE, such as strong=pvs:net=strong.net";
        let parts = text.split_once('=').filter(|(name, _)| !name.is_empty());
        let (name, engine) = parts.ok_or_else(|| TextError::new("engine", text, reason))?;
        Ok(Self { name: name.to_owned(), engine: engine.parse()? })
    }
}

/// The engine that a worker makes: the one that it has under the name, with the options that came with it.
///
/// Whoever sends a job cannot change which program or file that is: workers refuse jobs whose engines say
/// `cmd`, `net` or the like, and here only options of a search are taken over.
fn resolve(spec: &Spec, named: &[NamedEngine]) -> Result<Spec, TextError> {
    const TRAVELLING: [&str; 6] = ["time", "depth", "nodes", "hash", "seed", "threads"];
    let wanted = name_in(spec)?;
    let known = named.iter().find(|known| known.name == wanted);
    let known = known.ok_or_else(|| refused(spec, format!("no \"{}\" here", Excerpt(wanted))))?;
    let mut engine = known.engine.clone();
    for (key, value) in spec.options().filter(|(key, _)| *key != NAME) {
        if !TRAVELLING.contains(&key) {
            return Err(refused(spec, format!("options for it are {}", TRAVELLING.join(", "))));
        }
        engine.set(key, value);
    }
    Ok(engine)
}

/// Makes the engines of a worker.
pub(crate) fn make(
    session: &dyn Session,
    spec: &Spec,
    named: &[NamedEngine],
) -> Result<Box<dyn Engine>, EngineError> {
    if spec.name() == AT_WORKER.name {
        engines::make(session, &resolve(spec, named)?)
    } else {
        engines::make(session, spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(spec: &str) -> Result<String, String> {
        let named = ["strong=pvs:net=strong.net", "other=external:cmd=/opt/other,protocol=htp"];
        let named = named.map(|text| text.parse().unwrap());
        let engine = resolve(&spec.parse().unwrap(), &named);
        engine.map(|spec| spec.to_string()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_name_is_the_engine_of_the_worker_with_options_of_the_match() {
        assert_eq!(resolved("worker:engine=strong,nodes=100").unwrap(), "pvs:net=strong.net,nodes=100");
        assert_eq!(resolved("worker:engine=other").unwrap(), "external:cmd=/opt/other,protocol=htp");
    }

    #[test]
    fn nothing_but_a_name_and_limits_is_taken_from_a_job() {
        for spec in [
            "worker",
            "worker:engine=none",
            "worker:engine=other,cmd=rm",
            "worker:engine=strong,net=/etc/passwd",
            "worker:engine=other,dir=/,log=/tmp/x",
            "worker:engine=other,option.file=/etc/passwd",
        ] {
            assert!(resolved(spec).is_err(), "{spec}");
        }
    }

    #[test]
    fn names_without_an_engine_are_refused() {
        for text in ["strong", "=pvs", "x="] {
            assert!(text.parse::<NamedEngine>().is_err(), "{text}");
        }
    }
}
