//! What each feature of the strong search is worth: the nodes of the [`suite`] without it, and a match with
//! it against without it.

use crate::suite;
use crate::tables::{Cell, Grid};
use plywood_arena::{Estimates, Match, MatchError};
use plywood_play::{Spec, TextError};
use plywood_search::StopHandle;
use std::ops::ControlFlow;

/// A feature of the strong search: what it is called, and the option of `pvs` that switches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The name.
    pub name: &'static str,
    /// The option's name.
    pub option: &'static str,
}

const fn feature(name: &'static str, option: &'static str) -> Feature {
    Feature { name, option }
}

/// The features that can be switched off one by one.
pub const FEATURES: &[Feature] = &[
    feature("late-move pruning", "lmp"),
    feature("late-move reductions", "lmr"),
    feature("reverse futility", "rfp"),
    feature("futility", "futility"),
    feature("null move", "null"),
    feature("internal reductions", "iir"),
    feature("counter moves", "counter"),
    feature("win distance", "window"),
    feature("quiescence", "quiescence"),
    feature("threats", "threats"),
    feature("turns", "turns"),
    feature("knowledge", "knowledge"),
];

/// The measurements of a feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The feature.
    pub feature: Feature,
    /// The nodes without it.
    pub nodes: u64,
    /// The score of the search with it; `None` where it changes no node, so that a match would be one of
    /// equals.
    pub score: Option<Estimates>,
}

/// The nodes that `pvs` takes for its positions of the suite in a game, with these options set.
///
/// # Errors
///
/// If it does not have these options.
pub fn nodes(game: &str, options: &[(&str, &str)]) -> Result<u64, TextError> {
    let stop = StopHandle::new();
    let positions = suite::positions(game).filter(|position| position.engine == "pvs");
    positions.map(|position| Ok(position.search_with(options, &stop)?.nodes)).sum()
}

/// Measures a feature in a game in which `pvs` takes `with` nodes; `games` is a match of `pvs` with it
/// against any engine.
///
/// # Errors
///
/// If the match cannot be played.
///
/// # Panics
///
/// Never: `pvs` has the option of every feature, which a test sees to.
pub fn worth(feature: Feature, game: &str, with: u64, games: &Match) -> Result<Worth, MatchError> {
    let off = [(feature.option, "off")];
    let nodes = nodes(game, &off).expect("every feature has its option");
    if nodes == with {
        return Ok(Worth { feature, nodes, score: None });
    }
    let summary =
        games.between(opponents(&games.engines[0], feature)).run(&mut |_, _| ControlFlow::Continue(()))?;
    Ok(Worth { feature, nodes, score: summary.tally.estimates() })
}

/// The engine, and the same without a feature.
fn opponents(engine: &Spec, feature: Feature) -> [Spec; 2] {
    let mut without = engine.clone();
    without.set(feature.option, "off");
    [engine.clone(), without]
}

/// The table of a game in which `pvs` takes `with` nodes.
pub fn grid(game: &str, with: u64, rows: &[Worth]) -> Grid {
    let columns = ["without", "nodes", "score of the search with it, %", "low|score_low", "high|score_high"];
    let mut grid = Grid::new("switches", format!("What each feature is worth in {game}"), columns);
    grid.rows.push(vec!["nothing".into(), Cell::Count(with), Cell::Blank, Cell::Blank, Cell::Blank]);
    grid.rows.extend(rows.iter().map(row));
    grid
}

fn row(worth: &Worth) -> Vec<Cell> {
    let percent = |share: f64| Cell::Number(100.0 * share);
    let score = worth.score.as_ref().map(|estimates| estimates.score);
    let [value, low, high] = score.map_or([Cell::Blank, Cell::Blank, Cell::Blank], |score| {
        [percent(score.value), percent(score.low), percent(score.high)]
    });
    vec![worth.feature.name.into(), Cell::Count(worth.nodes), value, low, high]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games_of_gekitai() -> Match {
        let start = plywood_registry::find("gekitai").unwrap().session("", None).unwrap();
        let engine: Spec = "pvs:nodes=50,hash=64KB,book=off".parse().unwrap();
        Match::new(start, [engine.clone(), engine])
    }

    #[test]
    fn every_feature_is_an_option_of_the_strong_search_that_is_on() {
        let start = plywood_registry::find("loa").unwrap().session("size=5", None).unwrap();
        for feature in FEATURES {
            assert!(
                start.engine(&format!("pvs:{}=on", feature.option).parse().unwrap()).is_ok(),
                "{feature:?}"
            );
        }
    }

    #[test]
    fn a_feature_that_changes_nothing_is_not_played_for() {
        let (none, some) = (feature("none", "book"), feature("late-move pruning", "lmp"));
        let with = nodes("gekitai", &[]).unwrap();
        let worth = |feature| worth(feature, "gekitai", with, &games_of_gekitai()).unwrap();
        assert_eq!((worth(none).nodes, worth(none).score), (with, None));
        let played = worth(some);
        assert!(played.nodes != with && played.score.is_some());
        let text = grid("gekitai", with, &[worth(none), played]).text();
        assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("late-move pruning")).count(), 1);
    }
}
