//! The positions of `plywood bench`: searched to a fixed depth, they give a node count that changes only when
//! a search does.

use core::fmt;
use plywood_play::{Session, Spec, TextError, Thoughts};
use plywood_registry::{games as registered, parse};
use plywood_search::{Limits, StopHandle, SystemClock};

/// A position, and how deep which engine searches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuitePosition {
    /// The game's name, with rules where they are not the default.
    pub game: &'static str,
    /// The position in the game's own text.
    pub position: &'static str,
    /// The engine's name: `ids` looks at every move, `pvs` does not.
    pub engine: &'static str,
    /// The depth in plies.
    pub depth: u32,
}

const fn at(game: &'static str, depth: u32, position: &'static str) -> SuitePosition {
    SuitePosition { game, position, engine: "ids", depth }
}

const fn selective(game: &'static str, depth: u32, position: &'static str) -> SuitePosition {
    SuitePosition { game, position, engine: "pvs", depth }
}

/// The whole suite. Middle games are from random play and from the games in Winands's thesis (2000).
pub const SUITE: &[SuitePosition] = &[
    at("loa", 7, "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"),
    at("loa", 6, "x3x1o1/oo4xx/1ooox3/8/o4x1o/4x3/1o2ox2/x6x o"),
    at("loa", 6, "ox6/7o/1xx4x/o3x3/6x1/1oo5/ox5x/4x2x x"),
    at("loa", 7, "1x6/1x6/2ox3o/5o2/o5x1/o3xx1o/1x6/8 o"),
    at("loa", 6, "1x2xox1/o3oo2/3x4/4o2o/o7/x2o3x/5x1o/1xx1x1x1 o"),
    at("loa", 7, "7x/3ox3/6ox/o1x5/8/xxxo2o1/7x/6o1 o"),
    at("loa", 7, "8/1x6/2x1o3/1o2o3/o3o3/o5x1/3x4/6oo x"),
    at("loa", 6, "3xxox1/7o/o2x4/2o1o1xo/o7/xx6/o4o2/1x2xoox x"),
    at("gekitai", 8, "6/6/6/6/6/6 x"),
    at("gekitai", 8, "6/1x4/3o2/6/6/6 x"),
    at("gekitai", 8, "6/1x2o1/3o2/2x3/6/4x1 o"),
    selective("loa", 11, "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x"),
    selective("loa", 10, "x3x1o1/oo4xx/1ooox3/8/o4x1o/4x3/1o2ox2/x6x o"),
    selective("loa", 10, "7x/3ox3/6ox/o1x5/8/xxxo2o1/7x/6o1 o"),
    selective("gekitai", 13, "6/6/6/6/6/6 x"),
    selective("gekitai", 13, "6/1x4/3o2/6/6/6 x"),
    at("hex:size=7", 4, "7/7/3x3/7/2o4/7/7 x"),
    selective("hex:size=7", 6, "7/7/3x3/7/2o4/7/7 x"),
    selective("hex", 4, "11/11/11/11/11/11/11/11/11/11/11 x"),
    at("arimaa", 5, "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]"),
    selective("arimaa", 12, "g [rrrrrrrrdhcmechd                                DHCEMCHDRRRRRRRR]"),
    selective("arimaa", 10, "s [ crdrrc r redrr  m E  h               M       h H R DRCHRCRDRRRR]"),
];

/// The games that have positions in the suite, in the order of the registry.
pub fn games() -> impl Iterator<Item = &'static str> {
    registered().iter().map(|game| game.info().name).filter(|name| positions(name).next().is_some())
}

/// The positions of a game.
pub fn positions(game: &str) -> impl Iterator<Item = &'static SuitePosition> {
    SUITE.iter().filter(move |position| position.name() == game)
}

impl SuitePosition {
    /// The game's name alone.
    fn name(&self) -> &'static str {
        self.game.split_once(':').map_or(self.game, |(name, _)| name)
    }

    fn session(&self) -> Result<Box<dyn Session>, TextError> {
        let (game, rules) = parse(self.game)?;
        game.session(&rules, Some(self.position))
    }

    /// Searches the position to its depth, from an empty table of 16 MiB.
    ///
    /// # Errors
    ///
    /// If the game is not registered or its text does not read; a test keeps that from happening.
    pub fn search(&self, stop: &StopHandle) -> Result<Thoughts, TextError> {
        self.search_with(&[], stop)
    }

    /// The same by the engine with these of its options set besides, by name and value.
    ///
    /// # Errors
    ///
    /// If the engine does not have them.
    pub fn search_with(&self, options: &[(&str, &str)], stop: &StopHandle) -> Result<Thoughts, TextError> {
        let session = self.session()?;
        let mut spec = Spec::new(self.engine)?;
        spec.set("hash", "16MB");
        spec.set("depth", self.depth.to_string());
        if self.engine == "pvs" {
            spec.set("book", "off");
        }
        for &(name, value) in options {
            spec.set(name, value);
        }
        let limits = Limits::none().with_clock(SystemClock::start()).with_stop(stop.clone());
        let error = |error: plywood_play::EngineError| TextError::new("engine", spec.to_string(), error);
        let mut engine = session.engine(&spec).map_err(error)?;
        engine.think(&*session, &limits, &mut |_| {}).map_err(error)
    }
}

/// A position, and the nodes that its search took.
pub type Count = (&'static SuitePosition, u64);

/// Node counts as a text, a line a position.
pub fn write_counts(counts: &[Count]) -> String {
    let mut text =
        String::from("# nodes, engine, depth, game and position: written by plywood bench --accept FILE\n");
    for (position, nodes) in counts {
        text += &format!("{nodes:>9} {position}\n");
    }
    text
}

/// What is not as `expected`, such a text, says: a line for each position with other nodes, and for each that
/// only one of them has.
pub fn differences(expected: &str, counts: &[Count]) -> Vec<String> {
    let lines = expected.lines().filter(|line| !line.starts_with('#')).map(str::trim);
    let mut expected: Vec<_> = lines.filter_map(|line| line.split_once(' ')).collect();
    let mut differences = Vec::new();
    for (position, nodes) in counts {
        let name = position.to_string();
        let found = expected.iter().position(|&(_, expected)| expected == name);
        match found.map(|index| expected.remove(index).0) {
            Some(before) if before == nodes.to_string() => {}
            Some(before) => differences.push(format!("{nodes} nodes, not {before}: {name}")),
            None => differences.push(format!("{nodes} nodes, and none expected: {name}")),
        }
    }
    differences
        .extend(expected.iter().map(|(nodes, name)| format!("not searched, {nodes} nodes expected: {name}")));
    differences
}

impl fmt::Display for SuitePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.engine, self.depth, self.game, self.position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_reads_and_is_not_over() {
        for position in SUITE {
            let session = position.session().unwrap();
            assert_eq!(session.position(), position.position);
            assert!(session.result().is_none(), "{position:?}");
        }
    }

    #[test]
    fn no_position_is_answered_without_a_search() {
        for position in SUITE {
            let shallow = SuitePosition { depth: 2, ..*position };
            assert!(shallow.search(&StopHandle::new()).unwrap().nodes > 0, "{position:?}");
        }
    }

    #[test]
    fn a_position_with_other_nodes_is_named() {
        let counts = [(&SUITE[0], 10), (&SUITE[1], 20)];
        let text = write_counts(&counts);
        assert!(differences(&text, &counts).is_empty());
        let name = SUITE[1].to_string();
        assert_eq!(differences(&text, &[counts[0], (&SUITE[1], 21)]), [format!("21 nodes, not 20: {name}")]);
        assert_eq!(differences(&text, &counts[..1]), [format!("not searched, 20 nodes expected: {name}")]);
        assert_eq!(differences("", &counts[1..]), [format!("20 nodes, and none expected: {name}")]);
    }

    #[test]
    fn every_position_is_in_the_committed_counts() {
        let text = include_str!("../positions/nodes.txt");
        let names: Vec<_> = text.lines().skip(1).filter_map(|line| line.trim().split_once(' ')).collect();
        let mut suite: Vec<_> = SUITE.iter().map(ToString::to_string).collect();
        suite.sort();
        let mut names: Vec<_> = names.iter().map(|(_, name)| *name).collect();
        names.sort_unstable();
        assert_eq!(names, suite);
    }

    #[test]
    fn a_search_repeated_has_the_same_nodes() {
        let position = SuitePosition { depth: 4, ..SUITE[1] };
        let nodes = || position.search(&StopHandle::new()).unwrap().nodes;
        assert_eq!(nodes(), nodes());
    }
}
