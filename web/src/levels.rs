//! Opponents from a beginner to the strongest there is.

use serde::Serialize;

/// An opponent of a certain strength.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Level {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    engine: String,
}

/// What the levels of every game are called: name, title, summary.
const NAMES: [(&str, &str, &str); 4] = [
    ("beginner", "Beginner", "Plays after a glance at the board."),
    ("easy", "Easy", "Looks a little way ahead, and misses much."),
    ("medium", "Medium", "Sees the next few plies."),
    ("hard", "Hard", "Looks far ahead."),
];

/// The opponents of a game: those that it names, and then the strongest there is on a server that allows so many threads.
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
