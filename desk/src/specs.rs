//! From the engine that is asked for to one that the limits allow.

use crate::refused::Refused;
use crate::requests::SearchRequest;
use crate::settings::Settings;
use plywood_play::{Cause, ENGINES, Session, Spec, TextError, read_bytes, read_count, read_duration};
use plywood_search::{Limits, MAX_DEPTH, StopHandle};

/// An engine to build, and the limits of one search with it.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The engine without limits: two plans with the same text can share an engine.
    pub(crate) spec: Spec,
    pub(crate) limits: Limits,
    /// Ends the search.
    pub(crate) stop: StopHandle,
    /// The most lines to tell.
    pub(crate) lines: usize,
    /// In an analysis, the engine that answers out of the game's book; `spec` has none then, so that what the
    /// other moves are worth is searched for.
    pub(crate) book: Option<Spec>,
    /// Whether this is an analysis, which the library of proofs has a say in.
    pub(crate) analyses: bool,
    /// Whether a proof of the library that the game has followed from its start has a say in it: in analyses,
    /// and if the engine is asked for with `library=on`.
    pub(crate) asks_library: bool,
}

impl Plan {
    /// The plan for a search of the position that `session` is at. Its name draws the seed where nobody has.
    pub(crate) fn of(
        asked: &SearchRequest,
        session: &dyn Session,
        settings: &Settings,
    ) -> Result<Self, Refused> {
        let wanted: Spec = asked.engine.as_deref().unwrap_or("pvs").parse()?;
        let library = asks_library(&wanted)?;
        let mut spec = without_limits(&wanted)?;
        let lines = asked.multipv.unwrap_or(1);
        within("multipv", &lines.to_string(), 1, MOST_LINES)?;
        if lines != 1 {
            spec.set("multipv", searched_lines(lines, session).to_string());
        }
        cap(&mut spec, settings)?;
        if let Some(name) = asked.memory.as_deref().filter(|_| has_seed(&spec) && spec.get("seed").is_none())
        {
            spec.set("seed", seed_of(name).to_string());
        }
        let stop = StopHandle::new();
        let mut limits = limits(&wanted, asked, settings)?.with_stop(stop.clone());
        if asked.endless {
            limits = without_end(limits, spec.name(), settings);
        }
        let book = (asked.endless && has_book(&spec)).then(|| spec_of_book(&spec)).transpose()?;
        if book.is_some() {
            spec.set("book", "off");
        }
        let asks_library = asked.endless || library;
        Ok(Self { spec, limits, stop, lines: lines as usize, book, analyses: asked.endless, asks_library })
    }

    /// Builds the engine with next to no memory, so that a search which cannot be run is refused before
    /// anything is done for it.
    pub(crate) fn check(&self, session: &dyn Session) -> Result<(), Refused> {
        let mut small = self.spec.clone();
        if has_table(&small) {
            small.set("hash", "64kB");
        }
        if has_book(&small) {
            small.set("book", "off");
        }
        session.engine(&small).map(drop).map_err(Refused::from)
    }

    /// The threads that the engine searches with.
    pub(crate) fn threads(&self) -> usize {
        self.spec.get("threads").and_then(|text| read_count(text).ok()).map_or(1, |threads| threads as usize)
    }

    /// The evaluation that the engine asks.
    pub(crate) fn evaluation(&self) -> &str {
        self.spec.get("eval").unwrap_or("default")
    }
}

/// The greatest number of lines that a search tells.
const MOST_LINES: u64 = 32;

/// The lines to search for, so that enough are left when those of one turn are told as one: the same turn has
/// several orders of its steps.
fn searched_lines(lines: u32, session: &dyn Session) -> u64 {
    let orders = if session.steps_left().is_some() { 4 } else { 1 };
    (u64::from(lines) * orders).min(MOST_LINES)
}

/// The engine that answers out of the book alone.
fn spec_of_book(spec: &Spec) -> Result<Spec, Refused> {
    let mut book = Spec::new(spec.name())?;
    for (key, value) in [("hash", "64kB"), ("book", "on")] {
        book.set(key, value);
    }
    Ok(book)
}

fn has_seed(spec: &Spec) -> bool {
    matches!(spec.name(), "pvs" | "mcts" | "random")
}

/// Whether the engine is asked for with `library=on`.
fn asks_library(wanted: &Spec) -> Result<bool, Refused> {
    match wanted.get(LIBRARY) {
        None | Some("off") => Ok(false),
        Some("on") => Ok(true),
        Some(text) => {
            let cause = Cause::unknown_value(LIBRARY, text, &["on", "off"], "known are on and off");
            Err(TextError::told(LIBRARY, text, cause).into())
        }
    }
}

/// The option of a request's engine that is the desk's own.
const LIBRARY: &str = "library";

/// The engine without its limits. Only searches of plywood itself are run: a program that an address could
/// name would be an open door.
fn without_limits(asked: &Spec) -> Result<Spec, Refused> {
    if !ENGINES.iter().any(|engine| engine.name == asked.name()) {
        let known: Vec<_> = ENGINES.iter().map(|engine| engine.name).collect();
        let reason = format!("known are {}", known.join(", "));
        let cause = Cause::unknown_name(asked.name(), &known, reason);
        return Err(TextError::told("engine", asked.name(), cause).into());
    }
    let mut spec = Spec::new(asked.name())?;
    for (key, value) in
        asked.options().filter(|(key, _)| !matches!(*key, "time" | "depth" | "nodes" | LIBRARY))
    {
        spec.set(key, value);
    }
    Ok(spec)
}

fn has_table(spec: &Spec) -> bool {
    matches!(spec.name(), "pvs" | "ids" | "mcts")
}

/// Whether the engine plays out of a book, where the game has one.
fn has_book(spec: &Spec) -> bool {
    matches!(spec.name(), "pvs" | "mcts") && spec.get("book") != Some("off")
}

/// Keeps memory and threads within the limits.
fn cap(spec: &mut Spec, settings: &Settings) -> Result<(), Refused> {
    if let Some(text) = spec.get("threads") {
        within("threads", text, 1, settings.threads as u64)?;
    }
    match spec.get("hash") {
        Some(text) if read_bytes(text)? > settings.hash => {
            let reason = format!("{} bytes are allowed", settings.hash);
            let cause = Cause::new("at-most", reason).with("most", format!("{} B", settings.hash));
            return Err(TextError::told("hash", text, cause).into());
        }
        None if has_table(spec) => spec.set("hash", (settings.hash / 2).to_string()),
        _ => {}
    }
    Ok(())
}

/// The limits that the engine's text and the request set; the time of the request overrules. Whatever they
/// are, there is an end.
fn limits(wanted: &Spec, asked: &SearchRequest, settings: &Settings) -> Result<Limits, Refused> {
    let longest = settings.longest_search;
    let depth = wanted.get("depth").map(|text| within("depth", text, 0, u64::from(MAX_DEPTH))).transpose()?;
    let nodes = wanted.get("nodes").map(read_count).transpose()?;
    let time = asked.time.as_deref().or(wanted.get("time")).map(read_duration).transpose()?;
    let ends_by_itself =
        depth.is_none() && nodes.is_none() && matches!(wanted.name(), "pvs" | "ids" | "mcts");
    let time = match time {
        Some(time) => Some(time.min(longest)),
        // These take a second if nobody says otherwise.
        None if ends_by_itself => None,
        None => Some(longest),
    };
    let mut limits = Limits::none().with_time(time, settings.clock.clone());
    (limits.depth, limits.nodes) = (depth.map(|depth| depth as u32), nodes);
    Ok(limits)
}

/// The limits of a search that goes on until it is stopped. Plain searches keep their depth, which is all
/// that they are.
fn without_end(limits: Limits, engine: &str, settings: &Settings) -> Limits {
    let mut limits = limits.with_time(settings.longest_search, settings.clock.clone());
    limits.depth = limits.depth.filter(|_| matches!(engine, "alphabeta" | "minimax"));
    limits.nodes = None;
    limits
}

/// A seed that differs from name to name, so that no two games need be the same.
fn seed_of(name: &str) -> u64 {
    // FNV-1a (Fowler, Noll, Vo), cut to 32 bits: short to read in a specification.
    let hash = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, hash) >> 32
}

fn within(what: &'static str, text: &str, least: u64, most: u64) -> Result<u64, Refused> {
    let value = read_count(text).map_err(|error| TextError { what, ..error })?;
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    let cause = Cause::out_of_range(least, most, format!("must be {least} to {most} here"));
    Err(TextError::told(what, text, cause).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;
    use plywood_search::Clock;
    use std::sync::Arc;

    struct Stopped;

    impl Clock for Stopped {
        fn now(&self) -> Duration {
            Duration::ZERO
        }
    }

    fn settings() -> Settings {
        Settings { threads: 2, hash: 1 << 20, ..Settings::new(Arc::new(Stopped)) }
    }

    fn plan(asked: &SearchRequest) -> Result<Plan, Refused> {
        let session = plywood_registry::find("loa").expect("a game").session("", None).expect("its start");
        Plan::of(asked, &*session, &settings())
    }

    fn engine(text: &str) -> SearchRequest {
        SearchRequest { engine: Some(text.to_owned()), ..SearchRequest::default() }
    }

    #[test]
    fn limits_are_no_part_of_the_engine() {
        let a = plan(&engine("pvs:depth=3,eval=default")).expect("a plan");
        let b = plan(&engine("pvs:nodes=500,eval=default")).expect("a plan");
        assert_eq!(a.spec, b.spec);
        assert_eq!((a.limits.depth, a.limits.nodes, b.limits.nodes), (Some(3), None, Some(500)));
        assert_eq!(a.limits.time_limit(), Some(Duration::from_secs(600)));
    }

    #[test]
    fn the_time_of_the_request_overrules_and_is_capped() {
        let timed = |text: &str, time: &str| {
            let asked = SearchRequest { time: Some(time.to_owned()), ..engine(text) };
            plan(&asked).expect("a plan").limits.time_limit()
        };
        assert_eq!(timed("pvs:time=1s", "2s"), Some(Duration::from_secs(2)));
        assert_eq!(timed("pvs", "9h"), Some(Duration::from_secs(600)));
        assert_eq!(plan(&engine("pvs")).expect("a plan").limits.time_limit(), None);
    }

    #[test]
    fn an_endless_search_has_no_limits() {
        let endless =
            |text: &str| plan(&SearchRequest { endless: true, ..engine(text) }).expect("a plan").limits;
        let limits = endless("pvs:depth=3,nodes=10,time=1ms");
        assert_eq!(
            (limits.depth, limits.nodes, limits.time_limit()),
            (None, None, Some(Duration::from_secs(600)))
        );
        assert_eq!(endless("minimax:depth=2").depth, Some(2));
    }

    #[test]
    fn more_than_the_server_has_is_refused() {
        for (text, part) in [
            ("pvs:threads=3", "must be 1 to 2 here"),
            ("pvs:threads=0", "must be 1 to 2 here"),
            ("pvs:hash=2MB", "1048576 bytes are allowed"),
            ("pvs:depth=1000", "must be 0 to 200 here"),
            ("pvs:time=soon", "unknown unit `soon`"),
            ("external:protocol=ugi,cmd=true", "known are pvs"),
            ("", "no name"),
        ] {
            let error = plan(&engine(text)).expect_err(text);
            assert!(error.reason.message.contains(part), "{text}: {}", error.reason.message);
        }
        assert!(plan(&SearchRequest { multipv: Some(33), ..engine("pvs") }).is_err());
        assert!(plan(&SearchRequest { multipv: Some(0), ..engine("pvs") }).is_err());
    }

    #[test]
    fn names_have_seeds_of_their_own() {
        let named = |name: Option<&str>| SearchRequest { memory: name.map(str::to_owned), ..engine("mcts") };
        let seed = |name| plan(&named(name)).expect("a plan").spec;
        assert_eq!(seed(Some("a")), seed(Some("a")));
        assert_ne!(seed(Some("a")), seed(Some("b")));
        assert_eq!(seed(None).get("seed"), None);
        assert_eq!(plan(&engine("mcts:seed=7")).expect("a plan").spec.get("seed"), Some("7"));
    }
}
