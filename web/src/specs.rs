//! From the engine that a client asks for to one that the server is willing to run.

use crate::refused::Refused;
use crate::requests::SearchQuery;
use crate::settings::Settings;
use plywood_play::{ENGINES, Session, Spec, TextError, read_bytes, read_count, read_duration};
use plywood_search::{Limits, MAX_DEPTH, StopHandle};

/// An engine to build, and the limits of one search with it.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The engine without limits: two plans with the same text can share an engine.
    pub(crate) spec: Spec,
    pub(crate) limits: Limits,
    /// Ends the search.
    pub(crate) stop: StopHandle,
}

impl Plan {
    /// The plan for a search in the session `id`, which draws the seed where nobody has.
    pub(crate) fn of(query: &SearchQuery, id: &str, settings: &Settings) -> Result<Self, Refused> {
        let asked: Spec = query.engine.as_deref().unwrap_or("pvs").parse()?;
        let ponder = query.ponder == Some(true);
        let mut spec = without_limits(&asked)?;
        if let Some(lines) = query.multipv.filter(|&lines| lines != 1) {
            spec.set("multipv", within("multipv", &lines.to_string(), 1, 32)?.to_string());
        }
        cap(&mut spec, settings)?;
        if matches!(spec.name(), "pvs" | "mcts" | "random") && spec.get("seed").is_none() {
            spec.set("seed", seed_of(id).to_string());
        }
        let stop = StopHandle::new();
        let mut limits = limits(&asked, query, settings)?.with_stop(stop.clone());
        if ponder {
            limits = without_end(limits, spec.name(), settings);
        }
        Ok(Self { spec, limits, stop })
    }

    /// Builds the engine with next to no memory, so that a search which cannot be run is refused before
    /// anything is done for it.
    pub(crate) fn check(&self, session: &dyn Session) -> Result<(), Refused> {
        let mut small = self.spec.clone();
        if has_table(&small) {
            small.set("hash", "64kB");
        }
        if small.get("book") == Some("on") || (small.get("book").is_none() && has_book(&small)) {
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

/// The engine without its limits. Only searches of plywood itself are run: a program that an address could
/// name would be an open door.
fn without_limits(asked: &Spec) -> Result<Spec, Refused> {
    if !ENGINES.iter().any(|engine| engine.name == asked.name()) {
        let known: Vec<_> = ENGINES.iter().map(|engine| engine.name).collect();
        let reason = format!("known are {}", known.join(", "));
        return Err(TextError::new("engine", asked.name(), reason).into());
    }
    let mut spec = Spec::new(asked.name())?;
    for (key, value) in asked.options().filter(|(key, _)| !matches!(*key, "time" | "depth" | "nodes")) {
        spec.set(key, value);
    }
    Ok(spec)
}

fn has_table(spec: &Spec) -> bool {
    matches!(spec.name(), "pvs" | "ids" | "mcts")
}

fn has_book(spec: &Spec) -> bool {
    matches!(spec.name(), "pvs" | "mcts")
}

/// Keeps memory and threads within the server's limits.
fn cap(spec: &mut Spec, settings: &Settings) -> Result<(), Refused> {
    if let Some(text) = spec.get("threads") {
        within("threads", text, 1, settings.threads.min(settings.search_threads) as u64)?;
    }
    match spec.get("hash") {
        Some(text) if read_bytes(text)? > settings.hash => {
            let reason = format!("the server allows {} bytes", settings.hash);
            return Err(TextError::new("hash", text, reason).into());
        }
        None if has_table(spec) => spec.set("hash", (settings.hash / 2).to_string()),
        _ => {}
    }
    Ok(())
}

/// The limits that the engine's text and the query set; the query's time overrules. Whatever they are, there
/// is an end.
fn limits(asked: &Spec, query: &SearchQuery, settings: &Settings) -> Result<Limits, Refused> {
    let longest = settings.longest_search;
    let depth = asked.get("depth").map(|text| within("depth", text, 0, u64::from(MAX_DEPTH))).transpose()?;
    let nodes = asked.get("nodes").map(read_count).transpose()?;
    let time = query.time.as_deref().or(asked.get("time")).map(read_duration).transpose()?;
    let ends_by_itself = depth.is_none() && nodes.is_none() && matches!(asked.name(), "pvs" | "ids" | "mcts");
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

/// A seed that differs from session to session, so that no two games need be the same.
fn seed_of(id: &str) -> u64 {
    // FNV-1a (Fowler, Noll, Vo), cut to 32 bits: short to read in a specification.
    let hash = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    id.bytes().fold(0xcbf2_9ce4_8422_2325, hash) >> 32
}

fn within(what: &'static str, text: &str, least: u64, most: u64) -> Result<u64, Refused> {
    let value = read_count(text).map_err(|error| TextError { what, ..error })?;
    if (least..=most).contains(&value) {
        return Ok(value);
    }
    Err(TextError::new(what, text, format!("must be {least} to {most} here")).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

    fn plan(query: &SearchQuery) -> Result<Plan, Refused> {
        let settings = Settings { threads: 2, hash: 1 << 20, ..Settings::default() };
        Plan::of(query, "a session", &settings)
    }

    fn engine(text: &str) -> SearchQuery {
        SearchQuery { engine: Some(text.to_owned()), ..SearchQuery::default() }
    }

    #[test]
    fn limits_are_no_part_of_the_engine() {
        let a = plan(&engine("pvs:depth=3,eval=default")).expect("a plan");
        let b = plan(&engine("pvs:nodes=500,eval=default")).expect("a plan");
        assert_eq!(a.spec, b.spec);
        assert_eq!((a.limits.depth, a.limits.nodes, b.limits.nodes), (Some(3), None, Some(500)));
        assert_eq!(a.limits.time_limit(), Some(Settings::default().longest_search));
    }

    #[test]
    fn the_time_of_the_query_overrules_and_is_capped() {
        let timed = |text: &str, time: &str| {
            let query = SearchQuery { time: Some(time.to_owned()), ..engine(text) };
            plan(&query).expect("a plan").limits.time_limit()
        };
        assert_eq!(timed("pvs:time=1s", "2s"), Some(Duration::from_secs(2)));
        assert_eq!(timed("pvs", "9h"), Some(Duration::from_secs(600)));
        assert_eq!(plan(&engine("pvs")).expect("a plan").limits.time_limit(), None);
    }

    #[test]
    fn pondering_lifts_the_limits() {
        let ponder =
            |text: &str| plan(&SearchQuery { ponder: Some(true), ..engine(text) }).expect("a plan").limits;
        let limits = ponder("pvs:depth=3,nodes=10,time=1ms");
        assert_eq!(
            (limits.depth, limits.nodes, limits.time_limit()),
            (None, None, Some(Duration::from_secs(600)))
        );
        assert_eq!(ponder("minimax:depth=2").depth, Some(2));
    }

    #[test]
    fn more_than_the_server_has_is_refused() {
        for (text, part) in [
            ("pvs:threads=3", "must be 1 to 2 here"),
            ("pvs:threads=0", "must be 1 to 2 here"),
            ("pvs:hash=2MB", "the server allows 1048576 bytes"),
            ("pvs:depth=1000", "must be 0 to 200 here"),
            ("pvs:time=soon", "unknown unit `soon`"),
            ("external:protocol=ugi,cmd=true", "known are pvs"),
            ("", "no name"),
        ] {
            let error = plan(&engine(text)).expect_err(text);
            assert!(error.reason.message.contains(part), "{text}: {}", error.reason.message);
        }
        assert!(plan(&SearchQuery { multipv: Some(33), ..engine("pvs") }).is_err());
        assert!(plan(&SearchQuery { multipv: Some(0), ..engine("pvs") }).is_err());
    }

    #[test]
    fn sessions_have_seeds_of_their_own() {
        let seed = |id| Plan::of(&engine("mcts"), id, &Settings::default()).expect("a plan").spec;
        assert_eq!(seed("a"), seed("a"));
        assert_ne!(seed("a"), seed("b"));
        assert_eq!(plan(&engine("mcts:seed=7")).expect("a plan").spec.get("seed"), Some("7"));
    }
}
