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

/// What there is for every game: name, title, summary, and the engine.
const LEVELS: [(&str, &str, &str, &str); 5] = [
    ("beginner", "Beginner", "Looks at the next ply only.", "mcts:nodes=30"),
    ("easy", "Easy", "A few hundred random games for each move.", "mcts:nodes=400"),
    ("medium", "Medium", "Two thousand positions for each move.", "pvs:nodes=2k"),
    ("hard", "Hard", "A hundred thousand positions for each move.", "pvs:nodes=100k"),
    ("full", "Full strength", "Three seconds for each move, on all cores but one.", "pvs:time=3s"),
];

/// The opponents of a game, the weakest first, on a server that allows so many threads.
pub(crate) fn levels(threads: usize) -> Vec<Level> {
    let level = |(name, title, summary, engine): (_, _, _, &str)| {
        let engine = if name == "full" && threads > 1 {
            format!("{engine},threads={threads}")
        } else {
            engine.to_owned()
        };
        Level { name, title, summary, engine }
    };
    LEVELS.into_iter().map(level).collect()
}
