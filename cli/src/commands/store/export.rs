//! The games of a store as text, each of them written from one [`StoredGame`].

use super::own;
use crate::args::ExportFormat;
use crate::failure::Failure;
use plywood_arena::store::StoredGame;
use plywood_arena::{PlayedGame, Turn};
use serde_json::{Value, json};

/// The columns of a game; the names are those of the JSON.
const COLUMNS: [&str; 17] = [
    "match",
    "number",
    "game",
    "rules",
    "position",
    "first",
    "second",
    "first_engine",
    "first_build",
    "second_build",
    "opening_plies",
    "moves",
    "result",
    "ending",
    "loser",
    "reason",
    "stored",
];

/// The line above the games, if the format has one.
pub(super) fn header(format: ExportFormat) -> Option<String> {
    matches!(format, ExportFormat::Csv).then(|| COLUMNS.join(","))
}

pub(super) fn write(found: &StoredGame, format: ExportFormat) -> Result<String, Failure> {
    match format {
        ExportFormat::Records => Ok(found.game.record().to_string()),
        ExportFormat::Json => Ok(in_json(found).to_string()),
        ExportFormat::Csv => Ok(in_csv(found)),
        ExportFormat::Own => own::write(&found.game).map_err(|reason| {
            let number = found.game.number + 1;
            Failure::bad(format!("match {}, game {number}: {reason}", found.match_id))
        }),
    }
}

fn in_json(found: &StoredGame) -> Value {
    let game = &found.game;
    let [first, second] = game.players();
    let [first_build, second_build] = builds(game);
    json!({
        "match": found.match_id,
        "number": game.number + 1,
        "engines": found.engines,
        "game": game.game,
        "rules": game.rules,
        "position": game.position,
        "first": first,
        "second": second,
        "first_engine": game.first + 1,
        "first_build": first_build,
        "second_build": second_build,
        "opening_plies": game.opening_plies,
        "moves": game.moves,
        "result": game.result().to_string(),
        "ending": game.ending.kind(),
        "loser": game.ending.loser().map(|engine| engine + 1),
        "reason": game.ending.to_string(),
        "turns": game.turns.iter().map(turn).collect::<Vec<_>>(),
        "version": found.version,
        "stored": found.stored,
    })
}

/// The builds of the first player and the second, if they are known.
fn builds(game: &PlayedGame) -> [Option<&str>; 2] {
    [game.first, 1 - game.first]
        .map(|engine| Some(game.builds[engine].as_str()).filter(|build| !build.is_empty()))
}

fn turn(turn: &Turn) -> Value {
    json!({
        "engine": turn.engine + 1,
        "plies": turn.plies,
        "score": turn.score.value(),
        "depth": turn.depth,
        "nodes": turn.nodes,
        "seconds": turn.elapsed.as_secs_f64(),
    })
}

/// The columns of [`COLUMNS`], moves separated by blanks.
fn in_csv(found: &StoredGame) -> String {
    let mut value = in_json(found);
    value["moves"] = found.game.moves.join(" ").into();
    COLUMNS.map(|name| cell(&value[name])).join(",")
}

fn cell(value: &Value) -> String {
    let text = match value {
        Value::Null => return String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_hold_marks_are_quoted() {
        let cells = [json!("a"), json!("a,b"), json!("a \"b\""), json!(7), json!(null)];
        assert_eq!(cells.each_ref().map(cell), ["a", "\"a,b\"", "\"a \"\"b\"\"\"", "7", ""]);
    }
}
