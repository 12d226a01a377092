//! Levels: opponents from a beginner to the strongest.

use serde::Serialize;

/// An opponent of a certain strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Level {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    engine: String,
}

/// The levels of every game: name, title, summary.
const NAMES: [(&str, &str, &str); 4] = [
    ("beginner", "Beginner", "Plays after a glance at the board."),
    ("easy", "Easy", "Looks a little way ahead, and misses much."),
    ("medium", "Medium", "Sees the next few plies."),
    ("hard", "Hard", "Looks far ahead."),
];

/// The opponents of a game: the game's own levels, then the strongest one on a server that allows this number
/// of threads.
pub(crate) fn levels(engines: [&str; 4], threads: usize) -> Vec<Level> {
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
        summary: "Takes three seconds for each turn, on all cores but one.",
        engine: format!("pvs:time=3s,threads={threads}"),
    };
    named.map(level).chain([full]).collect()
}
