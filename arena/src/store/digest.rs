//! Digests of stored games, by which a store notices changed values when it reads them.

use super::columns::{Columns, EndingColumns};
use crate::seed::digest;
use core::time::Duration;

/// What the digest of a game that is stored now is made of.
pub(super) const KIND: i64 = 2;

/// The digest of this kind of a game; `None` if there is no such kind.
pub(super) fn of_kind(kind: i64, game: &Columns) -> Option<i64> {
    match kind {
        1 => Some(of_words(game)),
        KIND => Some(of_columns(game)),
        _ => None,
    }
}

/// Every column, each with its length, so that nothing can move from one to the next.
pub(super) fn of_columns(game: &Columns) -> i64 {
    let mut text = String::new();
    for number in [game.match_id, game.number, game.first, game.opening_plies] {
        text.push_str(&format!("{number} "));
    }
    let EndingColumns { kind, loser, answer, detail, amount } = &game.ending;
    text.push_str(&format!("{loser:?} {amount:?} {} {}\n", answer.is_some(), detail.is_some()));
    let [first, second] = &game.players;
    let [build_0, build_1] = &game.builds;
    let (answer, detail) = (answer.as_deref().unwrap_or_default(), detail.as_deref().unwrap_or_default());
    let texts: [&str; 12] = [
        &game.game,
        &game.rules,
        &game.position,
        first,
        second,
        &game.moves,
        &game.result,
        kind,
        answer,
        detail,
        build_0,
        build_1,
    ];
    for column in texts {
        text.push_str(&format!("{} {column}\n", column.len()));
    }
    for turn in &game.turns {
        text.push_str(&format!("{turn:?}\n"));
    }
    digest(text.as_bytes()) as i64
}

/// As version 0.1 made it: of the words that it had for endings.
fn of_words(game: &Columns) -> i64 {
    let winner = match game.result.as_str() {
        "1-0" => Some(0),
        "0-1" => Some(1),
        _ => None,
    };
    let [first, second] = &game.players;
    let tags: [&str; 5] = [&game.game, &game.rules, &game.position, first, second];
    let mut text = format!("{} {} {} {}", game.match_id, game.number, game.first, game.opening_plies);
    text.push_str(&format!("\n{}\n{}\n{winner:?}\n", tags.join("\n"), game.moves));
    text.push_str(&format!(" {} {}", game.ending.kind, words(&game.ending)));
    for [engine, plies, score, depth, nodes, nanoseconds] in &game.turns {
        text.push_str(&format!("\n{engine} {plies} {score} {depth} {nodes} {nanoseconds}"));
    }
    digest(text.as_bytes()) as i64
}

/// What version 0.1 said of an ending. These words must not change.
fn words(ending: &EndingColumns) -> String {
    let engine = ending.loser.unwrap_or_default() + 1;
    let amount = ending.amount.unwrap_or_default();
    let detail = ending.detail.as_deref().unwrap_or_default();
    match ending.kind.as_str() {
        "length" => format!("drawn after {amount} plies"),
        "resignation" => format!("engine {engine} resigned, by its scores"),
        "gave-up" => format!("engine {engine} resigned"),
        "even-scores" => "drawn, by the scores".to_owned(),
        "no-move" => format!("engine {engine} gave no move"),
        "illegal-move" => {
            format!("engine {engine} answered `{}`: {detail}", ending.answer.as_deref().unwrap_or_default())
        }
        "time" => {
            let over = Duration::from_nanos(amount as u64).as_secs_f64();
            format!("engine {engine} overstepped its time by {over:.3} s")
        }
        "crash" => format!("engine {engine} crashed: {detail}"),
        "failure" => format!("engine {engine} failed: {detail}"),
        _ => detail.to_owned(),
    }
}
