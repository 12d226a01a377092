//! The positions of `plywood bench`: searched to a fixed depth, they give a node count that changes only when a search does.

use plywood_play::{Spec, TextError, Thoughts};
use plywood_registry::{find, games as registered};
use plywood_search::{Limits, StopHandle, SystemClock};

/// A position and how deep to search it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuitePosition {
    /// The game's name.
    pub game: &'static str,
    /// The position in the game's own text.
    pub position: &'static str,
    /// The depth in plies.
    pub depth: u32,
}

const fn at(game: &'static str, depth: u32, position: &'static str) -> SuitePosition {
    SuitePosition { game, position, depth }
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
];

/// The games that have positions in the suite, in the order of the registry.
pub fn games() -> impl Iterator<Item = &'static str> {
    registered().iter().map(|game| game.info().name).filter(|name| positions(name).next().is_some())
}

/// The positions of a game.
pub fn positions(game: &str) -> impl Iterator<Item = &'static SuitePosition> {
    SUITE.iter().filter(move |position| position.game == game)
}

impl SuitePosition {
    /// Searches the position to its depth with the default engine, from an empty table of 16 MiB.
    ///
    /// # Errors
    ///
    /// If the game is not registered or its text does not read; a test keeps that from happening.
    pub fn search(&self, stop: &StopHandle) -> Result<Thoughts, TextError> {
        let session = find(self.game)?.session("", Some(self.position))?;
        let mut spec = Spec::new("ids")?;
        spec.set("hash", "16MB");
        spec.set("depth", self.depth.to_string());
        let limits = Limits::none().with_clock(SystemClock::start()).with_stop(stop.clone());
        let error = |error: plywood_play::EngineError| TextError::new("engine", spec.to_string(), error);
        let mut engine = session.engine(&spec).map_err(error)?;
        engine.think(&*session, &limits, &mut |_| {}).map_err(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_reads_and_is_not_over() {
        for position in SUITE {
            let session = find(position.game).unwrap().session("", Some(position.position)).unwrap();
            assert_eq!(session.position(), position.position);
            assert!(session.result().is_none(), "{position:?}");
        }
    }

    #[test]
    fn a_search_repeated_has_the_same_nodes() {
        let position = SuitePosition { depth: 4, ..SUITE[1] };
        let nodes = || position.search(&StopHandle::new()).unwrap().nodes;
        assert_eq!(nodes(), nodes());
    }
}
