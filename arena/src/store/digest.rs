//! A number over all that is stored of a game, so that a value that was changed behind the store's back is noticed when it is read.

use crate::played::PlayedGame;
use crate::seed::digest;
use plywood_search::Side;

/// The digest of a game of a match.
pub(super) fn of(match_id: i64, game: &PlayedGame) -> i64 {
    let tags = ["game", "rules", "position", "first", "second"];
    let tags = tags.map(|name| game.record.tag(name).unwrap_or_default()).join("\n");
    let moves = game.record.moves.join(" ");
    let mut text = format!("{match_id} {} {} {}", game.number, game.first, game.opening_plies);
    text.push_str(&format!("\n{tags}\n{moves}\n{:?}\n", game.outcome.winner().map(Side::index)));
    // The kind as well as the words: a reason may read like another ending.
    text.push_str(&format!(" {} {}", game.ending.kind(), game.ending));
    for turn in &game.turns {
        text.push_str(&format!(
            "\n{} {} {} {} {} {}",
            turn.engine,
            turn.plies,
            turn.score.value(),
            turn.depth,
            turn.nodes,
            turn.elapsed.as_nanos()
        ));
    }
    digest(text.as_bytes()) as i64
}
