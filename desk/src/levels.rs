//! Levels: opponents from a beginner to the strongest.

use serde::Serialize;

/// An opponent of a certain strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Level {
    /// The name of the level.
    name: &'static str,
    /// The name as people read it.
    title: &'static str,
    /// What it is like, in one sentence.
    summary: &'static str,
    /// The engine that plays so.
    engine: String,
}

/// The levels of every game: name, title, summary.
const NAMES: [(&str, &str, &str); 4] = [
    ("beginner", "Beginner", "Plays after a glance at the board."),
    ("easy", "Easy", "Looks a little way ahead, and misses much."),
    ("medium", "Medium", "Sees the next few plies."),
    ("hard", "Hard", "Looks far ahead."),
];

/// The opponents of a game: the game's own levels, then the strongest one where this number of threads is
/// allowed.
pub(crate) fn levels(engines: [&str; 4], strongest: &str, threads: usize) -> Vec<Level> {
    let named = NAMES.into_iter().zip(engines);
    let level = |((name, title, summary), engine): (_, &str)| Level {
        name,
        title,
        summary,
        engine: engine.to_owned(),
    };
    let full = Level {
        name: "full",
        title: "Full strength",
        summary: "Takes three seconds for each turn.",
        engine: format!(
            "{strongest}:time=3s{}",
            if threads > 1 { format!(",threads={threads}") } else { String::new() }
        ),
    };
    named.map(level).chain([full]).collect()
}
